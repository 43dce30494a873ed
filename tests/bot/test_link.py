"""The connection to Discord: temporary failures are retried, and permanent ones end with one message."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import enumerate as enumerate_threads
from typing import Any

import discord
import pytest

from cogs.gateway.connection import LASTING
from cogs.gateway.loops import Loop, Loops
from cogs.gateway.ownership import Ownership
from cogs.gateway.retry import LONGEST, CannotStart
from cogs.startup.client import BlackjackBot
from cogs.startup.settings import read_settings
from engine.bank.bank import Bank
from sandbox import AnswerKind, Sandbox, StartLimit
from tests.clock import ManualClock
from tests.patient import AT_ONCE, PatientClock
from tests.waiting import until_true

from .casino import Casino, Ids
from .hosted import hosted_bot
from .luck import Luck
from .process import TOKEN


class Hurry:
    """Replaces `asyncio` in discord.py's retries, so that they do not wait."""

    def __init__(self) -> None:
        self.pauses: list[float] = []
        """Seconds."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        """Record the pause without waiting."""
        self.pauses.append(seconds)
        await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> Hurry:
    """Skip discord.py's pauses."""
    hurry = Hurry()
    monkeypatch.setattr(discord.shard, "asyncio", hurry)
    return hurry


class Newcomer:
    """A bot that starts during failures of Discord. Its clock advances only when the bot waits for it."""

    def __init__(self, running: BlackjackBot, sandbox: Sandbox, clock: ManualClock) -> None:
        self.bot = running
        self.sandbox = sandbox
        self.clock = clock
        self.task = asyncio.create_task(running.start(TOKEN))

    async def online(self) -> None:
        """Advance the clock whenever the bot waits, until all shards are connected."""
        while not self.bot.is_whole:
            assert not self.task.done(), self.task
            if [timer for timer in self.clock.timers if not timer.cancelled]:
                self.clock.advance(LONGEST)
            await asyncio.sleep(0.001)

    async def is_answered(self, shard: int) -> bool:
        """Return True if a user in the server of this shard, of two, gets an answer."""
        servers = (self.sandbox.guild(number) for number in (1, 2))
        server = next(server for server in servers if (server.id >> 22) % 2 == shard)
        answer = await self.sandbox.user(1).command(server.channel("blackjack"), "balance")
        return answer.kind is AnswerKind.MESSAGE

    async def ended(self) -> str:
        """The message with which the bot ends."""
        with pytest.raises(CannotStart) as why:
            await self.task
        return str(why.value)


@asynccontextmanager
async def newcomer(sandbox: Sandbox, folder: Path) -> AsyncIterator[Newcomer]:
    """Start a bot in a folder."""
    clock = ManualClock()
    sandbox.world.snowflakes = Ids(clock)
    given = {"DISCORD_API_URL": sandbox.api_url, "DATABASE": str(folder / "casino.db")}
    settings = read_settings(given | {"CARD_PICTURES": "off"})
    async with hosted_bot(settings, clock=clock, luck=Luck()) as running:
        one = Newcomer(running, sandbox, clock)
        yield one
        await running.close()
        one.task.cancel()
        await asyncio.wait([one.task])


@pytest.fixture
async def sandbox(_impatient: None) -> AsyncIterator[Sandbox]:
    """A sandbox for a bot that starts later."""
    async with Sandbox(starts=AT_ONCE) as sandbox:
        yield sandbox


@pytest.fixture
async def running(tmp_path: Path, _impatient: None) -> AsyncIterator[Newcomer]:
    """A bot with two servers on separate shards, connected and with registered commands."""
    async with (
        Sandbox(clock=PatientClock(), starts=AT_ONCE, guilds=2, shards=2) as sandbox,
        newcomer(sandbox, tmp_path) as one,
    ):
        await one.online()
        await one.bot.background.settled()
        yield one


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The log lines of at least warnings, none with a traceback."""
    told = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert not [record for record in told if record.exc_info]
    assert not [record for record in told if "\n" in record.getMessage()]
    lines = (record.getMessage() for record in told)
    # `online` advances the clock while responses are pending.
    return [
        line for line in lines if not line.endswith(("voice will NOT be supported", "set-ntp true"))
    ]


@pytest.mark.parametrize("status", [429, 502, 401])
async def test_a_handshake_that_fails_is_made_again(
    sandbox: Sandbox, tmp_path: Path, caplog: pytest.LogCaptureFixture, status: int
) -> None:
    """Each failure is one line, even at the first start, and the bot connects later."""
    sandbox.faults.refuse_gateway(status, times=3)
    async with newcomer(sandbox, tmp_path) as one:
        await one.online()
        assert one.bot.loops.failures[Loop.GATEWAY] == 3
        assert one.bot.loops.failing == {}
    assert ["Failed to connect" in one and str(status) in one for one in warnings(caplog)] == (
        [True] * 3
    )


async def test_a_gateway_that_is_away_for_hours_is_waited_for(
    sandbox: Sandbox, tmp_path: Path, hurry: Hurry
) -> None:
    """discord.py's own nested retries end after 985 tries."""
    sandbox.faults.refuse_gateway(503, times=1_000)
    async with newcomer(sandbox, tmp_path) as one:
        await one.online()
    assert hurry.pauses == [5.0] * 1_000


async def test_two_tries_are_never_more_than_a_minute_apart(casino: Casino, hurry: Hurry) -> None:
    """discord.py alone waits up to 17 minutes."""
    casino.sandbox.faults.refuse_gateway(503, times=25)
    await casino.sandbox.faults.drop_gateway()
    await casino.sandbox.bot_ready()
    assert len(hurry.pauses) == 25
    assert max(hurry.pauses) == LONGEST


@pytest.mark.parametrize(("code", "at_once"), [(1000, True), (4000, False), (4009, False)])
async def test_a_socket_that_is_closed_is_opened_again(
    sandbox: Sandbox, tmp_path: Path, code: int, at_once: bool
) -> None:
    """Before the first HELLO or during the session, with any temporary code."""
    sandbox.faults.close_gateway(code, times=3, at_once=at_once)
    async with newcomer(sandbox, tmp_path) as one:
        await one.online()


async def test_a_gateway_that_comes_back_by_halves_does_not_end_the_bot(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """A refused handshake and then closes before HELLO would end discord.py's own loop."""
    casino.sandbox.faults.refuse_gateway(503)
    casino.sandbox.faults.close_gateway(4000, times=3, at_once=True)
    await casino.sandbox.faults.drop_gateway()
    await casino.sandbox.bot_ready()
    lines = warnings(caplog)
    assert len(lines) == 4
    assert all(line.startswith("Attempting a reconnect for shard ID 0 in ") for line in lines)
    assert [line.rpartition(" (")[2] for line in lines[1:]] == ["it was closed)"] * 3


@pytest.mark.parametrize("code", LASTING)
async def test_what_a_person_must_mend_is_one_sentence(
    sandbox: Sandbox, tmp_path: Path, caplog: pytest.LogCaptureFixture, code: int
) -> None:
    """Token, shards, version, intents: at the start and during a session."""
    sandbox.faults.close_gateway(code)
    async with newcomer(sandbox, tmp_path) as one:
        told = await one.ended()
    assert told == LASTING[code]
    assert told.endswith(".")
    assert warnings(caplog) == []


async def test_what_is_clicked_while_tables_are_resumed_is_answered_afterwards(
    tmp_path: Path,
) -> None:
    """Their answers are late; without the tables, clicks are left to other processes."""
    clock, asked = ManualClock(), list[asyncio.Task[bool]]()

    async def resume(_: bool) -> None:
        asked.append(asyncio.create_task(ownership.answers()))
        await asyncio.sleep(0)
        assert not asked[0].done()

    async def leave() -> None:
        """Do nothing: no other process claims these tables."""

    async with Bank.open(tmp_path / "casino.db", clock.now) as bank:
        ownership = Ownership(bank, clock, resume, leave, Loops(clock))
        assert not await ownership.answers()
        await ownership.start()
        assert await asked[0]
        ownership.hear_nothing()
        assert not await ownership.answers()
        await ownership.stop()


@pytest.mark.usefixtures("_impatient")
async def test_a_bot_of_more_shards_than_sessions_begins_all_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord's remaining sessions never exceed the total, so waiting for more would never end. The token is kept."""
    limit = StartLimit(total=1, seconds=0)
    async with (
        Sandbox(clock=PatientClock(), starts=limit, guilds=2, shards=2) as sandbox,
        newcomer(sandbox, tmp_path) as one,
    ):
        await until_true(lambda: caplog.text.count("lets the bot begin no more sessions") > 5)
        assert sandbox.sessions == 1
        assert len(sandbox._gateway._connections) <= 2
        assert sandbox.world.dead_tokens == set()
        assert one.bot.sessions_left == 0


async def test_a_shard_that_breaks_ends_no_other(
    running: Newcomer, caplog: pytest.LogCaptureFixture
) -> None:
    """The other shard keeps answering until the broken one is back."""
    running.sandbox.faults.refuse_gateway(502, times=3)
    await running.sandbox.faults.drop_gateway(shard=1)
    await until_true(lambda: "reconnect for shard ID 1" in caplog.text)
    assert not running.bot.is_whole
    assert await running.is_answered(0)
    await running.online()
    assert await running.is_answered(1)
    lines = [line for line in caplog.messages if "reconnect" in line]
    assert {line.partition(" in ")[0] for line in lines} == {
        "Attempting a reconnect for shard ID 1"
    }


async def test_a_bot_that_is_stopped_in_a_handshake_leaves_nothing_behind(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise discord.py's thread would keep sending heartbeats."""

    async def stop(*_: object, **__: object) -> None:
        await one.bot.close()

    async with newcomer(sandbox, tmp_path) as one:
        monkeypatch.setattr(one.bot, "before_identify_hook", stop)
        await one.task
        assert sandbox.sessions == 0
        await until_true(lambda: not [t for t in enumerate_threads() if "keep-alive" in t.name])


async def test_a_bot_that_waits_for_its_turn_can_be_stopped(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another shard holds the lock and is stopped before it has a session."""
    monkeypatch.setattr("cogs.gateway.connection.CLOSING_SECONDS", 0.0)
    async with newcomer(sandbox, tmp_path) as one:
        lock = one.bot._identifying._locks[0]
        await lock.acquire()
        await until_true(lambda: lock._waiters)
        await one.bot.close()
        await until_true(one.task.done)
        assert one.task.exception() is None


async def test_what_concerns_all_ends_all(running: Newcomer) -> None:
    """One shard is the first to learn that the token was revoked."""
    running.sandbox.faults.close_gateway(4004)
    await running.sandbox.faults.drop_gateway(shard=1)
    told = await running.ended()
    assert told == LASTING[4004]
    assert "DISCORD_TOKEN" in told
