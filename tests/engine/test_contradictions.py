"""Rules that can't be played can't be built."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from engine.rules.cells import Pair
from engine.rules.rule_sets import HOTSEAT, PRIVATE
from engine.rules.rules import MalformedRules, Rules, contradictions
from tests.engine.variants import AT_ONCE, CASINO, EACH, EVERY, FACE_DOWN, NO_PEEK, WITHOUT_END

WRONG: list[tuple[Rules, dict[str, Any], str]] = [
    (HOTSEAT, {"seats": 2.0}, "whole numbers"),
    (HOTSEAT, {"seats": True}, "whole numbers"),
    (HOTSEAT, {"decks": "8"}, "whole numbers"),
    (HOTSEAT, {"min_bet": 150.5}, "whole cents"),
    (HOTSEAT, {"max_bet": float("nan")}, "whole cents"),
    (HOTSEAT, {"seats": 0}, "one to four seats"),
    (HOTSEAT, {"seats": 5}, "one to four seats"),
    (HOTSEAT, {"decks": 0}, "one to eight decks"),
    (HOTSEAT, {"decks": 9}, "one to eight decks"),
    (HOTSEAT, {"decks": None}, "an infinite deck"),
    (WITHOUT_END, {"cut_card": (10, 20)}, "an infinite deck"),
    (HOTSEAT, {"cut_card": (0, 80)}, "is a range"),
    (HOTSEAT, {"cut_card": (-5, 80)}, "is a range"),
    (HOTSEAT, {"cut_card": (80, 60)}, "is a range"),
    (HOTSEAT, {"decks": 1}, "within the shoe"),
    (HOTSEAT, {"cut_card": (60, 416)}, "within the shoe"),
    (EACH, {"decks": 1}, "use up all the cards"),
    (CASINO, {"max_hands": None}, "use up all the cards"),
    (HOTSEAT, {"min_bet": 0}, "the least bet"),
    (HOTSEAT, {"min_bet": -100}, "the least bet"),
    (HOTSEAT, {"max_bet": 99}, "the most that can be bet"),
    (PRIVATE, {"peek": True}, "nothing to peek at"),
    (PRIVATE, {"hole_card": True}, "no hole card"),
    (EACH, {"insurance": True}, "against one dealer"),
    (CASINO, {"insurance": False}, "a kind of insurance"),
    (CASINO, {"natural_pays": Fraction(0)}, "is paid something"),
    (CASINO, {"natural_pays": Fraction(-1, 2)}, "is paid something"),
    (HOTSEAT, {"natural_paid_at_once": True}, "just 21"),
    (CASINO, {"natural_pays": None}, "just 21"),
    (WITHOUT_END, {"natural_pays": None, "natural_paid_at_once": False}, "just 21"),
    (AT_ONCE, {"even_money": True}, "not paid yet"),
    (PRIVATE, {"double_totals": frozenset({11})}, "nobody doubles"),
    (PRIVATE, {"double_face_down": True}, "nobody doubles"),
    (NO_PEEK, {"double": False}, "nobody doubles"),
    (FACE_DOWN, {"double_totals": None}, "may not bust"),
    (FACE_DOWN, {"double_totals": frozenset({9, 10, 11, 12})}, "may not bust"),
    (HOTSEAT, {"double_totals": frozenset()}, ""),
    (FACE_DOWN, {"double_totals": frozenset()}, ""),
    (HOTSEAT, {"max_hands": 2}, "one hand"),
    (HOTSEAT, {"double_after_split": True}, "nothing comes after a split"),
    (HOTSEAT, {"split_aces_one_card": True}, "nothing comes after a split"),
    (
        HOTSEAT,
        {"natural_pays": Fraction(3, 2), "natural_after_split": True},
        "nothing comes after a split",
    ),
    (CASINO, {"max_hands": 1}, "two hands at least"),
    (CASINO, {"max_hands": 0}, "two hands at least"),
    (CASINO, {"max_hands": -1}, "two hands at least"),
    (CASINO, {"split": Pair.NONE}, "one hand"),
]


@pytest.mark.parametrize(("rules", "changes", "why"), WRONG)
def test_contradictory_rules_can_not_be_built(
    rules: Rules, changes: dict[str, Any], why: str
) -> None:
    """Each contradiction is found, and told in a sentence that names the rules."""
    with pytest.raises(MalformedRules, match=f"^{rules.key}: .*{why}"):
        replace(rules, **changes)


@pytest.mark.parametrize("rules", EVERY.values(), ids=EVERY)
def test_rules_that_can_be_played_have_no_contradictions(rules: Rules) -> None:
    """What holds no contradiction can be built."""
    assert list(contradictions(rules)) == []
