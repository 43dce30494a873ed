"""The table of rules, a column for each rule set: what its cells are called and what they mean."""

from dataclasses import dataclass
from fractions import Fraction

from engine.rules.terms import Cutter, Faces, Pair, Shuffle


@dataclass(frozen=True, slots=True, kw_only=True)
class Cells:
    """Everything in which blackjack differs from table to table. Amounts in cents; ratios are profit to stake."""

    key: str
    """The name by which rounds remember their rules; what people read is in the languages, by this key."""

    # Cards
    decks: int | None
    """Number of decks; None is an infinite deck."""
    deck_choice: tuple[int, int] | None
    """The fewest and the most decks that a table may be opened with; None leaves no choice."""
    faces: Faces
    shuffle: Shuffle
    cut_card: tuple[int, int] | None
    """How many cards lie below the cut card: the least and the most; None where there is no cut card."""
    cutter: Cutter

    # Seats and bets
    seats: int
    min_bet: int
    max_bet: int | None
    """None: the balance is the limit."""

    # Dealer
    dealer_each: bool
    """A dealer hand for each seat, and all seats act at once; otherwise one dealer, and one seat acts after another."""
    hole_card: bool
    peek: bool
    """With a ten-valued card or an ace up the dealer looks for a natural before anybody acts."""
    hits_soft_17: bool

    # Naturals and ties
    natural_pays: Fraction | None
    """None: an ace with a ten-valued card is just 21."""
    natural_paid_at_once: bool
    """A player's natural is paid whatever the dealer holds."""
    dealer_natural_beats_21: bool
    """Against a player's 21 that is no natural."""
    ties_lose: bool

    # Doubling
    double: bool
    double_totals: frozenset[int] | None
    """None: any two cards."""
    double_after_split: bool
    double_face_down: bool

    # Splitting
    split: Pair
    max_hands: int | None
    """Hands that one seat may have by splitting; None is without end."""
    split_aces_one_card: bool
    resplit_aces: bool
    natural_after_split: bool
    """An ace drawn to a split ten-valued card makes a natural; a card drawn to a split ace never does."""

    # Side bets and surrender
    insurance: bool
    even_money: bool
    surrender: bool
