"""Rule sets only for tests, so that every rule is used by some round."""

from dataclasses import replace
from fractions import Fraction

import pytest

from engine.rules.rule_sets import HOTSEAT, RULE_SETS
from engine.rules.rules import Cutter, Pair, Rules

NATURAL = Fraction(3, 2)

CASINO = replace(
    HOTSEAT,
    key="casino",
    decks=6,
    cutter=Cutter.DESIGNATED,
    min_bet=500,
    max_bet=50_000,
    peek=True,
    hits_soft_17=True,
    natural_pays=NATURAL,
    dealer_natural_beats_21=True,
    double_after_split=True,
    split=Pair.VALUE,
    max_hands=4,
    split_aces_one_card=True,
    insurance=True,
    even_money=True,
    surrender=True,
)
"""A peek, insurance, even money, surrender, and up to four hands."""

NO_PEEK = replace(CASINO, key="no-peek", peek=False, split_aces_one_card=False)
"""The dealer's natural shows only after all players."""

NO_HOLE = replace(
    HOTSEAT,
    key="no-hole",
    decks=2,
    seats=3,
    hole_card=False,
    natural_pays=NATURAL,
    dealer_natural_beats_21=True,
    double_totals=frozenset({9, 10, 11}),
    split=Pair.RANK,
    max_hands=2,
    split_aces_one_card=True,
    insurance=True,
    even_money=True,
    surrender=True,
)
"""The dealer's second card comes last."""

AT_ONCE = replace(NO_HOLE, key="at-once", even_money=False, natural_paid_at_once=True)
"""No hole card; naturals are paid before the dealer's cards."""

FACE_DOWN = replace(
    HOTSEAT,
    key="face-down",
    peek=True,
    natural_pays=NATURAL,
    dealer_natural_beats_21=True,
    double_totals=frozenset({9, 10, 11}),
    double_face_down=True,
    split=Pair.RANK,
    max_hands=2,
    split_aces_one_card=True,
    insurance=True,
)
"""A double's card lies face down."""

WITHOUT_END = replace(
    HOTSEAT,
    key="without-end",
    decks=None,
    cut_card=None,
    cutter=Cutter.NOBODY,
    natural_pays=NATURAL,
    natural_paid_at_once=True,
    dealer_natural_beats_21=True,
    double_after_split=True,
    split=Pair.VALUE,
    max_hands=None,
    split_aces_one_card=True,
    natural_after_split=True,
)
"""An infinite deck, and unlimited splits."""

EACH = replace(
    HOTSEAT,
    key="each",
    decks=2,
    cut_card=None,
    cutter=Cutter.NOBODY,
    dealer_each=True,
    hole_card=False,
    natural_pays=NATURAL,
    dealer_natural_beats_21=True,
    ties_lose=True,
    double_after_split=True,
    split=Pair.VALUE,
    max_hands=3,
    surrender=True,
)
"""A dealer hand for each seat."""

VARIANTS: dict[str, Rules] = {
    rules.key: rules for rules in (CASINO, NO_PEEK, NO_HOLE, AT_ONCE, FACE_DOWN, WITHOUT_END, EACH)
}
EVERY: dict[str, Rules] = {**VARIANTS, **RULE_SETS}
"""A new one only has to be in RULE_SETS."""

every_rule_set = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
