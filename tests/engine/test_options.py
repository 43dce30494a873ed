"""What may be changed of a rule set, and how the result is written."""

from dataclasses import replace

import pytest

from engine.rules.options import Options, options_of, parse_rules, rules_text, with_options
from engine.rules.refusals import Refused
from engine.rules.rule_sets import HOTSEAT, RULE_SETS
from engine.rules.rules import Rules
from engine.table.restoring import restored
from tests.engine.sitting import ANN, BEN, Sitting
from tests.engine.variants import CASINO, WITHOUT_END

CHOOSY = replace(CASINO, deck_choice=(3, 8))
"""A casino where the number of decks can be chosen."""


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_without_options_a_rule_set_is_its_key(rules: Rules) -> None:
    """Nothing changed is nothing written, and reads back to the rule set itself."""
    assert with_options(rules, Options()) == rules
    assert rules_text(rules) == rules.key
    assert parse_rules(rules.key) == rules


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (Options(seats=1), "hotseat seats=1"),
        (Options(min_bet=500), "hotseat min_bet=500"),
        (Options(max_bet=100), "hotseat max_bet=100"),
        (
            Options(seats=2, min_bet=500, max_bet=1_000),
            "hotseat seats=2 min_bet=500 max_bet=1000",
        ),
    ],
)
def test_options_are_written_and_read_back(options: Options, text: str) -> None:
    """The key, and what was changed, in one order."""
    rules = with_options(HOTSEAT, options)
    assert rules_text(rules) == text
    assert parse_rules(text) == rules
    assert options_of(rules) == options


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        (HOTSEAT, Options(seats=0)),
        (HOTSEAT, Options(seats=5)),
        (HOTSEAT, Options(min_bet=99)),
        (HOTSEAT, Options(max_bet=99)),
        (HOTSEAT, Options(min_bet=1_000, max_bet=999)),
        (HOTSEAT, Options(decks=7)),
        (HOTSEAT, Options(decks=9)),
        (WITHOUT_END, Options(decks=8)),
        (CASINO, Options(min_bet=499)),
        (CASINO, Options(min_bet=50_001)),
        (CASINO, Options(max_bet=50_001)),
        (CHOOSY, Options(decks=2)),
        (CHOOSY, Options(decks=9)),
    ],
)
def test_a_table_is_never_laxer_than_its_rules(rules: Rules, options: Options) -> None:
    """More seats, lower and higher limits and other decks are refused."""
    with pytest.raises(Refused):
        with_options(rules, options)


@pytest.mark.parametrize(
    ("decks", "place"), [(8, (60, 80)), (6, (60, 80)), (4, (60, 80)), (3, (60, 80))]
)
def test_the_cut_card_stays_where_there_is_room(decks: int, place: tuple[int, int]) -> None:
    """With as many cards from the bottom as the rules say."""
    assert with_options(CHOOSY, Options(decks=decks)).cut_card == place


def test_the_cut_card_moves_up_in_a_small_shoe() -> None:
    """In one deck eighty cards from the bottom is nowhere: its place is as deep in proportion."""
    small = replace(HOTSEAT, deck_choice=(1, 8))
    assert with_options(small, Options(decks=2)).cut_card == (60, 80)
    assert with_options(small, Options(decks=1)).cut_card == (7, 10)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "nowhere", "Hotseat", "hotseat ", " hotseat", "seats=2 hotseat", "hotseat,"),
        *("hotseat  seats=2", "hotseat seats=2 ", "hotseat seats=02", "hotseat seats=+2"),
        *("hotseat seats=٢", "hotseat seats=2_0", "hotseat seats= 2", "hotseat seats=2.0"),
        *("hotseat seats", "hotseat seats=", "hotseat =2", "hotseat seats=2=2", "hotseat Seats=2"),
        *("hotseat seats=4", "hotseat seats=5", "hotseat decks=8", "hotseat seats=None"),
        *("hotseat max_bet=900 seats=2", "hotseat seats=2 seats=2", "hotseat seats=2 seats=3"),
        *("hotseat title=x", "hotseat peek=1", "hotseat double=0", "hotseat key=2"),
        *("hotseat min_bet=1000 max_bet=900", "hotseat min_bet=" + "9" * 5_000),
    ],
)
def test_what_is_no_rule_set_with_options_is_refused(text: str) -> None:
    """Read exactly as written: no second way to say the same."""
    with pytest.raises(ValueError, match=r"rule set|written"):
        parse_rules(text)


def test_a_table_comes_back_with_its_options() -> None:
    """After a restart the same seats and limits hold."""
    rules = with_options(HOTSEAT, Options(seats=2, max_bet=1_000))
    table = Sitting.at(rules)
    table.bet(BEN, 1_000)
    table.bet(ANN, 1_000)
    assert restored(table.journal.opened()).rules == rules


@pytest.mark.parametrize("options", [Options(), Options(seats=2), Options(min_bet=500)])
def test_the_same_rules_are_one_key(options: Options) -> None:
    """What is remembered about rules is found again after they were read anew, and is not mixed up with others."""
    known = {with_options(rules, options): key for key, rules in RULE_SETS.items()}
    assert len(known) == len(RULE_SETS)
    for rules, key in list(known.items()):
        assert known[parse_rules(rules_text(rules))] == key
        assert replace(rules, hits_soft_17=not rules.hits_soft_17) not in known
