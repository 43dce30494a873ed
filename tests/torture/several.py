"""The same with several processes on one PostgreSQL. A blow at a time falls, in the middle of everything:

- a process is killed, or stopped and started again, while the others play;
- a process gets a successor, and is then stopped or killed, or stands still for a while in which its session is cut, as
  on a machine that is moved: then the successor plays, and the first one wakes up with what it knew;
- the sessions that hold locks are cut, and whoever was hurt has to notice;
- PostgreSQL itself is stopped as by a power cut, or in good order, and started again.

After each blow all that was told is compared with the books, on which the others may play on meanwhile.

A soak is that for as long as is said, at many tables, with people who chat above their boards, while Discord fails in
every way that the sandbox knows. One process is spared for most of the time: what it has must not grow. A life that was
long enough is cut into quarters, and the last one is held beside the second one, for a bot fills its caches in the
first.
"""

import asyncio
import math
import os
import signal
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

import psycopg

from sandbox import Channel, Refused, Sandbox
from tests.patient import sandbox_for_processes
from tests.postgres import Postgres, new_server, stop_for_good
from tests.waiting import until

from . import trouble
from .books import NEWEST_POSTING, Books
from .bots import Bots, bots
from .crowd import LONGEST_AWAY, PAUSE
from .run import SLOWER, Outcome, Plan, Torture, alongside, settings_on, slow_down, users_of

BEHIND = 50
"""How many postings may have been given a number, and not be committed yet."""
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

CLICKS = 60
"""What all people of a soak click in a second, together: two cores bear it."""
ANSWERS_A_TABLE = 8
"""The most answers between two blows of a soak, for each table."""
TABLES_A_LOOK = 30
"""So many tables for each blow between two looks: of many tables the books are thick."""
SAMPLE, CHAT = 1 / 6, 1 / 10
"""Answers between two samples, and between two messages, for each table."""
SPARED = 0.8
"""The part of a soak in which the last process is neither killed nor stopped."""
PAGE, MB = os.sysconf("SC_PAGE_SIZE"), 1024**2


class Sample(NamedTuple):
    """What a process has at some moment (monotonic seconds): memory in bytes, sockets, and other open files."""

    at: float
    memory: int
    sockets: int
    files: int


class Limit(NamedTuple):
    """How much more a figure may be in the last quarter of a life than in the second: a share of it, and some units.

    It is asked of lives with this many `samples` or more.
    """

    samples: int
    share: float
    more: float


LIMITS = {
    # Two pipes lead to the process in which charts and skill are worked out, and from Python 3.12 on a handle, too,
    # from its first question on.
    "files": Limit(samples=20, share=0.0, more=3),
    # When Discord is back, all boards of a process are drawn at once, and the connections for that are used by turns.
    "sockets": Limit(samples=20, share=0.0, more=300),
    "memory": Limit(samples=300, share=0.05, more=8 * MB),
}


def quarters(life: Sequence[Sample], what: str) -> tuple[float, float]:
    """The medians of a figure in the second and in the last quarter of a life."""
    length, figures = len(life) // 4, [getattr(one, what) for one in life]
    return median(figures[length : 2 * length]), median(figures[-length:])


def growth(life: Sequence[Sample]) -> Iterator[str]:
    """A line for each figure that has grown."""
    for what, limit in LIMITS.items():
        if len(life) >= limit.samples:
            second, last = quarters(life, what)
            if last > second * (1 + limit.share) + limit.more:
                yield f"a process grew from {second:,.0f} to {last:,.0f} {what}: {life}"


def soak(plan: Plan) -> Plan:
    """This plan as a soak, for its minutes or, if there are none, for so many blows as it has `kills`."""
    return replace(
        plan,
        processes=2,
        answers=ANSWERS_A_TABLE * plan.tables,
        soaks=True,
        faults=True,
        leave=True,
        # A table has two to three people.
        pause=max(PAUSE, 2.5 * plan.tables / CLICKS),
    )


@dataclass
class Place:
    """One PROCESS: the bot that runs as it, and its next successor, which has run before or never."""

    bot: Bots
    successor: Bots


async def torture_several(plan: Plan, folder: Path) -> Outcome:
    """Run the plan on a new server, with files in this folder."""
    names = [f"table-{n}" for n in range(1, math.ceil(plan.tables / plan.processes) + 1)]
    server = await asyncio.to_thread(partial(new_server, **AS_USUAL))
    try:
        async with (
            sandbox_for_processes(
                SLOWER,
                users=users_of(plan),
                channels=names,
                guilds=plan.processes,
                shards=plan.processes,
            ) as sandbox,
            AsyncExitStack() as stack,
        ):
            slow_down(sandbox)
            places = []
            for number in range(plan.processes):
                settings = settings_on(sandbox, plan) | {
                    "DATABASE": server.address("postgres"),
                    "PROCESS": str(number),
                    "PROCESSES": str(plan.processes),
                    "SHARDS": str(plan.processes),
                }
                both = []
                for which in "ab":
                    own = folder / f"{number}{which}"
                    own.mkdir()
                    both.append(await stack.enter_async_context(bots(own, settings, INSTEAD)))
                places.append(Place(*both))
            return await SeveralTorture(plan, sandbox, places, server).run()
    finally:
        await asyncio.to_thread(stop_for_good, server)


class SeveralTorture(Torture):
    """A run in progress."""

    def __init__(self, plan: Plan, sandbox: Sandbox, places: list[Place], server: Postgres) -> None:
        self._address = server.address("postgres")
        super().__init__(plan, sandbox, places[0].bot, self._address)
        self._places = places
        self._server = server
        self._asking: psycopg.Connection[Any] | None = None
        self._blows = [self._kill_one, self._replace, self._cut_all, self._crash_server]
        if plan.soaks:
            self._trouble = trouble.Trouble(
                sandbox,
                self._witness,
                self._channels,
                Random(f"{plan.seed}:trouble"),
                pause=max(trouble.PAUSE, plan.tables),
                guilds=list(sandbox.world.guilds.values()),
            )
            self._blows += [self._restart, self._restart_server]
        self._fallen = 0
        self._begun = time.monotonic()
        self._needs: dict[int, list[Sample]] = defaultdict(list)
        """By process."""
        self._open: list[int] = []
        """How many tables were open at each sample."""

    def _over(self, channel: Channel) -> asyncio.Event:
        return self._places[(channel.guild.id >> 22) % self._plan.processes].bot.ended

    async def _lives(self) -> None:
        for place in self._places:
            await self._begin(place.bot)
        async with AsyncExitStack() as beside:
            for work in (self._watch, self._chat) if self._plan.soaks else ():
                await beside.enter_async_context(alongside(work()))
            while self._done() < 1:
                await self._let_live()
                spared = self._plan.soaks and self._done() <= SPARED
                victim = self._places[0] if spared else self._choose.choice(self._places)
                # Each kind in turn: a short run has all of them.
                await self._blows[self._fallen % len(self._blows)](victim)
                self._fallen += 1
                self._glance()
        await self._connected()

    def _done(self) -> float:
        """How much of the plan is done: 1 is all."""
        if self._plan.minutes:
            return (time.monotonic() - self._begun) / 60 / self._plan.minutes
        return self._fallen / self._plan.kills if self._plan.kills else 1

    def _glance(self) -> None:
        """Look at the books; in a soak not after each blow."""
        if self._fallen % max(1, self._plan.soaks * self._plan.tables // TABLES_A_LOOK) == 0:
            self._look()

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

    # Blows

    async def _begin(self, bot: Bots) -> None:
        await bot.start()
        self._counts["starts"] += 1

    async def _kill_one(self, place: Place) -> None:
        self._counts["clicks cut short"] += self._witness.waiting
        await self._killed(place.bot)
        self._glance()
        await self._begin(place.bot)

    async def _restart(self, place: Place) -> None:
        self._counts["restarted"] += 1
        await self._terminate(place.bot)
        await self._begin(place.bot)

    async def _replace(self, place: Place) -> None:
        """A successor is started; then the first one goes, or is cut off and goes a while later."""
        begun, first = self._sessions_left(), place.bot
        await self._begin(place.successor)
        if self._choose.random() < 0.8:
            await self._until(lambda: self._sessions_left() < begun)
        how = self._choose.choice(("stop", "kill", "stand still"))
        self._counts[f"replaced: {how}"] += 1
        if how == "stand still":
            first.send(signal.SIGSTOP)
            self._cut()
            await self._answered(self._choose.randint(1, 20))
            first.send(signal.SIGCONT)
            await self._answered(self._choose.randint(1, 10))
        if how == "kill":
            await self._killed(first)
        else:
            await self._terminate(first)
        place.bot, place.successor = place.successor, first

    def _sessions_left(self) -> int:
        return int(self._sandbox._gateway.starts.shape()["remaining"])

    async def _cut_all(self, _: Place) -> None:
        self._cut()
        self._counts["sessions cut"] += 1
        await self._answered(self._choose.randint(1, 10))

    def _cut(self) -> None:
        with psycopg.connect(self._address) as connection:
            connection.execute(CUT)

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

    async def _restart_server(self, _: Place) -> None:
        self._counts["servers restarted"] += 1
        await asyncio.to_thread(self._server.stop, "fast")
        await asyncio.to_thread(self._server.start)

    # A soak

    async def _watch(self) -> None:
        """Note again and again what the processes have, and how many tables are open."""
        while True:
            await self._some_answers(SAMPLE)
            self._open.append(sum(not one.closed for one in self._witness.newest.values()))
            for place in self._places:
                with suppress(FileNotFoundError, ProcessLookupError):
                    self._needs[place.bot.pid].append(_needs(place.bot.pid))

    async def _chat(self) -> None:
        """People write above their boards."""
        while True:
            await self._some_answers(CHAT)
            person = self._choose.choice(self._people)
            for number in range(self._choose.choice((1, 2, 8))):
                with suppress(Refused):
                    person.user.say(self._choose.choice(person.places), f"Is that {number}?")
                    self._counts["messages of people"] += 1

    async def _some_answers(self, for_each: float) -> None:
        wanted = len(self._witness.replies) + max(1, round(for_each * self._plan.tables))
        await self._sandbox.wait_for(lambda: len(self._witness.replies) >= wanted, LONGEST_AWAY)

    # The end

    async def _stop(self) -> None:
        for place in self._places:
            if self._is_alive(place.bot):
                await self._terminate(place.bot)
        if self._asking is not None:
            self._asking.close()
        for life in self._needs.values():
            for grown in growth(life):
                self._judge.accuse(grown)

    def _log(self) -> str:
        logs = (bot.log for place in self._places for bot in (place.bot, place.successor))
        lines = (line for log in logs for line in log.splitlines())
        return "\n".join(line for line in lines if not any(words in line for words in OF_BLOWS))

    def _kept(self, otherwise: int) -> int:
        try:
            if self._asking is None or self._asking.closed:
                self._asking = psycopg.connect(self._address, autocommit=True)
            (last,) = self._asking.execute(NEWEST_POSTING).fetchone() or (0,)
        except psycopg.Error:
            return otherwise
        return max(last - BEHIND, 0) if otherwise == 0 else last

    def _figures(self, final: Books) -> dict[str, int]:
        figures = super()._figures(final) | dict(sorted(self._counts.items()))
        if not self._plan.soaks:
            return figures
        longest = max(self._needs.values(), key=len)
        rounds = Counter(final.channels[one.table_id] for one in final.rounds.values() if one.dealt)
        for what in LIMITS:
            for which, figure in zip(("second", "last"), quarters(longest, what), strict=True):
                figures[f"{what} in its {which} quarter"] = round(figure)
        return figures | {
            "tables open, median": round(median(self._open)),
            "rounds in the channel with the fewest": min(
                rounds[place.id] for place in self._channels
            ),
            "minutes of the longest life": round((longest[-1].at - longest[0].at) / 60),
            "samples of it": len(longest),
        }


def _needs(pid: int) -> Sample:
    pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    opened = [os.readlink(one) for one in Path(f"/proc/{pid}/fd").iterdir()]
    sockets = sum(one.startswith("socket:") for one in opened)
    return Sample(time.monotonic(), int(pages) * PAGE, sockets, len(opened) - sockets)
