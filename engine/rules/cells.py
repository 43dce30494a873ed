"""The table of rules, a column for each rule set: what its cells are called and mean, and what most sets say."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

DECK = 52
"""Cards in a deck."""


class Shuffle(Enum):
    """When the cards are shuffled."""

    AT_CUT_CARD = "at the cut card"
    """After the round in which the cut card came out."""
    EVERY_ROUND = "every round"
    NEVER = "never"
    """Each card is drawn with replacement."""


class Cutter(Enum):
    """Who cuts the shuffled deck."""

    NOBODY = "nobody"
    FIRST_SEAT = "the first seat"
    DESIGNATED = "a seat that the dealer picks"


class Pair(Enum):
    """Which two cards may be split."""

    NONE = "none"
    VALUE = "equal value"
    RANK = "equal rank"


DOLLAR = 100
"""Cents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cells:
    """Everything in which blackjack differs from table to table. Amounts in cents; ratios are profit to stake."""

    key: str
    """The name by which rounds remember their rules; what people read is in the languages, by this key."""

    # Cards
    decks: int | None
    """Number of decks; None is an infinite deck of plain cards, each drawn with replacement."""
    deck_choice: tuple[int, int] | None = None
    """The fewest and the most decks that a table may be opened with; None leaves no choice."""
    cut_card: tuple[int, int] | None = None
    """How many cards lie below the cut card: the least and the most; None where there is no cut card."""
    cutter: Cutter = Cutter.NOBODY

    # Seats and bets
    seats: int = 4
    min_bet: int = 1 * DOLLAR
    max_bet: int | None = None
    """None: the balance is the limit."""

    # Dealer
    dealer_each: bool = False
    """A dealer hand for each seat, and all seats act at once; otherwise one dealer, and one seat acts after another."""
    hole_card: bool = True
    peek: bool = False
    """With a ten-valued card or an ace up the dealer looks for a natural before anybody acts."""
    hits_soft_17: bool = False

    # Naturals and ties
    natural_pays: Fraction | None = Fraction(3, 2)
    """None: an ace with a ten-valued card is just 21."""
    natural_paid_at_once: bool = False
    """A player's natural is paid whatever the dealer holds."""
    dealer_natural_beats_21: bool = True
    """Against a player's 21 that is no natural."""
    ties_lose: bool = False

    # Doubling
    double: bool = True
    double_totals: frozenset[int] | None = None
    """None: any two cards."""
    double_after_split: bool = False
    double_face_down: bool = False

    # Splitting
    split: Pair = Pair.VALUE
    max_hands: int | None
    """Hands that one seat may have by splitting; None is without end."""
    split_aces_one_card: bool = True
    natural_after_split: bool = False
    """An ace drawn to a split ten-valued card makes a natural; a card drawn to a split ace never does."""

    # Side bets and surrender
    insurance: bool = False
    even_money: bool = False
    surrender: bool = False
