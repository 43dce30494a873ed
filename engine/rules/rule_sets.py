"""The rule sets (variants of blackjack), as differences from the defaults of `Rules`.

Never change a rule set that was played: saved rounds name it by key.
"""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from engine.rules.rules import DOLLAR, Cutter, Pair, Rules

HOTSEAT = Rules(
    key="hotseat",
    decks=8,
    cut_card=(60, 80),
    cutter=Cutter.DEALER,
    natural_pays=None,
    dealer_natural_beats_21=False,
    split=Pair.NONE,
    max_hands=1,
    split_aces_one_card=False,
)

ENDLESS = Rules(
    key="endless",
    decks=None,
    natural_paid_at_once=True,
    double_after_split=True,
    max_hands=None,
    natural_after_split=True,
)

PRIVATE = Rules(
    key="private",
    decks=1,
    dealer_each=True,
    hole_card=False,
    natural_pays=None,
    dealer_natural_beats_21=False,
    ties_lose=True,
    double=False,
    split=Pair.NONE,
    max_hands=1,
    split_aces_one_card=False,
)

BICYCLE = Rules(
    key="bicycle",
    decks=6,
    cut_card=(60, 75),
    cutter=Cutter.DESIGNATED,
    min_bet=2 * DOLLAR,
    max_bet=500 * DOLLAR,
    peek=True,
    double_totals=frozenset({9, 10, 11}),
    double_face_down=True,
    split=Pair.RANK,
    max_hands=2,
    insurance=True,
)

SURRENDER = Rules(
    key="surrender",
    decks=8,
    deck_choice=(1, 8),
    cut_card=(60, 80),
    cutter=Cutter.DEALER,
    dealer_natural_beats_21=False,
    max_hands=2,
    split_aces_one_card=False,
    surrender=True,
)

VEGAS = Rules(
    key="vegas",
    decks=6,
    cut_card=(60, 80),
    cutter=Cutter.DESIGNATED,
    peek=True,
    double_after_split=True,
    max_hands=4,
    insurance=True,
    even_money=True,
    surrender=True,
)

DOWNTOWN = Rules(
    key="downtown",
    decks=2,
    cut_card=(26, 36),
    cutter=Cutter.DESIGNATED,
    peek=True,
    hits_soft_17=True,
    double_after_split=True,
    max_hands=4,
    insurance=True,
    even_money=True,
)

EUROPEAN = Rules(
    key="european",
    decks=6,
    cut_card=(60, 80),
    cutter=Cutter.DESIGNATED,
    hole_card=False,
    double_totals=frozenset({9, 10, 11}),
    double_after_split=True,
    max_hands=4,
)

SIX_TO_FIVE = Rules(
    key="six-to-five",
    decks=1,
    peek=True,
    hits_soft_17=True,
    natural_pays=Fraction(6, 5),
    max_hands=2,
    insurance=True,
    even_money=True,
)

_ALL = (HOTSEAT, ENDLESS, PRIVATE, BICYCLE, SURRENDER, VEGAS, DOWNTOWN, EUROPEAN, SIX_TO_FIVE)

RULE_SETS: Mapping[str, Rules] = MappingProxyType({rules.key: rules for rules in _ALL})

FIRST_CHOICE = BICYCLE
"""The rule set of `/blackjack` without any choice."""

CHOICES: Mapping[str, Rules] = MappingProxyType({FIRST_CHOICE.key: FIRST_CHOICE, **RULE_SETS})
"""In the order of menus: the default, rules from documents, casino rules."""

DOCUMENTS: Mapping[Rules, str] = {
    HOTSEAT: "000",
    ENDLESS: "001",
    PRIVATE: "002",
    BICYCLE: "003",
    SURRENDER: "004",
}
"""Numbers of the rule documents."""

CHART_EDGES: Mapping[Rules, int] = {
    HOTSEAT: 333,
    ENDLESS: 29,
    PRIVATE: 1313,
    BICYCLE: 67,
    SURRENDER: 10,
    VEGAS: 33,
    DOWNTOWN: 39,
    EUROPEAN: 61,
    SIX_TO_FIVE: 155,
}
"""The house edge against chart play, in 0.01 % of the first stake; constant, as the coach takes seconds to compute it.
A test does."""
