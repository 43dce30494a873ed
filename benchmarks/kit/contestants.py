"""Start bots in separate processes, click at their tables and measure the cost."""

import asyncio
import json
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path
from time import perf_counter

from benchmarks.kit.askers import Askers
from benchmarks.kit.bots import ASIDE, BANK, HINTS, LOOP, THREADS, Figures, worked_by
from benchmarks.kit.harness import Row, percentile, row
from benchmarks.kit.people import Clicks, Place, open_tables, paced, places, saturated
from tests.bot.process import environment
from tests.driver import Sandbox
from tests.postgres import LACKING, Postgres, new_server, stop_for_good

ROOT = Path(__file__).resolve().parents[2]
BOTS = "benchmarks.kit.bots"
PATIENCE = 1_200.0
"""Seconds for a bot to answer, and to stop."""

OURS = "ours"
NO_TIMERS = {"DEALER_SECONDS": "0", "JOIN_SECONDS": "0"} | dict.fromkeys(
    ("BET_SECONDS", "TURN_SECONDS", "NUDGE_SECONDS"), "3600"
)
"""Settings without pauses or deadlines: no table plays on or closes while its bot waits for clicks."""

SERVER = "PostgreSQL"
"""CPU time of the database server, which is not part of the bot's."""
PARTS = LOOP, BANK, HINTS, THREADS, ASIDE
RATE = "clicks/s"
"""The only figure for which higher is better."""


DURABLE = {"fsync": "on", "full_page_writes": "on", "wal_level": "replica"}
"""Durable settings, as on a host's server; the tests' servers turn these off."""


@contextmanager
def server() -> Iterator[Postgres]:
    """Run a PostgreSQL server with durable settings for the block. Exits if PostgreSQL isn't installed."""
    if LACKING:
        sys.exit(LACKING)
    found = new_server(**DURABLE)
    try:
        yield found
    finally:
        stop_for_good(found)


def pid_of(postgres: Postgres) -> int:
    return int((postgres.folder / "data" / "postmaster.pid").read_text().split()[0])


async def spawned(
    arguments: Sequence[str], settings: Mapping[str, str]
) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", BOTS, *arguments),
        cwd=ROOT,
        env=environment(settings),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )


class Process:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def ask(self, question: str) -> Figures:
        """Send a question, a line such as "size", and return the bot's figures. Raises `TimeoutError`."""
        if self._process.stdin is None or self._process.stdout is None:
            raise RuntimeError("the bot has no pipes")
        self._process.stdin.write(f"{question}\n".encode())
        async with asyncio.timeout(PATIENCE):
            answer: Figures = json.loads(await self._process.stdout.readline())
        return answer

    async def stop(self) -> None:
        """Shut the bot down. Raises `TimeoutError`, or `RuntimeError` if it exits with an error."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            async with asyncio.timeout(PATIENCE):
                status = await self._process.wait()
        except TimeoutError:
            self._process.kill()
            raise
        if status:
            raise RuntimeError(f"the bot ended with {status}")


@asynccontextmanager
async def started(kind: str, sandbox: Sandbox, settings: dict[str, str]) -> AsyncIterator[Process]:
    """Run a bot of this kind for the block, which begins once the bot answers."""
    seats = len(sandbox.world.users) // len(sandbox.world.channels)
    settings = {"DISCORD_API_URL": sandbox.api_url} | settings
    process = Process(await spawned((kind, str(seats)), settings))
    try:
        await process.ask("size")  # it answers as soon as its bank is open
        yield process
    finally:
        await process.stop()


def figures(clicks: Clicks, seconds: float, before: Figures, after: Figures) -> Figures:
    """Return CPU costs per click, waiting times and memory from figures before and after the clicks."""
    carried = max(len(clicks.answers) - clicks.refused, 1)
    grown = {name: value - before.get(name, 0.0) for name, value in after.items()}
    micros = {part: 1e6 * grown.get(part, 0.0) / carried for part in (*PARTS, SERVER)}
    return {
        RATE: carried / seconds,
        "CPU µs a click": sum(map(micros.__getitem__, PARTS)),
        **{f"of these, {part}": micros[part] for part in PARTS},
        f"CPU µs of {SERVER}": micros[SERVER],
        "counted requests a click": grown["counted"] / carried,
        "answered 429": grown["refused"],
        "p50 to answer, ms": percentile(clicks.answers, 0.5),
        "p99 to answer, ms": percentile(clicks.answers, 0.99),
        "p50 to next board, ms": percentile(clicks.boards, 0.5),
        "p99 to next board, ms": percentile(clicks.boards, 0.99),
        "refused, %": 100 * clicks.refused / max(clicks.made, 1),
        "unanswered": clicks.made - len(clicks.answers),
        "memory, MB": after["memory"],
        "memory grown, MB": grown["memory"],
    }


def rows(when: str, samples: Sequence[Sequence[Figures]]) -> list[Row]:
    """Return a row for each figure not always 0, with the first bot's ratios to the others and the last one's range."""
    first, *others = samples
    found = list[Row]()
    for name in first[0]:
        if any(sample[name] for side in samples for sample in side):
            read, rate = itemgetter(name), name == RATE
            *cells, slower, span = row(f"{when}: {name}", samples, read, rate=rate)
            ratios = [row("", [first, other], read, rate=rate)[-2] for other in others[:-1]]
            found.append((*cells, *ratios, slower, span))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Contestant:
    """A bot under test, in one or several processes."""

    sandbox: Sandbox
    processes: Sequence[Process]
    places: Sequence[Place]
    """The tables where people play."""
    askers: Askers
    server: int | None
    """Process id of its database server."""
    before: Figures = field(default_factory=dict)
    """Counts of objects in memory before the first table; empty for a floor."""

    async def at_pace(self, rate: float, seconds: float) -> Figures:
        """Click at a fixed rate per second and return the figures."""
        return await self._sample(paced(self.places, rate, seconds))

    async def at_most(self, seconds: float) -> Figures:
        """Click as fast as the bot can handle and return the figures."""
        return await self._sample(saturated(self.places, seconds))

    async def _sample(self, work: Awaitable[Clicks]) -> Figures:
        before, start = await self._size(), perf_counter()
        async with self.askers.asking():
            clicks = await work
        return figures(clicks, max(clicks.ended - start, 1e-3), before, await self._size())

    async def _size(self) -> Figures:
        found = await self.ask("size")
        if self.server is not None:
            found[SERVER] = worked_by(self.server, itself=True)
        found["counted"] = len(self.sandbox.requests_to("*", "/channels/**"))
        found["refused"] = sum(one.status == 429 for one in self.sandbox.requests)
        return found

    async def ask(self, question: str) -> Figures:
        """Ask all the bot's processes a question and return the sum of their figures."""
        found = Counter[str]()
        for process in self.processes:
            found.update(await process.ask(question))
        return dict(found)

    async def left(self) -> list[str]:
        """Describe the kinds of objects whose number in memory differs from before the first table."""
        after = await self.ask("census")
        more = {name: after[name] - self.before[name] for name in after}
        return [f"{count:+.0f} {name} when all was over" for name, count in more.items() if count]


@asynccontextmanager
async def contestant(
    kind: str,
    sandbox: Sandbox,
    settings: dict[str, str],
    *,
    processes: int = 1,
    server: int | None = None,
    askers: int = 0,
) -> AsyncIterator[Contestant]:
    """Run a bot on this sandbox for the block, with users at every table.

    At the last `askers` tables they ask questions instead of playing.
    """
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(sandbox)
        everywhere, found = places(sandbox), list[Process]()
        for place in range(processes):
            bot = started(kind, sandbox, share_of(place, processes) | settings)
            found.append(await stack.enter_async_context(bot))
        contestant = Contestant(
            sandbox=sandbox,
            processes=found,
            places=everywhere[: len(everywhere) - askers],
            askers=Askers(everywhere[len(everywhere) - askers :]),
            server=server,
        )
        if kind == OURS:
            await sandbox.wait_for(lambda: sandbox.bot_online and sandbox.world.commands)
            contestant.before.update(await contestant.ask("census"))
            await open_tables(everywhere)
        await all_open(sandbox, everywhere)
        yield contestant


async def all_open(sandbox: Sandbox, everywhere: Iterable[Place]) -> None:
    """Wait until each channel shows a table. Raises `TimeoutError`."""
    for place in everywhere:
        await sandbox.wait_for(lambda place=place: place.is_open, PATIENCE)  # type: ignore[misc]


def share_of(place: int, processes: int) -> dict[str, str]:
    """Return the settings of one of several processes: `place` is its number."""
    found = {"PROCESS": str(place), "PROCESSES": str(processes), "SHARDS": str(processes)}
    return found if processes > 1 else {}
