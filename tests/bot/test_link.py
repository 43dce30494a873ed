"""The link to Discord: what passes is tried again, shards fail one by one; and what is private in the library."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from cogs.gateway.connection import LASTING, MOST_BREAKS
from cogs.gateway.loops import Loops
from cogs.gateway.ownership import Ownership
from cogs.gateway.retry import LONGEST, CannotStart, Waits
from cogs.gateway.sessions import SessionBudget
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


class Newcomer:
    """A bot that is started while Discord has a bad day; its clock stands still until it waits for it."""

    def __init__(self, running: BlackjackBot, sandbox: Sandbox, clock: ManualClock) -> None:
        self.bot = running
        self.sandbox = sandbox
        self.clock = clock
        self.task = asyncio.create_task(running.start(TOKEN))
        self.waits = 0

    async def online(self) -> None:
        """Let time pass whenever the bot waits, until all its shards are connected."""
        while not self.bot.is_whole:
            assert not self.task.done(), self.task
            if [timer for timer in self.clock.timers if not timer.cancelled]:
                self.waits += 1
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
    """What the log has of warnings and worse; no traceback is among them."""
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
        assert one.waits >= 3
    assert ["gateway" in one and str(status) in one for one in warnings(caplog)] == [True] * 3


@pytest.mark.parametrize(("code", "at_once"), [(1000, True), (4000, False), (4009, False)])
async def test_a_socket_that_is_closed_is_opened_again(
    sandbox: Sandbox, tmp_path: Path, caplog: pytest.LogCaptureFixture, code: int, at_once: bool
) -> None:
    """In place of the first HELLO, or instead of the session, whatever the code that may pass."""
    sandbox.faults.close_gateway(code, times=3, at_once=at_once)
    async with newcomer(sandbox, tmp_path) as one:
        await one.online()
    assert len(warnings(caplog)) == 3


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


async def test_a_gateway_that_keeps_breaking_off_is_not_stormed(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """A few times it is back at once; then it waits longer each time, though every session is resumed."""
    for _ in range(MOST_BREAKS):
        await casino.sandbox.faults.drop_gateway()
        await casino.sandbox.bot_ready()
    assert warnings(caplog) == []
    for count in (1, 2, 3):
        await casino.sandbox.faults.drop_gateway()
        await until_true(lambda: len(warnings(caplog)) == count)  # noqa: B023
        casino.clock.advance(2**count)
        await casino.sandbox.bot_ready()
    assert len(warnings(caplog)) == 3


async def test_what_is_clicked_while_tables_are_resumed_is_heard_afterwards(tmp_path: Path) -> None:
    """It is answered late, and not dropped."""
    clock, heard = ManualClock(), list[str]()

    async def resume(_: bool) -> None:
        ownership.hear(lambda: heard.append("a click"))
        assert heard == []

    async def leave() -> None:
        """Nobody takes these tables over."""

    async with Bank.open(tmp_path / "casino.db", clock.now) as bank:
        ownership = Ownership(bank, clock, resume, leave, Loops(clock))
        await ownership.start()
        assert heard == ["a click"]
        await ownership.stop()


async def test_a_bot_of_more_shards_than_sessions_begins_all_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord never has more left than its total: waiting for more would never end."""
    clock, limit = ManualClock(), StartLimit(total=1, seconds=0)
    async with Sandbox(clock=PatientClock(), starts=limit, guilds=2, shards=2) as sandbox:
        given = {"DISCORD_API_URL": sandbox.api_url, "DATABASE": str(tmp_path / "casino.db")}
        async with hosted_bot(read_settings(given), clock=clock, luck=Luck()) as bot:
            await bot.http.static_login(TOKEN)
            finding = asyncio.create_task(SessionBudget(bot, Waits(clock)).find(2, known=False))
            await until_true(lambda: finding.done() or "lets the bot begin" in caplog.text)
            assert finding.done()
            assert finding.result().shards == 2
            await bot.close()


async def test_a_shard_that_breaks_ends_no_other(
    running: Newcomer, caplog: pytest.LogCaptureFixture
) -> None:
    """While it can't come back the other one serves on; then it is back, too, and nobody has stopped."""
    running.sandbox.faults.refuse_gateway(502, times=3)
    await running.sandbox.faults.drop_gateway(shard=1)
    await until_true(lambda: "shard 1: no connection" in caplog.text)
    assert not running.bot.is_whole
    assert await running.is_answered(0)
    await running.online()
    assert await running.is_answered(1)
    lines = [line for line in caplog.messages if "no connection to the gateway" in line]
    assert {line.partition(":")[0] for line in lines} == {"shard 1"}


async def test_what_concerns_all_ends_all(running: Newcomer) -> None:
    """A token that is taken back is told by one of them first."""
    running.sandbox.faults.close_gateway(4004)
    await running.sandbox.faults.drop_gateway(shard=1)
    told = await running.ended()
    assert told == LASTING[4004]
    assert "DISCORD_TOKEN" in told
