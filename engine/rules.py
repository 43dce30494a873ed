"""The rule sets. `Rules` is one frozen value that answers every question the game asks; each rule set is a literal.

No other module knows a rule set by its name: where the game differs, it asks a field of `Rules`. The literals never
change once rounds were played by them, because a round in the journal names its rules by key.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from engine.cards import FRENCH_DECK, PLAIN_SUIT, Card, Rank
from engine.contradictions import contradictions
from engine.hand import Total
from engine.money import MOST
from engine.rule_terms import Cutter, Faces, Pair, Shuffle


class MalformedRules(ValueError):
    """These rules can't be played; the message says why in one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
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

    def __post_init__(self) -> None:
        for why in contradictions(self):
            raise MalformedRules(f"{self.key}: {why}")

    @property
    def kinds(self) -> frozenset[Card]:
        """The cards that this deck is made of."""
        return _KINDS[self.faces]

    @property
    def highest_bet(self) -> int:
        """The limit in cents; without one, the largest amount there is."""
        return MOST if self.max_bet is None else self.max_bet

    def allows(self, cents: int) -> bool:
        """Whether a bet of so many cents is within the limits."""
        return self.min_bet <= cents <= self.highest_bet

    def dealer_draws(self, total: Total) -> bool:
        """Whether the dealer must draw another card to this value."""
        return total.points < 17 or (self.hits_soft_17 and total == (17, True))

    def peeks_at(self, upcard: Rank) -> bool:
        """Whether the dealer looks at the hole card with this card up."""
        return self.peek and may_hide_a_natural(upcard)

    def insures_against(self, upcard: Rank) -> bool:
        """Whether insurance is offered with this card up."""
        return self.insurance and upcard is Rank.ACE


_KINDS = {Faces.FRENCH: frozenset(FRENCH_DECK), Faces.GENERIC: frozenset(PLAIN_SUIT)}

_HALF_A_NATURAL = frozenset({Rank.ACE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.FACE})


def may_hide_a_natural(upcard: Rank) -> bool:
    """Whether one more card could make a natural of this one."""
    return upcard in _HALF_A_NATURAL


DOLLAR = 100

HOTSEAT = Rules(
    key="hotseat",
    decks=8,
    deck_choice=None,
    faces=Faces.FRENCH,
    shuffle=Shuffle.AT_CUT_CARD,
    cut_card=(60, 80),
    cutter=Cutter.FIRST_SEAT,
    seats=4,
    min_bet=1 * DOLLAR,
    max_bet=None,
    dealer_each=False,
    hole_card=True,
    peek=False,
    hits_soft_17=False,
    natural_pays=None,
    natural_paid_at_once=False,
    dealer_natural_beats_21=False,
    ties_lose=False,
    double=True,
    double_totals=None,
    double_after_split=False,
    double_face_down=False,
    split=Pair.NONE,
    max_hands=1,
    split_aces_one_card=False,
    resplit_aces=False,
    natural_after_split=False,
    insurance=False,
    even_money=False,
    surrender=False,
)

ENDLESS = Rules(
    key="endless",
    decks=None,
    deck_choice=None,
    faces=Faces.GENERIC,
    shuffle=Shuffle.NEVER,
    cut_card=None,
    cutter=Cutter.NOBODY,
    seats=4,
    min_bet=1 * DOLLAR,
    max_bet=None,
    dealer_each=False,
    hole_card=True,
    peek=False,
    hits_soft_17=False,
    natural_pays=Fraction(3, 2),
    natural_paid_at_once=True,
    dealer_natural_beats_21=True,
    ties_lose=False,
    double=True,
    double_totals=None,
    double_after_split=True,
    double_face_down=False,
    split=Pair.VALUE,
    max_hands=None,
    split_aces_one_card=True,
    resplit_aces=False,
    natural_after_split=True,
    insurance=False,
    even_money=False,
    surrender=False,
)

PRIVATE = Rules(
    key="private",
    decks=1,
    deck_choice=None,
    faces=Faces.FRENCH,
    shuffle=Shuffle.EVERY_ROUND,
    cut_card=None,
    cutter=Cutter.NOBODY,
    seats=4,
    min_bet=1 * DOLLAR,
    max_bet=None,
    dealer_each=True,
    hole_card=False,
    peek=False,
    hits_soft_17=False,
    natural_pays=None,
    natural_paid_at_once=False,
    dealer_natural_beats_21=False,
    ties_lose=True,
    double=False,
    double_totals=None,
    double_after_split=False,
    double_face_down=False,
    split=Pair.NONE,
    max_hands=1,
    split_aces_one_card=False,
    resplit_aces=False,
    natural_after_split=False,
    insurance=False,
    even_money=False,
    surrender=False,
)

BICYCLE = Rules(
    key="bicycle",
    decks=6,
    deck_choice=None,
    faces=Faces.FRENCH,
    shuffle=Shuffle.AT_CUT_CARD,
    cut_card=(60, 75),
    cutter=Cutter.DESIGNATED,
    seats=4,
    min_bet=2 * DOLLAR,
    max_bet=500 * DOLLAR,
    dealer_each=False,
    hole_card=True,
    peek=True,
    hits_soft_17=False,
    natural_pays=Fraction(3, 2),
    natural_paid_at_once=False,
    dealer_natural_beats_21=True,
    ties_lose=False,
    double=True,
    double_totals=frozenset({9, 10, 11}),
    double_after_split=False,
    double_face_down=True,
    split=Pair.RANK,
    max_hands=2,
    split_aces_one_card=True,
    resplit_aces=False,
    natural_after_split=False,
    insurance=True,
    even_money=False,
    surrender=False,
)

SURRENDER = Rules(
    key="surrender",
    decks=8,
    deck_choice=(1, 8),
    faces=Faces.FRENCH,
    shuffle=Shuffle.AT_CUT_CARD,
    cut_card=(60, 80),
    cutter=Cutter.FIRST_SEAT,
    seats=4,
    min_bet=1 * DOLLAR,
    max_bet=None,
    dealer_each=False,
    hole_card=True,
    peek=False,
    hits_soft_17=False,
    natural_pays=Fraction(3, 2),
    natural_paid_at_once=False,
    dealer_natural_beats_21=False,
    ties_lose=False,
    double=True,
    double_totals=None,
    double_after_split=False,
    double_face_down=False,
    split=Pair.VALUE,
    max_hands=2,
    split_aces_one_card=False,
    resplit_aces=False,
    natural_after_split=False,
    insurance=False,
    even_money=False,
    surrender=True,
)

VEGAS = Rules(
    key="vegas",
    decks=6,
    deck_choice=None,
    faces=Faces.FRENCH,
    shuffle=Shuffle.AT_CUT_CARD,
    cut_card=(60, 80),
    cutter=Cutter.DESIGNATED,
    seats=4,
    min_bet=1 * DOLLAR,
    max_bet=None,
    dealer_each=False,
    hole_card=True,
    peek=True,
    hits_soft_17=False,
    natural_pays=Fraction(3, 2),
    natural_paid_at_once=False,
    dealer_natural_beats_21=True,
    ties_lose=False,
    double=True,
    double_totals=None,
    double_after_split=True,
    double_face_down=False,
    split=Pair.VALUE,
    max_hands=4,
    split_aces_one_card=True,
    resplit_aces=False,
    natural_after_split=False,
    insurance=True,
    even_money=True,
    surrender=True,
)

DOWNTOWN = Rules(
    key="downtown",
    decks=2,
    deck_choice=None,
    faces=Faces.FRENCH,
    shuffle=Shuffle.AT_CUT_CARD,
    cut_card=(26, 36),
    cutter=Cutter.DESIGNATED,
    seats=4,
    min_bet=1 * DOLLAR,
    max_bet=None,
    dealer_each=False,
    hole_card=True,
    peek=True,
    hits_soft_17=True,
    natural_pays=Fraction(3, 2),
    natural_paid_at_once=False,
    dealer_natural_beats_21=True,
    ties_lose=False,
    double=True,
    double_totals=None,
    double_after_split=True,
    double_face_down=False,
    split=Pair.VALUE,
    max_hands=4,
    split_aces_one_card=True,
    resplit_aces=False,
    natural_after_split=False,
    insurance=True,
    even_money=True,
    surrender=False,
)

EUROPEAN = Rules(
    key="european",
    decks=6,
    deck_choice=None,
    faces=Faces.FRENCH,
    shuffle=Shuffle.AT_CUT_CARD,
    cut_card=(60, 80),
    cutter=Cutter.DESIGNATED,
    seats=4,
    min_bet=1 * DOLLAR,
    max_bet=None,
    dealer_each=False,
    hole_card=False,
    peek=False,
    hits_soft_17=False,
    natural_pays=Fraction(3, 2),
    natural_paid_at_once=False,
    dealer_natural_beats_21=True,
    ties_lose=False,
    double=True,
    double_totals=frozenset({9, 10, 11}),
    double_after_split=True,
    double_face_down=False,
    split=Pair.VALUE,
    max_hands=4,
    split_aces_one_card=True,
    resplit_aces=False,
    natural_after_split=False,
    insurance=False,
    even_money=False,
    surrender=False,
)

SIX_TO_FIVE = Rules(
    key="six-to-five",
    decks=1,
    deck_choice=None,
    faces=Faces.FRENCH,
    shuffle=Shuffle.EVERY_ROUND,
    cut_card=None,
    cutter=Cutter.NOBODY,
    seats=4,
    min_bet=1 * DOLLAR,
    max_bet=None,
    dealer_each=False,
    hole_card=True,
    peek=True,
    hits_soft_17=True,
    natural_pays=Fraction(6, 5),
    natural_paid_at_once=False,
    dealer_natural_beats_21=True,
    ties_lose=False,
    double=True,
    double_totals=None,
    double_after_split=False,
    double_face_down=False,
    split=Pair.VALUE,
    max_hands=2,
    split_aces_one_card=True,
    resplit_aces=False,
    natural_after_split=False,
    insurance=True,
    even_money=True,
    surrender=False,
)

RULE_SETS: Mapping[str, Rules] = MappingProxyType(
    {
        rules.key: rules
        for rules in (
            HOTSEAT,
            ENDLESS,
            PRIVATE,
            BICYCLE,
            SURRENDER,
            VEGAS,
            DOWNTOWN,
            EUROPEAN,
            SIX_TO_FIVE,
        )
    }
)
"""Every rule set that a table can be opened with, by key; the first is the default."""
