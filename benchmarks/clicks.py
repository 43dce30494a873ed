"""What a click costs the bot in the steady state, and how many it can carry, beside bots that play nothing.

All of them live side by side, each in a process of its own, and are clicked in turn in long phases; the sandbox and the
people share another process. In the end everybody gets up at our bot's tables: nothing may be left then in its memory,
and its books must be in order. The exit status is 1 where that is not so.
"""

import argparse
import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator, Awaitable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass, field
from functools import partial
from operator import methodcaller
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.kit.bots import Figures, Process, started, worked_by
from benchmarks.kit.harness import Row, command, in_turn_alive, number, percentile, row, text_table
from benchmarks.kit.people import (
    Clicks,
    Place,
    open_tables,
    paced,
    places,
    sandbox_for,
    saturated,
)
from engine.bank.bank import Bank
from engine.clock import RealClock
from engine.records.counting import recount

WARM = 0.5
"""Of a phase: what is clicked at the pace before anything is measured."""

PATIENCE = 120.0
"""Seconds in which all tables must have closed when everybody has left."""

OURS, FLOORS = "quick", ("fair", "bare")
BETWEEN = 2.0
"""Seconds between two looks at what is left: each finds all objects, also those that are still being made."""

SERVER = "PostgreSQL"
"""What a database's server works, beside the parts of the bot."""
MANY = 10_000_000
NO_PAUSES = {"DEALER_SECONDS": "0", "JOIN_SECONDS": "0"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """Clicks of so many seconds; the seconds of work of the bot's parts, its memory in MB before and after.

    Of our bot, also the requests that Discord counts.
    """

    clicks: Clicks
    seconds: float
    worked: Figures
    memory: tuple[float, float]
    counted: float

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
        """Microseconds of work for each of those."""
        return sum(map(self.micros_of, self.worked))

    def micros_of(self, part: str) -> float:
        """Those of one part of the bot."""
        return 1e6 * self.worked.get(part, 0.0) / max(self.carried, 1)

    def waited(self, share: float) -> float:
        """Milliseconds within which this share was answered."""
        return percentile(self.clicks.answers or [0.0], share)


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
        size, before, start = await self._ask("size"), await self._ask("work"), perf_counter()
        clicks = await work
        after, size_after = await self._ask("work"), await self._ask("size")
        return Sample(
            clicks=clicks,
            seconds=max(clicks.ended - start, 1e-3),
            worked={part: after[part] - before.get(part, 0.0) for part in after},
            memory=(size["memory"], size_after["memory"]),
            counted=size_after.get("counted", 0.0) - size.get("counted", 0.0),
        )

    async def _ask(self, question: str) -> Figures:
        """The sums of what its processes say; with their work, that of the server."""
        found: Figures = {}
        for process in self.processes:
            for name, value in (await process.ask(question)).items():
                found[name] = found.get(name, 0.0) + value
        if question == "work" and self.server is not None:
            found[SERVER] = worked_by(self.server, itself=True)
        return found

    async def everybody_leaves(self) -> list[str]:
        """What is wrong when everybody has left: what is left in memory, and what an audit finds."""
        people = [(user, place.channel) for place in self.places for user in place.people]
        for user, channel in people:
            await user.command(channel, "leave")
        end, left = perf_counter() + PATIENCE, await self._left()
        while left and perf_counter() < end:
            await asyncio.sleep(BETWEEN)
            left = await self._left()
        return left

    async def _left(self) -> list[str]:
        after = await self._ask("census")
        more = {name: after[name] - self.before[name] for name in after}
        return [f"{count:+.0f} {name} when all was over" for name, count in more.items() if count]


@asynccontextmanager
async def contestant(
    kind: str,
    tables: int,
    users: int,
    database: Path,
    settings: Mapping[str, str] = NO_PAUSES,
) -> AsyncIterator[Contestant]:
    """A bot of a kind of `benchmarks.kit.bots`, with everybody at their tables."""
    sandbox, is_ours = sandbox_for(tables, users), kind not in FLOORS
    async with sandbox:
        everywhere = places(sandbox)
        words = (kind,) if is_ours else (kind, str(users))
        settings = {**settings, "DATABASE": str(database)}
        async with started(*words, api_url=sandbox.api_url, settings=settings) as process:
            before: Figures = {}
            if is_ours:
                await sandbox.wait_for(lambda: sandbox.bot_online and sandbox.world.commands)
                before = await process.ask("census")
                await open_tables(everywhere)
            await sandbox.wait_for(lambda: all(place.is_open for place in everywhere))
            yield Contestant(processes=[process], places=everywhere, before=before)


async def measure(tables: int, users: int, rate: int, options: argparse.Namespace) -> list[str]:
    """Print the table for this size. Returns what was wrong in the end."""
    kinds, seconds, what = [OURS, *options.floors], options.seconds, f"{tables} tables of {users}"
    with TemporaryDirectory() as folder:
        database = Path(folder, "benchmark.db")
        async with AsyncExitStack() as stack:
            bots = [
                await stack.enter_async_context(contestant(kind, tables, users, database))
                for kind in kinds
            ]
            await in_turn_alive(1, *(partial(one.at_pace, rate, WARM * seconds) for one in bots))
            calm = await in_turn_alive(
                options.repeats, *(partial(one.at_pace, rate, seconds) for one in bots)
            )
            most = await in_turn_alive(
                options.repeats, *(partial(one.at_most, seconds) for one in bots)
            )
            headings = (what, *kinds, "times slower", "lowest and highest")
            print(text_table([headings, *rows(rate, calm, most)]))
            print(await judged(database), flush=True)
            wrong = await bots[0].everybody_leaves()
        async with Bank.open(database, RealClock().now) as bank:
            return wrong + [finding async for finding in recount(bank)]


Samples = Sequence[Sequence[Sample]]


def rows(rate: int, calm: Samples, most: Samples) -> Iterator[Row]:
    """The lines of a table."""
    at = f"{rate} clicks/s"
    yield row(f"{at}: CPU µs a click", calm, lambda one: one.micros)
    yield from parts(at, calm)
    yield from waits(at, calm)
    yield row("saturated: clicks/s", most, lambda one: one.rate, rate=True)
    yield row("saturated: CPU µs a click", most, lambda one: one.micros)
    yield from parts("saturated", most)
    for when, (ours, *_) in ((at, calm), ("saturated", most)):
        requests = median(one.counted / max(one.carried, 1) for one in ours)
        yield f"{when}: counted requests a click", number(requests), *[""] * (len(calm) + 1)
    memory = ((side[0].memory[0], side[-1].memory[1]) for side in calm)
    yield "memory before and after the pace, MB", *(f"{a:.1f} {b:.1f}" for a, b in memory), "", ""


def waits(at: str, samples: Samples) -> Iterator[Row]:
    """How long people wait, and for nothing."""
    yield row(f"{at}: p50 to answer, ms", samples, lambda one: one.waited(0.5))
    yield row(f"{at}: p99 to answer, ms", samples, lambda one: one.waited(0.99))
    yield row(f"{at}: refused, %", samples, lambda one: 100 * one.clicks.refused / one.clicks.made)


def parts(when: str, samples: Samples) -> Iterator[Row]:
    """A line for each part of our bot that has worked."""
    for part in sorted(samples[0][0].worked):
        yield row(f"{when}: of these, {part}", samples, methodcaller("micros_of", part))


async def judged(database: Path) -> str:
    """How many of the rounds that are over the coach has judged."""
    with closing(sqlite3.connect(database)) as connection:
        (rounds,) = connection.execute("SELECT COUNT(*) FROM round WHERE state = 'settled'")
    async with Bank.open(database, RealClock().now, tool=True) as bank:
        rest = len(await bank.unjudged_rounds(0.0, MANY))
    return f"{rounds[0] - rest:,} rounds are judged, {rest:,} are not yet."


def main(arguments: Sequence[str]) -> int:
    """Measure and print; the exit status is 1 where something was wrong in the end."""
    parser = command(
        "clicks",
        __doc__,
        ones=(2_000, 300, "tables of one user"),
        fours=(500, 60, "tables of four users"),
        rate_of_ones=(10_000, 60, "clicks a second there, when they play at a fixed pace"),
        rate_of_fours=(10_000, 40, "clicks a second there"),
        repeats=(100, 2, "phases of each kind, in turn"),
    )
    parser.add_argument("--seconds", type=float, default=30, help="of a phase (%(default)s)")
    parser.add_argument("--floors", nargs="+", choices=FLOORS, default=FLOORS)
    options = parser.parse_args(arguments)
    wrong = [
        *asyncio.run(measure(options.ones, 1, options.rate_of_ones, options)),
        *asyncio.run(measure(options.fours, 4, options.rate_of_fours, options)),
    ]
    print("\n".join(wrong) or "All tables closed, nothing was left, the books are in order.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
