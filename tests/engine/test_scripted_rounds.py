"""Rounds worked out by hand, in `tests/rounds`."""

from collections import defaultdict
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import MalformedRules, Rules
from tests.engine.games import reread
from tests.engine.notation import play
from tests.engine.scripts import SCRIPTS, rules_of
from tests.engine.variants import EVERY

LEAST = 15
"""Scripts per rule set."""


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_scripted_rounds(path: Path) -> None:
    text = path.read_text("utf-8")
    assert path.stem.startswith(f"{rules_of(path)}_")
    assert text.splitlines()[0].endswith("."), "the behaviour is a sentence"
    over = play(text, EVERY)
    if over.rules.key in RULE_SETS:
        assert over == reread(over)


CELLS = {
    "the deal": ("dealer_each", "hole_card"),
    "the peek": ("peek",),
    "the dealer's soft 17": ("hits_soft_17",),
    "a natural": ("natural_pays", "natural_paid_at_once"),
    "the dealer's natural against 21": ("dealer_natural_beats_21",),
    "ties": ("ties_lose",),
    "doubling": ("double", "double_totals"),
    "doubling after a split": ("double_after_split",),
    "the doubled card": ("double_face_down",),
    "splitting": ("split",),
    "the number of hands": ("max_hands",),
    "split aces": ("split_aces_one_card",),
    "an ace on a split ten": ("natural_after_split",),
    "insurance": ("insurance",),
    "even money": ("even_money",),
    "surrender": ("surrender",),
}
"""Values that a round depends on."""

PAIRS = ("splitting", "the number of hands")

GO_WITH = {
    "the deal": ("the peek", "insurance", "even money", *PAIRS),
    "the peek": ("the deal",),
    "a natural": ("an ace on a split ten", "even money", *PAIRS),
    "doubling": ("doubling after a split", "the doubled card", *PAIRS),
    "doubling after a split": ("doubling", *PAIRS),
    "the doubled card": ("doubling",),
    "splitting": ("the number of hands", "doubling after a split", "split aces"),
    "the number of hands": ("splitting", "doubling after a split", "split aces"),
    "split aces": PAIRS,
    "an ace on a split ten": ("a natural", *PAIRS),
    "insurance": ("even money", "the deal", "the peek", "a natural"),
    "even money": ("insurance", "the deal", "the peek", "a natural"),
}
"""Values that are exchanged together if one alone would contradict the others."""

UNSEEN = {
    "endless": {"splitting"},
    "bicycle": {"the dealer's natural against 21", "the doubled card"},
    "vegas": {"the dealer's natural against 21"},
    "downtown": {"the dealer's natural against 21"},
    "european": {"the doubled card"},
    "six-to-five": {"the dealer's natural against 21"},
}
"""Values without an effect on a round: with one face card, pairs by rank are pairs by value; if the dealer peeks, no
player draws to 21 before a natural; face-down doubles only differ in views."""


def with_value_of(rules: Rules, other: Rules, cell: str) -> Rules | None:
    """Return the rules with another rule set's value, or None if it is meaningless."""
    names: tuple[str, ...] = CELLS[cell]
    for more in ("", *GO_WITH.get(cell, ())):
        names += CELLS.get(more, ())
        try:
            return replace(rules, **{name: getattr(other, name) for name in names})
        except MalformedRules:
            continue
    return None


def passes(text: str, rules: Rules) -> bool:
    try:
        play(text, {rules.key: rules})
    except (AssertionError, ValueError):
        return False
    return True


def test_scripts_detect_exchanged_values() -> None:
    """For each differing value, some script fails. Every field is covered, or is about cards, seats, bets or words."""
    shown = [name for names in CELLS.values() for name in names]
    elsewhere = ["key", "decks", "deck_choice", "cut_card", "cutter", "seats", "min_bet", "max_bet"]
    assert sorted(shown + elsewhere) == sorted(Rules.__dataclass_fields__)
    scripts: dict[str, list[str]] = defaultdict(list)
    for path in SCRIPTS:
        scripts[rules_of(path)].append(path.read_text("utf-8"))
    unnoticed: dict[str, set[str]] = defaultdict(set)
    for (key, rules), (cell, names) in product(RULE_SETS.items(), CELLS.items()):
        for other in RULE_SETS.values():
            if all(getattr(other, name) == getattr(rules, name) for name in names):
                continue
            changed = with_value_of(rules, other, cell)
            if changed is not None and all(passes(text, changed) for text in scripts[key]):
                unnoticed[key].add(cell)
    assert unnoticed == UNSEEN, "add rounds to tests/rounds that show these values"
