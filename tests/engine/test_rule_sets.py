"""The rule sets that a table can be opened with, cell by cell of their house rules."""

import re

import pytest

from engine.cards import FRENCH_DECK, Rank
from engine.hand import Total
from engine.rule_terms import Cutter, Faces, Pair, Shuffle
from engine.rules import RULE_SETS

CELLS = {
    "hotseat": {
        "title": "Hotseat",
        "decks": 8,
        "faces": Faces.FRENCH,
        "shuffle": Shuffle.AT_CUT_CARD,
        "cut_card": (60, 80),
        "cutter": Cutter.FIRST_SEAT,
        "seats": 4,
        "min_bet": 100,
        "max_bet": None,
        "dealer_each": False,
        "hole_card": True,
        "peek": False,
        "hits_soft_17": False,
        "natural_pays": None,
        "dealer_natural_beats_21": False,
        "ties_lose": False,
        "double": True,
        "double_totals": None,
        "double_face_down": False,
        "split": Pair.NONE,
        "insurance": False,
        "even_money": False,
        "surrender": False,
    },
    "private": {
        "title": "Private dealer",
        "decks": 1,
        "faces": Faces.FRENCH,
        "shuffle": Shuffle.EVERY_ROUND,
        "cut_card": None,
        "cutter": Cutter.NOBODY,
        "seats": 4,
        "min_bet": 100,
        "max_bet": None,
        "dealer_each": True,
        "hole_card": False,
        "peek": False,
        "hits_soft_17": False,
        "natural_pays": None,
        "dealer_natural_beats_21": False,
        "ties_lose": True,
        "double": False,
        "split": Pair.NONE,
        "insurance": False,
        "even_money": False,
        "surrender": False,
    },
}

TOTALS = [Total(points, soft=False) for points in range(2, 22)]
TOTALS += [Total(points, soft=True) for points in range(12, 22)]


@pytest.mark.parametrize(
    ("key", "cell", "expected"),
    [(key, cell, value) for key, cells in CELLS.items() for cell, value in cells.items()],
)
def test_cell(key: str, cell: str, expected: object) -> None:
    """The rule set says what the house rules say."""
    assert expected == getattr(RULE_SETS[key], cell)


def test_the_default_is_hotseat() -> None:
    """A table that is opened without a word about rules is played by the first set."""
    assert next(iter(RULE_SETS)) == "hotseat"


@pytest.mark.parametrize("key", RULE_SETS)
def test_a_rule_set_goes_by_its_own_key(key: str) -> None:
    """The journal names rules by key, so the key leads back to the rules, and can stand in a line of text."""
    rules = RULE_SETS[key]
    assert rules.key == key
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", key)


@pytest.mark.parametrize("key", RULE_SETS)
def test_a_rule_set_can_be_shown(key: str) -> None:
    """A short title, a sentence that fits a line or two, and readings in whole sentences."""
    rules = RULE_SETS[key]
    assert 0 < len(rules.title) <= 32
    assert 0 < len(rules.summary) <= 120
    assert all(sentence.endswith(".") for sentence in (rules.summary, *rules.readings))


@pytest.mark.parametrize("key", CELLS)
@pytest.mark.parametrize(("cents", "allowed"), [(-100, 0), (0, 0), (99, 0), (100, 1), (10**12, 1)])
def test_limits(key: str, cents: int, allowed: int) -> None:
    """A bet is at least a dollar; the balance alone is the upper limit."""
    assert RULE_SETS[key].allows(cents) == bool(allowed)


@pytest.mark.parametrize("key", CELLS)
@pytest.mark.parametrize("total", TOTALS, ids=str)
def test_dealer_draws_below_17_and_stands_on_every_17(key: str, total: Total) -> None:
    """Hard or soft, 16 is drawn to and 17 is not; soft 18 to 20 are not drawn to either."""
    assert RULE_SETS[key].dealer_draws(total) == (total.points < 17)


@pytest.mark.parametrize("key", CELLS)
@pytest.mark.parametrize("rank", Rank)
def test_no_peek_and_no_insurance_whatever_is_up(key: str, rank: Rank) -> None:
    """No card makes the dealer look, or offer insurance, where the rules have neither."""
    assert not RULE_SETS[key].peeks_at(rank)
    assert not RULE_SETS[key].insures_against(rank)


@pytest.mark.parametrize("key", CELLS)
def test_the_deck_is_made_of_52_cards(key: str) -> None:
    """Thirteen ranks in four suits."""
    assert RULE_SETS[key].kinds == set(FRENCH_DECK)
    assert len(RULE_SETS[key].kinds) == 52
