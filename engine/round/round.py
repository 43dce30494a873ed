"""One round of blackjack: the only state machine.

A round is its rules, its stakes and the moves made so far; folding the moves gives the round again. Chance is a
player: a card is a move like any other, so nothing here waits, draws luck or looks at a clock. `Round.push` checks a
move and changes the round; who wants to keep the round as it is makes a `copy` first, which costs little.

The round is played in *groups*: a dealer's hand and the seats that play against it. A shared dealer is one group with
all seats; a dealer hand for each player is one group a seat. Inside a group one seat acts after another; groups do not
wait for each other, so with several groups several seats are awaited at once. Insurance awaits several seats even in
one group. Therefore `awaits` names a set of seats.

What comes next follows from the hands, and is worked out after each move. Cards come before decisions, in seat order:

- DEALING: the cards of the deal, in the order of the rules.
- INSURANCE: an answer from every seat, in any order.
- PLAYING: a card for each hand that is owed one, then the decision of the first unfinished hand of each group.
- DEALER: for each group the hole card turned over, then the dealer's cards.
- OVER: nothing.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from engine.round.dealer import DealerGroup, dealer_draws
from engine.round.hands import ACTIVE, Box, Hand, Held, Status, status_of
from engine.round.legal_moves import act, most_insurance, why_not
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
from engine.rules.cards import Card
from engine.rules.refusals import IllegalMove, Refusal, Why
from engine.rules.rules import Rules
from engine.values.amounts import MOST, require_int


class Phase(StrEnum):
    """The parts of a round."""

    DEALING = "dealing"
    INSURANCE = "insurance"
    PLAYING = "playing"
    DEALER = "dealer"
    OVER = "over"


DEALING, INSURANCE, PLAYING, DEALER, OVER = Phase
"""By their own names: a round asks for them at every move, and before Python 3.12 an enum is slow to tell them."""

_AFTER_INSURANCE = frozenset({INSURANCE, PLAYING, DEALER})

TRANSITIONS: Mapping[tuple[Phase, type[Move]], frozenset[Phase]] = {
    (DEALING, Deal): frozenset(Phase),
    (INSURANCE, Insure): _AFTER_INSURANCE,
    (INSURANCE, DeclineInsurance): _AFTER_INSURANCE | {OVER},
    (INSURANCE, TakeEvenMoney): _AFTER_INSURANCE | {OVER},
    (PLAYING, Hit): frozenset({PLAYING}),
    (PLAYING, Double): frozenset({PLAYING}),
    (PLAYING, Split): frozenset({PLAYING}),
    (PLAYING, Deal): frozenset({PLAYING, DEALER, OVER}),
    (PLAYING, Stand): frozenset({PLAYING, DEALER}),
    (PLAYING, Surrender): frozenset({PLAYING, DEALER}),
    (DEALER, Reveal): frozenset({DEALER, OVER}),
    (DEALER, Deal): frozenset({DEALER, OVER}),
}
"""Which move is made in which phase, and the phases it can lead to. Nothing leads out of OVER."""


class NextCard(NamedTuple):
    """A card is due: for hand `hand` of `seat`, or for the dealer of `group` where `seat` is None."""

    group: int
    seat: int | None = None
    hand: int = 0


class NextReveal(NamedTuple):
    """The dealer of `group` turns the hole card over."""

    group: int


class Turns(NamedTuple):
    """It is the turn of these seats, in any order."""

    seats: frozenset[int]


Awaits = NextCard | NextReveal | Turns | None


@dataclass(slots=True, kw_only=True)
class Round:
    """A round at one moment. Make one with `Round.start`, go on with `push`, keep it with `copy`."""

    rules: Rules
    groups: tuple[DealerGroup, ...]
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
        boxes = tuple([Box(seat, [Hand(stake=stakes[seat])]) for seat in seats])
        together = [(box,) for box in boxes] if rules.dealer_each else [boxes]
        order = _deal_order(rules.dealer_each, rules.hole_card, seats)
        groups = tuple([DealerGroup(one, Held()) for one in together])
        return cls(rules=rules, groups=groups, order=order, awaits=order[0])

    def copy(self) -> "Round":
        """The same round, to go its own way."""
        copy = Round.__new__(Round)
        copy.rules, copy.order, copy.phase = self.rules, self.order, self.phase
        copy.groups = tuple([group.copy() for group in self.groups])
        copy.moves = self.moves.copy()
        copy.awaits, copy.turns = self.awaits, self.turns
        return copy

    def unsettled(self) -> "Round":
        """Return a copy for showing: after the last card, the dealer's play goes on until the settlement."""
        copy = self.copy()
        if copy.phase is OVER:
            copy.phase = DEALER
        return copy

    @property
    def stakes(self) -> dict[int, int]:
        """The first stake of each seat, in cents by seat number."""
        return {box.seat: box.hands[0].stake for box in self.boxes()}

    @property
    def awaited(self) -> frozenset[int]:
        """The seats whose decision is awaited."""
        return self.awaits.seats if isinstance(self.awaits, Turns) else frozenset()

    def cards_out(self) -> Iterator[Card]:
        """Every card dealt so far, in order."""
        return (move.card for move in self.moves if isinstance(move, Deal))

    def boxes(self) -> Iterator[Box]:
        """Every seat's place, in seat order."""
        return (box for group in self.groups for box in group.boxes)

    def find(self, seat: int) -> Box | None:
        """The place of a seat, or None where it is not in this round."""
        for group in self.groups:
            for box in group.boxes:
                if box.seat == seat:
                    return box
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
                self.groups[due.group].revealed = True
        elif (box := self.find(move.seat)) is not None:
            act(box, self.turns.get(move.seat, 0), move)
        self._go_on()

    def _deal(self, due: NextCard, card: Card) -> None:
        """A card to whoever is due one. After the deal a player's hand is judged at once."""
        group = self.groups[due.group]
        if due.seat is None:
            group.dealer.take(card)
            return
        box = group.box(due.seat)
        hand = box.hands[due.hand]
        hand.take(card)
        if hand.owed:
            hand.owed -= 1
            hand.status = status_of(self.rules, hand)
            if hand.status is Status.NATURAL:
                hand.booked_as = box.booked()[due.hand]

    def _go_on(self) -> None:
        """Find out what comes next, past the phases that have nothing left to await."""
        if self.phase is DEALING:
            if len(self.moves) < len(self.order):
                self.awaits = self.order[len(self.moves)]
                return
            self._open_play()
        if self.phase is INSURANCE:
            if asked := frozenset([box.seat for box in self.boxes() if box.insurance is None]):
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
        for group in self.groups:
            for box in group.boxes:
                (hand,) = box.hands
                hand.status = status_of(rules, hand)
            if rules.insures_against(group.dealer.cards[0].rank):
                self.phase = INSURANCE

    def _after_peek(self) -> Phase:
        """A natural that the dealer finds ends the round before anybody plays."""
        for group in self.groups:
            dealer = group.dealer
            if dealer.is_natural and self.rules.peeks_at(dealer.cards[0].rank):
                return DEALER
        return PLAYING

    def _next_in_play(self) -> Awaits:
        """The first card that is owed, or else the first unfinished hand of each group."""
        self.turns = {}
        turns: dict[int, int] = {}
        for index, group in enumerate(self.groups):
            asked = False
            for box in group.boxes:
                for number, hand in enumerate(box.hands):
                    if hand.owed:
                        return NextCard(index, box.seat, number)
                    if hand.status is ACTIVE and not asked:
                        turns[box.seat] = number
                        asked = True
        self.turns = turns
        return Turns(frozenset(turns)) if turns else None

    def _next_of_dealers(self) -> Awaits:
        for index, group in enumerate(self.groups):
            if self.rules.hole_card and not group.revealed:
                return NextReveal(index)
            if dealer_draws(self.rules, group):
                return NextCard(index)
        return None


@lru_cache(maxsize=1024)
def _deal_order(dealer_each: bool, hole_card: bool, seats: tuple[int, ...]) -> tuple[NextCard, ...]:
    """Who gets which card of the deal: around the table twice, or group by group where each seat has its dealer."""
    if dealer_each:
        return tuple(
            due
            for group, seat in enumerate(seats)
            for due in (NextCard(group, seat), NextCard(group, seat), NextCard(group))
        )
    around = tuple(NextCard(0, seat) for seat in seats)
    return (*around, NextCard(0), *around, *((NextCard(0),) if hole_card else ()))


def legal(round_: Round, seat: int) -> tuple[PlayerMove, ...]:
    """The moves of this seat that have no refusal; insurance is listed with its highest amount."""
    box = round_.find(seat)
    if box is None or seat not in round_.awaited:
        return ()
    moves: tuple[PlayerMove, ...] = (
        (Insure(seat, most_insurance(box)), DeclineInsurance(seat), TakeEvenMoney(seat))
        if round_.phase is INSURANCE
        else decisions(seat)
    )
    hand = box.hands[round_.turns.get(seat, 0)]
    return tuple([move for move in moves if why_not(round_.rules, box, hand, move) is None])


@lru_cache(maxsize=256)
def decisions(seat: int) -> tuple[PlayerMove, ...]:
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
        late = Why.NOT_YOUR_TURN if waiting else Why.HAND_FINISHED
        return Refusal(why=late, turn=tuple(sorted(awaits.seats)))
    if (round_.phase, type(move)) not in TRANSITIONS:
        return Refusal(why=Why.NOT_NOW)
    why = why_not(round_.rules, found, found.hands[round_.turns.get(move.seat, 0)], move)
    if why is Why.INSURANCE_TOO_HIGH:
        return Refusal(why=why, cents=most_insurance(found))
    return None if why is None else Refusal(why=why)


class MalformedRecord(ValueError):
    """These moves are no round; the message says where and why."""


def fold(rules: Rules, stakes: Mapping[int, int], moves: Iterable[Move]) -> Round:
    """The round after these moves. Raises `MalformedRecord` naming the first move that the rules do not allow.

    A card is not named: it may be one that nobody has seen.
    """
    round_ = Round.start(rules, stakes)
    for number, move in enumerate(moves):
        try:
            round_.push(move)
        except IllegalMove as error:
            why = error.refusal.why.name
            name = "a card" if isinstance(move, Deal) else str(move)
            raise MalformedRecord(f"move {number} ({name}) is not allowed: {why}") from None
    return round_


def open_cards(round_: Round) -> Iterator[Card]:
    """All of them."""
    for group in round_.groups:
        yield from dealers_open_cards(round_, group)
        for hand in (hand for box in group.boxes for hand in box.hands):
            yield from hand.cards[:-1] if has_face_down(round_, hand) else hand.cards


def face_down(round_: Round) -> tuple[Card, ...]:
    """All that were dealt and lie face down."""
    return tuple((Counter(round_.cards_out()) - Counter(open_cards(round_))).elements())


def dealers_open_cards(round_: Round, group: DealerGroup) -> tuple[Card, ...]:
    """Those of a dealer's hand: the hole card is not among them before it is turned up."""
    cards = group.dealer.cards
    return tuple(cards[:1] if round_.rules.hole_card and not group.revealed else cards)


def has_face_down(round_: Round, hand: Hand) -> bool:
    """Whether the last card of a hand lies face down: that of a double, by some rules, until the round is over."""
    down = hand.doubled and round_.rules.double_face_down and round_.phase is not OVER
    return down and len(hand.cards) > 2
