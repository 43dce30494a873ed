"""One round of blackjack: the only state machine.

A round is its rules, its stakes and the moves made so far; folding the moves gives the round again. Chance is a
player: a card is a move like any other, so nothing here waits, draws luck or looks at a clock. `Round.push` checks a
move and changes the round; who wants to keep the round as it is makes a `copy` first, which costs little.

The round is played in *boxes*: a dealer's hand and the seats that play against it. A shared dealer is one box with
all seats; a dealer hand for each player is one box a seat. Inside a box one seat acts after another; boxes do not wait
for each other, so with several boxes several seats are awaited at once. Insurance awaits several seats even in one
box. Therefore `awaits` names a set of seats.

What comes next follows from the hands, and is worked out after each move. Cards come before decisions, in seat order:

- DEALING: the cards of the deal, in the order of the rules.
- INSURANCE: an answer from every seat, in any order.
- PLAYING: a card for each hand that is owed one, then the decision of the first unfinished hand of each box.
- DEALER: for each box the hole card turned over, then the dealer's cards.
- OVER: nothing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from engine.integers import require_int
from engine.money import MOST
from engine.round.box import ACTIVE, Box, Hand, Held, Spot, dealer_draws, status_of
from engine.round.legality import (
    most_insurance,
    refusal_to_double,
    refusal_to_insure,
    refusal_to_split,
    refusal_to_surrender,
    refusal_to_take_even_money,
)
from engine.round.moves import (
    Deal,
    DeclineInsurance,
    Double,
    Hit,
    Insure,
    Move,
    PlayerMove,
    Reveal,
    Split,
    Stand,
    Surrender,
    TakeEvenMoney,
)
from engine.round.phases import (
    DEALER,
    DEALING,
    INSURANCE,
    OVER,
    PLAYING,
    TRANSITIONS,
    Awaits,
    NextCard,
    NextReveal,
    Phase,
    Turns,
)
from engine.round.steps import act
from engine.rules.cards import Card
from engine.rules.refusals import IllegalMove, Refusal, Why
from engine.rules.rules import Rules


@dataclass(slots=True, kw_only=True)
class Round:
    """A round at one moment. Make one with `Round.start`, go on with `push`, keep it with `copy`."""

    rules: Rules
    boxes: tuple[Box, ...]
    order: tuple[NextCard, ...] = field(repr=False)
    """Who gets which card of the deal."""
    phase: Phase = DEALING
    moves: list[Move] = field(default_factory=list, repr=False)
    awaits: Awaits = field(repr=False)
    """What comes next; None when the round is over."""
    turns: dict[int, int] = field(default_factory=dict, repr=False)
    """While decisions of PLAYING are awaited: which hand each of the seats decides about."""

    @classmethod
    def start(cls, rules: Rules, stakes: Mapping[int, int]) -> "Round":
        """A round before its first card; `stakes` are cents by seat number, and the seats play in that order.

        Raises `ValueError` where nobody bets, too many do, or a stake lies outside the limits; `TypeError` where a seat
        or a stake is no `int`.
        """
        for seat, stake in stakes.items():
            require_int("a seat", seat)
            require_int("a stake in cents", stake)
        seats = tuple(sorted(stakes))
        if not 1 <= len(seats) <= rules.seats or seats[0] < 1 or seats[-1] > MOST:
            raise ValueError("a round needs stakes, from no more seats than the table has")
        if not all(map(rules.allows, stakes.values())):
            raise ValueError("a stake is outside the limits of the rules")
        spots = tuple([Spot(seat, [Hand(stake=stakes[seat])]) for seat in seats])
        groups = [(spot,) for spot in spots] if rules.dealer_each else [spots]
        order = _deal_order(rules.dealer_each, rules.hole_card, seats)
        boxes = tuple([Box(group, Held()) for group in groups])
        return cls(rules=rules, boxes=boxes, order=order, awaits=order[0])

    def copy(self) -> "Round":
        """The same round, to go its own way."""
        copy = Round.__new__(Round)
        copy.rules, copy.order, copy.phase = self.rules, self.order, self.phase
        copy.boxes = tuple([box.copy() for box in self.boxes])
        copy.moves = self.moves.copy()
        copy.awaits, copy.turns = self.awaits, self.turns
        return copy

    @property
    def stakes(self) -> dict[int, int]:
        """The first stake of each seat, in cents by seat number."""
        return {spot.seat: spot.hands[0].stake for spot in self.spots()}

    @property
    def awaited(self) -> frozenset[int]:
        """The seats whose decision is awaited."""
        return self.awaits.seats if isinstance(self.awaits, Turns) else frozenset()

    def cards_out(self) -> Iterator[Card]:
        """Every card dealt so far, in order."""
        return (move.card for move in self.moves if isinstance(move, Deal))

    def spots(self) -> Iterator[Spot]:
        """Every seat's place, in seat order."""
        return (spot for box in self.boxes for spot in box.spots)

    def find(self, seat: int) -> Spot | None:
        """The place of a seat, or None where it is not in this round."""
        for box in self.boxes:
            for spot in box.spots:
                if spot.seat == seat:
                    return spot
        return None

    def active_hand(self, seat: int) -> int | None:
        """Which hand of this seat is to decide now; None where the seat is not asked to play."""
        return self.turns.get(seat)

    def push(self, move: Move) -> None:
        """Make a move. Raises `IllegalMove` with the refusal; then nothing has changed."""
        if (why := refusal(self, move)) is not None:
            raise IllegalMove(why)
        self.moves.append(move)
        due = self.awaits
        if isinstance(move, Deal):
            if isinstance(due, NextCard):
                self._deal(due, move.card)
        elif isinstance(move, Reveal):
            if isinstance(due, NextReveal):
                self.boxes[due.box].revealed = True
        elif (spot := self.find(move.seat)) is not None:
            act(spot, self.turns.get(move.seat, 0), move)
        self._go_on()

    def _deal(self, due: NextCard, card: Card) -> None:
        """A card to whoever is due one. After the deal a player's hand is judged at once."""
        box = self.boxes[due.box]
        if due.seat is None:
            box.dealer.take(card)
            return
        hand = box.spot(due.seat).hands[due.hand]
        hand.take(card)
        if hand.owed:
            hand.owed -= 1
            hand.status = status_of(self.rules, hand)

    def _go_on(self) -> None:
        """Find out what comes next, past the phases that have nothing left to await."""
        if self.phase is DEALING:
            if len(self.moves) < len(self.order):
                self.awaits = self.order[len(self.moves)]
                return
            self._open_play()
        if self.phase is INSURANCE:
            if asked := frozenset([spot.seat for spot in self.spots() if spot.insurance is None]):
                self.awaits = Turns(asked)
                return
            self.phase = self._after_peek()
        if self.phase is PLAYING:
            if (due := self._next_in_play()) is not None:
                self.awaits = due
                return
            self.phase = DEALER
        self.awaits = self._next_of_dealers()
        if self.awaits is None:
            self.phase = OVER

    def _open_play(self) -> None:
        """After the deal: the hands that need no decision, then insurance, the peek, or play."""
        rules = self.rules
        self.phase = self._after_peek()
        for box in self.boxes:
            for spot in box.spots:
                (hand,) = spot.hands
                hand.status = status_of(rules, hand)
            if rules.insures_against(box.dealer.cards[0].rank):
                self.phase = INSURANCE

    def _after_peek(self) -> Phase:
        """A natural that the dealer finds ends the round before anybody plays."""
        for box in self.boxes:
            dealer = box.dealer
            if dealer.is_natural and self.rules.peeks_at(dealer.cards[0].rank):
                return DEALER
        return PLAYING

    def _next_in_play(self) -> Awaits:
        """The first card that is owed, or else the first unfinished hand of each box."""
        self.turns = {}
        turns: dict[int, int] = {}
        for index, box in enumerate(self.boxes):
            asked = False
            for spot in box.spots:
                for number, hand in enumerate(spot.hands):
                    if hand.owed:
                        return NextCard(index, spot.seat, number)
                    if hand.status is ACTIVE and not asked:
                        turns[spot.seat] = number
                        asked = True
        self.turns = turns
        return Turns(frozenset(turns)) if turns else None

    def _next_of_dealers(self) -> Awaits:
        for index, box in enumerate(self.boxes):
            if self.rules.hole_card and not box.revealed:
                return NextReveal(index)
            if dealer_draws(self.rules, box):
                return NextCard(index)
        return None


@lru_cache(maxsize=1024)
def _deal_order(dealer_each: bool, hole_card: bool, seats: tuple[int, ...]) -> tuple[NextCard, ...]:
    """Who gets which card of the deal: around the table twice, or box by box where each seat has its dealer."""
    if dealer_each:
        return tuple(
            due
            for box, seat in enumerate(seats)
            for due in (NextCard(box, seat), NextCard(box, seat), NextCard(box))
        )
    around = tuple(NextCard(0, seat) for seat in seats)
    return (*around, NextCard(0), *around, *((NextCard(0),) if hole_card else ()))


def legal(round_: Round, seat: int) -> tuple[PlayerMove, ...]:
    """The moves of this seat that have no refusal; insurance is listed with its highest amount."""
    spot = round_.find(seat)
    if spot is None or seat not in round_.awaited:
        return ()
    moves: tuple[PlayerMove, ...] = (
        (Insure(seat, most_insurance(spot)), DeclineInsurance(seat), TakeEvenMoney(seat))
        if round_.phase is INSURANCE
        else _decisions(seat)
    )
    return tuple([move for move in moves if _refusal_by_rules(round_, spot, move) is None])


FREE = (Hit, Stand, DeclineInsurance)
"""The moves that the rules always allow to whoever is asked."""


@lru_cache(maxsize=256)
def _decisions(seat: int) -> tuple[PlayerMove, ...]:
    """What a seat may wish to do in PLAYING."""
    return Hit(seat), Stand(seat), Double(seat), Split(seat), Surrender(seat)


def refusal(round_: Round, move: Move) -> Refusal | None:
    """Why this move is not possible now, or None where it is. What can be paid for is the bank's question."""
    awaits = round_.awaits
    if awaits is None:
        return Refusal(why=Why.ROUND_OVER)
    if isinstance(move, Deal):
        if not isinstance(awaits, NextCard):
            return Refusal(why=Why.NOT_NOW)
        return None if move.card in round_.rules.kinds else Refusal(why=Why.WRONG_CARD)
    if isinstance(move, Reveal):
        return None if isinstance(awaits, NextReveal) else Refusal(why=Why.NOT_NOW)
    return _refusal_of_seat(round_, move)


def _refusal_of_seat(round_: Round, move: PlayerMove) -> Refusal | None:
    found = round_.find(move.seat)
    if found is None:
        return Refusal(why=Why.NOT_IN_ROUND)
    awaits = round_.awaits
    if not isinstance(awaits, Turns):
        return Refusal(why=Why.NOT_NOW)
    if move.seat not in awaits.seats:
        waiting = any(hand.status is ACTIVE for hand in found.hands)
        why = Why.NOT_YOUR_TURN if waiting else Why.HAND_FINISHED
        return Refusal(why=why, turn=tuple(sorted(awaits.seats)))
    if (round_.phase, type(move)) not in TRANSITIONS:
        return Refusal(why=Why.NOT_NOW)
    why_not = _refusal_by_rules(round_, found, move)
    if why_not is Why.INSURANCE_TOO_HIGH:
        return Refusal(why=why_not, cents=most_insurance(found))
    return None if why_not is None else Refusal(why=why_not)


def _refusal_by_rules(round_: Round, spot: Spot, move: PlayerMove) -> Why | None:
    """Why the rules do not allow a move of a seat that is awaited, in the phase of such moves."""
    if isinstance(move, FREE):
        return None
    hand = spot.hands[round_.turns.get(spot.seat, 0)]
    match move:
        case Double():
            return refusal_to_double(round_.rules, hand)
        case Split():
            return refusal_to_split(round_.rules, spot, hand)
        case Surrender():
            return refusal_to_surrender(round_.rules, hand)
        case Insure(cents=cents):
            return refusal_to_insure(spot, cents)
        case TakeEvenMoney():
            return refusal_to_take_even_money(round_.rules, spot)
