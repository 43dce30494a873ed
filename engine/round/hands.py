"""The hands on the table: a player's hand, and a seat's place, its box.

They change as the round goes on: only `Round.push` changes them, and whoever wants to keep them copies the round first.
Copies are made often, and therefore without `__init__`, which would take most of their time.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from engine.rules.cards import BLACKJACK, Card, Rank, Total
from engine.rules.rules import Rules


class Status(StrEnum):
    """How a player's hand stands."""

    ACTIVE = "active"
    STOOD = "stood"
    TWENTY_ONE = "21"
    DOUBLED = "doubled"
    """It has its last card, and less than 21: whether it was doubled, `Hand.doubled` says."""
    SPLIT_ACE = "split ace"
    """A split ace that takes one card only."""
    NATURAL = "natural"
    """Only where a natural is more than 21."""
    EVEN_MONEY = "even money"
    BUST = "bust"
    SURRENDERED = "surrendered"


ACTIVE = Status.ACTIVE
"""By its own name: it is asked for at every move, and before Python 3.12 an enum's members are slow to find."""

PLAYS_AGAINST_TOTAL = frozenset(
    {Status.ACTIVE, Status.STOOD, Status.TWENTY_ONE, Status.DOUBLED, Status.SPLIT_ACE}
)
"""The hands that are compared with the dealer's total."""


ACE = Rank.ACE.points
"""What an ace is worth at least: one, as no other card."""


@dataclass(slots=True)
class Held:
    """Cards in a hand, with their value, which is kept up as they come. Not printed: one may lie face down."""

    cards: tuple[Card, ...] = field(default=(), repr=False)
    points: int = field(default=0, repr=False)
    """The best value: one ace counts as 11 where that does not pass 21."""
    soft: bool = field(default=False, repr=False)
    """Whether an ace counts as 11."""

    def take(self, card: Card) -> None:
        """One more card."""
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
        """The hand's value."""
        return Total(self.points, self.soft)

    @property
    def is_natural(self) -> bool:
        """Whether these are an ace and a ten-valued card and nothing else."""
        return self.points == BLACKJACK and len(self.cards) == 2

    def copy(self) -> "Held":
        """The same, to go its own way."""
        copy = Held.__new__(Held)
        copy.cards, copy.points, copy.soft = self.cards, self.points, self.soft
        return copy


@dataclass(slots=True, kw_only=True)
class Hand(Held):
    """A player's hand. `stake` is the first bet on it in cents; `owed` counts the cards it is due."""

    stake: int
    status: Status = ACTIVE
    owed: int = 0
    doubled: bool = False
    split: bool = False
    """Whether it came out of a split."""
    booked_as: int | None = None
    """For a natural out of a split: the number under which its money is booked, whatever is split beside it later."""

    @property
    def at_stake(self) -> int:
        """Everything that lies on this hand, in cents."""
        return self.stake * 2 if self.doubled else self.stake

    @property
    def is_split_ace(self) -> bool:
        """Whether it grew from one ace of a split pair."""
        return self.split and self.cards[0].rank is Rank.ACE

    def copy(self) -> "Hand":
        """The same, to go its own way."""
        copy = Hand.__new__(Hand)
        copy.cards, copy.points, copy.soft = self.cards, self.points, self.soft
        copy.stake, copy.status, copy.owed = self.stake, self.status, self.owed
        copy.doubled, copy.split, copy.booked_as = self.doubled, self.split, self.booked_as
        return copy


@dataclass(slots=True)
class Box:
    """A seat's place in a group: its hands from left to right. `insurance` in cents; None is not answered yet."""

    seat: int
    hands: list[Hand]
    insurance: int | None = None

    def booked(self) -> list[int]:
        """The numbers under which the money of the hands is booked, from left to right.

        They are the hands' places, but for one that may have been paid where it lay before another was split.
        """
        taken = {hand.booked_as for hand in self.hands}
        free = (number for number in range(len(self.hands)) if number not in taken)
        return [next(free) if hand.booked_as is None else hand.booked_as for hand in self.hands]

    def copy(self) -> "Box":
        """The same, to go its own way."""
        copy = Box.__new__(Box)
        copy.seat, copy.insurance = self.seat, self.insurance
        copy.hands = [hand.copy() for hand in self.hands]
        return copy


def status_of(rules: Rules, hand: Hand) -> Status:
    """How a hand stands once it has all the cards it is owed."""
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
    """Whether these rules take the hand for more than 21."""
    if rules.natural_pays is None or not hand.is_natural:
        return False
    return not hand.split or (rules.natural_after_split and not hand.is_split_ace)
