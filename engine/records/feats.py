"""Feats (achievements of a single round), and occasions for the dealer's remarks.

Both depend only on a settled round's view, so they are the same after every restart.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple
from zlib import crc32

from engine.round.costs_and_payouts import NATURALS, Outcome, OutcomeReason
from engine.rules.cards import BLACKJACK, Rank
from engine.table.state import Stage
from engine.table.view import DealerView, HandView, SeatView, TableView

FULL_TABLE = 4


class Feat(StrEnum):
    """An achievement of a single round; the value is its key in the bank and the texts."""

    NATURAL = "natural"
    SUITED_NATURAL = "suited-natural"
    STAND_OFF = "stand-off"
    """Against a dealer's natural."""
    FIVE_CARDS = "five-cards"
    """21 with at least five cards."""
    SEVEN_CARDS = "seven-cards"
    THREE_SEVENS = "three-sevens"
    DOUBLED_21 = "doubled-21"
    DOUBLED_SPLIT = "doubled-split"
    """Won with a doubled hand of a split pair."""
    SPLIT_ACES = "split-aces"
    """21 with both hands of split aces."""
    FOUR_HANDS = "four-hands"
    """Won at least four hands from one pair."""
    BY_A_POINT = "by-a-point"
    """Won with 21 against 20."""
    LOW = "low"
    """Won with 12 or less."""
    INSURED = "insured"
    LONG_DEALER = "long-dealer"
    """Against a dealer who busts with at least six cards."""
    FULL_TABLE = "full-table"
    """At least four people have all won."""


class Bet(NamedTuple):
    """A player's settled hand, its outcome, and the dealer's hand."""

    hand: HandView
    outcome: Outcome
    dealer: DealerView

    @property
    def is_21(self) -> bool:
        return _points(self.hand) == BLACKJACK


def feats_of(view: TableView) -> Mapping[int, frozenset[Feat]]:
    """Return the feats of each seat in a settled round."""
    if view.stage is not Stage.SETTLED:
        return {}
    dealers = {number: group.dealer for group in view.groups for number in group.seats}
    seats = [seat for seat in view.seats if seat.number in dealers]
    bets = {seat.number: _bets(seat, dealers[seat.number]) for seat in seats}
    people = [seat for seat in seats if seat.character is None]
    everybody = len(people) >= FULL_TABLE and all((seat.net or 0) > 0 for seat in people)
    together = {Feat.FULL_TABLE} if everybody else set[Feat]()
    return {
        seat.number: frozenset(together.union(_earned(seat, bets[seat.number]))) for seat in seats
    }


def _bets(seat: SeatView, dealer: DealerView) -> list[Bet]:
    return [Bet(hand, hand.outcome, dealer) for hand in seat.hands if hand.outcome is not None]


def _earned(seat: SeatView, bets: Sequence[Bet]) -> Iterator[Feat]:
    for bet in bets:
        yield from (feat for feat, has in _OF_A_HAND.items() if has(bet))
    yield from (feat for feat, has in _OF_A_SEAT.items() if has(bets))
    insurance = seat.insurance_outcome
    if insurance is not None and insurance.reason is OutcomeReason.INSURANCE_WON:
        yield Feat.INSURED


def _points(hand: HandView) -> int:
    return 0 if hand.total is None else hand.total.points


def _is_paid_natural(bet: Bet) -> bool:
    return bet.outcome.reason in NATURALS


def _is_suited(bet: Bet) -> bool:
    suits = {card and card.suit for card in bet.hand.cards}
    return _is_paid_natural(bet) and len(suits) == 1 and None not in suits


def _is_stand_off(bet: Bet) -> bool:
    natural = bet.is_21 and len(bet.hand.cards) == 2 and not bet.hand.split
    dealers = bet.dealer.total.points == BLACKJACK and len(bet.dealer.cards) == 2
    return natural and dealers and bet.outcome.reason is OutcomeReason.PUSH


def _are_sevens(bet: Bet) -> bool:
    return [card and card.rank for card in bet.hand.cards] == [Rank.SEVEN] * 3


def _is_by_a_point(bet: Bet) -> bool:
    close = bet.is_21 and bet.dealer.total.points == BLACKJACK - 1
    return close and bet.outcome.reason is OutcomeReason.HIGHER


def _is_long(bet: Bet) -> bool:
    return bet.outcome.reason is OutcomeReason.DEALER_BUST and len(bet.dealer.cards) >= 6


def _is_split_ace(bet: Bet) -> bool:
    first = bet.hand.cards[0]
    return bet.hand.split and first is not None and first.rank is Rank.ACE


_OF_A_HAND: Mapping[Feat, Callable[[Bet], bool]] = {
    Feat.NATURAL: _is_paid_natural,
    Feat.SUITED_NATURAL: _is_suited,
    Feat.STAND_OFF: _is_stand_off,
    Feat.FIVE_CARDS: lambda bet: bet.is_21 and len(bet.hand.cards) >= 5,
    Feat.SEVEN_CARDS: lambda bet: bet.is_21 and len(bet.hand.cards) >= 7,
    Feat.THREE_SEVENS: _are_sevens,
    Feat.DOUBLED_21: lambda bet: bet.is_21 and bet.hand.doubled,
    Feat.DOUBLED_SPLIT: lambda bet: bet.hand.doubled and bet.hand.split and bet.outcome.net > 0,
    Feat.BY_A_POINT: _is_by_a_point,
    Feat.LOW: lambda bet: (
        bet.outcome.reason is OutcomeReason.DEALER_BUST and _points(bet.hand) <= 12
    ),
    Feat.LONG_DEALER: _is_long,
}

_OF_A_SEAT: Mapping[Feat, Callable[[Sequence[Bet]], bool]] = {
    Feat.SPLIT_ACES: lambda bets: sum(_is_split_ace(bet) and bet.is_21 for bet in bets) >= 2,
    Feat.FOUR_HANDS: lambda bets: len(bets) >= 4 and all(bet.outcome.net > 0 for bet in bets),
}


BIG_SPLIT = 3
"""Hands of one seat."""


class Occasion(StrEnum):
    """An occasion for the dealer's remark on a round; the value is part of its key in the texts."""

    COMEBACK = "comeback"
    SPLIT = "split"
    """Won at least three hands from one pair."""
    NATURAL = "natural"
    PUSHES = "pushes"
    """At least two players have all tied."""
    SHUFFLE = "shuffle"
    """The cut card has come out."""


def occasion_of(view: TableView, *, came_back: bool = False) -> Occasion | None:
    """Return a settled round's rarest occasion for a remark, or None.

    `came_back`: a player has recovered after the donor's help (`Milestone.BACK`).
    """
    if view.stage is not Stage.SETTLED:
        return None
    if came_back:
        return Occasion.COMEBACK
    outcomes = [_outcomes(seat) for seat in view.seats if seat.hands]
    if any(len(some) >= BIG_SPLIT and all(one.net > 0 for one in some) for some in outcomes):
        return Occasion.SPLIT
    if any(one.reason in NATURALS for some in outcomes for one in some):
        return Occasion.NATURAL
    if len(outcomes) > 1 and all(
        one.reason is OutcomeReason.PUSH for some in outcomes for one in some
    ):
        return Occasion.PUSHES
    return Occasion.SHUFFLE if view.last_of_shoe else None


def chosen(view: TableView, count: int) -> int:
    """Return the index of the remark on this round, out of `count`; a round always gets the same one."""
    return crc32(f"{view.table_id}:{view.round_number}".encode()) % count


def _outcomes(seat: SeatView) -> list[Outcome]:
    return [hand.outcome for hand in seat.hands if hand.outcome is not None]
