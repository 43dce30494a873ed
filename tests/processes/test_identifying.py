"""Identifying: Discord allows one per bucket every five seconds over all processes, and a limited number a day."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from itertools import cycle, pairwise

import pytest

from cogs.discord_link.ownership import IDENTIFY_SECONDS, Identifying
from cogs.discord_link.retry import Waits
from engine.bank.bank import Bank
from engine.bank.postgres.turns import Turn
from sandbox import LoopClock, StartLimit
from sandbox.gateway.frames import Op
from sandbox.gateway.session import Connection
from sandbox.wire.json_text import Json
from tests.bank.values import NOW
from tests.clock import ManualClock
from tests.postgres import Postgres

from .hosts import hosts_on


class DiscordClock(LoopClock):
    """A clock that shows the bots' time but schedules on the event loop."""

    def __init__(self, clock: ManualClock) -> None:
        self._clock = clock

    def now(self) -> float:
        return self._clock.now()


class Process:
    """Records when shards identify, in seconds since the start."""

    def __init__(self, bank: Bank, clock: ManualClock, buckets: int) -> None:
        self._turns = Identifying(Waits(clock), bank.take_turn)
        self._buckets = buckets
        self._clock = clock
        self._began = clock.now()
        self.at: dict[int, float] = {}

    async def identify(self, shard: int) -> None:
        """Identify like a shard."""
        await self._turns.begin(shard, shard % self._buckets)
        self.at[shard] = self._clock.now() - self._began
        self._turns.end(shard)


@asynccontextmanager
async def processes(address: str, clock: ManualClock, buckets: int) -> AsyncIterator[list[Process]]:
    """Yield two processes."""
    async with AsyncExitStack() as stack:
        opening = [Bank.open(address, lambda: NOW) for _ in range(2)]
        banks = [await stack.enter_async_context(one) for one in opening]
        yield [Process(bank, clock, buckets) for bank in banks]


async def test_a_bucket_has_one_identify_in_five_seconds(postgres: Postgres) -> None:
    """Eight shards of two processes: shards of one bucket take turns and do not wait for other buckets."""
    clock, buckets = ManualClock(), 2
    with postgres.database("template1") as address:
        async with processes(address, clock, buckets) as both:
            identifying = [
                asyncio.create_task(both[shard % 2].identify(shard)) for shard in range(8)
            ]
            while not all(task.done() for task in identifying):
                clock.advance(0.25)
                await asyncio.sleep(0.002)
            await asyncio.gather(*identifying)
    at = both[0].at | both[1].at
    for bucket in range(buckets):
        times = sorted(when for shard, when in at.items() if shard % buckets == bucket)
        assert len(times) == 4
        assert min(later - earlier for earlier, later in pairwise(times)) >= IDENTIFY_SECONDS


async def test_a_dead_process_releases_its_turn(postgres: Postgres) -> None:
    """The lock ends with its database session."""
    with postgres.database("template1") as address:
        async with Bank.open(address, lambda: NOW) as other:
            async with Bank.open(address, lambda: NOW) as bank:
                assert await bank.take_turn(0) is not None
                assert await other.take_turn(0) is None
                assert await other.take_turn(1) is not None
            while await other.take_turn(0) is None:  # until the server notices
                pass


async def test_a_turn_ends_soon_after_its_machine_has_vanished(postgres: Postgres) -> None:
    """The server would otherwise wait for the system's keepalives, usually two hours, before it frees the bucket."""
    query = (
        "SELECT COUNT(*) FROM pg_settings WHERE name LIKE 'tcp_keepalives%' AND source = 'session'"
    )
    with postgres.database("template1") as address:
        async with Bank.open(address, lambda: NOW) as bank:
            turn = await bank.take_turn(0)
            assert isinstance(turn, Turn)
            assert turn._session.execute(query).fetchone() == (3,)


async def test_two_starting_processes_stay_within_the_limit(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four shards on a Discord that measures on arrival, where every other identify is delayed."""
    delay = cycle((3, 0))
    limit = StartLimit(total=1_000, max_concurrency=1, seconds=IDENTIFY_SECONDS)
    with postgres.database("template1") as address:
        async with hosts_on(address, limit, DiscordClock) as hosts:
            gateway, clock = hosts.sandbox.gateway, hosts.clock
            receive = gateway._receive

            def delayed(connection: Connection, frame: Json) -> None:
                seconds = next(delay) if frame["op"] == Op.IDENTIFY else 0
                clock.call_at(clock.now() + seconds, partial(receive, connection, frame))

            monkeypatch.setattr(gateway, "_receive", delayed)
            await asyncio.gather(*(hosts.start(number, SHARDS="4") for number in (0, 1)))
            assert gateway.starts.shape()["remaining"] == 1_000 - 4


async def test_a_start_takes_its_turn_before_connecting(postgres: Postgres) -> None:
    """discord.py closes a socket after a minute without data, and the turn would be lost with it."""
    with postgres.database("template1") as address:
        async with hosts_on(address) as hosts, Bank.open(address, lambda: NOW) as other:
            turn = await other.take_turn(0)
            assert turn is not None
            starting = asyncio.create_task(hosts.start(0))
            asked = partial(hosts.sandbox.requests_to, "GET", "/gateway/bot")
            await hosts.until(asked)
            began = hosts.clock.now()
            await hosts.until(lambda: hosts.clock.now() > began + 10)
            assert not hosts.sandbox.gateway.connections
            await turn.end()
            await starting


async def test_a_start_waits_for_enough_sessions(
    postgres: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    """It starts no shard and logs it: using up the day's sessions would make Discord reset the token."""
    with postgres.database("template1") as address:
        async with hosts_on(address, StartLimit(total=3, seconds=0), DiscordClock) as hosts:
            await hosts.start(0, SHARDS="4")
            starting = asyncio.create_task(hosts.start(1, SHARDS="4"))
            await hosts.until(lambda: "only 1 of the 2 sessions" in caplog.text)
            assert hosts.sandbox.gateway.starts.shape()["remaining"] == 1
            hosts.clock.advance(24 * 3_600)
            await starting
