"""Rounds that were worked out by hand, in `tests/rounds`."""

from collections import Counter
from pathlib import Path

import pytest

from engine.rules.rule_sets import RULE_SETS
from tests.engine.games import reread
from tests.engine.notation import play
from tests.engine.scripts import SCRIPTS, rules_of
from tests.engine.variants import EVERY

LEAST = 15

TWENTY = """# Twenty beats nineteen.
rules hotseat
seat 1 bets 1.00
cards Th 9c Kh Jc
1 stand
dealer: 9c Jc = 19
result 1: HIGHER +1.00
"""


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_is_named_after_its_rules(path: Path) -> None:
    """The file says by which rules it goes, and then what it promises; the promise is a sentence."""
    assert path.stem.startswith(f"{rules_of(path)}_")
    promise = path.read_text("utf-8").splitlines()[0]
    assert promise.startswith("# ")
    assert promise.endswith(".")


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_scripted_round_goes_as_written(path: Path) -> None:
    """The cards, the offers, the refusals and the cents are those that were worked out by hand."""
    over = play(path.read_text("utf-8"), EVERY)
    if over.rules.key in RULE_SETS:
        assert over == reread(over)


@pytest.mark.parametrize("key", RULE_SETS)
def test_every_rule_set_has_scripted_rounds(key: str) -> None:
    """A rule set is not landed before rounds by its rules were worked out by hand."""
    there = Counter(map(rules_of, SCRIPTS))[key]
    assert there >= LEAST, f"work {LEAST - there} more rounds out for {key}, in tests/rounds"


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ("# Twenty", "Twenty"),
        ("Kh Jc", "Kh"),
        ("Kh Jc", "Kh Jc 2c"),
        ("1 stand", "1 hit"),
        ("1 stand", "2 stand"),
        ("1 stand\n", ""),
        ("= 19", "= soft 19"),
        ("HIGHER +1.00", "HIGHER +1.01"),
        ("HIGHER +1.00", "PUSH +1.00"),
        ("result 1: HIGHER +1.00\n", ""),
        ("1 stand", "legal 1: hit stand\n1 stand"),
        ("1 stand", "refused 1 hit: NOT_NOW\n1 stand"),
        ("1 stand", "awaits 2\n1 stand"),
        ("1 stand", "hand 1: Kh Th\n1 stand"),
        ("1 stand", "please stand"),
    ],
)
def test_a_script_that_does_not_hold_fails(said: str, instead: str) -> None:
    """Every kind of line can fail; a slip of the pen does not pass for a round."""
    play(TWENTY, RULE_SETS)
    with pytest.raises(AssertionError):
        play(TWENTY.replace(said, instead), RULE_SETS)
