"""Runs a torture test: a series of failures ("blows") at random moments; the database is checked after each.

A single bot on a file is killed and started again. With several processes on one PostgreSQL, a blow is one of these:

- a process is killed, or stopped and started again, while the others play;
- a process gets a successor and is then stopped or killed, or suspended while its database session is cut, as on a
  machine that is moved: the successor takes over, and the first one resumes with outdated state;
- the sessions that hold locks are cut, and their processes must notice;
- PostgreSQL itself is stopped, abruptly or gracefully, and started again.

After each blow all claims are compared with the database, which the other processes may still change.

A soak test does this for a given time, at many tables, with users who chat below their boards, while Discord fails in
every way that the sandbox can simulate. One process is spared most of the time, because its resource usage must not
grow.
"""

import asyncio
import math
import signal
import sqlite3
import sys
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import psycopg

from sandbox import AnswerKind, Channel, Refused
from tests.driver import PATIENCE, Sandbox
from tests.patient import sandbox_for_processes
from tests.postgres import Postgres, new_server, stop_for_good
from tests.waiting import until

from . import books, trouble
from .books import Books
from .bots import Bots, bots
from .crowd import LONGEST_AWAY, Crowd
from .growth import LIMITS, Sample, growth, has_worker, quarters, sample
from .judge import Judge
from .plan import Outcome, Plan
from .witness import Witness

SLOWER = 5
"""Real seconds in one of Discord's: a click left open by a kill or a fault fails after fifteen."""
LATENCY = 0.03 / SLOWER
"""Delay of each request in Discord's seconds, so that a kill can come between saving and showing."""
LONGEST_END = 5 * PATIENCE
"""Seconds after which a table left to its deadlines counts as stuck."""
LONGEST_STRAY = 60.0
"""Seconds for which a request that Discord executed late may leave a second board."""
MOST_CHANGES = 9
"""The maximum of sandbox changes to wait for; a bot's start makes about as many."""
MOST_TURNS = 300
"""The maximum of event loop iterations after a burst: tens of milliseconds on an idle machine."""
BEHIND = 50
"""The maximum of posting ids that are allocated on a server but not committed."""
CUT = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
    " WHERE application_name = 'blackjack-table' AND datname = current_database()"
)
"""Ends all sessions of bots."""
AS_USUAL = {"wal_level": "replica", "full_page_writes": "on"}
"""The server's defaults, which other tests change for speed."""
AGELESS = {"cogs.messages.cleanup.DAY_SECONDS": 1e9}
"""The bot gives up messages in closed channels after a day; the ids of this Discord are hours apart within minutes."""
INSTEAD = {
    "cogs.discord_link.ownership.IDENTIFY_SECONDS": 0.25,
    "cogs.host.process.SELDOM": 700,
    "engine.bank.postgres.leases.SECONDS": 4.0,
}
"""Seconds between two sessions of a bucket, as this Discord has no limit; Python's default for the garbage collector,
so that memory use is comparable; and a lease that ends soon after a kill.
"""
EXPECTED_ERRORS = (
    *(
        "the database can't be reached: ",
        "the outcome of the commit is unknown",
        "the connection was lost",
    ),
    *("the database failed: ", "taken these tables over", "another process has taken the tables"),
)
"""Errors that processes may log after a blow."""
TABLES_A_LOOK = 30
"""Tables per blow between two looks of a soak, because reading many tables is slow."""
SAMPLE, CHAT, CHARTS = 1 / 6, 1 / 10, 1
"""Answers per table between two samples, two chat messages, and two requests for a chart."""
SPARED = 0.8
"""The share of a soak in which the last process is neither killed nor stopped."""
COUNTED = ("kills", "starts", "clicks cut short", "stray boards")


@dataclass
class Place:
    """One of several bot processes: the current bot, and its next successor."""

    bot: Bots
    successor: Bots


async def torture(plan: Plan, folder: Path) -> Outcome:
    """Run a torture test on a new file or, with several processes, a new server; files are in this folder."""
    several = plan.processes > 1
    names = [f"table-{n}" for n in range(1, math.ceil(plan.tables / plan.processes) + 1)]
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(_server()) if several else None
        database = folder / "casino.db" if server is None else server.address("postgres")
        count = plan.processes
        sandbox = await stack.enter_async_context(
            sandbox_for_processes(
                SLOWER, users=plan.users, channels=names, guilds=count, shards=count
            )
        )
        for method, path in trouble.ROUTES:  # simulate network latency
            sandbox.faults.delay(method, path, LATENCY, times=sys.maxsize)
        places = []
        for number in range(count):
            settings = plan.settings(sandbox) | {"DATABASE": str(database)}
            if several:
                settings |= {"PROCESS": str(number), "PROCESSES": str(count), "SHARDS": str(count)}
            both = []
            for which in "ab":
                own = folder / f"{number}{which}"
                own.mkdir()
                instead = AGELESS | (INSTEAD if several else {})
                both.append(await stack.enter_async_context(bots(own, settings, instead)))
            places.append(Place(*both))
        return await Torture(plan, sandbox, places, database, server).run()


@asynccontextmanager
async def _server() -> AsyncIterator[Postgres]:
    server = await asyncio.to_thread(partial(new_server, **AS_USUAL))
    try:
        yield server
    finally:
        await asyncio.to_thread(stop_for_good, server)


class Torture:
    """A torture test in progress."""

    def __init__(
        self,
        plan: Plan,
        sandbox: Sandbox,
        places: list[Place],
        database: Path | str,
        server: Postgres | None,
    ) -> None:
        self._plan = plan
        self._sandbox = sandbox
        self._places = places
        self._database = database
        self._choose = Random(plan.seed)
        self._counts: Counter[str] = Counter()
        self._channels = [sandbox.channel(index) for index in range(plan.tables)]
        self._witness = Witness(sandbox)
        self._judge = Judge(self._witness, hurt=server is not None)
        self._trouble = trouble.Trouble(
            sandbox,
            self._witness,
            self._channels,
            Random(f"{plan.seed}:trouble"),
            pause=max(trouble.PAUSE, plan.soaks * plan.tables),
            guilds=[*sandbox.world.guilds.values()] if plan.soaks else (),
        )
        self._people = [*plan.people(sandbox, self._channels)]
        self._crowd = Crowd(
            sandbox,
            self._witness,
            self._people,
            saved=self._saved,
            over=self._over,
            pause=plan.pause,
        )
        self._asking: psycopg.Connection[Any] | None = None
        self._server = server
        self._blows: list[Callable[[Place], Awaitable[None]]] = [self._kill]
        if server:
            self._blows += [self._replace, self._cut_all, partial(self._crash, server)]
        if server and plan.soaks:
            self._blows += [self._restart, partial(self._restart_server, server)]
        self._fallen = 0
        self._begun = time.monotonic()
        self._needs: dict[int, list[Sample]] = defaultdict(list)
        """Resource samples by process id."""
        self._open: list[int] = []
        """The number of open tables at each sample."""

    def _over(self, channel: Channel) -> asyncio.Event:
        return self._places[(channel.guild.id >> 22) % self._plan.processes].bot.ended

    async def run(self) -> Outcome:
        """Run the series of failures, then check the end."""
        async with alongside(self._crowd.live()), AsyncExitStack() as beside:
            if self._plan.faults:
                await beside.enter_async_context(alongside(self._trouble.live()))
            await self._lives()
        final = await self._end()
        return Outcome(
            figures=self._figures(final),
            faults=self._trouble.counts,
            violations=self._judge.violations,
            witness=self._witness,
            books=final,
        )

    async def _lives(self) -> None:
        for place in self._places:
            await self._begin(place.bot)
        async with AsyncExitStack() as beside:
            if self._plan.soaks:
                await beside.enter_async_context(alongside(self._watch()))
                await beside.enter_async_context(alongside(self._consult()))
            if self._plan.faults:
                await beside.enter_async_context(alongside(self._chat()))
            while self._done() < 1:
                await self._let_live()
                spared = self._plan.soaks and self._done() <= SPARED
                victim = self._places[0] if spared else self._choose.choice(self._places)
                # In turn, so that a short run has every kind.
                await self._blows[self._fallen % len(self._blows)](victim)
                self._fallen += 1
                seldom = max(1, self._plan.soaks * self._plan.tables // TABLES_A_LOOK)
                if self._server and self._fallen % seldom == 0:
                    self._look()
        await self._connected()
        if not self._fallen:
            await self._answered(self._plan.answers)

    def _done(self) -> float:
        if self._plan.minutes:
            return (time.monotonic() - self._begun) / 60 / self._plan.minutes
        return self._fallen / self._plan.kills if self._plan.kills else 1

    async def _let_live(self) -> None:
        """Wait for a random moment at which to hit: during the bot's start, in quiet play, or in a burst of clicks."""
        dice = self._choose.random()
        if dice < 0.15:
            left = iter(range(self._choose.randint(0, MOST_CHANGES), 0, -1))
            await self._until(lambda: next(left, 0) == 0)
            return
        await self._connected()
        await self._answered(self._choose.randint(1, self._plan.answers))
        if dice < 0.75:
            await self._crowd.burst(self._choose.randint(2, 12), self._choose)
            if dice < 0.35:
                await self._on_the_way(self._choose.randint(1, 3))
            else:
                for _ in range(self._choose.randint(0, MOST_TURNS)):
                    await asyncio.sleep(0)

    async def _connected(self) -> None:
        await self._until(lambda: self._sandbox.bot_online)

    async def _answered(self, count: int) -> None:
        wanted = len(self._witness.replies) + count
        await self._until(lambda: len(self._witness.replies) >= wanted)

    async def _on_the_way(self, count: int) -> None:
        """Wait until `count` answers and boards are in flight, or no request is waiting."""
        faults, witness = self._sandbox.faults, self._witness
        await self._until(lambda: faults.waiting >= count or not witness.waiting)

    async def _until(self, predicate: Callable[[], bool]) -> None:
        with suppress(TimeoutError) if self._server else nullcontext():
            await until(self._sandbox.wait_for(predicate), end=self._one_ended())

    async def _one_ended(self) -> None:
        waiting = [asyncio.ensure_future(place.bot.ended.wait()) for place in self._places]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waiting:
                one.cancel()

    def _look(self) -> Books:
        found = books.read(self._database)
        self._judge.look(found)
        return found

    # Blows

    async def _begin(self, bot: Bots) -> None:
        await bot.start()
        self._counts["starts"] += 1

    async def _kill(self, place: Place) -> None:
        self._counts["clicks cut short"] += self._witness.waiting
        await self._killed(place.bot)
        if self._server is None:
            await self._sandbox.wait_for(lambda: not self._sandbox.bot_online)
            self._look()
        await self._begin(place.bot)

    async def _killed(self, bot: Bots) -> None:
        self._is_alive(bot)
        self._counts["kills"] += await bot.end(signal.SIGKILL) == -signal.SIGKILL

    async def _terminate(self, bot: Bots) -> None:
        if await bot.end(signal.SIGTERM):
            self._judge.accuse(f"SIGTERM did not end it well: {bot.log[-2000:]}")

    def _is_alive(self, bot: Bots) -> bool:
        if bot.ended.is_set():
            self._judge.accuse(f"the bot ended by itself: {bot.log[-2000:]}")
        return not bot.ended.is_set()

    async def _restart(self, place: Place) -> None:
        self._counts["restarted"] += 1
        await self._terminate(place.bot)
        await self._begin(place.bot)

    async def _replace(self, place: Place) -> None:
        """Start a successor; then stop, kill or suspend the first bot, which ends a while later."""
        begun, first = self._sessions_left(), place.bot
        await self._begin(place.successor)
        if self._choose.random() < 0.8:
            await self._until(lambda: self._sessions_left() < begun)
        how = self._choose.choice(("stop", "kill", "suspend"))
        self._counts[f"replaced: {how}"] += 1
        if how == "suspend":
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
        return int(self._sandbox.gateway.starts.shape()["remaining"])

    async def _cut_all(self, _: Place) -> None:
        self._cut()
        self._counts["sessions cut"] += 1
        await self._answered(self._choose.randint(1, 10))

    def _cut(self) -> None:
        with psycopg.connect(str(self._database)) as connection:
            connection.execute(CUT)

    async def _crash(self, server: Postgres, _: Place) -> None:
        self._counts["servers crashed"] += 1
        await asyncio.to_thread(server.stop, "immediate")
        if self._choose.random() < 0.5:
            wanted = len(self._witness.replies) + self._choose.randint(1, 5)
            # If the gateway session ends, the bot reconnects only after the server is back, so there are no answers.
            await self._until(
                lambda: len(self._witness.replies) >= wanted or not self._sandbox.bot_online
            )
        await asyncio.to_thread(server.start)

    async def _restart_server(self, server: Postgres, _: Place) -> None:
        self._counts["servers restarted"] += 1
        await asyncio.to_thread(server.stop, "fast")
        await asyncio.to_thread(server.start)

    # A soak

    async def _watch(self) -> None:
        """Sample the resources of processes with a worker process, and the number of open tables."""
        while True:
            await self._some_answers(SAMPLE)
            self._open.append(sum(not one.closed for one in self._witness.newest.values()))
            for place in self._places:
                with suppress(FileNotFoundError, ProcessLookupError):
                    if has_worker(place.bot.pid):
                        self._needs[place.bot.pid].append(sample(place.bot.pid))

    async def _consult(self) -> None:
        """Let users ask for strategy charts, so that each bot soon starts its worker process."""
        while True:
            await self._some_answers(CHARTS)
            person = self._choose.choice(self._people)
            await self._crowd.consult(person, self._choose.choice(person.places))

    async def _chat(self) -> None:
        while True:
            await self._some_answers(CHAT)
            person = self._choose.choice(self._people)
            for number in range(self._choose.choice((1, 2, 8))):
                with suppress(Refused):
                    person.user.say(self._choose.choice(person.places), f"Is that {number}?")
                    self._counts["chat messages"] += 1

    async def _some_answers(self, for_each: float) -> None:
        wanted = len(self._witness.replies) + max(1, round(for_each * self._plan.tables))
        await self._sandbox.wait_for(lambda: len(self._witness.replies) >= wanted, LONGEST_AWAY)

    # The end

    async def _end(self) -> Books:
        """Check that all tables close on their own without clicks and faults."""
        self._trouble.mend()
        await self._connected()
        if self._plan.leave:
            await self._crowd.leave()
        try:
            await self._sandbox.wait_for(
                lambda: not books.count(self._database, books.OPEN_TABLES), LONGEST_END
            )
        except TimeoutError as error:
            self._judge.accuse(f"a table is stuck: {error}")
        for place in self._places:
            if self._is_alive(place.bot):
                await self._terminate(place.bot)
        if self._asking is not None:
            self._asking.close()
        for life in self._needs.values():
            for grown in growth(life):
                self._judge.accuse(grown)
        final = self._look()
        audit = await self._places[0].bot.tool("audit")
        if audit.status:
            self._judge.accuse(f"the audit says: {audit}")
        self._judge.conclude(final, self._log(), all_shown=not self._plan.faults)
        for stray in self._witness.live_boards(self._channels):
            self._counts["stray boards"] += 1
            self._judge.accuse(f"a board of a table that has closed can be clicked on: {stray}")
        for lasting in self._witness.strays.longer_than(LONGEST_STRAY):
            self._counts["stray boards"] += 1
            self._judge.accuse(f"a table had a second board: {lasting}")
        return final

    def _log(self) -> str:
        logs = (bot.log for place in self._places for bot in (place.bot, place.successor))
        lines = (line for log in logs for line in log.splitlines())
        expected = EXPECTED_ERRORS if self._server else ()
        return "\n".join(line for line in lines if not any(words in line for words in expected))

    def _saved(self, otherwise: int) -> int:
        """Return the id of the last saved posting, or `otherwise` if unknown.

        It is too low rather than too high if `otherwise` is 0, else the reverse.
        """
        # Leave the file alone while no bot has it open: the next bot must recover it.
        if not self._server and (
            not self._sandbox.bot_online or self._places[0].bot.ended.is_set()
        ):
            return otherwise
        try:
            if not self._server:
                return books.count(self._database, books.NEWEST_POSTING)
            if self._asking is None or self._asking.closed:
                self._asking = psycopg.connect(str(self._database), autocommit=True)
            (last,) = self._asking.execute(books.NEWEST_POSTING).fetchone() or (0,)
        except (sqlite3.OperationalError, psycopg.Error):
            return otherwise
        return max(last - BEHIND, 0) if otherwise == 0 else last

    def _longest_stray(self) -> float:
        return max((one.seconds for one in self._witness.strays.longer_than(0)), default=0)

    def _figures(self, final: Books) -> dict[str, int]:
        kinds = Counter(reply.kind for reply in self._witness.replies)
        moves = [move.text for one in final.rounds.values() for move in one.moves]
        states = Counter(one.state for one in final.rounds.values() if one.dealt)
        figures = {
            **dict.fromkeys(COUNTED, 0),
            **dict(sorted(self._counts.items())),
            "tables": len(final.channels),
            "rounds settled": states["settled"],
            "rounds voided": states["voided"],
            "moves": sum(not text.startswith(("deal", "reveal")) for text in moves),
            "cards": sum(text.startswith("deal") for text in moves),
            "postings": len(final.postings),
            "requests": len(self._witness.requests),
            "accepted": sum(reply.taken for reply in self._witness.replies),
            "answered with text": kinds[AnswerKind.MESSAGE],
            "not answered": len(self._witness.requests)
            - len(self._witness.replies)
            + kinds[AnswerKind.FAILED],
            "boards": len(self._witness.boards),
            "longest second board, seconds": round(self._longest_stray()),
            **self._judge.figures,
        }
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


@asynccontextmanager
async def alongside(work: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Run `work` concurrently with the block; raise its error at the end."""
    task = asyncio.ensure_future(work)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])
        if not task.cancelled():
            task.result()
