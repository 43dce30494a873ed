"""A channel's daily post: at midnight, once, despite crashes and refusals."""

import logging
from collections.abc import Callable

import pytest

from cogs.discord_link.loops import Loop
from cogs.language import ENGLISH, LANGUAGES
from engine.advice.daily import DAY, day_of, number_of
from engine.rules.refusals import Why
from engine.values.daily import DailyGame
from engine.values.tables import DisplayName
from sandbox import Permission
from tests.driver import MessageView, User
from tests.waiting import until_true

from .casino import Casino
from .reading import labels
from .scenes import refusal_text, run_house

NEW = "/channels/*/messages"
ANY = "/channels/*/messages/*"
TITLES = {f"### {lang('daily-title')}" for lang in LANGUAGES.values()}
REFUSED_DAYS = 3


def posts(casino: Casino) -> list[MessageView]:
    """The daily posts in the channel, oldest first."""
    seen = casino.sandbox.user(1).messages(casino.channel)
    return [one for one in seen if one.text.partition("\n")[0] in TITLES and not one.ephemeral]


async def post_saved(casino: Casino) -> None:
    """Wait until the result of the day's post is saved."""
    today = day_of(casino.clock.now())
    saved = "SELECT 1 FROM daily_post WHERE day = ? AND begun_at IS NULL"
    await until_true(lambda: casino.sql(saved, today))


async def turn_on(casino: Casino) -> None:
    """Turn the daily post on and wait for the first one."""
    await casino.set("daily", "on")
    await post_saved(casino)


def to_midnight(casino: Casino) -> None:
    """Advance to the next 00:00 UTC."""
    casino.clock.advance(DAY - casino.clock.now() % DAY)


async def record_game(casino: Casino, user: User, ago: int = 0, squares: str = "g" * 10) -> None:
    """Record a finished game of a user in this server."""
    day = day_of(casino.clock.now()) - ago
    game = DailyGame(day=day, moves="stand", squares=squares, lost=squares.count("y"), over=True)
    name = DisplayName(user.id, here=user.name, everywhere=user.name)
    before, guild_id = DailyGame(day=day), casino.channel.guild.id
    assert await casino.bot.bank.save_daily(user.id, guild_id, before, game, name)


async def test_post_shows_yesterdays_results(casino: Casino) -> None:
    """Best first, with streaks of at least two days; the previous post loses its button. Neither a restart nor turning
    it off and on posts again."""
    ann, bob = casino.users(2)
    await turn_on(casino)
    (first,) = posts(casino)
    assert first.text.splitlines()[-1] == ENGLISH("daily-nobody")
    for ago in (1, 0):
        await record_game(casino, ann, ago)
    await record_game(casino, bob, squares="ggggyrgggg")
    to_midnight(casino)
    await post_saved(casino)
    _, second = posts(casino)
    number = number_of(day_of(casino.clock.now()))
    assert second.text.splitlines()[1].startswith(f"-# No. {number} · 2027-01-16 · ")
    assert second.text.splitlines()[2:] == [
        "**Yesterday: 2 players**",
        f"🥇 {ann.name} · 2 days in a row",
        "🟩" * 10,
        f"🥈 {bob.name}",
        "🟩🟩🟩🟩🟨🟥🟩🟩🟩🟩",
    ]
    assert (labels(first), labels(second)) == ([], [ENGLISH("button-daily-play")])
    assert first.text.splitlines()[2:] == ["**Yesterday: 1 player**", f"🥇 {ann.name}", "🟩" * 10]
    shown = await casino.alone(await bob.click(second, custom_id="bj2:daily:play:-"))
    assert f"No. {number} · " in shown.text
    await casino.restart()
    for value in ("off", "on"):
        await casino.set("daily", value)
    to_midnight(casino)
    await post_saved(casino)
    assert len(posts(casino)) == 3


def late(casino: Casino) -> None:
    """Advance so far that Discord forgets the nonce."""
    casino.clock.advance(600)
    casino.sandbox.world.nonces.clear()


def soon(casino: Casino) -> None:
    """Advance by a few seconds."""
    casino.clock.advance(5)


@pytest.mark.parametrize("away", [soon, late])
@pytest.mark.parametrize("step", ["edit", "send", "sent", "saved"])
async def test_a_kill_leaves_one_post(
    casino: Casino,
    step: str,
    away: Callable[[Casino], None],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Killed before the old post loses its button, before the new one is sent, before its id is saved, or afterwards.

    If Discord has forgotten the nonce, a post that may exist is not sent again, and the log warns about it.
    """
    await turn_on(casino)
    faults = casino.sandbox.faults
    if step == "edit":
        faults.hold("PATCH", ANY)
    elif step == "send":
        faults.hold("POST", NEW)
    elif step == "sent":
        faults.fail("POST", NEW, 503, times=1_000, before_effect=False)
    to_midnight(casino)
    if step in ("edit", "send"):
        await until_true(lambda: faults.waiting)
    elif step == "sent":
        await until_true(lambda: Loop.DAILY in casino.bot.loops.failing)
    else:
        await post_saved(casino)

    def between() -> None:
        faults.clear()
        away(casino)

    await casino.crash(between, in_vain=True)
    await post_saved(casino)
    unknown = step in ("send", "sent") and away is late
    assert [bool(labels(one)) for one in posts(casino)] == [False, True]
    assert ("may not have sent today's daily post" in caplog.text) is unknown
    to_midnight(casino)
    await post_saved(casino)
    *_, before, last = posts(casino)
    assert (bool(labels(before)), bool(labels(last))) == (unknown, True)


async def test_posts_end_after_three_refused_days(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """A successful day resets the count. After three days the setting is removed, with a line in the log.

    The server's admins see it in their log channel.
    """
    caplog.set_level(logging.INFO)
    lounge = casino.sandbox.channel("lounge")
    await casino.sandbox.user(1).command(lounge, "house set", setting="log", value="this channel")
    await turn_on(casino)
    for days in (REFUSED_DAYS - 1, REFUSED_DAYS):
        casino.sandbox.faults.forbid(casino.channel)
        for _ in range(days):
            assert casino.bot.house.settings_of(casino.channel.id).daily
            to_midnight(casino)
            await post_saved(casino)
        if days < REFUSED_DAYS:
            casino.sandbox.faults.allow(casino.channel)
            to_midnight(casino)
            await post_saved(casino)
            assert len(posts(casino)) == 2
    line = "#blackjack: the bot sends no more daily posts (refused on 3 days in a row)"
    await until_true(lambda: line in caplog.messages)
    assert not casino.bot.house.settings_of(casino.channel.id).daily
    refused = ENGLISH("house-log-no-daily", channel=f"<#{casino.channel.id}>")
    await casino.sandbox.wait_for(
        lambda: refused in [one.text for one in casino.sandbox.user(2).messages(lounge)]
    )
    casino.sandbox.faults.allow(casino.channel)
    await casino.restart()
    to_midnight(casino)
    assert await casino.bot.bank.daily_posts() == []
    assert len(posts(casino)) == 2
    await casino.set("daily", "on")
    await post_saved(casino)
    assert len(posts(casino)) == 3


async def test_temporary_failure_is_retried(casino: Casino) -> None:
    """Sending is retried while Discord certainly has no post; other channels do not wait."""
    await turn_on(casino)
    lounge = casino.sandbox.channel("lounge")
    await casino.sandbox.user(1).command(lounge, "house set", setting="daily", value="on")
    await casino.sandbox.wait_for(lambda: "No. " in casino.sandbox.user(1).sees(lounge))
    path = f"/channels/{casino.channel.id}/messages"
    casino.sandbox.faults.fail("POST", path, 429, times=1, retry_after=600)
    to_midnight(casino)
    await until_true(lambda: Loop.DAILY in casino.bot.loops.failing)
    assert casino.sandbox.user(1).sees(lounge).count(ENGLISH("daily-title")) == 2
    assert len(posts(casino)) == 1
    casino.clock.advance(600)
    await until_true(lambda: Loop.DAILY not in casino.bot.loops.failing)
    assert len(posts(casino)) == 2


async def test_a_post_speaks_the_channels_language(casino: Casino) -> None:
    """Otherwise a Community server's language or English; ten players with long names fit in each language."""
    (ann, *others) = casino.users(6)
    for user in others:
        casino.sandbox.guild().nickname(user, "W" * 32)
    casino.sandbox.guild().speak("fr")
    await turn_on(casino)
    (first,) = posts(casino)
    assert first.text.startswith(f"### {LANGUAGES['fr']('daily-title')}\n")
    for number, lang in enumerate(LANGUAGES.values()):
        assert await casino.set("language", lang.code)
        for user in (ann, *others):
            await record_game(casino, user)
        to_midnight(casino)
        await post_saved(casino)
        shown = posts(casino)
        assert len(shown) == number + 2
        assert shown[-1].text.startswith(f"### {lang('daily-title')}\n")
        assert lang("daily-yesterday", players=6) in shown[-1].text


async def test_daily_post_is_for_channels_only(casino: Casino) -> None:
    """The request is refused with a reason; resetting the whole server is allowed."""
    answer = await casino.set("daily", "on", where="server")
    assert answer.text == refusal_text(Why.ONE_CHANNEL_ONLY)
    await run_house(casino, casino.sandbox.user(1), "reset")
    assert await casino.bot.bank.daily_posts() == []
    assert posts(casino) == []


async def test_daily_post_is_not_turned_on_without_permission(casino: Casino) -> None:
    """The admin reads which permission the bot lacks; turning it off needs none."""
    await turn_on(casino)
    casino.sandbox.faults.forbid(casino.channel, Permission.SEND_MESSAGES)
    await casino.set("daily", "off")
    answer = await casino.set("daily", "on")
    missing = ENGLISH("permission-send-messages")
    assert answer.text == ENGLISH("sorry-permissions", permissions=missing)
    assert not casino.bot.house.settings_of(casino.channel.id).daily
