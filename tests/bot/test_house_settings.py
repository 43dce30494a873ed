"""Settings of a channel or server: how they are entered, shown, logged and applied."""

import logging
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.interactions.slash import MOST_SUGGESTIONS, suggestions
from cogs.language import ENGLISH, LANGUAGES
from cogs.language.rule_names import meant_rules
from cogs.pages.setting_values import DEFAULT, Default, Defaults, meant, offers
from cogs.pages.suggestions import LONGEST, rules_suggestions
from engine.rules.refusals import Why
from engine.rules.rule_sets import RULE_SETS
from engine.table.channel_settings import (
    SECONDS,
    SETTINGS,
    ChannelSettings,
    Coaching,
    Seconds,
    TablePlace,
)
from tests.driver import Answer

from .casino import Casino
from .scenes import refusal_text, run_house

HOST = Default(Defaults(seconds=Seconds(bet=60, turn=45.5), card_pictures=True), {}, "bicycle", 7)
GERMAN = LANGUAGES["de"]

TYPING: Any = SimpleNamespace(
    id=5,
    user=SimpleNamespace(id=7),
    type=None,
    data=None,
    client=None,
    guild_id=None,
    channel_id=None,
)
"""The interaction of a user who types, as far as the log names it."""


async def suggested(casino: Casino, setting: str | None, value: str) -> list[str]:
    """The suggested values while an admin types this value."""
    options = {"value": value} if setting is None else {"setting": setting, "value": value}
    user = casino.sandbox.user(1)
    answer = await user.autocomplete(casino.channel, "house set", "value", **options)
    return [str(value) for _, value in answer.choices]


def settings(casino: Casino) -> ChannelSettings:
    """The channel's effective settings."""
    return casino.bot.house.settings_of(casino.channel.id)


async def set_for_server(casino: Casino, setting: str, value: str) -> Answer:
    """Change a setting for the whole server."""
    return await casino.set(setting, value, where="server")


# Setting

SET: tuple[tuple[str, str, object, str], ...] = (
    ("rule_sets", "Vegas Strip, hotseat,", frozenset({"hotseat", "vegas"}), "Hotseat, Vegas Strip"),
    ("default", "vegas strip", "vegas", "Vegas Strip"),
    ("lowest", "$5", 5_00, "$5"),
    ("highest", "0.4k", 400_00, "$400"),
    ("seats", "2 seats", 2, "2 seats"),
    ("bet_seconds", " 90 ", 90, "90 seconds"),
    ("card_pictures", "Off", False, "off"),
    ("talk", "OFF", False, "off"),
    ("tables", "off", False, "off"),
    ("company", "up to 2", 2, "up to 2"),
    ("place", "each in its own thread", TablePlace.THREAD, "each in its own"),
    ("language", "PT-br", "pt-BR", ""),
)


@pytest.mark.parametrize(
    ("code", "off"), [("es", "desactivado"), ("fr", "désactivé"), ("pt-BR", "desativado")]
)
def test_no_log_agrees_with_its_name(code: str, off: str) -> None:
    """The admin log is masculine and singular; tables and pictures are not."""
    assert HOST.said(LANGUAGES[code], "log") == off


async def test_admin_changes_settings(casino: Casino) -> None:
    """The value is parsed, the answer is private, and a restart keeps it until it is reset."""
    wanted: dict[str, object] = {}
    for setting, value, saved, shown in SET:
        wanted[setting] = saved
        answer = await casino.set(setting, value)
        assert settings(casino) == ChannelSettings(**wanted)  # type: ignore[arg-type]  # by name
        assert answer.message
        assert answer.message.ephemeral
        name = ENGLISH(f"setting-{setting.replace('_', '-')}")
        assert f"✅ {name}: **{shown}" in answer.text
    await casino.restart()
    assert settings(casino) == ChannelSettings(**wanted)  # type: ignore[arg-type]  # as above
    await casino.set("seats", "default")
    assert settings(casino).seats is None
    answer = await casino.sandbox.user(1).command(casino.channel, "house reset")
    assert settings(casino) == ChannelSettings()
    assert ENGLISH("house-set-here") not in answer.text
    assert "Tables: off → not set" in answer.text


async def test_page_shows_recent_changes(casino: Casino) -> None:
    """The last five changes, newest first, with admin and time; other channels have their own list."""
    boss, other = casino.users(2)
    casino.sandbox.guild().let_manage(other)
    for seconds in range(10, 15):
        casino.clock.advance(60)
        await casino.set("turn_seconds", str(seconds))
    await casino.set("lowest", "2", by=2)
    answer = await boss.command(casino.channel, "house settings")
    changes = answer.text.split(ENGLISH("house-last-changes"))[1]
    moment = f"<t:{int(casino.clock.now())}:R>"
    assert changes.startswith(
        f"**\nLowest bet: not set → $2\n-# {other.name} · {moment}\n"
        f"Time to decide: 13 seconds → 14 seconds\n-# {boss.name} · {moment}\n"
    )
    assert changes.count("→") == 5
    assert "not set → 10 seconds" not in changes
    answer = await boss.command(casino.sandbox.channel("lounge"), "house settings")
    assert ENGLISH("house-never-changed") in answer.text


async def test_hosts_log_has_changes_of_settings(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """One line with the channel or server, its settings now, and the admin."""
    boss, channel = casino.sandbox.user(1), casino.channel
    with caplog.at_level(logging.INFO, "engine"):
        await casino.set("seats", "2")
        await casino.set("lowest", "0.02k")
        await run_house(casino, boss, "reset")
        await set_for_server(casino, "seats", "2")
    by = f"channel {channel.id}: user {boss.id} has set"
    assert [line for line in caplog.messages if " has set " in line] == [
        *(f"{by} seats 2", f"{by} lowest $20, seats 2", f"{by} the defaults"),
        f"server {channel.guild.id}: user {boss.id} has set seats 2",
    ]


async def test_endless_number_of_seconds_is_refused(casino: Casino) -> None:
    """Also one with more digits than Python or decimals convert."""
    for digits in (20, 400, 5_000):
        answer = await casino.set("bet_seconds", "9" * digits)
        assert answer.text == refusal_text(Why.SECONDS_OUT_OF_RANGE, range=SECONDS)
        assert await suggested(casino, "bet_seconds", "9" * digits) == []


# The whole server


async def test_server_settings_apply_to_each_channel(casino: Casino) -> None:
    """It includes untouched channels and open tables, survives restarts, and does not affect other servers."""
    (alice,) = casino.users(1)
    board = await casino.open(alice)
    answer = await set_for_server(casino, "coach", "off")
    assert "✅ Whole server, Coach: **off**" in answer.text
    assert f"**{ENGLISH('house-set-everywhere')}**\n- Coach: **off**" in answer.text
    assert ENGLISH("house-set-here") not in answer.text
    await set_for_server(casino, "language", "de")
    assert GERMAN("button-leave") in [one.label for one in board.buttons]
    await casino.restart()
    for place in (casino.channel, casino.sandbox.channel("lounge")):
        assert casino.bot.house.settings_of(place.id).coach is Coaching.OFF
    elsewhere = casino.sandbox.add_guild("Elsewhere", channels=("blackjack",)).channel("blackjack")
    assert casino.bot.house.settings_of(elsewhere.id) == ChannelSettings()


async def test_channel_setting_overrides_its_server(casino: Casino) -> None:
    """Even with the house's default. Setting the effective value again stores nothing, so it follows the server."""
    await set_for_server(casino, "coach", "off")
    await set_for_server(casino, "seats", "2")
    await casino.set("seats", "2")
    text = (await casino.set("coach", "hints and review")).text
    assert settings(casino) == ChannelSettings(seats=2)
    assert f"**{ENGLISH('house-set-here')}**\n- Coach: **hints and review**" in text
    assert f"**{ENGLISH('house-set-everywhere')}**\n- Seats: **2 seats**" in text
    assert "not set → hints and review" in text
    await set_for_server(casino, "seats", "3")
    await casino.set("coach", "default")
    assert settings(casino) == ChannelSettings(seats=3, coach=Coaching.OFF)


# Suggestions

OFFERED: Mapping[tuple[str | None, str], list[str]] = {
    ("tables", "of"): ["off"],
    ("turn_seconds", "4"): ["45", "default"],
    ("lowest", "7"): ["$7"],
    ("rule_sets", "Vegas Strip, Hotseat, hot"): ["vegas,hotseat"],
    ("rule_sets", "Vegas Strip"): ["vegas", *(f"vegas,{k}" for k in RULE_SETS if k != "vegas")],
    ("rule_sets", "poker, hot"): [],
    (None, "1"): [],
    ("nothing", "1"): [],
}


async def test_values_are_suggested(casino: Casino) -> None:
    """Suggestions match the typed text and are valid; they do not count as clicks."""
    for (setting, value), wanted in OFFERED.items():
        assert await suggested(casino, setting, value) == wanted
    for _ in range(40):
        assert await suggested(casino, "tables", "of") == ["off"]
    assert (await casino.set("tables", "off")).text.startswith("## ")
    user = casino.sandbox.user(1)
    await set_for_server(casino, "turn_seconds", "90")
    asked = {"setting": "turn_seconds", "value": "default"}
    for where, label in ({}, "Default: 90 seconds"), ({"where": "server"}, "Default: 45 seconds"):
        found = await user.autocomplete(casino.channel, "house set", "value", **asked, **where)
        assert [name for name, _ in found.choices] == [label]


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_suggestions_can_be_parsed(code: str) -> None:
    """Both the value and the label of a suggestion parse to its meaning in every language, within Discord's limits."""
    lang, nothing = LANGUAGES[code], ChannelSettings()
    for name in SETTINGS:
        for typed in ("", "77", ", ".join(RULE_SETS)):
            found = suggestions(TYPING, lambda n=name, t=typed: offers(lang, n, t, nothing, HOST))  # type: ignore[misc]
            assert found or typed
            assert len(found) <= MOST_SUGGESTIONS
            for one in found:
                assert max(len(one.name), len(one.value)) <= LONGEST
                understood = meant(lang, name, one.value, HOST)
                assert (understood is None) == (one.value == DEFAULT)
                assert understood == meant(lang, name, one.name, HOST)
                nothing.with_texts({name: understood})
    server = Default(HOST.host, {"rule_sets": ",".join(RULE_SETS)}, HOST.usual, HOST.here)
    *_, default = offers(lang, "rule_sets", "", nothing, server)
    assert (default.value, len(default.name)) == (DEFAULT, LONGEST)
    assert meant(lang, "rule_sets", default.name, server) is None
    rules = list(rules_suggestions(lang, "", RULE_SETS.values()))
    assert [meant_rules(one.name) for one in rules] == [*RULE_SETS.values()]


def test_suggestions_never_fail(caplog: pytest.LogCaptureFixture) -> None:
    """Any error leads to an empty list and a line in the log."""

    def broken() -> list[object]:
        raise RuntimeError("no ideas")

    assert suggestions(TYPING, broken) == []  # type: ignore[arg-type]  # returns nothing
    assert "no channel, interaction 5 of user 7: the bot could not suggest values" in caplog.text
    assert "no ideas" in caplog.text


# Effects on tables


async def test_only_allowed_rule_sets_are_suggested_and_opened(casino: Casino) -> None:
    """The channel's first rule set is the default; titles are accepted like keys, in German, too."""
    user = casino.sandbox.user(2)
    shown = f"- {ENGLISH('setting-default')}: "
    assert f"{shown}Bicycle" in await casino.typed(casino.sandbox.user(1), "house settings")
    answer = await casino.set("rule_sets", "downtown,private")
    assert f"{shown}Private dealer" in answer.text
    answer = await user.autocomplete(casino.channel, "blackjack", "rules", rules="")
    assert [key for _, key in answer.choices] == ["private", "downtown"]
    refused = await casino.typed(user, "blackjack", rules="Hotseat")
    assert refused == refusal_text(Why.RULES_NOT_HERE, rules="hotseat")
    user.speak("de")
    answer = await user.autocomplete(casino.channel, "blackjack", "rules", rules="private")
    ((label, _),) = answer.choices
    assert label == "Eigener Dealer · 1:1, Gleichstand verliert, kein Verdoppeln, kein Teilen"
    assert GERMAN("rules-private") in await casino.typed(user, "blackjack", rules=label)
    assert ENGLISH("house-open-table") in (await casino.set("tables", "off")).text
    answer = await user.autocomplete(casino.channel, "blackjack", "rules", rules="")
    assert answer.choices == ()


async def test_channel_sets_limits_and_seats(casino: Casino) -> None:
    """Boards and `/rules` show them; `/rules` lists the rule sets that are not available."""
    for name, value in {"lowest": "5", "highest": "200", "seats": "2"}.items():
        await casino.set(name, value)
    user = casino.sandbox.user(2)
    card = await casino.typed(user, "rules", rules="hotseat")
    assert "$5 to $200; 1 to 2 players" in card
    await casino.typed(user, "blackjack")
    assert "press an amount: $5 to $200\n" in casino.board().text
    assert ENGLISH("seats", seats=2) in casino.board().text
    await casino.press(user, "Leave")
    await casino.set("rule_sets", "vegas,downtown")
    short = await casino.typed(user, "rules")
    listed, others = short.split(ENGLISH("overview-not-here", rules=""))
    titles = [line.split("**")[1] for line in listed.splitlines() if line.startswith("- **")]
    assert titles == ["Vegas Strip", "Downtown"]
    assert others.startswith("Bicycle, Hotseat, Endless deck")
    card = await casino.typed(user, "rules", rules="hotseat")
    assert ENGLISH("card-not-here") in card
    await casino.set("tables", "off")
    assert ENGLISH("overview-no-tables") in await casino.typed(user, "rules")
