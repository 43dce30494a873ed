"""What the bot does beside the tables: commands, pictures, pings of before, the invitation, servers that were left."""

import asyncio
import logging

import pytest

from cogs.answers.permissions import invite_link
from cogs.language import ENGLISH
from cogs.startup.client import COMMANDS
from cogs.startup.departures import DAY_SECONDS, DAYS
from sandbox import AnswerKind
from sandbox.world.objects import Guild

from .casino import Casino
from .reading import hands
from .scenes import check_all_is_back, two_in_play
from .test_admin import DAMAGE, broken

REGISTRATION = "/applications/*/commands"
REGISTERS = True


def told(caplog: pytest.LogCaptureFixture, about: str = COMMANDS) -> list[str]:
    """The warnings about a task; none has a traceback or a second line."""
    records = [r for r in caplog.records if r.name == "cogs.startup.background"]
    assert not [r for r in records if r.exc_info or "\n" in r.getMessage()]
    lines = [r.getMessage() for r in records if r.levelno == logging.WARNING]
    return [line for line in lines if line.startswith(about)]


@pytest.mark.parametrize(("method", "status"), [("GET", 429), ("PUT", 503)])
async def test_commands_are_registered_when_discord_takes_them(
    casino: Casino, caplog: pytest.LogCaptureFixture, method: str, status: int
) -> None:
    """What passes is tried again, with one line for all of it; in the end the commands are there."""
    alice, _ = await two_in_play(casino)
    await casino.stop()
    casino.sandbox.world.commands.clear()
    casino.waits_for_commands = False
    casino.sandbox.faults.fail(method, REGISTRATION, status, times=3)
    await casino.start()
    await casino.quiet()
    assert "everything is as you left it" in casino.board().text
    await casino.press(alice, "Hit")
    assert len(hands(casino.board())[alice.name].cards) == 3
    settled = asyncio.ensure_future(casino.bot.background.settled(COMMANDS))
    while not settled.done():
        casino.clock.advance(1)
        await asyncio.sleep(0.001)
    (line,) = told(caplog)
    assert str(status) in line
    assert casino.sandbox.world.commands


async def test_the_first_start_tells_the_link_once(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """One line, with no token in it; the second start of the same application tells nothing."""
    caplog.set_level(logging.INFO)
    await casino.stop()
    casino.database = casino.database.with_name("new.db")
    await casino.start()
    application = casino.bot.application_id or 0
    told = [record for record in caplog.records if "oauth2" in record.getMessage()]
    assert [(record.levelname, record.getMessage()) for record in told] == [
        (
            "INFO",
            "the bot has started for the first time: invite it to a server with "
            f"{invite_link(application)}",
        )
    ]
    assert "test-token" not in caplog.text
    caplog.clear()
    await casino.restart()
    assert "oauth2" not in caplog.text


MONTH = DAYS * DAY_SECONDS


async def left(casino: Casino) -> Guild:
    """Something is set in a channel of a server that the bot is sent away from."""
    await casino.set("seats", "2")
    guild = casino.channel.guild
    casino.sandbox.faults.send_away(guild)
    while not await casino.bot.bank.departures():
        pass
    return guild


def seats(casino: Casino) -> int | None:
    """What is set."""
    return casino.bot.house.settings_of(casino.channel.id).seats


async def test_a_month_after_it_was_left_a_servers_settings_are_deleted(casino: Casino) -> None:
    """It is looked for once a day."""
    guild = await left(casino)
    casino.clock.advance(MONTH - 1)
    await casino.bot.departures.look()
    assert (seats(casino), await casino.bot.bank.guilds_in_use()) == (2, {guild.id})
    casino.clock.advance(DAY_SECONDS)
    while await casino.bot.bank.departures():
        pass
    assert (seats(casino), await casino.bot.bank.guilds_in_use()) == (None, set())


async def test_who_invites_the_bot_again_finds_everything_as_it_was(casino: Casino) -> None:
    """However long it was away, as long as nothing was put away."""
    guild = await left(casino)
    casino.clock.advance(MONTH / 2)
    casino.sandbox.faults.invite(guild)
    while await casino.bot.bank.departures():
        pass
    casino.clock.advance(MONTH)
    await casino.bot.departures.look()
    assert seats(casino) == 2


async def test_an_outage_is_no_departure(casino: Casino) -> None:
    """Discord says that the server can't be reached, also to a bot that starts meanwhile, and for however long."""
    await casino.set("seats", "2")
    casino.sandbox.faults.break_down(casino.channel.guild)
    for _ in range(2):
        await casino.bot.departures.look()
        casino.clock.advance(MONTH)
        assert await casino.bot.bank.departures() == {}
        await casino.restart()
    await casino.bot.departures.look()
    assert seats(casino) == 2


async def test_the_stakes_of_a_table_that_was_left_go_back(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """Also of one that can't be played on, which no timer closes."""
    _, alice, bob = await broken(casino, DAMAGE["a move that is none"], caplog)
    casino.sandbox.faults.send_away(casino.channel.guild)
    while not await casino.bot.bank.departures():
        pass
    casino.clock.advance(MONTH)
    await casino.bot.departures.look()
    assert not casino.bot.house.is_broken(casino.channel.id)
    await check_all_is_back(casino, alice, bob, damaged=True)


async def test_a_bot_that_was_invited_as_commands_alone_says_how_to_add_it(casino: Casino) -> None:
    """It is no member of the server, and could not edit its board when a quarter of an hour is over."""
    guild, (alice,) = casino.channel.guild, casino.users(1)
    casino.sandbox.faults.send_away(guild)
    casino.sandbox.faults.invite(guild, as_member=False)
    answer = await alice.command(casino.channel, "blackjack")
    link = invite_link(casino.bot.application_id or 0)
    assert (answer.kind, answer.text) == (
        AnswerKind.MESSAGE,
        ENGLISH("sorry-not-in-server", link=link),
    )
    assert casino.tables() == []
    casino.sandbox.faults.invite(guild)
    await casino.open(alice)
