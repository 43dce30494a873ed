"""The comparison has teeth: a rule that slips into a rule set where it does not belong is found."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from engine.round import payout
from engine.rules.cells import Pair
from engine.rules.refusals import IllegalMove
from engine.rules.rules import Rules
from tests.expectation.columns import Column
from tests.expectation.plans import DOUBLE, EVERYTHING, INSURE, MIMIC, STAND
from tests.expectation.scenes import Scene, rules_and_column
from tests.expectation.walk import OptionsDiffer

SOFT_17 = Scene(STAND, "A5699TT", hand="T8", up="6")
TIE = Scene(STAND, "A56789TT", hand="T9", up="T")
TWO_NATURALS = Scene(MIMIC, "A6678TT", hand="AT", up="T")
MANY_AGAINST_AN_ACE = Scene(EVERYTHING, "AA955TT", hand="56", up="A")
EIGHTS = Scene(EVERYTHING, "A8999TTTTT", hand="88", up="6")
ACES = Scene(EVERYTHING, "A7999TTTT", hand="AA", up="9")
TENS = Scene(EVERYTHING, "AT88899999", hand="TJ", up="7")
SIXTEEN = Scene(EVERYTHING, "A566TT8", hand="79", up="T")
NATURAL = Scene(EVERYTHING, "A6678TT", hand="AT", up="A")
THREE_CARDS = Scene(MIMIC, "A56789TT", hand="25", up="T")

MUTANTS: list[tuple[str, Scene, dict[str, Any]]] = [
    ("hotseat", SOFT_17, {"hits_soft_17": True}),
    ("hotseat", TWO_NATURALS, {"natural_pays": Fraction(3, 2)}),
    ("hotseat", TIE, {"ties_lose": True}),
    ("hotseat", THREE_CARDS, {"dealer_natural_beats_21": True}),
    ("hotseat", EIGHTS, {"split": Pair.VALUE, "max_hands": 2}),
    ("hotseat", SIXTEEN, {"surrender": True}),
    ("endless", SOFT_17, {"hits_soft_17": True}),
    ("endless", TWO_NATURALS, {"natural_pays": Fraction(1)}),
    ("endless", TWO_NATURALS, {"natural_paid_at_once": False}),
    ("endless", TENS, {"natural_after_split": False}),
    ("endless", EIGHTS, {"max_hands": 2}),
    ("endless", ACES, {"split_aces_one_card": False}),
    ("private", SOFT_17, {"hits_soft_17": True}),
    ("private", TIE, {"ties_lose": False}),
    ("private", TWO_NATURALS, {"natural_pays": Fraction(3, 2)}),
    ("private", Scene(DOUBLE, "A567TT", hand="56", up="T"), {"double": True}),
    ("bicycle", TWO_NATURALS, {"natural_pays": Fraction(1)}),
    ("bicycle", TWO_NATURALS, {"natural_paid_at_once": True}),
    ("bicycle", MANY_AGAINST_AN_ACE, {"peek": False}),
    ("bicycle", TENS, {"split": Pair.VALUE}),
    ("bicycle", ACES, {"split_aces_one_card": False}),
    ("bicycle", NATURAL, {"insurance": False}),
    ("bicycle", NATURAL, {"even_money": True}),
    ("bicycle", MANY_AGAINST_AN_ACE, {"double_totals": frozenset({9, 10})}),
    ("surrender", THREE_CARDS, {"dealer_natural_beats_21": True}),
    ("surrender", TWO_NATURALS, {"natural_paid_at_once": True}),
    ("surrender", SIXTEEN, {"surrender": False}),
    ("surrender", ACES, {"split_aces_one_card": True}),
    ("surrender", EIGHTS, {"double_after_split": True}),
    ("surrender", TENS, {"natural_after_split": True}),
    ("vegas", SOFT_17, {"hits_soft_17": True}),
    ("vegas", MANY_AGAINST_AN_ACE, {"peek": False}),
    ("vegas", EIGHTS, {"max_hands": 2}),
    ("vegas", NATURAL, {"even_money": False}),
    ("vegas", Scene(EVERYTHING, "2999TTTTT8", hand="88", up="6"), {"double_after_split": False}),
    ("downtown", SOFT_17, {"hits_soft_17": False}),
    ("downtown", SIXTEEN, {"surrender": True}),
    ("european", TWO_NATURALS, {"natural_paid_at_once": True}),
    ("european", THREE_CARDS, {"dealer_natural_beats_21": False}),
    ("european", MANY_AGAINST_AN_ACE, {"hole_card": True, "peek": True}),
    ("six-to-five", TWO_NATURALS, {"natural_pays": Fraction(3, 2)}),
    ("six-to-five", SOFT_17, {"hits_soft_17": False}),
]


def agrees(rules: Rules, column: Column, scene: Scene) -> bool:
    """Whether these rules play the scene as the column says."""
    try:
        return scene.engine(rules, column) == scene.second_opinion(column)
    except (OptionsDiffer, IllegalMove):
        return False


@cache
def agrees_as_it_is(key: str, scene: Scene) -> bool:
    """Whether a rule set plays the scene as its own column says."""
    return agrees(*rules_and_column(key), scene)


@pytest.mark.parametrize(
    ("key", "scene", "change"), MUTANTS, ids=[f"{k}: {', '.join(c)}" for k, _, c in MUTANTS]
)
def test_a_wrong_rule_is_found(key: str, scene: Scene, change: dict[str, Any]) -> None:
    """The engine agrees with its own column, and no longer with this one rule changed."""
    rules, column = rules_and_column(key)
    assert agrees_as_it_is(key, scene)
    assert not agrees(replace(rules, **change), column, scene)


@pytest.mark.parametrize("key", ["bicycle", "vegas", "downtown", "six-to-five"])
def test_a_wrong_price_of_insurance_is_found(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Insurance that pays evens."""
    rules, column = rules_and_column(key)
    monkeypatch.setattr(payout, "INSURANCE_PAYS", Fraction(1))
    assert not agrees(rules, column, Scene(INSURE, "A6678TT", hand="AT", up="A"))


def test_rounding_against_the_player_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a cent that the house keeps, out of a natural at 3:2."""
    rules, column = rules_and_column("bicycle")
    scene = Scene(STAND, "5678TT", hand="AT", up="9")
    assert scene.engine(rules, column, 1001) == scene.second_opinion(column, 1001)
    monkeypatch.setattr(payout, "times", lambda cents, ratio: int(cents * ratio))
    assert scene.engine(rules, column, 1001) < scene.second_opinion(column, 1001)
