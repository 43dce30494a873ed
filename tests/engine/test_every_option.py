"""Every combination of options, for every rule set: stricter and never laxer, written and read back, kept."""

from dataclasses import fields, replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.round.shoe import Shoe
from engine.rules.options import Options, options_of, parse_rules, rules_text, with_options
from engine.rules.refusals import Refusal, Refused, Why
from engine.rules.rule_sets import RULE_SETS, SURRENDER
from engine.rules.rules import Rules
from engine.table.restoring import restored
from tests.engine.games import MODERATE, seed_bytes
from tests.engine.sitting import ANN, BEN, SECONDS, Sitting

of_all = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)

CHOOSABLE = {"decks", "seats", "min_bet", "max_bet"}


def limits_within(rules: Rules) -> list[tuple[int | None, int | None]]:
    """Pairs of limits that are no laxer than those of the rules."""
    least, most = rules.min_bet, rules.max_bet or 10**9
    return [
        *[(None, None), (least + 1, None), (None, most - 1), (least, most - 7)],
        *[(least + 1, least + 1), (most - 1, most - 1), (most, None), (None, least)],
    ]


def allowed(rules: Rules) -> list[Options]:
    """Options for every number of decks and seats that may be chosen, with limits of every kind."""
    low, high = rules.deck_choice or (rules.decks, rules.decks)
    decks = [None, *range(low, high + 1)] if low is not None and high is not None else [None]
    seats = [None, *range(1, rules.seats + 1)]
    return [
        Options(decks=d, seats=s, min_bet=least, max_bet=most)
        for d, s, (least, most) in product(decks, seats, limits_within(rules))
    ]


def chosen(rules: Rules, options: Options) -> Rules | Refusal:
    """The rules with these options, or why not."""
    try:
        return with_options(rules, options)
    except Refused as refused:
        return refused.refusal


@of_all
def test_all_that_is_allowed_is_written_and_read_back(rules: Rules) -> None:
    """The text form leads to the same rules, and the rules to the same text and the same changes."""
    for options in allowed(rules):
        changed = with_options(rules, options)
        text = rules_text(changed)
        assert parse_rules(text) == changed
        assert rules_text(parse_rules(text)) == text
        given_as = {n: v for n, v in options.changes().items() if v != getattr(rules, n)}
        assert options_of(changed).changes() == given_as
        assert text == " ".join([rules.key, *(f"{n}={v}" for n, v in given_as.items())])


@of_all
def test_what_is_allowed_is_stricter(rules: Rules) -> None:
    """No more seats, no lower and no higher bets; nothing else differs but decks, and the cut card with them."""
    for options in allowed(rules):
        changed = with_options(rules, options)
        assert 1 <= changed.seats <= rules.seats
        assert changed.min_bet >= rules.min_bet
        assert rules.max_bet is None or (changed.max_bet or 0) <= rules.max_bet
        for cents in (changed.min_bet, changed.max_bet or 10**9):
            assert rules.allows(cents)
        free = CHOOSABLE | ({"cut_card"} if rules.deck_choice else set())
        for field in fields(Rules):
            same = getattr(changed, field.name) == getattr(rules, field.name)
            assert same or field.name in free


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
@MODERATE
@given(
    decks=st.none() | st.integers(-1, 12),
    seats=st.none() | st.integers(-1, 6),
    least=st.none() | st.integers(-5, 60_000),
    most=st.none() | st.integers(-5, 60_000),
)
def test_whatever_is_chosen_is_stricter_or_refused(
    rules: Rules, decks: int | None, seats: int | None, least: int | None, most: int | None
) -> None:
    """Any numbers make rules that can be written and are no laxer, or are refused for a reason."""
    options = Options(decks=decks, seats=seats, min_bet=least, max_bet=most)
    changed = chosen(rules, options)
    if isinstance(changed, Refusal):
        return
    assert parse_rules(rules_text(changed)) == changed
    assert changed.seats <= rules.seats
    assert changed.min_bet >= rules.min_bet
    assert rules.max_bet is None or (changed.max_bet or 0) <= rules.max_bet
    assert changed.max_bet is None or changed.min_bet <= changed.max_bet


FIXED = {"hotseat": 6, "endless": 8, "private": 2, "bicycle": 8, "vegas": 8, "downtown": 1}
FIXED |= {"european": 8, "six-to-five": 2}


@pytest.mark.parametrize(
    ("key", "options", "why"),
    [
        *(
            (key, Options(decks=decks), Refusal(why=Why.DECKS_FIXED))
            for key, decks in FIXED.items()
        ),
        ("surrender", Options(decks=0), Refusal(why=Why.DECKS_OUT_OF_RANGE, range=(1, 8))),
        ("surrender", Options(decks=9), Refusal(why=Why.DECKS_OUT_OF_RANGE, range=(1, 8))),
        ("hotseat", Options(seats=0), Refusal(why=Why.SEATS_OUT_OF_RANGE, range=(1, 4))),
        ("vegas", Options(seats=5), Refusal(why=Why.SEATS_OUT_OF_RANGE, range=(1, 4))),
        ("hotseat", Options(min_bet=99), Refusal(why=Why.LEAST_OUT_OF_RANGE, cents=99)),
        ("hotseat", Options(min_bet=-100), Refusal(why=Why.LEAST_OUT_OF_RANGE, cents=-100)),
        ("bicycle", Options(min_bet=50_001), Refusal(why=Why.LEAST_OUT_OF_RANGE, cents=50_001)),
        ("bicycle", Options(max_bet=50_001), Refusal(why=Why.MOST_OUT_OF_RANGE, cents=50_001)),
        ("bicycle", Options(max_bet=199), Refusal(why=Why.MOST_OUT_OF_RANGE, cents=199)),
    ],
)
def test_each_refusal_has_its_reason(key: str, options: Options, why: Refusal) -> None:
    """With the rule set, and the figure that can't be or those that could."""
    with pytest.raises(Refused) as refused:
        with_options(RULE_SETS[key], options)
    assert refused.value.refusal == replace(why, rules=key)


def test_the_highest_bet_is_not_below_the_lowest() -> None:
    """Each may be possible by itself."""
    with pytest.raises(Refused) as refused:
        with_options(RULE_SETS["endless"], Options(min_bet=1_000, max_bet=999))
    assert refused.value.refusal == Refusal(why=Why.LEAST_ABOVE_MOST)


@pytest.mark.parametrize(("decks", "place"), [(1, (7, 10)), (2, (60, 80)), (8, (60, 80))])
def test_the_cut_card_of_a_chosen_shoe(decks: int, place: tuple[int, int]) -> None:
    """As many cards from the bottom as ever; in one deck, which has not so many, in proportion to eight."""
    rules = with_options(SURRENDER, Options(decks=decks))
    assert rules.cut_card == place
    below = {
        decks * 52 - (Shoe.fresh(rules, seed_bytes(seed)).cut_card_at or 0) for seed in range(250)
    }
    assert (min(below), max(below)) == place


@of_all
def test_options_hold_after_a_restart(rules: Rules) -> None:
    """Decks, seats and limits of a table that comes back are those it was opened with, in mid-round and between."""
    low = rules.deck_choice[0] if rules.deck_choice else None
    changed = with_options(
        rules, Options(decks=low, seats=2, min_bet=rules.min_bet + 1, max_bet=1_000)
    )
    table = Sitting.at(changed, seed=5)
    assert restored(table.journal.opened()).rules == changed
    table.bet(BEN, 1_000)
    table.bet(ANN, rules.min_bet + 1)
    again = restored(table.journal.opened())
    assert again.rules == changed
    assert again.round == table.state.round
    table.wait(SECONDS.turn)
    table.wait(SECONDS.turn)
    assert restored(table.journal.opened()).rules == changed


@of_all
def test_decks_are_chosen_where_the_rules_leave_the_choice(rules: Rules) -> None:
    """By one rule set alone, from one to eight; by all others the number that they have is no choice."""
    found = [
        decks for decks in range(13) if not isinstance(chosen(rules, Options(decks=decks)), Refusal)
    ]
    own = [] if rules.decks is None else [rules.decks]
    assert found == (list(range(1, 9)) if rules.key == "surrender" else own)


@of_all
def test_an_option_that_changes_nothing_is_no_option(rules: Rules) -> None:
    """The rules' own figures may be named, and leave the text as it is."""
    named = Options(
        decks=rules.decks, seats=rules.seats, min_bet=rules.min_bet, max_bet=rules.max_bet
    )
    assert with_options(rules, named) == rules
    assert options_of(replace(rules)) == Options()
