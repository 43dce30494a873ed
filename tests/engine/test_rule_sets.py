"""The rule sets, value by value, and the options that change them."""

import re
from dataclasses import asdict, fields, replace
from enum import Enum
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.rules.options import (
    Options,
    options_of,
    parse_rules,
    rules_text,
    with_options,
    with_what_fits,
)
from engine.rules.refusals import Refused
from engine.rules.rule_sets import HOTSEAT, PRIVATE, RULE_SETS, SURRENDER
from engine.rules.rules import MalformedRules, Pair, Rules
from engine.table.resuming import restored
from tests.engine.games import MODERATE
from tests.engine.sitting import Sitting, cut_cards_of
from tests.engine.variants import (
    AT_ONCE,
    CASINO,
    EACH,
    FACE_DOWN,
    NO_PEEK,
    WITHOUT_END,
    every_rule_set,
)
from tests.expectation.columns import COLUMNS, Column


@every_rule_set
def test_cells(rules: Rules) -> None:
    """Against the independent column, field by field."""
    cells = {field.name: getattr(rules, field.name) for field in fields(Column)}
    expected = {
        name: cell.value if isinstance(cell, Enum) else cell for name, cell in cells.items()
    }
    assert asdict(COLUMNS[rules.key]) == expected
    assert {*expected} | {"key"} == {*Rules.__dataclass_fields__} | {"shuffle"}
    assert RULE_SETS[rules.key] is rules
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rules.key)


WRONG: list[tuple[Rules, dict[str, Any], str]] = [
    (HOTSEAT, {"seats": 2.0}, "whole numbers"),
    (HOTSEAT, {"min_bet": 150.5}, "whole cents"),
    (HOTSEAT, {"seats": 0}, "one to four seats"),
    (HOTSEAT, {"seats": 5}, "one to four seats"),
    (HOTSEAT, {"decks": 9}, "one to eight decks"),
    (HOTSEAT, {"decks": None}, "an infinite deck"),
    (WITHOUT_END, {"cut_card": (10, 20)}, "an infinite deck"),
    (HOTSEAT, {"cut_card": (0, 80)}, "is a range"),
    (HOTSEAT, {"cut_card": (80, 60)}, "is a range"),
    (HOTSEAT, {"cut_card": (60, 416)}, "within the shoe"),
    (EACH, {"decks": 1}, "use up all the cards"),
    (CASINO, {"max_hands": None}, "use up all the cards"),
    (HOTSEAT, {"min_bet": 0}, "the lowest bet"),
    (HOTSEAT, {"max_bet": 99}, "the highest bet"),
    (PRIVATE, {"peek": True}, "nothing to peek at"),
    (PRIVATE, {"hole_card": True}, "no hole card"),
    (EACH, {"insurance": True}, "against one dealer"),
    (CASINO, {"insurance": False}, "a kind of insurance"),
    (CASINO, {"natural_pays": Fraction(0)}, "more than nothing"),
    (HOTSEAT, {"natural_paid_at_once": True}, "just 21"),
    (CASINO, {"natural_pays": None}, "just 21"),
    (WITHOUT_END, {"natural_pays": None, "natural_paid_at_once": False}, "just 21"),
    (AT_ONCE, {"even_money": True}, "not paid yet"),
    (PRIVATE, {"double_totals": frozenset({11})}, "need doubling"),
    (PRIVATE, {"double_face_down": True}, "need doubling"),
    (NO_PEEK, {"double": False}, "need doubling"),
    (FACE_DOWN, {"double_totals": frozenset({9, 10, 11, 12})}, "may not bust"),
    (HOTSEAT, {"double_totals": frozenset()}, "needs a total"),
    (HOTSEAT, {"max_hands": 2}, "one hand"),
    (HOTSEAT, {"double_after_split": True}, "need splitting"),
    (HOTSEAT, {"split_aces_one_card": True}, "need splitting"),
    (CASINO, {"max_hands": 1}, "at least two hands"),
    (CASINO, {"split": Pair.NONE}, "one hand"),
]


@pytest.mark.parametrize(("rules", "changes", "why"), WRONG)
def test_contradictory_rules_can_not_be_built(
    rules: Rules, changes: dict[str, Any], why: str
) -> None:
    with pytest.raises(MalformedRules, match=f"^{rules.key}: .*{why}"):
        replace(rules, **changes)


# Options


def assert_stricter(changed: Rules, rules: Rules) -> None:
    assert 1 <= changed.seats <= rules.seats
    assert rules.min_bet <= changed.min_bet <= changed.highest_bet <= rules.highest_bet
    free = {"seats", "min_bet", "max_bet"} | ({"decks", "cut_card"} if rules.deck_choice else set())
    assert {name for name, value in asdict(rules).items() if asdict(changed)[name] != value} <= free


COUNTS = st.none() | st.integers(-1, 9)
AMOUNTS = st.none() | st.sampled_from([-1, 0, 99, 100, 101, 199, 200, 5_000, 50_000, 50_001, 10**9])


@every_rule_set
@settings(MODERATE, max_examples=90)
@given(decks=COUNTS, seats=COUNTS, least=AMOUNTS, most=AMOUNTS)
@example(decks=None, seats=2, least=200, most=50_000)
def test_options_only_make_rules_stricter(
    rules: Rules, decks: int | None, seats: int | None, least: int | None, most: int | None
) -> None:
    """Or are refused; the result round-trips through text."""
    options = Options(decks=decks, seats=seats, min_bet=least, max_bet=most)
    try:
        changed = with_options(rules, options)
    except Refused:
        return
    assert_stricter(changed, rules)
    given = {n: v for n, v in options.changes().items() if v != getattr(rules, n)}
    assert options_of(changed).changes() == given
    moved = {"cut": 26} if given.get("decks") == 1 else {}
    text = " ".join([rules.key, *(f"{n}={v}" for n, v in (given | moved).items())])
    assert rules_text(changed) == text
    assert parse_rules(text) == changed


def test_the_cut_card_for_a_chosen_number_of_decks() -> None:
    """The usual place; for one deck, Downtown's."""
    for decks, place in ((1, (26, 36)), (2, (60, 80)), (8, (60, 80))):
        rules = with_options(SURRENDER, Options(decks=decks))
        assert rules.cut_card == cut_cards_of(rules) == place


def test_a_single_deck_of_1_0_0_keeps_its_cut_card() -> None:
    """It is in the sealed header, so open tables and old shoes keep it."""
    older = parse_rules("surrender decks=1 seats=2")
    assert older.cut_card == cut_cards_of(older) == (7, 10)
    assert rules_text(older) == "surrender decks=1 seats=2"
    assert parse_rules("surrender decks=1 seats=2 cut=26").cut_card == (26, 36)


INVALID_RULES = (
    "|nowhere|Hotseat|hotseat | hotseat|seats=2 hotseat|hotseat  seats=2|hotseat seats=02|hotseat seats=+2"
    "|hotseat seats=٢|hotseat seats=2_0|hotseat seats|hotseat seats=|hotseat =2|hotseat seats=2=2"
    "|hotseat Seats=2|hotseat seats=4|hotseat seats=5|hotseat decks=8|hotseat seats=None"
    "|hotseat max_bet=900 seats=2|hotseat seats=2 seats=2|hotseat seats=2 seats=3|hotseat title=x"
    "|hotseat peek=1|downtown cut=26|surrender cut=26|surrender decks=2 cut=26|surrender decks=1 cut=27"
)


@pytest.mark.parametrize("text", [*INVALID_RULES.split("|"), "hotseat min_bet=" + "9" * 5_000])
def test_invalid_texts_of_rules_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"rule set|written"):
        parse_rules(text)


def test_equal_rules_are_one_dictionary_key() -> None:
    """Caches find parsed rules again, and rule sets differ."""
    for options in (Options(), Options(seats=2), Options(min_bet=500)):
        known = {with_options(rules, options): key for key, rules in RULE_SETS.items()}
        assert len(known) == len(RULE_SETS)
        assert all(known[parse_rules(rules_text(rules))] == key for rules, key in known.items())
    table = Sitting.at(with_options(SURRENDER, Options(decks=2, seats=2, min_bet=500)))
    assert restored(table.journal.opened()).rules == table.state.rules, "after a restart as well"


def test_options_are_kept_if_other_rules_allow_them() -> None:
    """Decks if they can be chosen there, limits within the others."""
    options = Options(decks=2, seats=2, min_bet=5_00, max_bet=100_00)
    assert with_what_fits(SURRENDER, options) == with_options(SURRENDER, options)
    saved = Options(seats=2, min_bet=5_00, max_bet=100_00)
    assert with_what_fits(HOTSEAT, options) == with_options(HOTSEAT, saved)
    dear = with_options(HOTSEAT, Options(min_bet=200_00))
    assert with_what_fits(dear, options) == with_options(dear, Options(seats=2))
