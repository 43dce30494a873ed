"""Rounds that were worked out by hand, in `tests/rounds`; each cell of the house rules is held by one of them."""

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
"""Scripts of each rule set."""


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_scripted_round_goes_as_written(path: Path) -> None:
    """The cards, the offers, the refusals and the cents are those that were worked out by hand."""
    text = path.read_text("utf-8")
    assert path.stem.startswith(f"{rules_of(path)}_")
    assert text.splitlines()[0].endswith("."), "the promise is a sentence"
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
"""What a round shows of the rules."""

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
"""The cells that are copied too where one alone would contradict the others."""

UNSEEN = {
    "endless": {"splitting"},
    "bicycle": {"the dealer's natural against 21", "the doubled card"},
    "vegas": {"the dealer's natural against 21"},
    "downtown": {"the dealer's natural against 21"},
    "european": {"the doubled card"},
    "six-to-five": {"the dealer's natural against 21"},
}
"""The cells without effect on a round.

Where all face cards are of one rank, pairs by rank are pairs by value; where the dealer peeks, nobody has drawn to 21
before a natural shows; and how a doubled card lies is seen in views alone.
"""


def read_as(rules: Rules, other: Rules, cell: str) -> Rules | None:
    """The rules with this cell of another column; None where it has no meaning beside the rest of them."""
    names: tuple[str, ...] = CELLS[cell]
    for more in ("", *GO_WITH.get(cell, ())):
        names += CELLS.get(more, ())
        try:
            return replace(rules, **{name: getattr(other, name) for name in names})
        except MalformedRules:
            continue
    return None


def goes_as_written(text: str, rules: Rules) -> bool:
    """Whether a script holds when its rules are these."""
    try:
        play(text, {rules.key: rules})
    except (AssertionError, ValueError):
        return False
    return True


def test_a_cell_that_is_read_as_in_another_column_is_noticed() -> None:
    """For each cell in which columns differ, some round of a rule set fails when it is exchanged.

    Every field of the rules is in one of them, or belongs to cards, seats, bets and words.
    """
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
            read = read_as(rules, other, cell)
            if read is not None and all(goes_as_written(text, read) for text in scripts[key]):
                unnoticed[key].add(cell)
    assert unnoticed == UNSEEN, "which rounds in tests/rounds show these?"
