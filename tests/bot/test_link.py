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

from cogs.discord_link.connection import LASTING
from cogs.discord_link.loops import Loop, Loops
from cogs.discord_link.ownership import Ownership
from cogs.discord_link.retry import LONGEST, CannotStart
from cogs.host.settings import read_settings
from cogs.startup.client import BlackjackBot
from engine.bank.bank import Bank
from sandbox import AnswerKind, StartLimit
from tests.clock import ManualClock
from tests.driver import Sandbox
from tests.patient import AT_ONCE, PatientClock
from tests.waiting import until_true

from .casino import Casino, Ids
from .hosted import hosted_bot
from .luck import Luck
from .process import TOKEN


class NoPauses:
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
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> NoPauses:
    """Skip discord.py's pauses."""
    no_pauses = NoPauses()
    monkeypatch.setattr(discord.shard, "asyncio", no_pauses)
    return no_pauses


class StartingBot:
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
async def starting_bot(sandbox: Sandbox, folder: Path) -> AsyncIterator[StartingBot]:
    """Start a bot in a folder."""
    clock = ManualClock()
    sandbox.world.snowflakes = Ids(clock)
    given = {"DISCORD_API_URL": sandbox.api_url, "DATABASE": str(folder / "casino.db")}
    settings = read_settings(given | {"CARD_PICTURES": "off"})
    async with hosted_bot(settings, clock=clock, luck=Luck()) as running:
        one = StartingBot(running, sandbox, clock)
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
async def running(tmp_path: Path, _impatient: None) -> AsyncIterator[StartingBot]:
    """A bot with two servers on separate shards, connected and with registered commands."""
    async with (
        Sandbox(clock=PatientClock(), starts=AT_ONCE, guilds=2, shards=2) as sandbox,
        starting_bot(sandbox, tmp_path) as one,
    ):
        await one.online()
        await one.bot.background.settled()
        yield one


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The log lines of at least warnings, none with a traceback."""
    records = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert not [record for record in records if record.exc_info]
    assert not [record for record in records if "\n" in record.getMessage()]
    lines = (record.getMessage() for record in records)
    # `online` advances the clock while responses are pending.
    return [
        line for line in lines if not line.endswith(("voice will NOT be supported", "set-ntp true"))
    ]


@pytest.mark.parametrize("status", [429, 502, 401])
async def test_failed_handshake_is_retried(
    sandbox: Sandbox, tmp_path: Path, caplog: pytest.LogCaptureFixture, status: int
) -> None:
    """Each failure is one line, even at the first start, and the bot connects later."""
    sandbox.faults.refuse_gateway(status, times=3)
    async with starting_bot(sandbox, tmp_path) as one:
        await one.online()
        assert one.bot.loops.failures[Loop.GATEWAY] == 3
        assert one.bot.loops.failing == {}
    assert ["Failed to connect" in one and str(status) in one for one in warnings(caplog)] == (
        [True] * 3
    )


async def test_waits_for_hours_without_gateway(
    sandbox: Sandbox, tmp_path: Path, no_pauses: NoPauses
) -> None:
    """discord.py's own nested retries end after 985 tries."""
    sandbox.faults.refuse_gateway(503, times=1_000)
    async with starting_bot(sandbox, tmp_path) as one:
        await one.online()
    assert no_pauses.pauses == [5.0] * 1_000


async def test_retries_are_at_most_a_minute_apart(casino: Casino, no_pauses: NoPauses) -> None:
    """discord.py alone waits up to 17 minutes."""
    casino.sandbox.faults.refuse_gateway(503, times=25)
    await casino.sandbox.faults.drop_gateway()
    await casino.sandbox.bot_ready()
    assert len(no_pauses.pauses) == 25
    assert max(no_pauses.pauses) == LONGEST


@pytest.mark.parametrize(("code", "at_once"), [(1000, True), (4000, False), (4009, False)])
async def test_closed_socket_is_reopened(
    sandbox: Sandbox, tmp_path: Path, code: int, at_once: bool
) -> None:
    """Before the first HELLO or during the session, with any temporary code."""
    sandbox.faults.close_gateway(code, times=3, at_once=at_once)
    async with starting_bot(sandbox, tmp_path) as one:
        await one.online()


async def test_partly_working_gateway_does_not_end_the_bot(
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
async def test_permanent_failure_is_one_sentence(
    sandbox: Sandbox, tmp_path: Path, caplog: pytest.LogCaptureFixture, code: int
) -> None:
    """Token, shards, version, intents: at the start and during a session."""
    sandbox.faults.close_gateway(code)
    async with starting_bot(sandbox, tmp_path) as one:
        message = await one.ended()
    assert message == LASTING[code]
    assert message.endswith(".")
    assert warnings(caplog) == []


async def test_clicks_during_resuming_are_answered_afterwards(
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
async def test_more_shards_than_sessions_still_starts(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord's remaining sessions never exceed the total, so waiting for more would never end. The token is kept."""
    limit = StartLimit(total=1, seconds=0)
    async with (
        Sandbox(clock=PatientClock(), starts=limit, guilds=2, shards=2) as sandbox,
        starting_bot(sandbox, tmp_path) as one,
    ):
        await until_true(lambda: caplog.text.count("lets the bot begin no more sessions") > 5)
        assert sandbox.sessions == 1
        assert len(sandbox.gateway.connections) <= 2
        assert sandbox.world.dead_tokens == set()
        assert one.bot.sessions_left == 0


async def test_broken_shard_does_not_affect_others(
    running: StartingBot, caplog: pytest.LogCaptureFixture
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


async def test_stop_during_a_handshake_leaves_nothing(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise discord.py's thread would keep sending heartbeats."""

    async def stop(*_: object, **__: object) -> None:
        await one.bot.close()

    async with starting_bot(sandbox, tmp_path) as one:
        monkeypatch.setattr(one.bot, "before_identify_hook", stop)
        await one.task
        assert sandbox.sessions == 0
        await until_true(lambda: not [t for t in enumerate_threads() if "keep-alive" in t.name])


async def test_stop_while_waiting_to_identify(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another shard holds the lock and is stopped before it has a session."""
    monkeypatch.setattr("cogs.discord_link.connection.CLOSING_SECONDS", 0.0)
    async with starting_bot(sandbox, tmp_path) as one:
        lock = one.bot._identifying._locks[0]
        await lock.acquire()
        await until_true(lambda: lock._waiters)
        await one.bot.close()
        await until_true(one.task.done)
        assert one.task.exception() is None


async def test_revoked_token_ends_all_shards(running: StartingBot) -> None:
    """One shard is the first to learn that the token was revoked."""
    running.sandbox.faults.close_gateway(4004)
    await running.sandbox.faults.drop_gateway(shard=1)
    message = await running.ended()
    assert message == LASTING[4004]
    assert "DISCORD_TOKEN" in message
