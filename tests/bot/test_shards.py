"""One process with several shards: as many as Discord recommends, and each has troubles of its own."""

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs.gateway.ownership import AGAIN, Ownership
from cogs.gateway.retry import TOLD_AGAIN, CannotStart, Waits
from cogs.gateway.sessions import SessionBudget
from cogs.gateway.shard import LASTING
from cogs.startup.client import BlackjackBot
from cogs.startup.settings import read_settings
from engine.bank.bank import Bank
from engine.bank.errors import NotOurs
from sandbox import AnswerKind, Sandbox, StartLimit
from tests.clock import ManualClock
from tests.patient import AT_ONCE, PatientClock

from .casino import Ids
from .hosted import hosted_bot
from .luck import Luck


class Running:
    """A bot on two servers, each on a shard of its own."""

    def __init__(self, bot: BlackjackBot, sandbox: Sandbox, clock: ManualClock) -> None:
        self.bot = bot
        self.sandbox = sandbox
        self.clock = clock
        self.task = asyncio.create_task(bot.start("test-token"))

    async def whole(self) -> None:
        """Let time pass until both are connected, or the bot has ended."""
        while not self.bot.connection.is_whole and not self.task.done():
            self.clock.advance(1)
            await asyncio.sleep(0.002)

    async def is_answered(self, shard: int) -> bool:
        """Whether a user in the server of this shard gets an answer."""
        servers = (self.sandbox.guild(number) for number in (1, 2))
        server = next(server for server in servers if (server.id >> 22) % 2 == shard)
        answer = await self.sandbox.user(1).command(server.channel("blackjack"), "balance")
        return answer.kind is AnswerKind.MESSAGE


class Lost:
    """A bank whose tables another process takes over at once."""

    async def claim(self) -> bool:
        """They are this process's for a moment."""
        return False

    async def until_lost(self) -> None:
        """They are not any more."""

    async def take_turn(self, bucket: int) -> None:
        """Nobody asks for it here."""

    async def begin(self, is_caretaker: bool) -> None:
        """There is nothing to resume."""


async def test_what_is_clicked_while_tables_are_resumed_is_heard_afterwards(
    tmp_path: Path,
) -> None:
    """It is answered late, and not dropped."""
    clock, heard = ManualClock(), list[str]()

    async def resume(_: bool) -> None:
        ownership.hear(lambda: heard.append("a click"))
        assert heard == []

    async def leave() -> None:
        """Nobody takes these tables over."""

    async with Bank.open(tmp_path / "casino.db", clock.now) as bank:
        ownership = Ownership(bank, clock, resume, leave)
        await ownership.start()
        assert heard == ["a click"]
        await ownership.stop()


async def test_who_lets_go_does_so_to_the_end(caplog: pytest.LogCaptureFixture) -> None:
    """Also a process that is stopped meanwhile: a table that nobody has stopped would live on."""
    leaving, may_end, left = asyncio.Event(), asyncio.Event(), list[str]()

    async def leave() -> None:
        leaving.set()
        await may_end.wait()
        left.append("all")

    ownership = Ownership(lost := Lost(), ManualClock(), lost.begin, leave)
    await ownership.start()
    await leaving.wait()
    stopping = asyncio.create_task(ownership.stop())
    await asyncio.sleep(0)
    may_end.set()
    await stopping
    assert left == ["all"]
    assert "another process plays these tables now" in caplog.text
    caplog.clear()


class Occupied(Bank):
    """Another process plays, until it has been asked so often."""

    def __init__(self, asked: int) -> None:
        self.left = asked

    async def claim(self) -> bool:
        """Not yet."""
        self.left -= 1
        if self.left >= 0:
            raise NotOurs
        return True

    async def until_lost(self) -> None:
        """Never."""
        await asyncio.get_running_loop().create_future()


async def test_who_waits_for_its_turn_says_so_once_a_minute(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """At once, and then for as long as it waits; a host who looks into the log knows why nothing happens."""
    clock, begun = ManualClock(), asyncio.Event()

    async def begin(_: bool) -> None:
        begun.set()

    async def leave() -> None:
        """Nobody takes these tables over."""

    caplog.set_level(logging.INFO, "cogs.gateway.ownership")
    asked = round(2.5 * TOLD_AGAIN / AGAIN)
    ownership = Ownership(Occupied(asked), clock, begin, leave)
    await ownership.start()
    while not begun.is_set():
        clock.advance(AGAIN)
        await asyncio.sleep(0)
    await ownership.stop()
    assert [" still " in record.message for record in caplog.records] == [False, True, True]


async def test_a_bot_of_more_shards_than_sessions_begins_all_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord never has more left than its total: waiting for more would never end."""
    clock, limit = ManualClock(), StartLimit(total=1, seconds=0)
    async with Sandbox(clock=PatientClock(), starts=limit, guilds=2, shards=2) as sandbox:
        settings = read_settings(
            {"DISCORD_API_URL": sandbox.api_url, "DATABASE": str(tmp_path / "casino.db")}
        )
        async with hosted_bot(settings, clock=clock, luck=Luck()) as bot:
            await bot.http.static_login("test-token")
            finding = asyncio.create_task(SessionBudget(bot, Waits(clock)).find(2, known=False))
            while not finding.done() and "lets the bot begin" not in caplog.text:  # noqa: ASYNC110 - a log has no event
                await asyncio.sleep(0.002)
            assert finding.done()
            assert finding.result().shards == 2
            await bot.close()


@pytest.fixture
async def running(tmp_path: Path, _impatient: None) -> AsyncIterator[Running]:
    """It is connected, and its commands are known."""
    clock = ManualClock()
    async with Sandbox(clock=PatientClock(), starts=AT_ONCE, guilds=2, shards=2) as sandbox:
        sandbox.world.snowflakes = Ids(clock)
        settings = read_settings(
            {
                "DISCORD_API_URL": sandbox.api_url,
                "DATABASE": str(tmp_path / "casino.db"),
                "CARD_PICTURES": "off",
            }
        )
        async with hosted_bot(settings, clock=clock, luck=Luck()) as bot:
            one = Running(bot, sandbox, clock)
            await one.whole()
            await bot.background.settled()
            yield one
            await bot.close()
            await asyncio.wait([one.task])


async def test_as_many_as_discord_recommends(running: Running) -> None:
    """All of them in the one process, which hears of every server and measures each connection."""
    assert running.bot.shard_count == 2
    assert len(running.bot.guilds) == 2
    assert [number for number, _ in running.bot.latencies] == [0, 1]
    assert [await running.is_answered(shard) for shard in (0, 1)] == [True, True]


async def test_a_shard_that_breaks_ends_no_other(
    running: Running, caplog: pytest.LogCaptureFixture
) -> None:
    """While it can't come back the other one serves on; then it is back, too, and nobody has stopped."""
    running.sandbox.faults.refuse_gateway(502, times=3)
    await running.sandbox.faults.drop_gateway(shard=1)
    while "shard 1: no connection" not in caplog.text:  # noqa: ASYNC110 - a log has no event
        await asyncio.sleep(0.001)
    assert not running.bot.connection.is_whole
    assert await running.is_answered(0)
    await running.whole()
    assert await running.is_answered(1)
    lines = [line for line in caplog.messages if "no connection to the gateway" in line]
    assert {line.partition(":")[0] for line in lines} == {"shard 1"}


async def test_what_concerns_all_ends_all(running: Running) -> None:
    """A token that is taken back is told by one of them first."""
    running.sandbox.faults.close_gateway(4004)
    await running.sandbox.faults.drop_gateway(shard=1)
    with pytest.raises(CannotStart, match="DISCORD_TOKEN") as why:
        await running.task
    assert str(why.value) == LASTING[4004]
