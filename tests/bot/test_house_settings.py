"""What admins set for a channel: how it is typed, shown, logged, and obeyed by the tables."""

import asyncio
import logging
import sqlite3
from contextlib import closing

import pytest

from cogs.answers.suggestions import (
    LONGEST,
    MOST,
    meant_rules,
    rules_suggestions,
    suggestions,
)
from cogs.commands.house.setting_values import DEFAULT, meant, offers
from cogs.commands.house.setting_words import NAMES, Default, Defaults
from cogs.language import ENGLISH, LANGUAGES
from engine.channel_settings import ChannelSettings, Coaching, Place, Seconds
from engine.live.kept_settings import whole_server
from engine.rules.refusals import Why
from engine.rules.rule_sets import RULE_SETS
from sandbox import Answer, User

from .admin_scenes import house
from .casino import Casino
from .scenes import told
from .test_card_pictures import SHOWN, turn_on

HOST = Default(Defaults(seconds=Seconds(bet=60, turn=45.5), card_pictures=True), {})

GERMAN = LANGUAGES["de"]


async def set_(casino: Casino, setting: str, value: str, *, by: int = 1) -> Answer:
    """An admin types `/house set`."""
    user = casino.sandbox.user(by)
    return await user.command(casino.channel, "house set", setting=setting, value=value)


async def suggested(casino: Casino, setting: str | None, value: str) -> list[str]:
    """The values that an admin may pick while they type this one."""
    options = {"value": value} if setting is None else {"setting": setting, "value": value}
    user = casino.sandbox.user(1)
    answer = await user.autocomplete(casino.channel, "house set", "value", **options)
    return [str(value) for _, value in answer.choices]


def settings(casino: Casino) -> ChannelSettings:
    """What is set for the channel."""
    return casino.bot.house.settings_of(casino.channel.id)


# Setting


@pytest.mark.parametrize(
    ("setting", "value", "wanted", "shown"),
    [
        (
            "rule_sets",
            "Vegas Strip, hotseat,",
            {"rule_sets": frozenset({"hotseat", "vegas"})},
            "Hotseat, Vegas Strip",
        ),
        ("default", "vegas strip", {"default": "vegas"}, "Vegas Strip"),
        ("lowest", "$5", {"lowest": 5_00}, "$5"),
        ("highest", "1.5k", {"highest": 1_500_00}, "$1,500"),
        ("seats", "2 seats", {"seats": 2}, "2 seats"),
        ("bet_seconds", " 90 ", {"bet_seconds": 90}, "90 seconds"),
        ("turn_seconds", "5", {"turn_seconds": 5}, "5 seconds"),
        ("card_pictures", "Off", {"card_pictures": False}, "off"),
        ("talk", "OFF", {"talk": False}, "off"),
        ("language", "PT-br", {"language": "pt-BR"}, ""),
        ("tables", "off", {"tables": False}, "off"),
        ("company", "up to 2", {"company": 2}, "up to 2"),
        ("company", "0", {"company": 0}, "off"),
        ("place", "each in a thread of its own", {"place": Place.THREAD}, "each in a thread"),
    ],
)
async def test_an_admin_sets_something(
    casino: Casino, setting: str, value: str, wanted: dict[str, object], shown: str
) -> None:
    """It is set as it was meant, the admin alone is told, and it is there after a restart."""
    answer = await set_(casino, setting, value)
    assert settings(casino) == ChannelSettings(**wanted)  # type: ignore[arg-type]  # one field a time
    assert answer.message
    assert answer.message.ephemeral
    name = ENGLISH(f"setting-{setting.replace('_', '-')}")
    assert answer.text.count(name) == 3
    assert f"✅ {name}: **{shown}" in answer.text
    await casino.restart()
    assert settings(casino) == ChannelSettings(**wanted)  # type: ignore[arg-type]  # as above


async def test_default_takes_a_setting_back(casino: Casino) -> None:
    """One is taken back, the others stay."""
    await set_(casino, "seats", "2")
    await set_(casino, "lowest", "5")
    await set_(casino, "seats", "default")
    assert settings(casino) == ChannelSettings(lowest=5_00)


async def test_reset_takes_back_everything(casino: Casino) -> None:
    """And what was changed can still be read."""
    await set_(casino, "tables", "off")
    await set_(casino, "lowest", "5")
    answer = await casino.sandbox.user(1).command(casino.channel, "house reset")
    assert settings(casino) == ChannelSettings()
    assert ENGLISH("house-set-here") not in answer.text
    assert "Lowest bet: $5 → not set" in answer.text
    assert "Tables: off → not set" in answer.text


async def test_what_is_set_holds_in_its_channel_alone(casino: Casino) -> None:
    """The next channel knows nothing of it."""
    await set_(casino, "tables", "off")
    lounge = casino.sandbox.channel("lounge")
    answer = await casino.sandbox.user(1).command(lounge, "house settings")
    assert ENGLISH("house-never-changed") in answer.text
    assert ENGLISH("house-set-here") not in answer.text
    assert await casino.open(casino.sandbox.user(2), channel=lounge)


async def test_the_page_says_who_changed_what(casino: Casino) -> None:
    """The last five changes, the newest first, with the admin and the time."""
    boss, other = casino.users(2)
    casino.sandbox.guild().let_manage(other)
    for seconds in range(10, 15):
        casino.clock.advance(60)
        await set_(casino, "turn_seconds", str(seconds))
    await set_(casino, "lowest", "2", by=2)
    answer = await boss.command(casino.channel, "house settings")
    changes = answer.text.split(ENGLISH("house-last-changes"))[1]
    moment = f"<t:{int(casino.clock.now())}:R>"
    assert changes.startswith(
        f"**\nLowest bet: not set → $2\n-# {other.name} · {moment}\n"
        f"Time to decide: 13 seconds → 14 seconds\n-# {boss.name} · {moment}\n"
    )
    assert changes.count("→") == 5
    assert "10 seconds → 11 seconds" in changes
    assert "not set → 10 seconds" not in changes


async def test_the_hosts_log_says_who_set_what(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """One line with the channel, what is set there now, and the admin."""
    with caplog.at_level(logging.INFO, "engine"):
        await set_(casino, "seats", "2")
        await set_(casino, "lowest", "0.02k")
        await house(casino, casino.sandbox.user(1), "reset")
    lines = [record.getMessage() for record in caplog.records if " set " in record.getMessage()]
    boss = casino.sandbox.user(1).id
    by = f"channel {casino.channel.id}: user {boss} has set"
    assert lines == [f"{by} seats 2", f"{by} lowest $20, seats 2", f"{by} the defaults"]


async def test_two_admins_at_once_both_have_their_way(casino: Casino) -> None:
    """Settings are kept as a whole, and nobody's change is lost in it."""
    casino.sandbox.guild().let_manage(casino.sandbox.user(2))
    await asyncio.gather(set_(casino, "seats", "2"), set_(casino, "lowest", "5", by=2))
    assert settings(casino) == ChannelSettings(seats=2, lowest=5_00)


async def test_what_is_no_amount_is_no_limit(casino: Casino) -> None:
    """Half of what, one would have to ask."""
    answer = await set_(casino, "lowest", "half")
    assert answer.text == ENGLISH("sorry-not-a-limit")
    assert settings(casino) == ChannelSettings()


async def test_pictures_that_the_host_does_not_have_are_refused(casino: Casino) -> None:
    """Whoever runs the bot has turned them off, and the admin is told so."""
    assert await suggested(casino, "card_pictures", "") == ["off", "default"]
    answer = await set_(casino, "card_pictures", "on")
    assert answer.text == ENGLISH("sorry-no-pictures")
    assert settings(casino) == ChannelSettings()


@pytest.mark.parametrize("what", ["settings", "set", "reset", "status"])
async def test_nobody_else_may(casino: Casino, what: str) -> None:
    """Where Discord was told to offer the commands to everybody, the bot refuses."""
    for command in casino.sandbox.world.commands.values():
        command["default_member_permissions"] = None
    await set_(casino, "lowest", "5")
    options = {"setting": "lowest", "value": "10"} if what == "set" else {}
    answer = await casino.sandbox.user(2).command(casino.channel, f"house {what}", **options)
    assert answer.text == ENGLISH("sorry-admins-only")
    assert settings(casino) == ChannelSettings(lowest=5_00)
    with closing(sqlite3.connect(casino.database)) as connection:
        assert connection.execute("SELECT COUNT(*) FROM setting_change").fetchone() == (1,)


# The whole server


async def everywhere(casino: Casino, setting: str, value: str) -> Answer:
    """An admin sets something for the whole server."""
    return await casino.sandbox.user(1).command(
        casino.channel, "house set", setting=setting, value=value, where="server"
    )


async def reset(casino: Casino, **where: str) -> str:
    """What an admin reads who takes everything back."""
    answer = await casino.sandbox.user(1).command(casino.channel, "house reset", **where)
    return answer.text


async def test_what_is_set_for_the_whole_server_holds_in_each_channel(casino: Casino) -> None:
    """Also in one that nobody has touched, and after a restart; nowhere else."""
    answer = await everywhere(casino, "coach", "off")
    assert "✅ Whole server, Coach: **off**" in answer.text
    assert f"**{ENGLISH('house-set-everywhere')}**\n- Coach: **off**" in answer.text
    assert ENGLISH("house-set-here") not in answer.text
    lounge = casino.sandbox.channel("lounge")
    for _ in range(2):
        for place in (casino.channel, lounge):
            assert casino.bot.house.settings_of(place.id).coach is Coaching.OFF
        await casino.restart()
    elsewhere = casino.sandbox.add_guild("Elsewhere", channels=("blackjack",))
    answer = await casino.sandbox.user(1).command(elsewhere.channel("blackjack"), "rules")
    assert answer.message
    settings_there = casino.bot.house.settings_of(elsewhere.channel("blackjack").id)
    assert settings_there == ChannelSettings()


async def test_a_channel_goes_before_its_server(casino: Casino) -> None:
    """Also where it is set to what the house does by itself; what is not set there follows the server."""
    await everywhere(casino, "coach", "off")
    await everywhere(casino, "seats", "2")
    text = (await set_(casino, "coach", "hints and review")).text
    assert settings(casino) == ChannelSettings(seats=2)
    assert f"**{ENGLISH('house-set-here')}**\n- Coach: **hints and review**" in text
    assert f"**{ENGLISH('house-set-everywhere')}**\n- Seats: **2 seats**" in text
    assert "not set → hints and review" in text
    changes = text.split(ENGLISH("house-last-changes"))[1].split("`")[0]
    where = [line.endswith(f" · {ENGLISH('where-server')}") for line in changes.splitlines()]
    assert where == [False, False, False, False, True, False, True, False]
    await casino.restart()
    assert settings(casino) == ChannelSettings(seats=2)
    await set_(casino, "coach", "default")
    assert settings(casino) == ChannelSettings(seats=2, coach=Coaching.OFF)


async def test_what_holds_anyway_is_not_set(casino: Casino) -> None:
    """So that a channel follows its server later, too."""
    await everywhere(casino, "seats", "2")
    text = (await set_(casino, "seats", "2")).text
    assert ENGLISH("house-set-here") not in text
    assert "✅ Seats: **2 seats**" in text
    await everywhere(casino, "seats", "3")
    assert settings(casino).seats == 3


async def test_either_is_reset_alone(casino: Casino) -> None:
    """What is set for the other one stays, and the answer says so."""
    await everywhere(casino, "seats", "2")
    await set_(casino, "lowest", "5")
    assert ENGLISH("house-reset-here") in await reset(casino)
    assert settings(casino) == ChannelSettings(seats=2)
    await set_(casino, "lowest", "5")
    assert ENGLISH("house-reset-everywhere") in await reset(casino, where="server")
    assert settings(casino) == ChannelSettings(lowest=5_00)
    assert ENGLISH("house-reset") in await reset(casino, where="channel")
    assert settings(casino) == ChannelSettings()


async def test_the_default_of_a_channel_is_its_servers(casino: Casino) -> None:
    """What is suggested says what taking it back would mean, and can be picked."""
    await everywhere(casino, "turn_seconds", "90")
    user = casino.sandbox.user(1)
    asked = {"setting": "turn_seconds", "value": "default"}
    for where, label in ({}, "Default: 90 seconds"), ({"where": "server"}, "Default: 45 seconds"):
        found = await user.autocomplete(casino.channel, "house set", "value", **asked, **where)
        assert [name for name, _ in found.choices] == [label]
    await set_(casino, "turn_seconds", "30")
    await set_(casino, "turn_seconds", "Default: 90 seconds")
    assert settings(casino).turn_seconds == 90


async def test_what_suits_no_channel_is_not_set_for_all(casino: Casino) -> None:
    """The channel is named whose own settings would leave nothing to play."""
    await set_(casino, "highest", "5")
    answer = await everywhere(casino, "lowest", "10")
    assert answer.text == ENGLISH("sorry-not-in-channel", channel=f"<#{casino.channel.id}>")
    assert settings(casino) == ChannelSettings(highest=5_00)
    await everywhere(casino, "lowest", "2")
    answer = await set_(casino, "highest", "1")
    assert answer.text == told(Why.LEAST_ABOVE_MOST)


async def test_open_tables_are_drawn_anew(casino: Casino) -> None:
    """Those of all channels that follow the server."""
    (alice,) = casino.users(1)
    board = await casino.open(alice)
    await everywhere(casino, "language", "de")
    await casino.sandbox.wait_for(
        lambda: GERMAN("button-leave") in [one.label for one in board.buttons]
    )


async def test_the_hosts_log_names_the_server(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """By its id, as it names a channel."""
    with caplog.at_level(logging.INFO, "engine"):
        await everywhere(casino, "seats", "2")
    (line,) = [r.getMessage() for r in caplog.records if " set " in r.getMessage()]
    guild, boss = casino.channel.guild.id, casino.sandbox.user(1).id
    assert line == f"server {guild}: user {boss} has set seats 2"


async def test_a_thread_follows_the_server_of_its_channel(casino: Casino) -> None:
    """Its channel's settings are its own, and so are its server's."""
    await everywhere(casino, "seats", "2")
    await everywhere(casino, "place", "thread")
    answer = await casino.sandbox.user(2).command(casino.channel, "blackjack")
    assert answer.message
    (table,) = casino.bot.house.tables_set_by(casino.channel.id)
    assert table.channel_id != casino.channel.id
    assert casino.bot.house.settings_of(table.channel_id).seats == 2
    assert casino.bot.house.tables_set_by(whole_server(casino.channel.guild.id)) == [table]


# Suggestions


@pytest.mark.parametrize(
    ("setting", "value", "wanted"),
    [
        ("tables", "", ["on", "off", "default"]),
        ("tables", "of", ["off"]),
        ("seats", "", ["1", "2", "3", "4", "default"]),
        ("seats", "3 s", ["3"]),
        ("turn_seconds", "75", ["75"]),
        ("turn_seconds", "4", ["45", "default"]),
        ("bet_seconds", "soon", []),
        ("lowest", "1k", []),
        ("lowest", "7", ["$7"]),
        ("highest", "1k", ["$1,000"]),
        ("highest", "0.50", []),
        ("language", "", [*LANGUAGES, "default"]),
        ("rule_sets", "", [*RULE_SETS, "default"]),
        ("rule_sets", "strip", ["vegas"]),
        ("rule_sets", "vegas, bi", ["vegas", "vegas,bicycle"]),
        ("rule_sets", "Vegas Strip, Hotseat, hot", ["vegas,hotseat"]),
        ("rule_sets", "poker, hot", []),
        ("default", "", [*RULE_SETS, "default"]),
        ("default", "strip", ["vegas"]),
        (None, "1", []),
        ("nothing", "1", []),
    ],
)
async def test_values_are_suggested(
    casino: Casino, setting: str | None, value: str, wanted: list[str]
) -> None:
    """What fits to what was typed, and would be accepted."""
    assert await suggested(casino, setting, value) == wanted


async def test_a_rule_set_that_is_named_is_followed_by_the_others(casino: Casino) -> None:
    """One may stop there, or add another one."""
    values = await suggested(casino, "rule_sets", "Vegas Strip")
    others = [key for key in RULE_SETS if key != "vegas"]
    assert values == ["vegas", *(f"vegas,{key}" for key in others)]


@pytest.mark.parametrize("typed", ["", "77", ", ".join(RULE_SETS)])
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("code", list(LANGUAGES))
def test_what_is_suggested_is_understood(code: str, name: str, typed: str) -> None:
    """Picked, or typed as it reads, it is what was meant, in every language; and Discord takes the list."""
    lang, settings = LANGUAGES[code], ChannelSettings()
    found = suggestions(lambda: offers(lang, name, typed, settings, HOST))
    assert found or typed
    assert len(found) <= MOST
    for one in found:
        assert max(len(one.name), len(one.value)) <= LONGEST
        understood = meant(lang, name, one.value, HOST)
        assert (understood is None) == (one.value == DEFAULT)
        assert understood == meant(lang, name, one.name, HOST)
        settings.with_texts({name: understood})


async def test_suggestions_are_in_the_users_language(casino: Casino) -> None:
    """German for a German admin; what they pick is the same."""
    user = casino.sandbox.user(1)
    user.speak("de")
    options = {"setting": "seats", "value": ""}
    answer = await user.autocomplete(casino.channel, "house set", "value", **options)
    assert (GERMAN("seats", seats=3), "3") in answer.choices
    assert GERMAN("seats", seats=3) != ENGLISH("seats", seats=3)


async def test_typing_is_not_too_quick(casino: Casino) -> None:
    """Suggestions come with every letter, and do not count as clicks."""
    for _ in range(40):
        assert await suggested(casino, "tables", "of") == ["off"]
    assert (await set_(casino, "tables", "off")).text.startswith("## ")


def test_suggestions_never_fail(caplog: pytest.LogCaptureFixture) -> None:
    """Whatever goes wrong, there is an empty list for the user, and a line in the log."""

    def broken() -> list[object]:
        raise RuntimeError("no ideas")

    assert suggestions(broken) == []  # type: ignore[arg-type]  # it gives nothing at all
    assert "no ideas" in caplog.text


# What tables make of it


async def opened(casino: Casino, user: User, **options: str | int) -> str:
    """What is answered to `/blackjack`."""
    answer = await user.command(casino.channel, "blackjack", **options)
    await casino.quiet()
    return answer.text


async def test_only_what_is_played_here_is_suggested_and_opened(casino: Casino) -> None:
    """Without a rule set named, the first one that the channel has; its title is as good as its key."""
    user = casino.sandbox.user(2)
    await set_(casino, "rule_sets", "downtown,european")
    answer = await user.autocomplete(casino.channel, "blackjack", "rules", rules="")
    assert [key for _, key in answer.choices] == ["downtown", "european"]
    narrowed = await user.autocomplete(casino.channel, "blackjack", "rules", rules="town")
    assert [key for _, key in narrowed.choices] == ["downtown"]
    refused = await opened(casino, user, rules="Hotseat")
    assert refused == told(Why.RULES_NOT_HERE, rules="hotseat")
    assert "Downtown" in await opened(casino, user)


async def test_rule_sets_are_suggested_with_a_hint(casino: Casino) -> None:
    """In the user's language; and what was suggested may be typed as it reads."""
    user = casino.sandbox.user(2)
    answer = await user.autocomplete(casino.channel, "blackjack", "rules", rules="vegas")
    assert answer.choices == (("Vegas Strip · 3:2, splits, surrender", "vegas"),)
    answer = await user.autocomplete(casino.channel, "blackjack", "rules", rules="hot")
    assert answer.choices == (("Hotseat · 1:1, doubling, no splits", "hotseat"),)
    user.speak("de")
    answer = await user.autocomplete(casino.channel, "blackjack", "rules", rules="private")
    ((label, _),) = answer.choices
    assert label == ("Eigener Dealer · 1:1, Gleichstand verliert, kein Verdoppeln, kein Teilen")
    assert GERMAN("rules-private") in await opened(casino, user, rules=label)


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_a_suggested_rule_set_fits_and_is_understood(code: str) -> None:
    """In every language Discord takes the suggestion, and its text means the rule set that it stands for."""
    lang = LANGUAGES[code]
    found = list(rules_suggestions(lang, "", RULE_SETS.values()))
    assert [one.value for one in found] == list(RULE_SETS)
    for one in found:
        assert " · " in one.name
        assert len(one.name) <= LONGEST
        assert meant_rules(one.name) == RULE_SETS[one.value]


@pytest.mark.parametrize("typed", ["downtown", "Downtown ", "DOWNTOWN"])
async def test_rules_may_be_typed_by_key_or_title(casino: Casino, typed: str) -> None:
    """In any case."""
    assert ENGLISH("rules-downtown") in await opened(casino, casino.sandbox.user(2), rules=typed)


async def test_rules_may_be_typed_in_the_users_language(casino: Casino) -> None:
    """As Discord shows them to the admin."""
    user = casino.sandbox.user(2)
    user.speak("de")
    title = GERMAN("rules-private")
    assert title != ENGLISH("rules-private")
    assert GERMAN("rules-private") in await opened(casino, user, rules=title)


async def test_where_tables_are_off_nothing_is_suggested(casino: Casino) -> None:
    """There is nothing to choose from."""
    await set_(casino, "tables", "off")
    user = casino.sandbox.user(2)
    answer = await user.autocomplete(casino.channel, "blackjack", "rules", rules="")
    assert answer.choices == ()


async def test_an_open_table_is_shown_whatever_is_set_now(casino: Casino) -> None:
    """It goes on by its own rules; the admin is told so, and who asks for others too."""
    user = casino.sandbox.user(2)
    await casino.open(user)
    answer = await set_(casino, "tables", "off")
    assert ENGLISH("house-open-table") in answer.text
    assert ENGLISH("rules-hotseat") in await opened(casino, user)
    await opened(casino, user, rules="vegas", decks=4)
    told = ENGLISH("blackjack-other-rules")
    await casino.sandbox.wait_for(lambda: told in user.sees(casino.channel))


async def test_who_asks_for_the_table_that_is_there_is_not_told_off(casino: Casino) -> None:
    """Its limits are the channel's, and the opener did not ask for any."""
    await set_(casino, "lowest", "5")
    alice, bob = casino.users(3)[1:]
    await opened(casino, alice, rules="surrender", decks=4)
    await opened(casino, bob, rules="surrender", decks=4)
    assert ENGLISH("blackjack-other-rules") not in bob.sees(casino.channel)


async def test_limits_and_seats_are_the_channels(casino: Casino) -> None:
    """The board says so, and `/rules` does."""
    for name, value in {"lowest": "5", "highest": "200", "seats": "2"}.items():
        await set_(casino, name, value)
    user = casino.sandbox.user(2)
    card = (await user.command(casino.channel, "rules", rules="hotseat")).text
    assert "$5 to $200; 1 to 2 players" in card
    await opened(casino, user)
    assert "press an amount: $5 to $200\n" in casino.board().text
    assert ENGLISH("seats", seats=2) in casino.board().text


async def test_rules_says_what_is_played_here(casino: Casino) -> None:
    """Others are named, and their cards say that they are not played here."""
    await set_(casino, "rule_sets", "vegas,downtown")
    user = casino.sandbox.user(2)
    short = (await user.command(casino.channel, "rules")).text
    listed, others = short.split(ENGLISH("overview-not-here", rules=""))
    assert [line.split("**")[1] for line in listed.splitlines() if line.startswith("- **")] == [
        "Vegas Strip",
        "Downtown",
    ]
    assert others.startswith("Hotseat, Endless deck")
    card = (await user.command(casino.channel, "rules", rules="hotseat")).text
    assert ENGLISH("card-not-here") in card
    await set_(casino, "tables", "off")
    short = (await user.command(casino.channel, "rules")).text
    assert ENGLISH("overview-no-tables") in short
    assert ENGLISH("overview-open") not in short


async def test_a_table_speaks_the_language_of_its_channel(casino: Casino) -> None:
    """From the next drawing on; taken back, it is the Community server's again."""
    user = casino.sandbox.user(2)
    casino.sandbox.guild().speak("fr")
    await set_(casino, "language", "de")
    for lang in (GERMAN, LANGUAGES["fr"]):
        await opened(casino, user)
        board = user.messages(casino.channel)[-1]
        assert lang("button-leave") in {button.label for button in board.buttons}
        await set_(casino, "language", "default")


async def test_an_open_table_changes_its_language_at_once(casino: Casino) -> None:
    """When it is set, and when everything is taken back; what does not change its look draws nothing."""
    user = casino.sandbox.user(2)
    board = await casino.open(user)
    for lang in (GERMAN, ENGLISH):
        if lang is GERMAN:
            await set_(casino, "language", "de")
        else:
            await house(casino, casino.sandbox.user(1), "reset")
        await casino.quiet()
        assert lang("button-leave") in {button.label for button in board.buttons}
    edits = len(casino.sandbox.requests_to("PATCH", "**/messages/*"))
    await set_(casino, "seats", "2")
    await casino.quiet()
    assert len(casino.sandbox.requests_to("PATCH", "**/messages/*")) == edits


async def test_cards_are_written_where_pictures_are_off(casino: Casino) -> None:
    """From the next drawing on; the channel beside it has pictures."""
    await turn_on(casino)
    await set_(casino, "card_pictures", "off")
    lounge = casino.sandbox.channel("lounge")
    user = casino.sandbox.user(1)
    for channel in (casino.channel, lounge):
        await casino.open(user, channel=channel)
        await casino.bet({user: "5"}, channel=channel)
    assert not SHOWN.search(casino.board_of(1).text)
    assert SHOWN.search(casino.board_of(1, lounge).text)
    await set_(casino, "card_pictures", "on")
    await opened(casino, user)
    assert SHOWN.search("".join(board.text for board in casino.boards()))


# Threads


async def test_a_thread_goes_by_its_channel(casino: Casino) -> None:
    """What is set in one of them holds in both, and is shown as the channel's."""
    admin = casino.sandbox.user(1)
    thread = casino.sandbox.world.add_thread(casino.channel, "side", admin.id)
    await casino.restart()
    answer = await admin.command(thread, "house set", setting="tables", value="off")
    assert f"<#{casino.channel.id}>" in answer.text
    for place in (thread, casino.channel):
        assert (await admin.command(place, "blackjack")).text == told(Why.TABLES_OFF)
    await set_(casino, "tables", "on")
    await admin.command(thread, "blackjack")
    assert len(casino.bot.house) == 1
    await set_(casino, "language", "de")
    await casino.quiet()
    board = admin.messages(thread)[-1]
    assert GERMAN("button-leave") in {button.label for button in board.buttons}
