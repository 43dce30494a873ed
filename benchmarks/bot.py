"""What a click costs the bot, and how many it can carry, beside a bare discord.py bot that plays nothing.

Each bot runs in a process of its own, the hosted one with an SQLite file; people and a stand-in for Discord share
another one. The bare bot rebuilds a view of the same size for each click and answers with it.
"""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.bots.watched import QUICK
from benchmarks.bots.watching import Watched, process_of
from benchmarks.clicks.clicking import (
    Carried,
    Clicks,
    Place,
    open_tables,
    overloaded,
    paced,
    places,
    saturated,
    until,
)
from benchmarks.clicks.people import Crowd
from benchmarks.clicks.stand_in import StandIn
from benchmarks.measuring import (
    HEADINGS,
    Compared,
    add_counts,
    compared_alive,
    number,
    percentile,
    text_table,
)
from cogs.pictures.emojis import emoji_name
from cogs.pictures.symbols import NAMES

TOO_MUCH = 2.0
"""How many times the clicks that it can carry a bot gets when it is overloaded."""

WARM = 0.5
"""Seconds at saturation before anything is measured, or as many as are measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How many tables with so many users each, and how many clicks a second when they play at a fixed pace."""

    tables: int
    users: int
    rate: int

    def __str__(self) -> str:
        return f"{self.tables} tables of {self.users}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Contestant:
    """A bot that is clicked."""

    process: Watched
    stand_in: StandIn
    places: Sequence[Place]

    async def at_pace(self, rate: float, seconds: float) -> "Sample":
        """Clicks at a fixed pace."""
        before = (await self.process.size())["worked"]
        clicks = await paced(self.places, rate, seconds)
        return Sample(clicks=clicks, worked=(await self.process.size())["worked"] - before)

    async def at_most(self, seconds: float) -> "Most":
        """As many clicks as it carries."""
        before = (await self.process.size())["worked"]
        carried = await saturated(self.places, seconds)
        return Most(carried=carried, worked=(await self.process.size())["worked"] - before)

    async def at_too_many(self, seconds: float) -> "Overload":
        """More clicks than it carries, as it was a moment before: others may be at work on this machine."""
        rate = TOO_MUCH * (await self.at_most(seconds / 2)).carried.rate
        before = (await self.process.size())["memory"]
        clicks = await overloaded(self.places, rate, seconds)
        return Overload(
            clicks=clicks, rate=rate, grown=(await self.process.size())["memory"] - before
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """Clicks at a fixed pace, and the bot's seconds of work."""

    clicks: Clicks
    worked: float

    def micros(self) -> float:
        """Microseconds of work a click."""
        return 1e6 * self.worked / len(self.clicks.answers)

    def waited(self, share: float) -> float:
        """Milliseconds within which this share was answered."""
        return percentile(self.clicks.answers, share)


@dataclass(frozen=True, slots=True, kw_only=True)
class Most:
    """Clicks that were carried out, and the bot's seconds of work."""

    carried: Carried
    worked: float

    def micros(self) -> float:
        """Microseconds of work a click."""
        return 1e6 * self.worked / self.carried.clicks


@dataclass(frozen=True, slots=True, kw_only=True)
class Overload:
    """Too many clicks, how many a second, and the MB by which the bot has grown."""

    clicks: Clicks
    rate: float
    grown: float


@asynccontextmanager
async def hosted(size: Size) -> AsyncIterator[Contestant]:
    """Our bot on a new file, with everybody at their tables."""
    async with _stand_in(size) as stand_in:
        with TemporaryDirectory() as folder:
            settings = {
                "DATABASE": str(Path(folder, "benchmark.db")),
                "DEALER_SECONDS": "0",
                "JOIN_SECONDS": "0",
            }
            command = "benchmarks.bots.watched", QUICK
            async with process_of(*command, api_url=stand_in.api_url, settings=settings) as process:
                await until(lambda: bool(stand_in.commands) and bool(stand_in.sessions))
                await open_tables(stand_in, size.users)
                yield Contestant(
                    process=process, stand_in=stand_in, places=places(stand_in, size.users, seed=1)
                )


@asynccontextmanager
async def bare(size: Size) -> AsyncIterator[Contestant]:
    """The floor."""
    async with _stand_in(size) as stand_in:
        command = "benchmarks.bots.bare", str(size.users)
        async with process_of(*command, api_url=stand_in.api_url, settings={}) as process:
            await until(lambda: all(board.components for board in stand_in.boards.values()))
            yield Contestant(
                process=process, stand_in=stand_in, places=places(stand_in, size.users, seed=1)
            )


def _stand_in(size: Size) -> StandIn:
    sandbox = Crowd(places=size.tables, users=size.users).sandbox()
    return StandIn(sandbox, map(emoji_name, NAMES))


async def measure(size: Size, *, seconds: float, repeats: int) -> list[tuple[str, ...]]:
    """The lines of the table for this size."""
    async with hosted(size) as ours, bare(size) as floor:
        warm = min(WARM, seconds)
        await compared_alive(1, partial(ours.at_most, warm), partial(floor.at_most, warm))
        pace = await compared_alive(
            repeats,
            partial(ours.at_pace, size.rate, seconds),
            partial(floor.at_pace, size.rate, seconds),
        )
        most = await compared_alive(
            repeats, partial(ours.at_most, seconds), partial(floor.at_most, seconds)
        )
        over = await compared_alive(
            1, partial(ours.at_too_many, 2 * seconds), partial(floor.at_too_many, 2 * seconds)
        )
    return [*_usual(size, pace), *_at_most(size, most), *_at_too_many(size, over)]


def _usual(size: Size, pace: Compared[Sample]) -> Iterator[tuple[str, ...]]:
    what = f"{size}, {size.rate} clicks/s"
    yield pace.row(f"{what}: CPU µs a click", Sample.micros, rate=False)
    yield pace.row(f"{what}: p50 to answer, ms", partial(Sample.waited, share=0.5), rate=False)
    yield pace.row(f"{what}: p99 to answer, ms", partial(Sample.waited, share=0.99), rate=False)


def _at_most(size: Size, most: Compared[Most]) -> Iterator[tuple[str, ...]]:
    yield most.row(f"{size}, saturated: clicks/s", lambda one: one.carried.rate, rate=True)
    yield most.row(f"{size}, saturated: CPU µs a click", Most.micros, rate=False)


def _at_too_many(size: Size, over: Compared[Overload]) -> Iterator[tuple[str, ...]]:
    what = f"{size}, overload"
    for label, read in (
        ("clicks/s", lambda one: one.rate),
        ("answered within 3 s, %", lambda one: 100 * one.clicks.answered),
        ("worst answer, ms", lambda one: max(one.clicks.answers)),
        ("refused in a sentence, %", lambda one: 100 * one.clicks.refused / one.clicks.made),
        ("memory grown, MB", lambda one: one.grown),
    ):
        (ours,), (floor,) = map(read, over.subject), map(read, over.floor)
        yield f"{what}: {label}", number(ours), number(floor), "", ""


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line's options."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bot", description=__doc__)
    add_counts(
        parser,
        ("ones", 2_000, 300, "tables of one user"),
        ("fours", 500, 60, "tables of four users"),
        ("rate-of-ones", 10_000, 100, "clicks a second there, when they play at a fixed pace"),
        ("rate-of-fours", 10_000, 40, "clicks a second there"),
        ("repeats", 100, 3, "samples of the bot and of the floor, taken in turn"),
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=2.5,
        help="length of a sample; overload takes twice as long (default: %(default)s)",
    )
    return parser.parse_args(arguments)


async def run(options: argparse.Namespace) -> list[tuple[str, ...]]:
    """All lines."""
    ones = Size(tables=options.ones, users=1, rate=options.rate_of_ones)
    fours = Size(tables=options.fours, users=4, rate=options.rate_of_fours)
    return [
        line
        for size in (ones, fours)
        for line in await measure(size, seconds=options.seconds, repeats=options.repeats)
    ]


def main(arguments: Sequence[str]) -> int:
    """Measure and print; the exit status is 0."""
    lines = asyncio.run(run(parse_arguments(arguments)))
    print("Clicks through the whole bot, beside a bare discord.py bot that answers with a view")
    print(text_table([HEADINGS, *lines]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
