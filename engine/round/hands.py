"""A player's hand, and a box: all hands of a seat.

Only `Round.push` changes them; copy the round to keep a position. `copy` avoids `__init__`, which would take most of
the time.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from engine.rules.cards import BLACKJACK, Card, Rank, Total
from engine.rules.rules import Rules


class Status(StrEnum):
    ACTIVE = "active"
    STOOD = "stood"
    TWENTY_ONE = "21"
    DOUBLED = "doubled"
    """With its last card, below 21; `Hand.doubled` is true for any doubled hand."""
    SPLIT_ACE = "split ace"
    """Gets only one card."""
    NATURAL = "natural"
    """Under rules where a natural beats 21."""
    EVEN_MONEY = "even money"
    BUST = "bust"
    SURRENDERED = "surrendered"


ACTIVE = Status.ACTIVE
"""A module-level name, as enum members are slow to look up before Python 3.12."""

PLAYS_AGAINST_TOTAL = frozenset(
    {Status.ACTIVE, Status.STOOD, Status.TWENTY_ONE, Status.DOUBLED, Status.SPLIT_ACE}
)
"""States compared with the dealer's total."""


ACE = Rank.ACE.points


@dataclass(slots=True)
class Held:
    """Cards of a hand with their running total. `repr` hides them, as one may lie face down."""

    cards: tuple[Card, ...] = field(default=(), repr=False)
    points: int = field(default=0, repr=False)
    """One ace counts as 11 unless that passes 21."""
    soft: bool = field(default=False, repr=False)
    """True if an ace counts as 11."""

    def take(self, card: Card) -> None:
        self.cards += (card,)
        worth = card.rank.points
        points = self.points + worth
        if worth == ACE and points + 10 <= BLACKJACK:
            points += 10
            self.soft = True
        elif points > BLACKJACK and self.soft:
            points -= 10
            self.soft = False
        self.points = points

    @property
    def total(self) -> Total:
        return Total(self.points, self.soft)

    @property
    def is_natural(self) -> bool:
        """True for exactly an ace and a ten-valued card."""
        return self.points == BLACKJACK and len(self.cards) == 2

    def copy(self) -> "Held":
        copy = Held.__new__(Held)
        copy.cards, copy.points, copy.soft = self.cards, self.points, self.soft
        return copy


@dataclass(slots=True, kw_only=True)
class Hand(Held):
    """A player's hand; `stake` is its first bet in cents, `owed` the number of cards due to it after the deal."""

    stake: int
    status: Status = ACTIVE
    owed: int = 0
    doubled: bool = False
    split: bool = False
    booked_as: int | None = None
    """The fixed booking number of a natural from a split."""

    @property
    def at_stake(self) -> int:
        """The bet on this hand in cents, doubled or not."""
        return self.stake * 2 if self.doubled else self.stake

    @property
    def is_split_ace(self) -> bool:
        return self.split and self.cards[0].rank is Rank.ACE

    def copy(self) -> "Hand":
        copy = Hand.__new__(Hand)
        copy.cards, copy.points, copy.soft = self.cards, self.points, self.soft
        copy.stake, copy.status, copy.owed = self.stake, self.status, self.owed
        copy.doubled, copy.split, copy.booked_as = self.doubled, self.split, self.booked_as
        return copy


@dataclass(slots=True)
class Box:
    """A seat's hands, from left to right; `insurance` in cents, None until answered."""

    seat: int
    hands: list[Hand]
    insurance: int | None = None

    def booked(self) -> list[int]:
        """Return the numbers under which the hands' money is booked.

        These are their indexes, except for a natural that may have been paid before another hand was split.
        """
        taken = {hand.booked_as for hand in self.hands}
        free = (number for number in range(len(self.hands)) if number not in taken)
        return [next(free) if hand.booked_as is None else hand.booked_as for hand in self.hands]

    def copy(self) -> "Box":
        copy = Box.__new__(Box)
        copy.seat, copy.insurance = self.seat, self.insurance
        copy.hands = [hand.copy() for hand in self.hands]
        return copy


def status_of(rules: Rules, hand: Hand) -> Status:
    if hand.points > BLACKJACK:
        return Status.BUST
    if hand.doubled:
        return Status.TWENTY_ONE if hand.points == BLACKJACK else Status.DOUBLED
    if counts_as_natural(rules, hand):
        return Status.NATURAL
    if hand.is_split_ace and rules.split_aces_one_card:
        return Status.SPLIT_ACE
    return Status.TWENTY_ONE if hand.points == BLACKJACK else ACTIVE


def counts_as_natural(rules: Rules, hand: Hand) -> bool:
    """Return True if the rules count the hand as a natural, which beats 21."""
    if rules.natural_pays is None or not hand.is_natural:
        return False
    return not hand.split or (rules.natural_after_split and not hand.is_split_ace)
