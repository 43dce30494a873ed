"""The hands on the table: a player's hand, a seat's place, and the box in which they play against a dealer's hand."""

from dataclasses import dataclass, field
from enum import Enum

from engine.rules import (
    BLACKJACK,
    Card,
    Rank,
    Rules,
    Total,
    is_bust,
    is_natural,
    may_hide_a_natural,
    total,
)


class Status(Enum):
    """How a player's hand stands."""

    ACTIVE = "active"
    STOOD = "stood"
    TWENTY_ONE = "21"
    DOUBLED = "doubled"
    SPLIT_ACE = "split ace"
    """A split ace that takes one card only."""
    NATURAL = "natural"
    """Only where a natural is more than 21."""
    EVEN_MONEY = "even money"
    BUST = "bust"
    SURRENDERED = "surrendered"


PLAYS_AGAINST_TOTAL = frozenset(
    {Status.ACTIVE, Status.STOOD, Status.TWENTY_ONE, Status.DOUBLED, Status.SPLIT_ACE}
)
"""The hands that are compared with the dealer's total."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """A player's hand. `stake` is the first bet on it in cents; `owed` counts the cards it is due."""

    cards: tuple[Card, ...] = field(default=(), repr=False)
    """Not printed: the last one may lie face down."""
    stake: int
    status: Status = Status.ACTIVE
    owed: int = 0
    doubled: bool = False
    split: bool = False
    """Whether it came out of a split."""

    @property
    def at_stake(self) -> int:
        """Everything that lies on this hand, in cents."""
        return self.stake * 2 if self.doubled else self.stake

    @property
    def total(self) -> Total:
        """The hand's value."""
        return total(self.cards)

    @property
    def is_split_ace(self) -> bool:
        """Whether it grew from one ace of a split pair."""
        return self.split and self.cards[0].rank is Rank.ACE


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A seat's place in a box: its hands from left to right. `insurance` in cents; None is not answered yet."""

    seat: int
    hands: tuple[Hand, ...]
    insurance: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A dealer's hand and the seats that play against it."""

    spots: tuple[Spot, ...]
    dealer: tuple[Card, ...] = field(default=(), repr=False)
    """Not printed: the second one may be the hole card."""
    revealed: bool = False
    """Whether the hole card has been turned over."""

    @property
    def turn(self) -> tuple[int, int] | None:
        """The seat and hand number whose decision this box waits for: the first that is unfinished."""
        for spot in self.spots:
            for number, hand in enumerate(spot.hands):
                if hand.status is Status.ACTIVE:
                    return spot.seat, number
        return None


def status_of(rules: Rules, hand: Hand) -> Status:
    """How a hand stands once it has all the cards it is owed."""
    if is_bust(hand.cards):
        return Status.BUST
    if hand.doubled:
        return Status.DOUBLED
    if counts_as_natural(rules, hand):
        return Status.NATURAL
    if hand.is_split_ace and rules.split_aces_one_card:
        return Status.SPLIT_ACE
    return Status.TWENTY_ONE if hand.total.points == BLACKJACK else Status.ACTIVE


def counts_as_natural(rules: Rules, hand: Hand) -> bool:
    """Whether these rules take the hand for more than 21."""
    if rules.natural_pays is None or not is_natural(hand.cards):
        return False
    return not hand.split or (rules.natural_after_split and not hand.is_split_ace)


def dealer_draws(rules: Rules, box: Box) -> bool:
    """Whether the dealer is due a card: somebody plays against the total, or against a natural that may still come."""
    hands = [hand for spot in box.spots for hand in spot.hands]
    if any(hand.status in PLAYS_AGAINST_TOTAL for hand in hands):
        return rules.dealer_draws(total(box.dealer))
    if len(box.dealer) > 1 or not may_hide_a_natural(box.dealer[0].rank):
        return False
    insured = any(spot.insurance for spot in box.spots)
    return insured or any(
        hand.status is Status.SURRENDERED
        or (hand.status is Status.NATURAL and not rules.natural_paid_at_once)
        for hand in hands
    )
