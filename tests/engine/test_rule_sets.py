"""The rule sets that a table can be opened with, cell by cell of their house rules."""

import re
from fractions import Fraction

import pytest

from engine.rules.cards import FRENCH_DECK, PLAIN_SUIT, Rank
from engine.rules.hand import Total
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.rules.terms import Cutter, Faces, Pair, Shuffle

ANY_TWO, NINE_TO_ELEVEN = None, frozenset({9, 10, 11})
EVENS_AS_21, WITHOUT_END, THE_BALANCE = None, None, None

ORDER = (
    *("decks", "deck_choice", "faces", "shuffle", "cut_card", "cutter", "seats"),
    *("min_bet", "max_bet", "dealer_each", "hole_card", "peek", "hits_soft_17"),
    *("natural_pays", "natural_paid_at_once", "dealer_natural_beats_21", "ties_lose"),
    *("double", "double_totals", "double_after_split", "double_face_down"),
    *("split", "max_hands", "split_aces_one_card", "resplit_aces", "natural_after_split"),
    *("insurance", "even_money", "surrender"),
)
"""The questions, in the order in which the columns below answer them."""

COLUMNS: dict[str, tuple[object, ...]] = {
    "hotseat": (
        *(8, None, Faces.FRENCH, Shuffle.AT_CUT_CARD, (60, 80), Cutter.FIRST_SEAT, 4),
        *(100, THE_BALANCE, False, True, False, False),
        *(EVENS_AS_21, False, False, False),
        *(True, ANY_TWO, False, False),
        *(Pair.NONE, 1, False, False, False),
        *(False, False, False),
    ),
    "endless": (
        *(None, None, Faces.GENERIC, Shuffle.NEVER, None, Cutter.NOBODY, 4),
        *(100, THE_BALANCE, False, True, False, False),
        *(Fraction(3, 2), True, True, False),
        *(True, ANY_TWO, True, False),
        *(Pair.VALUE, WITHOUT_END, True, False, True),
        *(False, False, False),
    ),
    "private": (
        *(1, None, Faces.FRENCH, Shuffle.EVERY_ROUND, None, Cutter.NOBODY, 4),
        *(100, THE_BALANCE, True, False, False, False),
        *(EVENS_AS_21, False, False, True),
        *(False, ANY_TWO, False, False),
        *(Pair.NONE, 1, False, False, False),
        *(False, False, False),
    ),
    "bicycle": (
        *(6, None, Faces.FRENCH, Shuffle.AT_CUT_CARD, (60, 75), Cutter.DESIGNATED, 4),
        *(200, 50_000, False, True, True, False),
        *(Fraction(3, 2), False, True, False),
        *(True, NINE_TO_ELEVEN, False, True),
        *(Pair.RANK, 2, True, False, False),
        *(True, False, False),
    ),
    "surrender": (
        *(8, (1, 8), Faces.FRENCH, Shuffle.AT_CUT_CARD, (60, 80)),
        *(Cutter.FIRST_SEAT, 4),
        *(100, THE_BALANCE, False, True, False, False),
        *(Fraction(3, 2), False, False, False),
        *(True, ANY_TWO, False, False),
        *(Pair.VALUE, 2, False, False, False),
        *(False, False, True),
    ),
    "vegas": (
        *(6, None, Faces.FRENCH, Shuffle.AT_CUT_CARD, (60, 80)),
        *(Cutter.DESIGNATED, 4),
        *(100, THE_BALANCE, False, True, True, False),
        *(Fraction(3, 2), False, True, False),
        *(True, ANY_TWO, True, False),
        *(Pair.VALUE, 4, True, False, False),
        *(True, True, True),
    ),
    "downtown": (
        *(2, None, Faces.FRENCH, Shuffle.AT_CUT_CARD, (26, 36), Cutter.DESIGNATED, 4),
        *(100, THE_BALANCE, False, True, True, True),
        *(Fraction(3, 2), False, True, False),
        *(True, ANY_TWO, True, False),
        *(Pair.VALUE, 4, True, False, False),
        *(True, True, False),
    ),
    "european": (
        *(6, None, Faces.FRENCH, Shuffle.AT_CUT_CARD, (60, 80), Cutter.DESIGNATED, 4),
        *(100, THE_BALANCE, False, False, False, False),
        *(Fraction(3, 2), False, True, False),
        *(True, NINE_TO_ELEVEN, True, False),
        *(Pair.VALUE, 4, True, False, False),
        *(False, False, False),
    ),
    "six-to-five": (
        *(1, None, Faces.FRENCH, Shuffle.EVERY_ROUND, None, Cutter.NOBODY, 4),
        *(100, THE_BALANCE, False, True, True, True),
        *(Fraction(6, 5), False, True, False),
        *(True, ANY_TWO, False, False),
        *(Pair.VALUE, 2, True, False, False),
        *(True, True, False),
    ),
}
"""The house rules, a column for each rule set."""

HITS_SOFT_17 = {"downtown", "six-to-five"}
PEEKS = INSURES = {"bicycle", "vegas", "downtown", "six-to-five"}

TOTALS = [Total(points, soft=False) for points in range(2, 22)]
TOTALS += [Total(points, soft=True) for points in range(12, 22)]


@pytest.mark.parametrize(
    ("key", "cell", "expected"),
    [
        (key, cell, value)
        for key, cells in COLUMNS.items()
        for cell, value in zip(ORDER, cells, strict=True)
    ],
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


def test_no_question_is_left_out() -> None:
    """Every rule set has its column, and every field but the words has its line."""
    assert {*COLUMNS} == {*RULE_SETS}
    assert {*ORDER} | {"key"} == {*Rules.__dataclass_fields__}


@pytest.mark.parametrize("key", RULE_SETS)
@pytest.mark.parametrize("cents", [-100, 0, 99, 100, 199, 200, 50_000, 50_001, 10**12])
def test_limits(key: str, cents: int) -> None:
    """At least a dollar and no upper limit but the balance; in one document from $2 to $500."""
    allowed = 200 <= cents <= 50_000 if key == "bicycle" else cents >= 100
    assert RULE_SETS[key].allows(cents) == allowed


@pytest.mark.parametrize("key", RULE_SETS)
@pytest.mark.parametrize("total", TOTALS, ids=str)
def test_dealer_draws_below_17_and_to_soft_17_where_it_is_said(key: str, total: Total) -> None:
    """Hard or soft, 16 is drawn to; soft 17 by two rule sets; hard 17 and soft 18 to 20 by none."""
    soft_17 = key in HITS_SOFT_17 and total == Total(17, soft=True)
    draws = total.points < 17 or soft_17
    assert RULE_SETS[key].dealer_draws(total) == draws, f"is {key} to be in HITS_SOFT_17 above?"


@pytest.mark.parametrize("key", RULE_SETS)
@pytest.mark.parametrize("rank", Rank)
def test_peek_and_insurance(key: str, rank: Rank) -> None:
    """Where the rules have them, the dealer looks under a ten or an ace, and insures against an ace."""
    why = f"is {key} to be in PEEKS or INSURES above?"
    assert RULE_SETS[key].peeks_at(rank) == (key in PEEKS and rank.points in {1, 10}), why
    assert RULE_SETS[key].insures_against(rank) == (key in INSURES and rank is Rank.ACE), why


@pytest.mark.parametrize("key", RULE_SETS)
def test_the_deck_is_made_of_52_cards(key: str) -> None:
    """Thirteen ranks in four suits; in one document ten plain cards."""
    kinds = RULE_SETS[key].kinds
    assert kinds == (set(PLAIN_SUIT) if key == "endless" else set(FRENCH_DECK))
    assert len(kinds) == (10 if key == "endless" else 52)
