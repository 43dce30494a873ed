"""What a finished round has earned each of its seats: things that players tell each other about."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from engine.game import Box, Hand, Outcome, Reason, Round, Spot, settle
from engine.rules import BLACKJACK, Rank

FULL_TABLE = 4
"""Seats that are all taken."""


class Feat(StrEnum):
    """An honour that a single round earns. The value is its key: kept, and that of its sentence."""

    NATURAL = "natural"
    SUITED_NATURAL = "suited-natural"
    STAND_OFF = "stand-off"
    """A natural against a dealer's natural."""
    FIVE_CARDS = "five-cards"
    """21 of five cards or more."""
    SEVEN_CARDS = "seven-cards"
    THREE_SEVENS = "three-sevens"
    DOUBLED_21 = "doubled-21"
    DOUBLED_SPLIT = "doubled-split"
    """A hand of a split pair doubled, and won."""
    SPLIT_ACES = "split-aces"
    """Two aces split, and 21 with both."""
    FOUR_HANDS = "four-hands"
    """Four hands from one pair, and all won."""
    BY_A_POINT = "by-a-point"
    """Won with 21 against 20."""
    LOW = "low"
    """Won with 12 or less."""
    INSURED = "insured"
    """Insured, and the dealer had a natural."""
    LONG_DEALER = "long-dealer"
    """Won against a dealer who busts with six cards or more."""
    FULL_TABLE = "full-table"
    """Everybody at a table of four has won."""


class Place(NamedTuple):
    """A seat of a finished round: its box, and what its hands and its insurance came to."""

    box: Box
    spot: Spot
    hands: Sequence[tuple[Hand, Outcome]]
    insurance: Outcome | None


def feats(round_: Round) -> Mapping[int, frozenset[Feat]]:
    """What a finished round has earned, by seat. Raises `ValueError` for a round that is not over."""
    outcomes = settle(round_)
    places = [_place(box, spot, outcomes) for box in round_.boxes for spot in box.spots]
    everybody = len(places) >= FULL_TABLE and all(_net(place) > 0 for place in places)
    together = {Feat.FULL_TABLE} if everybody else set[Feat]()
    return {place.spot.seat: frozenset(together.union(_earned(place))) for place in places}


def _place(box: Box, spot: Spot, outcomes: Sequence[Outcome]) -> Place:
    mine = {outcome.hand: outcome for outcome in outcomes if outcome.seat == spot.seat}
    hands = [(hand, mine[number]) for number, hand in enumerate(spot.hands)]
    return Place(box=box, spot=spot, hands=hands, insurance=mine.get(None))


def _net(place: Place) -> int:
    bets = [outcome.net for _, outcome in place.hands]
    return sum(bets) + (place.insurance.net if place.insurance else 0)


def _earned(place: Place) -> Iterator[Feat]:
    for hand, outcome in place.hands:
        yield from (feat for feat, has in _OF_A_HAND.items() if has(place, hand, outcome))
    yield from (feat for feat, has in _OF_A_SEAT.items() if has(place))


def _is_paid_natural(_: Place, __: Hand, outcome: Outcome) -> bool:
    return outcome.reason in (Reason.NATURAL, Reason.EVEN_MONEY)


def _is_suited(place: Place, hand: Hand, outcome: Outcome) -> bool:
    suits = {card.suit for card in hand.cards}
    return _is_paid_natural(place, hand, outcome) and len(suits) == 1 and None not in suits


def _is_stand_off(place: Place, hand: Hand, outcome: Outcome) -> bool:
    naturals = hand.is_natural and not hand.split and place.box.dealer.is_natural
    return naturals and outcome.reason is Reason.PUSH


def _is_21(hand: Hand, cards: int) -> bool:
    return hand.points == BLACKJACK and len(hand.cards) >= cards


def _is_by_a_point(place: Place, hand: Hand, outcome: Outcome) -> bool:
    close = hand.points == BLACKJACK and place.box.dealer.points == BLACKJACK - 1
    return close and outcome.reason is Reason.HIGHER


def _is_long(place: Place, _: Hand, outcome: Outcome) -> bool:
    return outcome.reason is Reason.DEALER_BUST and len(place.box.dealer.cards) >= 6


_OF_A_HAND: Mapping[Feat, Callable[[Place, Hand, Outcome], bool]] = {
    Feat.NATURAL: _is_paid_natural,
    Feat.SUITED_NATURAL: _is_suited,
    Feat.STAND_OFF: _is_stand_off,
    Feat.FIVE_CARDS: lambda _, hand, __: _is_21(hand, 5),
    Feat.SEVEN_CARDS: lambda _, hand, __: _is_21(hand, 7),
    Feat.THREE_SEVENS: lambda _, hand, __: [card.rank for card in hand.cards] == [Rank.SEVEN] * 3,
    Feat.DOUBLED_21: lambda _, hand, __: hand.doubled and hand.points == BLACKJACK,
    Feat.DOUBLED_SPLIT: lambda _, hand, bet: hand.doubled and hand.split and bet.net > 0,
    Feat.BY_A_POINT: _is_by_a_point,
    Feat.LOW: lambda _, hand, bet: bet.reason is Reason.DEALER_BUST and hand.points <= 12,
    Feat.LONG_DEALER: _is_long,
}

_OF_A_SEAT: Mapping[Feat, Callable[[Place], bool]] = {
    Feat.SPLIT_ACES: lambda place: (
        sum(hand.is_split_ace and hand.points == BLACKJACK for hand, _ in place.hands) >= 2
    ),
    Feat.FOUR_HANDS: lambda place: (
        len(place.hands) >= 4 and all(outcome.net > 0 for _, outcome in place.hands)
    ),
    Feat.INSURED: lambda place: (
        place.insurance is not None and place.insurance.reason is Reason.INSURANCE_WON
    ),
}
