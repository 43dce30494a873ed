"""What the bot does beside the tables: charts and pictures, commands, the invitation, servers that were left."""

import asyncio
import logging
import os
import select
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import cast

import pytest

from cogs.answers.permissions import invite_link
from cogs.coaching.aside import MOST_WAITING, Aside, Died
from cogs.coaching.coach import ANSWERS, Coach
from cogs.language import ENGLISH
from cogs.language.sentences import Sorry
from cogs.startup.client import COMMANDS
from cogs.startup.departures import DAY_SECONDS, DAYS
from engine.rules.rule_sets import RULE_SETS
from engine.values.played import BalancePoint
from sandbox import AnswerKind

from .casino import Casino
from .past import played
from .reading import hands
from .scenes import check_all_is_back, two_in_play
from .test_admin import DAMAGE, broken

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 60.0
"""Seconds after which a process that should have ended is a failure."""


def ended(pid: int) -> bool:
    """Whether a process has ended, once it has."""
    try:
        watched = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([watched], [], [], PATIENCE)[0])
    finally:
        os.close(watched)


class Counting:
    """Counts what is worked aside, and does nothing else."""

    def __init__(self) -> None:
        self.worked = 0
        self.fails = False

    async def do(self, _work: object) -> object:
        """Something new, or that too many ask."""
        self.worked += 1
        await asyncio.sleep(0)
        if self.fails:
            raise Sorry("sorry-many-ask")
        return object()


async def test_questions_are_answered_in_another_process() -> None:
    """In turn, errors included. One that died is begun anew: its question is asked once more, and no third time."""
    aside = Aside()
    pids = await asyncio.gather(*(aside.do(os.getpid) for _ in range(3)))
    assert len({*pids, os.getpid()}) == 2
    with pytest.raises(ValueError, match="invalid literal"):
        await aside.do(partial(int, "x"))
    nice = partial(os.getpriority, os.PRIO_PROCESS, 0)
    assert await aside.do(nice) == min(nice() + 10, 19)
    os.kill(pids[0], signal.SIGKILL)
    assert ended(pids[0])
    again = await aside.do(os.getpid)
    assert again != pids[0]
    with pytest.raises(Died):
        await aside.do(partial(signal.raise_signal, signal.SIGKILL))
    assert ended(again)
    last = await aside.do(os.getpid)
    await aside.close()
    assert ended(last)
    with pytest.raises(Sorry, match="why-house-closing"):
        await aside.do(os.getpid)


async def test_who_leaves_takes_nobody_elses_answer() -> None:
    """One in work is finished, one in the queue is not begun; too many are refused."""
    aside = Aside()
    await aside.do(os.getpid)
    asked = [asyncio.create_task(aside.do(partial(int, str(n)))) for n in range(MOST_WAITING)]
    for _ in range(9):
        await asyncio.sleep(0)  # the first is in work
    with pytest.raises(Sorry, match="sorry-many-ask"):
        await aside.do(os.getpid)
    for one in asked[:2]:
        one.cancel()
    assert await asyncio.gather(*asked[2:]) == [*range(2, MOST_WAITING)]
    await aside.close()


async def test_what_many_ask_for_is_worked_out_once(casino: Casino) -> None:
    """Also what comes later, but for failures; who leaves takes it from nobody; others take its place in time."""
    aside = Counting()
    coach, points = Coach(casino.bot.bank, cast(Aside, aside)), [BalancePoint(1.0, 2)]
    vegas, other = RULE_SETS["vegas"], RULE_SETS["downtown"]
    aside.fails = True
    failed = await asyncio.gather(*(coach.chart(vegas) for _ in range(2)), return_exceptions=True)
    assert all(isinstance(one, Sorry) for one in failed)
    assert aside.worked == 1
    aside.fails = False
    asked = [asyncio.create_task(coach.chart(vegas)) for _ in range(MOST_WAITING + 1)]
    await asyncio.sleep(0)
    asked[0].cancel()
    assert len({id(one) for one in await asyncio.gather(*asked[1:])}) == 1
    assert (await coach.chart(vegas), aside.worked) == (await coach.chart(vegas), 2)
    await coach.chart(other)
    assert aside.worked == 3
    for number in range(2 * ANSWERS):
        await coach.balance_picture([*points, BalancePoint(2.0, number)], {"title": "x"})
    assert aside.worked == 3 + 2 * ANSWERS
    await coach.chart(vegas)
    assert aside.worked == 4 + 2 * ANSWERS


def test_it_ends_with_a_bot_that_is_killed() -> None:
    """Nobody is left to tell it so: its input ends."""
    program = (
        "import asyncio, os\nfrom cogs.coaching.aside import Aside\n"
        "async def main():\n    print(await Aside().do(os.getpid), flush=True)\n"
        "    os.kill(os.getpid(), 9)\nasyncio.run(main())"
    )
    killed = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False
    )
    assert killed.returncode == -signal.SIGKILL
    assert ended(int(killed.stdout))


async def test_the_bot_draws_aside(casino: Casino) -> None:
    """As a host has it, without the thread of the other tests."""
    casino.thinks_on_a_thread = False
    await casino.restart()
    (ann,) = casino.users(1)
    await played(casino, {ann.id: 1_500})
    assert len((await casino.shown(ann, "stats")).attachments) == 1


# Beside the play


REGISTRATION = "/applications/*/commands"
REGISTERS = True


@pytest.mark.parametrize(("method", "status"), [("GET", 429), ("PUT", 503)])
async def test_commands_are_registered_when_discord_takes_them(
    casino: Casino, caplog: pytest.LogCaptureFixture, method: str, status: int
) -> None:
    """What passes is tried again, with one line for all of it; meanwhile the game goes on."""
    alice, _ = await two_in_play(casino)
    await casino.stop()
    casino.sandbox.world.commands.clear()
    casino.waits_for_commands = False
    casino.sandbox.faults.fail(method, REGISTRATION, status, times=3)
    await casino.start()
    await casino.quiet()
    await casino.press(alice, "Hit")
    assert len(hands(casino.board())[alice.name].cards) == 3
    settled = asyncio.ensure_future(casino.bot.background.settled(COMMANDS))
    while not settled.done():
        casino.clock.advance(1)
        await asyncio.sleep(0.001)
    records = [r for r in caplog.records if r.name == "cogs.startup.background"]
    assert not [r for r in records if r.exc_info or "\n" in r.getMessage()]
    lines = [r.getMessage() for r in records if r.levelno == logging.WARNING]
    (line,) = [line for line in lines if line.startswith(COMMANDS)]
    assert str(status) in line
    assert casino.sandbox.world.commands


async def test_the_first_start_tells_the_link_once(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """With no token in it; the second start of the same application tells nothing."""
    caplog.set_level(logging.INFO)
    await casino.stop()
    casino.database = casino.database.with_name("new.db")
    await casino.start()
    await casino.restart()
    (told,) = [record for record in caplog.records if "oauth2" in record.getMessage()]
    link = invite_link(casino.bot.application_id or 0)
    start = "the bot has started for the first time: invite it to a server with "
    assert (told.levelname, told.getMessage()) == ("INFO", f"{start}{link}")
    assert "test-token" not in caplog.text


MONTH = DAYS * DAY_SECONDS


async def changed(casino: Casino) -> None:
    """Return when the bank knows that the bot has left a server, or is back in it."""
    before = await casino.bot.bank.departures()
    while await casino.bot.bank.departures() == before:
        pass


async def test_what_is_set_in_a_server_is_deleted_a_month_after_it_was_left(casino: Casino) -> None:
    """It is looked for once a day. Who invites the bot before finds everything as it was."""

    def kept() -> int | None:
        return casino.bot.house.settings_of(casino.channel.id).seats

    await casino.set("seats", "2")
    guild, bank, faults = casino.channel.guild, casino.bot.bank, casino.sandbox.faults
    faults.send_away(guild)
    await changed(casino)
    casino.clock.advance(MONTH / 2)
    faults.invite(guild)
    await changed(casino)
    casino.clock.advance(MONTH)
    await casino.bot.departures.look()
    assert kept() == 2
    faults.send_away(guild)
    await changed(casino)
    casino.clock.advance(MONTH - 1)
    await casino.bot.departures.look()
    assert (kept(), await bank.guilds_in_use()) == (2, {guild.id})
    casino.clock.advance(DAY_SECONDS)
    await changed(casino)
    assert (kept(), await bank.guilds_in_use(), await bank.departures()) == (None, set(), {})


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
    assert casino.bot.house.settings_of(casino.channel.id).seats == 2


async def test_the_stakes_of_a_table_that_was_left_go_back(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """Also of one that can't be played on, which no timer closes."""
    _, alice, bob = await broken(casino, DAMAGE["a move that is none"], caplog)
    casino.sandbox.faults.send_away(casino.channel.guild)
    await changed(casino)
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
