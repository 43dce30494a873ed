"""The link to Discord: what passes is tried again, and what a person must mend is one sentence."""

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
    """Stands in for `asyncio` where the library waits between two tries: no time passes."""

    def __init__(self) -> None:
        self.pauses: list[float] = []
        """Seconds."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        """Note the pause, and make none."""
        self.pauses.append(seconds)
        await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> Hurry:
    """The library makes no pauses."""
    hurry = Hurry()
    monkeypatch.setattr(discord.shard, "asyncio", hurry)
    return hurry


class Newcomer:
    """A bot that is started while Discord has a bad day; its clock stands still until it waits for it."""

    def __init__(self, running: BlackjackBot, sandbox: Sandbox, clock: ManualClock) -> None:
        self.bot = running
        self.sandbox = sandbox
        self.clock = clock
        self.task = asyncio.create_task(running.start(TOKEN))

    async def online(self) -> None:
        """Let time pass whenever the bot waits, until all its shards are connected."""
        while not self.bot.is_whole:
            assert not self.task.done(), self.task
            if [timer for timer in self.clock.timers if not timer.cancelled]:
                self.clock.advance(LONGEST)
            await asyncio.sleep(0.001)

    async def is_answered(self, shard: int) -> bool:
        """Whether a user in the server of this shard, one of two, gets an answer."""
        servers = (self.sandbox.guild(number) for number in (1, 2))
        server = next(server for server in servers if (server.id >> 22) % 2 == shard)
        answer = await self.sandbox.user(1).command(server.channel("blackjack"), "balance")
        return answer.kind is AnswerKind.MESSAGE

    async def ended(self) -> str:
        """The sentence with which it gives up."""
        with pytest.raises(CannotStart) as why:
            await self.task
        return str(why.value)


@asynccontextmanager
async def newcomer(sandbox: Sandbox, folder: Path) -> AsyncIterator[Newcomer]:
    """A bot that is just being started."""
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
    """A Discord for a bot that comes later."""
    async with Sandbox(starts=AT_ONCE) as sandbox:
        yield sandbox


@pytest.fixture
async def running(tmp_path: Path, _impatient: None) -> AsyncIterator[Newcomer]:
    """A bot on two servers, each on a shard of its own; it is connected, and its commands are known."""
    async with (
        Sandbox(clock=PatientClock(), starts=AT_ONCE, guilds=2, shards=2) as sandbox,
        newcomer(sandbox, tmp_path) as one,
    ):
        await one.online()
        await one.bot.background.settled()
        yield one


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The log lines of warnings and worse, none of which has a traceback."""
    told = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert not [record for record in told if record.exc_info]
    assert not [record for record in told if "\n" in record.getMessage()]
    lines = (record.getMessage() for record in told)
    # `online` moves the clock while answers are on their way.
    return [
        line for line in lines if not line.endswith(("voice will NOT be supported", "set-ntp true"))
    ]


@pytest.mark.parametrize("status", [429, 502, 401])
async def test_a_handshake_that_fails_is_made_again(
    sandbox: Sandbox, tmp_path: Path, caplog: pytest.LogCaptureFixture, status: int
) -> None:
    """Even the very first ones: one line each, and the bot is there when the gateway is."""
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
    """The library's own tries are nested, and end after 985."""
    sandbox.faults.refuse_gateway(503, times=1_000)
    async with newcomer(sandbox, tmp_path) as one:
        await one.online()
    assert hurry.pauses == [5.0] * 1_000


async def test_two_tries_are_never_more_than_a_minute_apart(casino: Casino, hurry: Hurry) -> None:
    """The library alone waits for up to 17."""
    casino.sandbox.faults.refuse_gateway(503, times=25)
    await casino.sandbox.faults.drop_gateway()
    await casino.sandbox.bot_ready()
    assert len(hurry.pauses) == 25
    assert max(hurry.pauses) == LONGEST


@pytest.mark.parametrize(("code", "at_once"), [(1000, True), (4000, False), (4009, False)])
async def test_a_socket_that_is_closed_is_opened_again(
    sandbox: Sandbox, tmp_path: Path, code: int, at_once: bool
) -> None:
    """In place of the first HELLO, or instead of the session, whatever the code that may pass."""
    sandbox.faults.close_gateway(code, times=3, at_once=at_once)
    async with newcomer(sandbox, tmp_path) as one:
        await one.online()


async def test_a_gateway_that_comes_back_by_halves_does_not_end_the_bot(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """It refuses a handshake, then closes sockets in place of HELLO: the library takes that for the end."""
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
    """Token, shards, version, intents: at the start, and in the middle of a session too."""
    sandbox.faults.close_gateway(code)
    async with newcomer(sandbox, tmp_path) as one:
        told = await one.ended()
    assert told == LASTING[code]
    assert told.endswith(".")
    assert warnings(caplog) == []


async def test_what_is_clicked_while_tables_are_resumed_is_answered_afterwards(
    tmp_path: Path,
) -> None:
    """It is answered late, and not dropped; before and after this process has the tables it is left alone."""
    clock, asked = ManualClock(), list[asyncio.Task[bool]]()

    async def resume(_: bool) -> None:
        asked.append(asyncio.create_task(ownership.answers()))
        await asyncio.sleep(0)
        assert not asked[0].done()

    async def leave() -> None:
        """Nobody takes these tables over."""

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
    """Discord never has more left than its total: waiting for more would never end. It has its token after all."""
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
    """While it can't come back the other one serves on; then it is back, too, and nobody has stopped."""
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
    """The library's thread would go on sending heartbeats."""

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
    """Another of its shards, say, has the turn, and is stopped before it has a session."""
    monkeypatch.setattr("cogs.gateway.connection.CLOSING_SECONDS", 0.0)
    async with newcomer(sandbox, tmp_path) as one:
        lock = one.bot._identifying._locks[0]
        await lock.acquire()
        await until_true(lambda: lock._waiters)
        await one.bot.close()
        await until_true(one.task.done)
        assert one.task.exception() is None


async def test_what_concerns_all_ends_all(running: Newcomer) -> None:
    """A token that is taken back is told by one of them first."""
    running.sandbox.faults.close_gateway(4004)
    await running.sandbox.faults.drop_gateway(shard=1)
    told = await running.ended()
    assert told == LASTING[4004]
    assert "DISCORD_TOKEN" in told
