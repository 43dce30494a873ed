"""Bots that are clicked, each in processes of its own, with everybody at their tables; and what that costs them."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from operator import methodcaller
from pathlib import Path
from time import perf_counter

from benchmarks.kit.bots import ASIDE, THREADS, Figures, worked_by
from benchmarks.kit.harness import Row, percentile, row
from benchmarks.kit.people import Clicks, Place, open_tables, paced, places, saturated
from sandbox import Sandbox
from tests.bot.process import environment
from tests.postgres import LACKING, Postgres, new_server, stop_for_good

ROOT = Path(__file__).resolve().parents[2]
BOTS = "benchmarks.kit.bots"
PATIENCE = 1_200.0
"""Seconds for a bot to answer, and to stop."""

FLOORS = ("fair", "bare")
NO_PAUSES = {"DEALER_SECONDS": "0", "JOIN_SECONDS": "0"}

SERVER = "PostgreSQL"
"""What a database's server works, beside the parts of the bot."""
PARTS = (*THREADS.values(), ASIDE)


DURABLE = {"fsync": "on", "full_page_writes": "on", "wal_level": "replica"}
"""As a host's server is, and unlike that of the tests."""


@contextmanager
def server() -> Iterator[Postgres]:
    """A PostgreSQL server as durable as a host's, which is stopped at the end of the block. Exits without one."""
    if LACKING:
        sys.exit(LACKING)
    found = new_server(**DURABLE)
    try:
        yield found
    finally:
        stop_for_good(found)


def pid_of(postgres: Postgres) -> int:
    """The process whose children serve the connections."""
    return int((postgres.folder / "data" / "postmaster.pid").read_text().split()[0])


async def spawned(
    arguments: Sequence[str], settings: Mapping[str, str]
) -> asyncio.subprocess.Process:
    """A process of `benchmarks.kit.bots`."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", BOTS, *arguments),
        cwd=ROOT,
        env=environment(settings),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )


class Process:
    """A bot in another process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def ask(self, question: str) -> Figures:
        """The answer to one line."""
        if self._process.stdin is None or self._process.stdout is None:
            raise RuntimeError("the bot has no pipes")
        self._process.stdin.write(f"{question}\n".encode())
        async with asyncio.timeout(PATIENCE):
            answer: Figures = json.loads(await self._process.stdout.readline())
        return answer

    async def stop(self) -> None:
        """Stop it in good order, if it runs. Raises `TimeoutError`; `RuntimeError` where it failed."""
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
    """A bot of a kind that answers; it has stopped at the end of the block."""
    seats = len(sandbox.world.users) // len(sandbox.world.channels)
    address = {"DISCORD_API_URL": sandbox.api_url}
    process = Process(await spawned((kind, str(seats)), address | settings))
    try:
        await process.ask("size")  # it answers as soon as its bank is open
        yield process
    finally:
        await process.stop()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """Clicks of so many seconds, and what the bot said of its size and its work before and after."""

    clicks: Clicks
    seconds: float
    before: Figures
    after: Figures

    @property
    def carried(self) -> int:
        """Clicks that came to something."""
        return len(self.clicks.answers) - self.clicks.refused

    @property
    def rate(self) -> float:
        """Of those, a second."""
        return self.carried / self.seconds

    @property
    def micros(self) -> float:
        """Microseconds of work of the bot for each of those."""
        return sum(map(self.micros_of, PARTS))

    def micros_of(self, part: str) -> float:
        """Those of one part, or of the server of its database."""
        return 1e6 * self.grown(part) / max(self.carried, 1)

    def grown(self, name: str) -> float:
        """By how much one of the bot's figures has grown."""
        return self.after.get(name, 0.0) - self.before.get(name, 0.0)

    def waited(self, share: float) -> float:
        """Milliseconds within which this share was answered."""
        return percentile(self.clicks.answers, share)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contestant:
    """A bot that is clicked, in one process or in several."""

    processes: Sequence[Process]
    places: Sequence[Place]
    before: Figures = field(default_factory=dict)
    """What was in its memory before the first table."""
    server: int | None = None
    """The process of its database's server."""

    async def at_pace(self, rate: float, seconds: float) -> Sample:
        """Clicks at a fixed pace."""
        return await self._sample(paced(self.places, rate, seconds))

    async def at_most(self, seconds: float) -> Sample:
        """As many clicks as it carries."""
        return await self._sample(saturated(self.places, seconds))

    async def _sample(self, work: Awaitable[Clicks]) -> Sample:
        before, start = await self.ask("size"), perf_counter()
        clicks = await work
        seconds = max(clicks.ended - start, 1e-3)
        return Sample(clicks=clicks, seconds=seconds, before=before, after=await self.ask("size"))

    async def ask(self, question: str) -> Figures:
        """The sums of what its processes say, and what the server has worked."""
        found: Figures = {}
        if self.server is not None and question == "size":
            found[SERVER] = worked_by(self.server, itself=True)
        for process in self.processes:
            for name, value in (await process.ask(question)).items():
                found[name] = found.get(name, 0.0) + value
        return found

    async def left(self) -> list[str]:
        """What there is more of in memory than before the first table."""
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
) -> AsyncIterator[Contestant]:
    """A bot on this sandbox, with everybody at their tables; the sandbox stops with it."""
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(sandbox)
        everywhere, found = places(sandbox), list[Process]()
        for place in range(processes):
            bot = started(kind, sandbox, share_of(place, processes) | settings)
            found.append(await stack.enter_async_context(bot))
        contestant = Contestant(processes=found, places=everywhere, server=server)
        if kind not in FLOORS:
            await sandbox.wait_for(lambda: sandbox.bot_online and sandbox.world.commands)
            contestant.before.update(await contestant.ask("census"))
            await open_tables(everywhere)
        await all_open(sandbox, everywhere)
        yield contestant


async def all_open(sandbox: Sandbox, everywhere: Iterable[Place]) -> None:
    """Return when each place has a board. Raises `TimeoutError`."""
    for place in everywhere:
        await sandbox.wait_for(lambda place=place: place.is_open, PATIENCE)  # type: ignore[misc]


def share_of(place: int, processes: int) -> dict[str, str]:
    """The settings of one of so many processes."""
    if processes == 1:
        return {}
    return {"PROCESS": str(place), "PROCESSES": str(processes), "SHARDS": str(processes)}


def worked(when: str, samples: Sequence[Sequence[Sample]]) -> list[Row]:
    """The work of a click; then a line for each part of the first bot that has worked, and for its server."""
    found = [row(f"{when}: CPU µs a click", samples, lambda one: one.micros)]
    for part in (*PARTS, SERVER):
        if any(sample.grown(part) for sample in samples[0]):
            found.append(row(f"{when}: {part}", samples, methodcaller("micros_of", part)))
    return found


def waits(when: str, samples: Sequence[Sequence[Sample]]) -> list[Row]:
    """How long people wait, and for nothing."""
    return [
        row(f"{when}: p50 to answer, ms", samples, lambda one: one.waited(0.5)),
        row(f"{when}: p99 to answer, ms", samples, lambda one: one.waited(0.99)),
        row(f"{when}: refused, %", samples, lambda one: 100 * one.clicks.refused / one.clicks.made),
    ]
