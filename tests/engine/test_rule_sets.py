"""The rule sets that a table can be opened with, cell by cell of their house rules."""

import re

import pytest

from engine.rules.cards import FRENCH_DECK, PLAIN_SUIT, Rank, Total
from engine.rules.cells import Cutter, Pair, Shuffle
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from tests.expectation.columns import ANY_TOTAL, COLUMNS, WITHOUT_END, Column

SPLITS = {"": Pair.NONE, "value": Pair.VALUE, "rank": Pair.RANK}


def cells(column: Column) -> dict[str, object]:
    """What the rules are to answer, by the names of their cells; `key` is the name of the column."""
    return {
        "decks": column.decks,
        "deck_choice": column.deck_choice,
        "shuffle": Shuffle(column.shuffle),
        "cut_card": column.cut_card,
        "cutter": Cutter(column.cutter),
        "seats": column.seats,
        "min_bet": column.least_bet,
        "max_bet": column.most_bet,
        "dealer_each": column.dealer_each,
        "hole_card": column.hole_card,
        "peek": column.peek,
        "hits_soft_17": column.dealer_hits_soft_17,
        "natural_pays": column.natural,
        "natural_paid_at_once": column.natural_at_once,
        "dealer_natural_beats_21": column.natural_beats_21,
        "ties_lose": column.ties_lose,
        "double": column.doubles != frozenset(),
        "double_totals": None if column.doubles in (frozenset(), ANY_TOTAL) else column.doubles,
        "double_after_split": column.doubles_after_split,
        "double_face_down": column.doubles_face_down,
        "split": SPLITS[column.splits],
        "max_hands": None if column.most_hands == WITHOUT_END else column.most_hands,
        "split_aces_one_card": column.one_card_to_split_aces,
        "natural_after_split": column.natural_of_split_ten,
        "insurance": column.insurance,
        "even_money": column.even_money,
        "surrender": column.surrender,
    }


HITS_SOFT_17 = {"downtown", "six-to-five"}
PEEKS = INSURES = {"bicycle", "vegas", "downtown", "six-to-five"}

TOTALS = [Total(points, soft=False) for points in range(2, 22)]
TOTALS += [Total(points, soft=True) for points in range(12, 22)]


@pytest.mark.parametrize("key", COLUMNS)
def test_cells(key: str) -> None:
    """The rule set says what the house rules say."""
    expected = cells(COLUMNS[key])
    assert {cell: getattr(RULE_SETS[key], cell) for cell in expected} == expected


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
    """Every rule set has its column, and every field but the name has its line."""
    assert {*COLUMNS} == {*RULE_SETS}
    asked = {*cells(COLUMNS["hotseat"])}
    assert asked | {"key"} == {*Rules.__dataclass_fields__} | {"shuffle"}
    assert len(asked) - 1 == len(Column.__dataclass_fields__)  # `doubles` answers two of them


@pytest.mark.parametrize("key", RULE_SETS)
@pytest.mark.parametrize("cents", [-100, 0, 99, 100, 199, 200, 50_000, 50_001, 10**12])
def test_limits(key: str, cents: int) -> None:
    """At least a dollar and no upper limit but the balance; in one document from $2 to $500."""
    allowed = 200 <= cents <= 50_000 if key == "bicycle" else cents >= 100
    assert RULE_SETS[key].allows(cents) == allowed


@pytest.mark.parametrize("key", RULE_SETS)
def test_dealer_draws_below_17_and_to_soft_17_where_it_is_said(key: str) -> None:
    """Hard or soft, 16 is drawn to; soft 17 by two rule sets; hard 17 and soft 18 to 20 by none."""
    draws = {total for total in TOTALS if total.points < 17}
    if key in HITS_SOFT_17:
        draws.add(Total(17, soft=True))
    found = {total for total in TOTALS if RULE_SETS[key].dealer_draws(total)}
    assert found == draws, f"is {key} to be in HITS_SOFT_17 above?"


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
