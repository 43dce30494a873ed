"""The engine's expectation over every sequence of cards of a small shoe, beside a second opinion: they are equal."""

from collections.abc import Callable, Iterable

import pytest

from engine.rules.rule_sets import RULE_SETS
from tests.expectation.columns import COLUMNS
from tests.expectation.plans import INSURE, MIMIC, Plan
from tests.expectation.scenes import (
    ALL_RULES,
    DEALS,
    ENDLESS_DEALS,
    ODD_STAKE,
    STAKE,
    WHOLE_ROUNDS,
    rules_and_column,
)
from tests.expectation.second_opinion import Game, Pack, expectation
from tests.expectation.walk import Stock, Walk, net


def test_every_rule_set_has_a_column() -> None:
    """No table can be opened with rules whose expectation is not checked here."""
    missing = set(RULE_SETS) - set(COLUMNS)
    assert not missing, f"write columns for {missing} in tests/expectation/columns.py"
    assert all(RULE_SETS[key] == ALL_RULES[key] for key in RULE_SETS)


@pytest.mark.parametrize("key", COLUMNS)
def test_a_seat_fares_as_its_column_says(key: str) -> None:
    """From the first card on, and after deals that offer every option; also where a stake leaves half cents: equal."""
    rules, column = rules_and_column(key)
    odd = [(scene, ODD_STAKE) for scene in DEALS[6:-1]]
    for scene, stake in (*((scene, STAKE) for scene in (*WHOLE_ROUNDS, *DEALS)), *odd):
        assert scene.engine(rules, column, stake) == scene.second_opinion(column, stake), scene


def test_cards_drawn_with_replacement() -> None:
    """The endless deck, each of whose thirteen cards is equally likely every time."""
    rules, column = rules_and_column("endless")
    for scene in ENDLESS_DEALS:
        assert scene.engine(rules, column) == scene.second_opinion(column), scene


@pytest.mark.parametrize(
    ("key", "plan", "cards", "pick"),
    [
        ("private", MIMIC, "77999TTTTT", min),
        ("private", MIMIC, "77999TTTTT", max),
        ("bicycle", INSURE, "A69TTTT9", max),
    ],
)
def test_two_seats(key: str, plan: Plan, cards: str, pick: Callable[[Iterable[int]], int]) -> None:
    """Each seat of two fares like a lone one, with a dealer of its own too, whoever of them decides first."""
    rules, column = rules_and_column(key)
    walk = Walk(column=column, plan=plan, pick=pick)
    alone = expectation(Game(column, plan, Pack.of(cards), STAKE))
    assert net(walk, rules, Stock(rest=cards), {1: STAKE, 2: STAKE}) == {1: alone, 2: alone}
