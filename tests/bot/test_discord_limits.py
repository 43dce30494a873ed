"""At each of Discord's limits the newest board is shown in the end, others do not wait, and few requests are
refused."""

import asyncio
import re
import subprocess
import sys
from collections.abc import Coroutine
from typing import Any

import discord
import pytest

from cogs.language import ENGLISH
from sandbox import AnswerKind, Limit, Limits, Permission, Refused
from tests.driver import Target, User
from tests.pages import page
from tests.waiting import until_true

from .casino import Casino
from .reading import hands
from .scenes import REMINDED_AFTER, two_in_play
from .test_tables import open_thread, threads

EDIT, DELETE = "/channels/*/messages/*", "/channels/*/messages/*"
FOLLOW_UP = "/webhooks/*/*"
ANSWER = "/interactions/*/*/callback"
HOUR, DAY = 3_600.0, 86_400.0
"""Seconds."""

SHORT = 0.05
"""Seconds of a limit for which discord.py sleeps in real time."""


def limited(**limits: Limit | float) -> pytest.MarkDecorator:
    """Set low limits of Discord for a test."""
    return pytest.mark.parametrize("limits", [Limits(**limits)], ids=["-".join(limits)])  # type: ignore[arg-type]


def refused(casino: Casino, method: str, path: str) -> int:
    """The number of such requests that a limit refused."""
    return sum(one.status == 429 for one in casino.sandbox.requests_to(method, path))


async def refused_once_more(
    casino: Casino, method: str, path: str, doing: Coroutine[Any, Any, object]
) -> "asyncio.Task[object]":
    """Start something and wait until a limit has refused another such request."""
    before, task = refused(casino, method, path), asyncio.create_task(doing)
    await casino.sandbox.wait_for(lambda: refused(casino, method, path) > before)
    return task


# The global limit


async def test_cancelled_request_delays_no_other(casino: Casino) -> None:
    """The next request waits until the limit ends. In between clicks are answered and boards shown."""
    alice, _ = await two_in_play(casino)
    http, path = casino.bot.http, f"/channels/{casino.channel.id}"
    casino.sandbox.faults.fail("GET", path, 429, retry_after=30.0, everywhere=True)
    first = asyncio.create_task(http.get_channel(casino.channel.id))
    await until_true(lambda: first.done() or casino.sandbox.requests_to("GET", path))
    await casino.press(alice, "Hit")  # afterwards discord.py has the answer
    first.cancel()
    await asyncio.wait([first])
    second = asyncio.create_task(http.get_channel(casino.channel.id))
    await casino.press(alice, "Hit")
    assert len(hands(casino.board())[alice.name].cards) == 4
    assert len(casino.sandbox.requests_to("GET", path)) == 1
    casino.clock.advance(29.9)
    await casino.sandbox.user(6).command(casino.channel, "balance")
    assert len(casino.sandbox.requests_to("GET", path)) == 1
    casino.clock.advance(0.2)
    assert int((await asyncio.wait_for(second, 30))["id"]) == casino.channel.id


async def test_boards_are_shown_after_the_global_limit(casino: Casino) -> None:
    """One request is refused; later the newest state of each board is sent."""
    alice, carol = casino.users(2)
    lounge = casino.sandbox.channel("lounge")
    casino.settings["JOIN_SECONDS"] = "60"
    await casino.open(alice)
    await casino.open(carol, channel=lounge)
    await casino.restart()  # forget the interactions that could edit the boards
    await casino.quiet()
    casino.sandbox.faults.fail("PATCH", EDIT, 429, retry_after=SHORT, everywhere=True)
    await alice.command(casino.channel, "bet", amount="10")
    await until_true(lambda: refused(casino, "PATCH", EDIT) and not casino.bot.budget.has_room)
    for amount in ("20", "30"):
        await carol.command(lounge, "bet", amount=amount)
    assert "$30" not in casino.board(lounge).text
    casino.clock.advance(SHORT)
    await casino.quiet()
    assert f"{alice.name} bets **$10**" in casino.board().text
    assert f"{carol.name} bets **$30**" in casino.board(lounge).text
    assert refused(casino, "PATCH", EDIT) == 1


async def test_ping_is_sent_after_the_global_limit(patient: Casino) -> None:
    """It is sent once, as soon as the limit ends."""
    casino = patient
    alice, _ = await two_in_play(casino)
    sending = f"/channels/{casino.channel.id}/messages"
    casino.sandbox.faults.fail("POST", sending, 429, retry_after=10.0, everywhere=True)
    casino.clock.advance(REMINDED_AFTER)
    await casino.sandbox.wait_for(lambda: refused(casino, "POST", sending))
    await until_true(lambda: not casino.bot.budget.has_room)
    casino.clock.advance(9.9)
    await casino.sandbox.user(6).command(casino.channel, "balance")
    assert len(casino.sandbox.requests_to("POST", sending)) == 1
    casino.clock.advance(0.2)
    await casino.sandbox.wait_for(lambda: len(alice.pings(casino.channel)) == 1)
    assert refused(casino, "POST", sending) == 1


def test_the_report_for_upstream_is_true() -> None:
    """discord.py delays all requests when one is cancelled. If not, the bot's own handling can be removed."""
    lines = page("docs/upstream.md")
    program = next(iter(re.findall(r"^```python\n(import .*?)^```", lines, re.DOTALL | re.M)))
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=True
    )
    assert ended.stdout == "held up\n"


# Bans

BANNED = 100.0
"""Seconds."""


@limited(invalid=Limit(3, 600.0), ban_seconds=BANNED)
async def test_banned_host_sends_few_requests_and_recovers(casino: Casino) -> None:
    """Moves count during the ban, and the board shows them afterwards."""
    alice, bob = await two_in_play(casino)
    before = len(hands(casino.board())[alice.name].cards)
    casino.sandbox.faults.fail("GET", f"/channels/{casino.channel.id}", 403, times=3)
    for _ in range(3):
        with pytest.raises(discord.Forbidden):
            await casino.bot.http.get_channel(casino.channel.id)
    sent = len(casino.sandbox.requests)
    clicks = [asyncio.create_task(alice.click(casino.board(), "Hit"))]
    table = casino.bot.house.find(casino.tables()[0])
    assert table is not None
    await until_true(lambda: len(table.view.seats[0].hands[0].cards) > before)
    await casino.sandbox.wait_for(lambda: len(casino.sandbox.requests) > sent)
    for _ in range(int(BANNED) - 1):
        casino.clock.advance(1)
        await asyncio.sleep(0.002)
        if len(clicks) < 20:
            clicks.append(asyncio.create_task(bob.click(casino.board(), "Hit", force=True)))
    asked = casino.sandbox.requests[sent:]
    assert {one.status for one in asked} == {429}
    counted = [one for one in asked if not one.path.startswith(("/inter", "/webhooks"))]
    assert len(counted) <= 8, "5, 10, 20, 40 and 60 seconds apart"
    assert len(asked) <= 40
    async with asyncio.timeout(30):
        while len(hands(casino.board())[alice.name].cards) == before:
            casino.clock.advance(1)
            await asyncio.sleep(0.002)
    for click in clicks:
        click.cancel()
    await asyncio.wait(clicks)


# Limits of a channel


@limited(old_edit=Limit(1, SHORT))
async def test_board_older_than_an_hour_shows_the_newest_state(casino: Casino) -> None:
    """Commands change it faster than Discord accepts edits of old messages. The newest bet is shown in the end, few
    requests are refused, and another channel's board does not wait."""
    alice, carol = casino.users(2)
    lounge = casino.sandbox.channel("lounge")
    casino.settings["JOIN_SECONDS"] = "60"
    await casino.restart()
    await casino.open(alice)
    casino.clock.advance(HOUR + 1)
    await casino.quiet()
    board = casino.board()
    await casino.open(carol, channel=lounge)
    for amount in ("10", "15"):
        await alice.command(casino.channel, "bet", amount=amount)
    await casino.sandbox.wait_for(lambda: refused(casino, "PATCH", EDIT))
    await alice.command(casino.channel, "bet", amount="20")
    await carol.click(casino.board(lounge), "$10")
    await casino.sandbox.wait_for(lambda: f"{carol.name} bets **$10**" in casino.board(lounge).text)
    assert f"{alice.name} bets **$20**" not in board.text
    before, steps = refused(casino, "PATCH", EDIT), 0
    async with asyncio.timeout(30):
        while f"{alice.name} bets **$20**" not in board.text:
            casino.clock.advance(SHORT)
            await asyncio.sleep(SHORT)
            steps += 1
    assert casino.board().id == board.id
    assert before <= 3
    assert refused(casino, "PATCH", EDIT) - before <= steps + 1, "one for each pause"


@limited(follow_up=Limit(1, SHORT))
async def test_follow_up_waits_for_the_channels_limit(casino: Casino) -> None:
    """The follow-up is sent once Discord accepts it, with few refusals; a click in between is answered immediately."""
    alice, bob = casino.users(2)
    await casino.set("place", "thread")
    casino.sandbox.faults.forbid(casino.channel, Permission.CREATE_PUBLIC_THREADS)
    said = ENGLISH("no-thread-permissions", permissions=ENGLISH("permission-create-public-threads"))

    async def open_one(user: User, times: int) -> None:
        await casino.open(user)
        await casino.sandbox.wait_for(lambda: user.sees(casino.channel).count(said) == times)
        await user.command(casino.channel, "leave")

    await open_one(alice, 1)
    await casino.quiet()
    opening = await refused_once_more(casino, "POST", FOLLOW_UP, open_one(alice, 2))
    answer = await bob.click(casino.board(), "Join")
    assert answer.kind is not AnswerKind.FAILED
    casino.clock.advance(SHORT)
    await opening
    assert refused(casino, "POST", FOLLOW_UP) <= 3


@limited(delete_new=Limit(2, SHORT), send=Limit(1_000, 1.0))
async def test_deletions_delay_no_boards(casino: Casino) -> None:
    """All messages are deleted in the end, and a board does not wait."""
    alice, _ = await two_in_play(casino)
    cleanup, place = casino.bot.display.cleanup, casino.channel.id
    layout = discord.ui.LayoutView()
    layout.add_item(discord.ui.TextDisplay("x"))
    wire = casino.bot.display.threads._wire
    sent = [await wire.send(place, layout, f"n{number}") for number in range(6)]
    going = [asyncio.create_task(cleanup.delete(place, one)) for one in sent]
    await casino.press(alice, "Hit")
    assert len(hands(casino.board())[alice.name].cards) == 3
    async with asyncio.timeout(30):
        while not all(one.done() for one in going):
            casino.clock.advance(SHORT)
            await asyncio.sleep(0.01)
    assert [one.result() for one in going] == [True] * 6
    assert {message.id for message in alice.messages(casino.channel)}.isdisjoint(sent)
    assert refused(casino, "DELETE", DELETE) <= 4


@limited(thread=Limit(1, 300.0))
async def test_at_the_thread_limit_a_table_opens_in_the_channel(casino: Casino) -> None:
    """At Discord's limit for new threads the opener gets a notice; later tables have threads again."""
    alice, bob, carol = casino.users(3)
    await casino.set("place", "thread")
    first = await open_thread(casino, alice)
    await casino.open(bob)
    await casino.sandbox.wait_for(lambda: ENGLISH("no-thread-now") in bob.sees(casino.channel))
    assert refused(casino, "POST", "/channels/*/threads") == 1
    assert threads(casino) == [first]
    await bob.command(casino.channel, "leave")
    casino.clock.advance(300.0)
    assert await open_thread(casino, carol) is not first


@limited(channel=Limit(1, SHORT))
async def test_archiving_a_thread_is_retried(casino: Casino) -> None:
    """Locking is refused, and the archiving change is rate-limited, but succeeds."""
    (alice,) = casino.users(1)
    casino.sandbox.faults.grant_role(casino.channel.guild, Permission.MANAGE_THREADS)
    await casino.set("place", "thread")
    thread = await open_thread(casino, alice)
    casino.sandbox.faults.fail("PATCH", f"/channels/{thread.id}", 403, code=50013)
    await alice.command(thread, "leave")
    async with asyncio.timeout(30):
        while not thread.archived:
            casino.clock.advance(SHORT)
            await asyncio.sleep(SHORT)
    await casino.quiet()
    asked = casino.sandbox.requests_to("PATCH", f"/channels/{thread.id}")
    assert [one.status for one in asked if one.status != 429] == [403, 200]
    assert len(asked) <= 5


async def test_slowmode_does_not_affect_the_table(casino: Casino) -> None:
    """Slowmode limits members' messages, but neither clicks, commands nor the bot."""
    guild, bob = casino.sandbox.guild(), casino.sandbox.user(2)
    guild.slow_down(casino.channel, 21_600)
    bob.say(casino.channel, "One")
    with pytest.raises(Refused, match="Slowmode is on"):
        bob.say(casino.channel, "Two")
    alice, bob = await two_in_play(casino)
    await casino.press(alice, "Hit")
    await casino.stand_all()
    assert "Play again" in {button.label[:10] for button in casino.board().buttons}


async def test_denied_commands_do_not_affect_buttons(casino: Casino) -> None:
    """Denying commands in Server Settings → Integrations leaves the buttons; allowing a member replaces the permission
    that the bot asks for."""
    alice, bob = await two_in_play(casino)
    guild = casino.sandbox.guild()
    guild.let_use("", Target.EVERYONE, False)
    assert not bob.commands(casino.channel)
    await casino.press(alice, "Hit")
    await casino.stand_all()
    guild.let_use("", Target.EVERYONE, None)
    assert not [name for name in bob.commands(casino.channel) if name.startswith("house")]
    guild.let_use("house", bob)
    assert "house status" in bob.commands(casino.channel)
