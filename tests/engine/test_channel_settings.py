"""Channel settings only narrow the rules, and every accepted combination can be played."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rules.options import Options
from engine.rules.refusals import Refused
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.table.channel_settings import ChannelSettings, Seconds, parse_settings
from engine.values.amounts import MOST, NotAnAmount

HOST = Seconds(bet=60, turn=45)

LIMITS = st.none() | st.sampled_from([1, 99, 100, 150, 200, 5_000, 50_000, 50_001, MOST])
CHOICE = st.none() | st.integers(0, 8)
FIELDS = st.fixed_dictionaries(
    {
        "rule_sets": st.none() | st.frozensets(st.sampled_from([*RULE_SETS]), min_size=1),
        "default": st.sampled_from([None, *RULE_SETS]),
        "lowest": LIMITS,
        "highest": LIMITS,
        "seats": st.none() | st.integers(1, 4),
        "bet_seconds": st.none() | st.sampled_from([5, 3_600]),
        "turn_seconds": st.none() | st.integers(5, 3_600),
        "card_pictures": st.sampled_from([None, True, False]),
        "language": st.sampled_from([None, "de", "pt-BR", "es-419"]),
        "talk": st.booleans(),
        "tables": st.booleans(),
    }
)


ASKED = st.fixed_dictionaries(
    {"decks": CHOICE, "seats": CHOICE, "min_bet": LIMITS, "max_bet": LIMITS}
).map(lambda options: Options(**options))


@settings(max_examples=150, deadline=None)
@given(values=FIELDS, options=ASKED)
def test_accepted_settings_can_be_played(values: dict[str, Any], options: Options) -> None:
    """Every allowed rule set has a table with a possible bet; settings round-trip through text. Options narrow further,
    or are refused.
    """
    try:
        channel = ChannelSettings(**values)
    except Refused:
        return
    assert channel.usual in channel.allowed
    assert len(channel.offered) == len(channel.allowed) * channel.tables
    for base, narrowed in zip(channel.allowed, channel.offered, strict=False):
        assert channel.rules_for(base) == narrowed
        assert is_narrower(narrowed, base)
        assert narrowed.allows(narrowed.min_bet)
        assert narrowed.min_bet >= (channel.lowest or 0)
        assert channel.highest is None or narrowed.max_bet is not None
        assert (narrowed.max_bet or 0) <= (channel.highest or MOST)
        assert 1 <= narrowed.seats <= (channel.seats or 4)
        with suppress(Refused):
            opened = channel.rules_for(base, options)
            assert is_narrower(opened, narrowed)
            assert {name: getattr(opened, name) for name in options.changes()} == options.changes()
    texts, default = channel.texts(), ChannelSettings()
    assert parse_settings(texts) == channel
    assert set(texts) == {name for name in values if values[name] != getattr(default, name)}
    times = channel.seconds(HOST)
    assert times.bet == (HOST.bet if channel.bet_seconds is None else channel.bet_seconds)
    assert times.turn == (HOST.turn if channel.turn_seconds is None else channel.turn_seconds)


def is_narrower(one: Rules, other: Rules) -> bool:
    most = float("inf")
    return (
        one.seats <= other.seats
        and one.min_bet >= other.min_bet
        and (one.max_bet or most) <= (other.max_bet or most)
    )


def test_the_default_rule_set() -> None:
    """The admins' choice, else Bicycle, else the first allowed one. Limits that exclude an allowed rule set are
    refused.
    """
    two, one = frozenset({"downtown", "vegas"}), frozenset({"downtown"})
    for values, expected in (
        ({}, "bicycle"),
        ({"default": "private"}, "private"),
        ({"rule_sets": two}, "vegas"),
        ({"rule_sets": two, "default": "downtown"}, "downtown"),
        ({"rule_sets": one}, "downtown"),
    ):
        assert ChannelSettings(**values).usual == RULE_SETS[expected]
    with pytest.raises(Refused) as refused:
        ChannelSettings(lowest=50_001)
    assert refused.value.refusal.rules == "bicycle"
    others = frozenset(RULE_SETS) - {"bicycle"}
    assert len(ChannelSettings(lowest=50_001, rule_sets=others).offered) == len(others)


def test_settings_are_parsed_from_text() -> None:
    """Amounts in players' notations, names with or without spaces."""
    before = ChannelSettings(highest=500, language="de", seats=2)
    typed = {"rule_sets": "vegas, hotseat", "lowest": "1k", "highest": "2k", "language": None}
    after = before.with_texts(typed)
    texts = {"rule_sets": "hotseat,vegas", "lowest": "$1,000", "highest": "$2,000", "seats": "2"}
    assert after.texts() == texts
    assert after.with_texts({"tables": "off", "card_pictures": "on"}).offered == ()
    assert after.with_texts({"tables": "on"}) == after
    for name, text in (("seats", "٢"), ("bet_seconds", "9" * 5_000), ("turn_seconds", "7.5")):
        with pytest.raises(Refused):
            after.with_texts({name: text})
    with pytest.raises(NotAnAmount):
        after.with_texts({"lowest": "much"})


UNREADABLE = "colour=red|lowest=500|lowest=$5.00|lowest=much|seats=02|seats=9|rule_sets=vegas,hotseat|rule_sets=nowhere"


def test_malformed_saved_settings_are_refused() -> None:
    for name, _, text in (line.partition("=") for line in UNREADABLE.split("|")):
        with pytest.raises(ValueError, match="settings"):
            parse_settings({name: text})
