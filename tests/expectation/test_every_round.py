"""The engine's expectation over every sequence of cards of a small shoe, beside a second opinion: they are equal."""

from collections.abc import Callable, Iterable
from fractions import Fraction

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
    Scene,
    rules_and_column,
)
from tests.expectation.second_opinion import Game, Pack, expectation
from tests.expectation.walk import Stock, Walk, net


def named(scene: Scene) -> str:
    """What a failing case is called."""
    return f"{scene.plan.name}: {scene.hand or 'any'} against {scene.up or 'any'}"


every_rule_set = pytest.mark.parametrize("key", COLUMNS)


def test_every_rule_set_has_a_column() -> None:
    """No table can be opened with rules whose expectation is not checked here."""
    missing = set(RULE_SETS) - set(COLUMNS)
    assert not missing, f"write columns for {missing} in tests/expectation/columns.py"
    assert all(RULE_SETS[key] == ALL_RULES[key] for key in RULE_SETS)


@every_rule_set
@pytest.mark.parametrize("scene", WHOLE_ROUNDS, ids=named)
def test_whole_rounds(key: str, scene: Scene) -> None:
    """From the first card on, by plans that never split: equal as fractions."""
    rules, column = rules_and_column(key)
    assert scene.engine(rules, column) == scene.second_opinion(column)


@every_rule_set
@pytest.mark.parametrize("scene", DEALS, ids=named)
def test_splits_doubles_surrenders_and_insurance(key: str, scene: Scene) -> None:
    """After a given deal, by a plan that takes every option there is: equal as fractions."""
    rules, column = rules_and_column(key)
    assert scene.engine(rules, column) == scene.second_opinion(column)


@pytest.mark.parametrize("scene", ENDLESS_DEALS, ids=named)
def test_cards_drawn_with_replacement(scene: Scene) -> None:
    """The endless deck, each of whose thirteen cards is equally likely every time."""
    rules, column = rules_and_column("endless")
    assert scene.engine(rules, column) == scene.second_opinion(column)


@every_rule_set
@pytest.mark.parametrize("scene", DEALS[8:-1], ids=named)
def test_odd_cents(key: str, scene: Scene) -> None:
    """With a stake whose half and whose 3:2 are no whole cents, each bet is rounded to the nearest cent."""
    rules, column = rules_and_column(key)
    assert scene.engine(rules, column, ODD_STAKE) == scene.second_opinion(column, ODD_STAKE)


@pytest.mark.parametrize(
    "key", ["endless", "bicycle", "surrender", "vegas", "downtown", "european"]
)
def test_half_a_cent_is_the_players(key: str) -> None:
    """A natural at 3:2 brings more for each cent of an odd stake than of an even one."""
    rules, column = rules_and_column(key)
    natural = Scene(MIMIC, "5678TT", hand="AT", up="9")
    odd, even = (natural.engine(rules, column, stake) for stake in (ODD_STAKE, STAKE))
    assert odd == Fraction(ODD_STAKE * 3 + 1, 2)
    assert odd / ODD_STAKE > even / STAKE == Fraction(3, 2)


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
