"""The state machine of one round of blackjack.

A round consists of its rules, stakes and moves; replaying these gives the same round. A dealt card is a move like any
other, so nothing here waits, draws random numbers or looks at a clock.

A *group* is a dealer's hand and the seats that play against it: all seats, or one if each has its own dealer hand.
Seats act one by one within a group, but groups don't wait for each other, and insurance asks all seats at once.
Therefore `awaits` names a set of seats.

Cards come before decisions, in seat order:

- DEALING: the cards of the deal, in the order of the rules.
- INSURANCE: an answer from every seat, in any order.
- PLAYING: a card for each hand that is owed one, then the decision of the first unfinished hand of each group.
- DEALER: for each group, the hole card is turned over, then the dealer draws.
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
    DEALING = "dealing"
    INSURANCE = "insurance"
    PLAYING = "playing"
    DEALER = "dealer"
    OVER = "over"


DEALING, INSURANCE, PLAYING, DEALER, OVER = Phase
"""Module-level names, as enum members are slow to look up before Python 3.12."""

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
"""The moves of each phase, and the phases that can follow."""


class NextCard(NamedTuple):
    """The round waits for a card for this hand, or for the group's dealer if `seat` is None."""

    group: int
    seat: int | None = None
    hand: int = 0


class NextReveal(NamedTuple):
    """The round waits for the hole card of this group's dealer to be turned over."""

    group: int


class Turns(NamedTuple):
    """The round waits for decisions of these seats, in any order."""

    seats: frozenset[int]


Awaits = NextCard | NextReveal | Turns | None


@dataclass(slots=True, kw_only=True)
class Round:
    """A round of blackjack; `push` makes a move in it, `copy` returns an independent copy."""

    rules: Rules
    groups: tuple[DealerGroup, ...]
    order: tuple[NextCard, ...] = field(repr=False)
    """Recipients of the deal's cards."""
    phase: Phase = DEALING
    moves: list[Move] = field(default_factory=list, repr=False)
    awaits: Awaits = field(repr=False)
    """None when the round is over."""
    turns: dict[int, int] = field(default_factory=dict, repr=False)
    """The hand that each awaited seat decides about in PLAYING."""

    @classmethod
    def start(cls, rules: Rules, stakes: Mapping[int, int]) -> "Round":
        """Return a round before its first card; `stakes` are cents by seat, in playing order.

        Raises `ValueError` for no bets, too many, or a stake outside the limits; `TypeError` unless all are `int`s.
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
        copy = Round.__new__(Round)
        copy.rules, copy.order, copy.phase = self.rules, self.order, self.phase
        copy.groups = tuple([group.copy() for group in self.groups])
        copy.moves = self.moves.copy()
        copy.awaits, copy.turns = self.awaits, self.turns
        return copy

    def unsettled(self) -> "Round":
        """Return a copy for display, in which a finished round is still in the dealer's play."""
        copy = self.copy()
        if copy.phase is OVER:
            copy.phase = DEALER
        return copy

    @property
    def stakes(self) -> dict[int, int]:
        """The first stakes in cents, by seat."""
        return {box.seat: box.hands[0].stake for box in self.boxes()}

    @property
    def awaited(self) -> frozenset[int]:
        return self.awaits.seats if isinstance(self.awaits, Turns) else frozenset()

    def cards_out(self) -> Iterator[Card]:
        """Return every dealt card in order, also those face down."""
        return (move.card for move in self.moves if isinstance(move, Deal))

    def boxes(self) -> Iterator[Box]:
        """Return each seat's box (its hands), in seat order."""
        return (box for group in self.groups for box in group.boxes)

    def find(self, seat: int) -> Box | None:
        """Return a seat's box (its hands), or None if it has no bet."""
        for group in self.groups:
            for box in group.boxes:
                if box.seat == seat:
                    return box
        return None

    def active_hand(self, seat: int) -> int | None:
        """Return the index of the hand that this seat has to play now, or None."""
        return self.turns.get(seat)

    def push(self, move: Move) -> None:
        """Make a move. Raises `IllegalMove` if it is not allowed; then nothing has changed."""
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
        if self.phase is DEALING:
            if len(self.moves) < len(self.order):
                self.awaits = self.order[len(self.moves)]
                return
            self._open_play()
        if self.phase is INSURANCE:
            if unanswered := frozenset([box.seat for box in self.boxes() if box.insurance is None]):
                self.awaits = Turns(unanswered)
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
        rules = self.rules
        self.phase = self._after_peek()
        for group in self.groups:
            for box in group.boxes:
                (hand,) = box.hands
                hand.status = status_of(rules, hand)
            if rules.insures_against(group.dealer.cards[0].rank):
                self.phase = INSURANCE

    def _after_peek(self) -> Phase:
        for group in self.groups:
            dealer = group.dealer
            if dealer.is_natural and self.rules.peeks_at(dealer.cards[0].rank):
                return DEALER
        return PLAYING

    def _next_in_play(self) -> Awaits:
        self.turns = {}
        turns: dict[int, int] = {}
        for index, group in enumerate(self.groups):
            has_turn = False
            for box in group.boxes:
                for number, hand in enumerate(box.hands):
                    if hand.owed:
                        return NextCard(index, box.seat, number)
                    if hand.status is ACTIVE and not has_turn:
                        turns[box.seat] = number
                        has_turn = True
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
    if dealer_each:
        return tuple(
            due
            for group, seat in enumerate(seats)
            for due in (NextCard(group, seat), NextCard(group, seat), NextCard(group))
        )
    around = tuple(NextCard(0, seat) for seat in seats)
    return (*around, NextCard(0), *around, *((NextCard(0),) if hole_card else ()))


def legal(round_: Round, seat: int) -> tuple[PlayerMove, ...]:
    """Return a seat's legal moves, none if it is not its turn; insurance for the highest amount."""
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
    """Return all moves of a seat after the insurance question, legal or not."""
    return Hit(seat), Stand(seat), Double(seat), Split(seat), Surrender(seat)


def refusal(round_: Round, move: Move) -> Refusal | None:
    """Return why this move is not allowed now, or None. The bank checks the funds."""
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
    """The saved moves are not a legal round."""


def fold(rules: Rules, stakes: Mapping[int, int], moves: Iterable[Move]) -> Round:
    """Return the round after these moves. Raises `MalformedRecord`, without naming a card, which may lie face down."""
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
    for group in round_.groups:
        yield from dealers_open_cards(round_, group)
        for hand in (hand for box in group.boxes for hand in box.hands):
            yield from hand.cards[:-1] if has_face_down(round_, hand) else hand.cards


def face_down(round_: Round) -> tuple[Card, ...]:
    """Return the dealt cards that are not visible."""
    return tuple((Counter(round_.cards_out()) - Counter(open_cards(round_))).elements())


def dealers_open_cards(round_: Round, group: DealerGroup) -> tuple[Card, ...]:
    cards = group.dealer.cards
    return tuple(cards[:1] if round_.rules.hole_card and not group.revealed else cards)


def has_face_down(round_: Round, hand: Hand) -> bool:
    """Return True if the last card lies face down: a double's, under some rules, until the round is over."""
    down = hand.doubled and round_.rules.double_face_down and round_.phase is not OVER
    return down and len(hand.cards) > 2
