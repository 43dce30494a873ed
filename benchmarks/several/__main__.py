"""What a click costs the bot on a file, on PostgreSQL in one process, and in two that share the servers.

All of them live side by side, and are clicked in turn: at a fixed pace, and as fast as they answer. People and a
stand-in for Discord share another process, and PostgreSQL has its own; all of them share the machine's cores.
"""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.clicks.clicking import Place, open_tables, paced, places, saturated, until
from benchmarks.clicks.people import Crowd
from benchmarks.clicks.stand_in import StandIn
from benchmarks.measuring import add_counts, number, percentile, text_table
from benchmarks.several.hosts import Processes, hosted, server, worked_by
from cogs.pictures.emojis import emoji_name
from cogs.pictures.symbols import NAMES
from tests.postgres import LACKING, Postgres

WARM = 1.0
"""Seconds at saturation before anything is measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Clicks at a fixed pace, or as many as are carried: how many a second, and microseconds of work a click."""

    rate: float
    bot: float
    database: float
    waited: float
    """Milliseconds within which half of them were answered; 0 where they were as many as are carried."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contestant:
    """A bot that is clicked."""

    processes: Processes
    places: Sequence[Place]
    server: Postgres | None

    async def at_pace(self, rate: float, seconds: float) -> Pace:
        """Clicks at a fixed pace."""
        before = await self._worked()
        clicks = await paced(self.places, rate, seconds)
        waited = percentile(clicks.answers, 0.5)
        return await self._pace(before, len(clicks.answers), seconds, waited)

    async def at_most(self, seconds: float) -> Pace:
        """As many clicks as it carries."""
        before = await self._worked()
        carried = await saturated(self.places, seconds)
        return await self._pace(before, carried.clicks, carried.seconds, 0.0)

    async def _pace(
        self, before: tuple[float, float], clicks: int, seconds: float, waited: float
    ) -> Pace:
        bot, database = (
            1e6 * (now - then) / clicks
            for now, then in zip(await self._worked(), before, strict=True)
        )
        return Pace(rate=clicks / seconds, bot=bot, database=database, waited=waited)

    async def _worked(self) -> tuple[float, float]:
        bot = (await self.processes.size())["worked"]
        return bot, worked_by(self.server) if self.server is not None else 0.0


@asynccontextmanager
async def contestant(
    options: argparse.Namespace, database: str, processes: int, of: Postgres | None
) -> AsyncIterator[Contestant]:
    """A bot with everybody at their tables."""
    crowd = Crowd(places=options.tables, users=options.users, servers=2)
    async with (
        StandIn(crowd.sandbox(), map(emoji_name, NAMES)) as stand_in,
        hosted(stand_in.api_url, database, processes) as started,
    ):
        await until(lambda: bool(stand_in.commands) and stand_in.sessions == processes)
        await open_tables(stand_in, options.users)
        clicked = places(stand_in, options.users, seed=1)
        yield Contestant(processes=started, places=clicked, server=of)


async def run(options: argparse.Namespace) -> list[list[str]]:
    """The lines of the table."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        one, two = (stack.enter_context(server()) for _ in range(2))
        lives = [
            (str(Path(folder, "benchmark.db")), 1, None),
            (one.address("postgres"), 1, one),
            (two.address("postgres"), 2, two),
        ]
        all_of_them = [
            await stack.enter_async_context(contestant(options, *live)) for live in lives
        ]
        for each in all_of_them:
            await each.at_most(min(WARM, options.seconds))
        paces = await _in_turn(
            all_of_them, options.repeats, lambda c: c.at_pace(options.rate, options.seconds)
        )
        most = await _in_turn(all_of_them, options.repeats, lambda c: c.at_most(options.seconds))
    at = f"{options.rate} clicks/s"
    return [
        _row(f"{at}: CPU µs a click, bot", paces, lambda p: p.bot),
        _row(f"{at}: CPU µs a click, PostgreSQL", paces, lambda p: p.database),
        _row(f"{at}: p50 to answer, ms", paces, lambda p: p.waited),
        _row("saturated: clicks/s", most, lambda p: p.rate),
        _row("saturated: CPU µs a click, bot", most, lambda p: p.bot),
        _row("saturated: CPU µs a click, PostgreSQL", most, lambda p: p.database),
    ]


async def _in_turn(
    contestants: Sequence[Contestant],
    repeats: int,
    sample: Callable[[Contestant], Awaitable[Pace]],
) -> list[list[Pace]]:
    """The samples of each, taken in turn, so that whatever else the machine does hits all of them."""
    samples: list[list[Pace]] = [[] for _ in contestants]
    for _ in range(repeats):
        for contestant, kept in zip(contestants, samples, strict=True):
            kept.append(await sample(contestant))
    return samples


def _row(label: str, samples: list[list[Pace]], read: Callable[[Pace], float]) -> list[str]:
    values = [[read(pace) for pace in kept] for kept in samples]
    ratios = [both / single for both, single in zip(values[2], values[1], strict=True) if single]
    ratio = number(median(ratios)) if ratios else ""
    return [label, *(number(median(some)) for some in values), ratio]


HEADINGS = ["", "file", "PostgreSQL", "two processes", "two to one"]


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line's options."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.several", description=__doc__)
    add_counts(
        parser,
        ("tables", 2_000, 60, "tables, half of them in each of two servers"),
        ("users", 4, 2, "users at each"),
        ("rate", 10_000, 60, "clicks a second, when they play at a fixed pace"),
        ("repeats", 100, 5, "samples of each, taken in turn"),
    )
    parser.add_argument(
        "--seconds", type=float, default=2.5, help="length of a sample (default: %(default)s)"
    )
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    """Measure and print; the exit status is 0."""
    options = parse_arguments(arguments)
    if LACKING:
        print(f"not measured: {LACKING}")
        return 0
    lines = asyncio.run(run(options))
    print("A click on a file, on PostgreSQL, and on PostgreSQL in two processes")
    print(text_table([HEADINGS, *lines]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
