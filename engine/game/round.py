"""One round of blackjack: the only state machine.

A round is its rules, its stakes and the moves made so far; folding the moves gives the round again. Chance is a
player: a card is a move like any other, so nothing here waits, draws luck or looks at a clock. `Round.play` checks
a move and returns a new round; the old one stays valid.

The round is played in *boxes*: a dealer's hand and the seats that play against it. A shared dealer is one box with
all seats; a dealer hand for each player is one box a seat. Inside a box one seat acts after another; boxes do not wait
for each other, so with several boxes several seats are awaited at once. Insurance awaits several seats even in one
box. Therefore `awaits` names a set of seats.

What comes next is never stored, it follows from the hands. Cards come before decisions, in seat order:

- DEALING: the cards of the deal, in the order of the rules.
- INSURANCE: an answer from every seat, in any order.
- PLAYING: a card for each hand that is owed one, then the decision of the first unfinished hand of each box.
- DEALER: for each box the hole card turned over, then the dealer's cards.
- OVER: nothing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property

from engine.game.box import Box, Hand, Spot, Status, dealer_draws
from engine.game.legality import (
    most_insurance,
    refusal_to_double,
    refusal_to_insure,
    refusal_to_split,
    refusal_to_surrender,
    refusal_to_take_even_money,
)
from engine.game.moves import (
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
from engine.game.phases import TRANSITIONS, Awaits, NextCard, NextReveal, Phase, Turns
from engine.game.steps import act, deal_to_dealer, deal_to_seat, judge
from engine.integers import require_int
from engine.money import MOST
from engine.rules import Card, IllegalMove, Refusal, Rules, Why, is_natural


@dataclass(frozen=True, kw_only=True)
class Round:
    """A round at one moment. Make one with `Round.start`, go on with `play`.

    Without slots, so that `awaits`, which everybody asks for, is worked out once for each moment.
    """

    rules: Rules
    boxes: tuple[Box, ...]
    phase: Phase = Phase.DEALING
    moves: tuple[Move, ...] = field(default=(), repr=False)

    @classmethod
    def start(cls, rules: Rules, stakes: Mapping[int, int]) -> "Round":
        """A round before its first card; `stakes` are cents by seat number, and the seats play in that order.

        Raises `ValueError` where nobody bets, too many do, or a stake lies outside the limits; `TypeError` where a seat
        or a stake is no `int`.
        """
        for seat, stake in stakes.items():
            require_int("a seat", seat)
            require_int("a stake in cents", stake)
        if not 1 <= len(stakes) <= rules.seats or min(stakes) < 1 or max(stakes) > MOST:
            raise ValueError("a round needs stakes, from no more seats than the table has")
        if not all(map(rules.allows, stakes.values())):
            raise ValueError("a stake is outside the limits of the rules")
        spots = tuple(Spot(seat=seat, hands=(Hand(stake=stakes[seat]),)) for seat in sorted(stakes))
        groups = [(spot,) for spot in spots] if rules.dealer_each else [spots]
        return cls(rules=rules, boxes=tuple(Box(spots=group) for group in groups))

    @property
    def stakes(self) -> dict[int, int]:
        """The first stake of each seat, in cents by seat number."""
        return {spot.seat: spot.hands[0].stake for spot in self.spots()}

    @cached_property
    def awaits(self) -> Awaits:
        """What comes next; None when the round is over."""
        match self.phase:
            case Phase.DEALING:
                return self._deal_plan()[len(self.moves)]
            case Phase.INSURANCE:
                return Turns(frozenset(s.seat for s in self.spots() if s.insurance is None))
            case Phase.PLAYING:
                return self._next_in_play()
            case Phase.DEALER:
                return self._next_of_dealers()
            case Phase.OVER:
                return None

    @property
    def cards_out(self) -> tuple[Card, ...]:
        """Every card dealt so far, in order."""
        return tuple(move.card for move in self.moves if isinstance(move, Deal))

    def spots(self) -> Iterator[Spot]:
        """Every seat's place, in seat order."""
        return (spot for box in self.boxes for spot in box.spots)

    def find(self, seat: int) -> Spot | None:
        """The place of a seat, or None where it is not in this round."""
        return next((spot for spot in self.spots() if spot.seat == seat), None)

    def active_hand(self, seat: int) -> int | None:
        """Which hand of this seat is to decide now; None where the seat is not asked to play."""
        if self.phase is not Phase.PLAYING:
            return None
        turns = (box.turn for box in self.boxes)
        return next((turn[1] for turn in turns if turn is not None and turn[0] == seat), None)

    def play(self, move: Move) -> "Round":
        """The round after this move. Raises `IllegalMove` with the refusal."""
        if (why := refusal(self, move)) is not None:
            raise IllegalMove(why)
        index, box = self._after(move)
        boxes = (*self.boxes[:index], box, *self.boxes[index + 1 :])
        moves = (*self.moves, move)
        return Round(rules=self.rules, boxes=boxes, phase=self.phase, moves=moves)._advance()

    def _after(self, move: Move) -> tuple[int, Box]:
        """The number of the box that a legal move changes, and that box after it."""
        match move, self.awaits:
            case Deal(card=card), NextCard(box=index, seat=None):
                return index, deal_to_dealer(self.boxes[index], card)
            case Deal(card=card), NextCard(box=index, seat=int(seat), hand=number):
                dealt = deal_to_seat(self.boxes[index], seat, number, card)
                return index, judge(self.rules, dealt) if self.phase is Phase.PLAYING else dealt
            case Reveal(), NextReveal(box=index):
                return index, replace(self.boxes[index], revealed=True)
            case ((Deal() | Reveal()), _):
                raise IllegalMove(Refusal(why=Why.NOT_NOW))
            case _:
                index = self._box_of(move.seat)
                return index, act(self.boxes[index], self.active_hand(move.seat) or 0, move)

    def _box_of(self, seat: int) -> int:
        return next(
            index
            for index, box in enumerate(self.boxes)
            if any(spot.seat == seat for spot in box.spots)
        )

    def _deal_plan(self) -> tuple[NextCard, ...]:
        return _deal_order(
            self.rules.dealer_each, self.rules.hole_card, tuple(s.seat for s in self.spots())
        )

    def _next_in_play(self) -> Awaits:
        for index, box in enumerate(self.boxes):
            for spot in box.spots:
                for number, hand in enumerate(spot.hands):
                    if hand.owed:
                        return NextCard(index, spot.seat, number)
        turns = (box.turn for box in self.boxes)
        return Turns(frozenset(turn[0] for turn in turns if turn is not None))

    def _next_of_dealers(self) -> Awaits:
        for index, box in enumerate(self.boxes):
            if self.rules.hole_card and not box.revealed:
                return NextReveal(index)
            if dealer_draws(self.rules, box):
                return NextCard(index)
        return None

    def _advance(self) -> "Round":
        """Pass through the phases that have nothing left to await."""
        now = self
        if now.phase is Phase.DEALING and len(now.moves) == len(now._deal_plan()):
            now = _open_play(now)
        if now.phase is Phase.INSURANCE and now.awaits == _NOBODY:
            now = replace(now, phase=_phase_after_peek(now))
        if now.phase is Phase.PLAYING and now.awaits == _NOBODY:
            now = replace(now, phase=Phase.DEALER)
        if now.phase is Phase.DEALER and now.awaits is None:
            now = replace(now, phase=Phase.OVER)
        return now


_NOBODY = Turns(frozenset())


@cache
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


def _open_play(dealt: Round) -> Round:
    """After the deal: the hands that need no decision, then insurance, the peek, or play."""
    rules = dealt.rules
    dealt = replace(dealt, boxes=tuple(judge(rules, box) for box in dealt.boxes))
    if any(rules.insures_against(box.dealer[0].rank) for box in dealt.boxes):
        return replace(dealt, phase=Phase.INSURANCE)
    return replace(dealt, phase=_phase_after_peek(dealt))


def _phase_after_peek(round_: Round) -> Phase:
    """A natural that the dealer finds ends the round before anybody plays."""
    found = any(
        round_.rules.peeks_at(box.dealer[0].rank) and is_natural(box.dealer) for box in round_.boxes
    )
    return Phase.DEALER if found else Phase.PLAYING


def legal(round_: Round, seat: int) -> tuple[PlayerMove, ...]:
    """The moves of this seat that have no refusal; insurance is listed with its highest amount."""
    found = round_.find(seat)
    if found is None:
        return ()
    moves: tuple[PlayerMove, ...] = (
        (Insure(seat, most_insurance(found)), DeclineInsurance(seat), TakeEvenMoney(seat))
        if round_.phase is Phase.INSURANCE
        else (Hit(seat), Stand(seat), Double(seat), Split(seat), Surrender(seat))
    )
    return tuple(move for move in moves if refusal(round_, move) is None)


def refusal(round_: Round, move: Move) -> Refusal | None:
    """Why this move is not possible now, or None where it is. What can be paid for is the bank's question."""
    if round_.phase is Phase.OVER:
        return Refusal(why=Why.ROUND_OVER)
    match move:
        case Deal(card=card):
            if not isinstance(round_.awaits, NextCard):
                return Refusal(why=Why.NOT_NOW)
            return None if card in round_.rules.kinds else Refusal(why=Why.WRONG_CARD)
        case Reveal():
            due = isinstance(round_.awaits, NextReveal)
            return None if due else Refusal(why=Why.NOT_NOW)
        case _:
            return _refusal_of_seat(round_, move)


def _refusal_of_seat(round_: Round, move: PlayerMove) -> Refusal | None:
    found = round_.find(move.seat)
    if found is None:
        return Refusal(why=Why.NOT_IN_ROUND)
    awaits = round_.awaits
    if not isinstance(awaits, Turns):
        return Refusal(why=Why.NOT_NOW)
    if move.seat not in awaits.seats:
        waiting = any(hand.status is Status.ACTIVE for hand in found.hands)
        why = Why.NOT_YOUR_TURN if waiting else Why.HAND_FINISHED
        return Refusal(why=why, turn=tuple(sorted(awaits.seats)))
    if (round_.phase, type(move)) not in TRANSITIONS:
        return Refusal(why=Why.NOT_NOW)
    why_not = _refusal_by_rules(round_, found, move)
    if why_not is Why.INSURANCE_TOO_HIGH:
        return Refusal(why=why_not, cents=most_insurance(found))
    return None if why_not is None else Refusal(why=why_not)


def _refusal_by_rules(round_: Round, spot: Spot, move: PlayerMove) -> Why | None:
    hand = spot.hands[round_.active_hand(spot.seat) or 0]
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
        case Hit() | Stand() | DeclineInsurance():
            return None
