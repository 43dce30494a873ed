"""The rules in which blackjack tables may differ, and checks against unplayable rules.

Only `rule_sets` knows rule sets by name.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from engine.rules.cards import FRENCH_DECK, PLAIN_SUIT, Card, Rank, Total
from engine.values.amounts import MOST

DECK = 52


class Shuffle(Enum):
    AT_CUT_CARD = "at the cut card"
    """After the round in which the cut card comes out."""
    EVERY_ROUND = "every round"
    NEVER = "never"
    """Cards are drawn with replacement."""


class Cutter(Enum):
    NOBODY = "nobody"
    DEALER = "the dealer"
    DESIGNATED = "a seat that the dealer picks"


class Pair(Enum):
    """Which pairs players may split."""

    NONE = "none"
    VALUE = "equal value"
    RANK = "equal rank"


DOLLAR = 100
"""Cents."""


class MalformedRules(ValueError):
    """Raised for rules that can't be played; the message is a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules of a blackjack table. Amounts in cents; `natural_pays` is the ratio of profit to stake.

    Raises `MalformedRules` for contradictory rules.
    """

    key: str
    """For saved rounds and texts."""

    # Cards
    decks: int | None
    """None: an infinite deck."""
    deck_choice: tuple[int, int] | None = None
    """The fewest and most."""
    cut_card: tuple[int, int] | None = None
    """The fewest and most cards below the cut card."""
    cutter: Cutter = Cutter.NOBODY

    # Seats and bets
    seats: int = 4
    min_bet: int = 1 * DOLLAR
    max_bet: int | None = None
    """None: the balance."""

    # Dealer
    dealer_each: bool = False
    """A dealer's hand for each seat; all seats act at once."""
    hole_card: bool = True
    peek: bool = False
    """With a ten or an ace up, the dealer checks for a natural before players act."""
    hits_soft_17: bool = False

    # Naturals and ties
    natural_pays: Fraction | None = Fraction(3, 2)
    """None: a natural is just 21."""
    natural_paid_at_once: bool = False
    """True if the dealer's hand does not matter."""
    dealer_natural_beats_21: bool = True
    """A player's 21 that is no natural."""
    ties_lose: bool = False

    # Doubling
    double: bool = True
    double_totals: frozenset[int] | None = None
    """None: any."""
    double_after_split: bool = False
    double_face_down: bool = False

    # Splitting
    split: Pair = Pair.VALUE
    max_hands: int | None
    """Per seat; None: unlimited."""
    split_aces_one_card: bool = True
    natural_after_split: bool = False
    """An ace drawn to a split ten makes a natural; a card drawn to a split ace never does."""

    # Side bets and surrender
    insurance: bool = False
    even_money: bool = False
    surrender: bool = False

    def __post_init__(self) -> None:
        for why in contradictions(self):
            raise MalformedRules(f"{self.key}: {why}")

    def __hash__(self) -> int:
        """Hash the key and the options, by which tables of a rule set differ."""
        return hash((self.key, self.decks, self.seats, self.min_bet, self.max_bet))

    @property
    def kinds(self) -> frozenset[Card]:
        """The distinct cards of the deck."""
        return _PLAIN if self.decks is None else _FRENCH

    @property
    def shuffle(self) -> Shuffle:
        if self.decks is None:
            return Shuffle.NEVER
        return Shuffle.EVERY_ROUND if self.cut_card is None else Shuffle.AT_CUT_CARD

    @property
    def highest_bet(self) -> int:
        """The highest bet in cents; without a limit, `MOST`, the largest amount."""
        return MOST if self.max_bet is None else self.max_bet

    def allows(self, cents: int) -> bool:
        return self.min_bet <= cents <= self.highest_bet

    def dealer_draws(self, total: Total) -> bool:
        """Return True if the dealer has to draw a card on this total."""
        return total.points < 17 or (self.hits_soft_17 and total == (17, True))

    def peeks_at(self, upcard: Rank) -> bool:
        """Return True if a dealer with this upcard checks the hole card for a natural."""
        return self.peek and may_hide_a_natural(upcard)

    def insures_against(self, upcard: Rank) -> bool:
        """Return True if players are offered insurance against this upcard."""
        return self.insurance and upcard is Rank.ACE


_FRENCH, _PLAIN = frozenset(FRENCH_DECK), frozenset(PLAIN_SUIT)
_HALF_A_NATURAL = frozenset({Rank.ACE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.FACE})


def may_hide_a_natural(upcard: Rank) -> bool:
    """Return True if a dealer with this upcard may have a natural."""
    return upcard in _HALF_A_NATURAL


_POINTS_A_DECK = 340
"""The hard value of a deck."""
_POINTS_A_HAND = 30
"""The highest hard value of a hand: ten more than 20."""


def contradictions(rules: Rules) -> Iterator[str]:
    """Return a sentence for each contradiction."""
    return (why for wrong, why in _findings(rules) if wrong)


def _findings(rules: Rules) -> Iterator[tuple[bool, str]]:
    numbers = (rules.decks, rules.seats, rules.min_bet, rules.max_bet, rules.max_hands)
    are_whole = all(number is None or type(number) is int for number in numbers)
    yield not are_whole, "decks, seats and hands are whole numbers, and bets whole cents"

    decks, cut = rules.decks, rules.cut_card
    yield decks is not None and not 1 <= decks <= 8, "a shoe holds one to eight decks"
    yield decks is None and cut is not None, "an infinite deck has no cut card"
    yield cut is not None and not 0 < cut[0] <= cut[1], "the cut card's place is a range"
    is_outside = decks is not None and cut is not None and cut[1] >= decks * DECK
    yield is_outside, "the cut card lies within the shoe"
    yield _may_run_dry(rules), "this many hands could use up all the cards"

    yield not 1 <= rules.seats <= 4, "a table has one to four seats"
    yield rules.min_bet < 1, "the lowest bet is at least one cent"
    yield rules.highest_bet < rules.min_bet, "the highest bet is not below the lowest"

    yield rules.peek and not rules.hole_card, "a dealer without a hole card has nothing to peek at"
    yield rules.dealer_each and rules.hole_card, "a dealer hand for each seat has no hole card"
    yield rules.insurance and rules.dealer_each, "insurance is a bet against one dealer"
    yield rules.even_money and not rules.insurance, "even money is a kind of insurance"

    pays = rules.natural_pays
    is_worthless = pays is not None and pays <= 0
    yield is_worthless, "a natural that beats 21 is paid more than nothing"
    of_naturals = rules.natural_paid_at_once or rules.natural_after_split or rules.even_money
    yield pays is None and of_naturals, "a natural that is just 21 has no special rules"
    is_paid = rules.even_money and rules.natural_paid_at_once
    yield is_paid, "even money is for a natural that is not paid yet"

    totals = rules.double_totals
    of_doubles = totals is not None or rules.double_after_split or rules.double_face_down
    is_about_nothing = not rules.double and of_doubles
    yield is_about_nothing, "rules about doubling need doubling"
    yield totals is not None and not totals, "doubling on certain totals needs a total"
    may_bust = rules.double_face_down and (not totals or max(totals) > 11)
    yield may_bust, "a card dealt face down may not bust the hand"

    hands, splits = rules.max_hands, rules.split is not Pair.NONE
    yield not splits and hands != 1, "without splitting a seat has one hand"
    after = rules.double_after_split or rules.natural_after_split or rules.split_aces_one_card
    yield not splits and after, "rules for split hands need splitting"
    yield splits and hands is not None and hands < 2, "splitting makes at least two hands"


def _may_run_dry(rules: Rules) -> bool:
    if rules.decks is None or rules.max_hands is None:
        return rules.decks is not None  # an infinite deck never does
    hands = rules.seats * rules.max_hands + (rules.seats if rules.dealer_each else 1)
    return hands * _POINTS_A_HAND >= rules.decks * _POINTS_A_DECK
