"""The same with several processes on one PostgreSQL. A blow at a time falls, in the middle of everything:

- a process is killed, while the others play;
- a process gets a successor, and is then stopped or killed, or stands still for a while in which its session is cut, as
  on a machine that is moved: then the successor plays, and the first one wakes up with what it knew;
- the sessions that hold locks are cut, and whoever was hurt has to notice;
- PostgreSQL itself is stopped as by a power cut, and started again.

After each blow all that was told is compared with the books, on which the others may play on meanwhile.
"""

import asyncio
import math
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import psycopg

from sandbox import Channel, Sandbox
from tests.patient import sandbox_for_processes
from tests.postgres import Postgres, new_server, stop_for_good
from tests.waiting import until

from .books import Books
from .bots import Bots, bots
from .run import Outcome, Plan, Torture, settings_on, slow_down, users_of

BEHIND = 50
"""How many postings may have been given a number, and not be committed yet."""

LAST = "SELECT COALESCE(MAX(id), 0) FROM posting"

CUT = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2"
    " AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
"""Ends the sessions that hold shards, and transactions of tables with them."""

AS_USUAL = {"wal_level": "replica", "full_page_writes": "on"}
"""The server's own defaults, which the other tests do without."""

INSTEAD = {"cogs.gateway.sessions.SECONDS": 0.25, "cogs.startup.process.SELDOM": 700}
"""Seconds between two sessions of a bucket, for this Discord has no limit; and Python's own number of objects between
two looks for dead ones, so that what a bot takes is what it holds."""

OF_BLOWS = (
    *("the database can't be reached: ", "nobody knows what is kept", "the connection was lost"),
    *("the database failed: ", "taken these tables over", "another process plays these tables now"),
)
"""What processes rightly log as errors when they were cut off."""


async def torture_several(
    plan: Plan, folder: Path, run: "type[SeveralTorture] | None" = None
) -> Outcome:
    """Run the plan on a new server, with files in this folder."""
    server = await asyncio.to_thread(partial(new_server, **AS_USUAL))
    try:
        return await _on(server, server.address("postgres"), plan, folder, run or SeveralTorture)
    finally:
        await asyncio.to_thread(stop_for_good, server)


async def _on(
    server: Postgres, address: str, plan: Plan, folder: Path, run: "type[SeveralTorture]"
) -> Outcome:
    in_each = math.ceil(plan.tables / plan.processes)
    names = [f"table-{number}" for number in range(1, in_each + 1)]
    async with (
        sandbox_for_processes(
            5, users=users_of(plan), channels=names, guilds=plan.processes, shards=plan.processes
        ) as sandbox,
        AsyncExitStack() as stack,
    ):
        slow_down(sandbox)
        places = []
        for number in range(plan.processes):
            settings = settings_on(sandbox, plan) | {
                "DATABASE": address,
                "PROCESS": str(number),
                "PROCESSES": str(plan.processes),
                "SHARDS": str(plan.processes),
            }
            first, second = (_bots_in(folder / f"{number}{which}", settings) for which in "ab")
            others = partial(stack.enter_async_context, second)
            places.append(Place(await stack.enter_async_context(first), others))
        return await run(plan, sandbox, places, server, address).run()


@asynccontextmanager
async def _bots_in(folder: Path, settings: dict[str, str]) -> AsyncIterator[Bots]:
    await asyncio.to_thread(folder.mkdir)
    async with bots(folder, settings, INSTEAD) as process:
        yield process


class Place:
    """One PROCESS: the bot that runs as it, and a successor from time to time."""

    def __init__(self, first: Bots, others: Callable[[], Awaitable[Bots]]) -> None:
        """`others` makes the place of its successors, when it is needed."""
        self.bot = first
        self.all = [first]
        """Those that may run or have run."""
        self._others = others

    async def successor(self) -> Bots:
        """The one that does not run."""
        if len(self.all) == 1:
            self.all.append(await self._others())
        return next(bots for bots in self.all if bots is not self.bot)


class SeveralTorture(Torture):
    """A run in progress."""

    def __init__(
        self, plan: Plan, sandbox: Sandbox, places: list[Place], server: Postgres, address: str
    ) -> None:
        super().__init__(plan, sandbox, places[0].bot, address)
        self._places = places
        self._server = server
        self._address = address
        self._asking: psycopg.Connection[Any] | None = None
        self._blows = [self._kill_one, self._replace, self._cut_all, self._crash_server]
        self._fallen = 0

    def _over(self, channel: Channel) -> asyncio.Event:
        return self._places[(channel.guild.id >> 22) % self._plan.processes].bot.ended

    async def _lives(self) -> None:
        for place in self._places:
            await place.bot.start()
            self._counts["starts"] += 1
        while self._done() < 1:
            await self._let_live()
            # Each kind in turn: a short run has all of them.
            await self._blows[self._fallen % len(self._blows)](self._victim())
            self._fallen += 1
            self._glance()
        await self._connected()

    def _done(self) -> float:
        """How much of the plan is done: 1 is all."""
        return self._fallen / self._plan.kills if self._plan.kills else 1

    def _glance(self) -> None:
        """Look at the books, after a blow."""
        self._look()

    def _victim(self) -> Place:
        return self._choose.choice(self._places)

    async def _until(self, predicate: Any) -> None:
        """Return when this is so, or when a bot has ended, or when those who were asked have all been hurt."""
        with suppress(TimeoutError):
            await until(self._sandbox.wait_for(predicate), end=self._one_ended())

    async def _one_ended(self) -> None:
        waiting = [asyncio.ensure_future(place.bot.ended.wait()) for place in self._places]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waiting:
                one.cancel()

    async def _kill_one(self, place: Place) -> None:
        self._counts["clicks cut short"] += self._witness.waiting
        self._counts["kills"] += await self._ended(place.bot) == -signal.SIGKILL
        self._glance()
        await place.bot.start()
        self._counts["starts"] += 1

    async def _replace(self, place: Place) -> None:
        """A successor is started; then the first one goes, or is cut off and goes a while later."""
        begun, successor = self._sessions_left(), await place.successor()
        await successor.start()
        self._counts["starts"] += 1
        if self._choose.random() < 0.8:
            await self._until(lambda: self._sessions_left() < begun)
        how = self._choose.choice(("stop", "kill", "stand still"))
        self._counts[f"replaced: {how}"] += 1
        if how == "stand still":
            place.bot.send(signal.SIGSTOP)
            self._cut()
            await self._answered(self._choose.randint(1, 20))
            place.bot.send(signal.SIGCONT)
            await self._answered(self._choose.randint(1, 10))
        if how == "kill":
            self._counts["kills"] += await self._ended(place.bot) == -signal.SIGKILL
        elif await place.bot.terminate():
            self._judge.accuse(f"SIGTERM did not end it well: {place.bot.log[-2000:]}")
        place.bot = successor

    def _sessions_left(self) -> int:
        return int(self._sandbox._gateway.starts.shape()["remaining"])

    async def _cut_all(self, _: Place) -> None:
        self._cut()
        self._counts["sessions cut"] += 1
        await self._answered(self._choose.randint(1, 10))

    async def _crash_server(self, _: Place) -> None:
        self._counts["servers crashed"] += 1
        await asyncio.to_thread(self._server.stop, "immediate")
        if self._choose.random() < 0.5:
            wanted = len(self._witness.replies) + self._choose.randint(1, 5)
            # A session that ends meanwhile is not begun again before the server is back: nobody is answered then.
            await self._until(
                lambda: len(self._witness.replies) >= wanted or not self._sandbox.bot_online
            )
        await asyncio.to_thread(self._server.start)

    def _figures(self, final: Books) -> dict[str, int]:
        return super()._figures(final) | dict(sorted(self._counts.items()))

    async def _ended(self, bot: Bots) -> int:
        if bot.ended.is_set():
            self._judge.accuse(f"the bot ended by itself: {bot.log[-2000:]}")
        return await bot.kill()

    def _cut(self) -> None:
        with psycopg.connect(self._address) as connection:
            connection.execute(CUT)

    async def _stop(self) -> None:
        for place in self._places:
            if place.bot.ended.is_set():
                self._judge.accuse(f"the bot ended by itself: {place.bot.log[-2000:]}")
            elif await place.bot.terminate():
                self._judge.accuse(f"SIGTERM did not end it well: {place.bot.log[-2000:]}")
        if self._asking is not None:
            self._asking.close()

    def _log(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        for place in self._places:
            for bot in place.all:
                for line in bot.log.splitlines():
                    if not any(words in line for words in OF_BLOWS):
                        yield line

    def _kept(self, otherwise: int) -> int:
        try:
            if self._asking is None or self._asking.closed:
                self._asking = psycopg.connect(self._address, autocommit=True)
            (last,) = self._asking.execute(LAST).fetchone() or (0,)
        except psycopg.Error:
            return otherwise
        return max(last - BEHIND, 0) if otherwise == 0 else last
