"""What a click costs the bot in the steady state, and how many it can carry, beside bots that play nothing.

All of them live side by side, each in a process of its own, and are clicked in turn in long phases; the sandbox and the
people share another process. In the end everybody gets up at our bot's tables: nothing may be left then in its memory,
and its books must be in order. The exit status is 1 where that is not so.
"""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, nullcontext
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.kit.contestants import (
    FLOORS,
    NO_PAUSES,
    Contestant,
    Sample,
    contestant,
    pid_of,
    server,
    waits,
    worked,
)
from benchmarks.kit.harness import Row, in_turn_alive, number, options_of, row, text_table
from benchmarks.kit.people import sandbox_for
from engine.bank.bank import Bank
from engine.clock import RealClock
from engine.records.counting import recount
from tests.postgres import Postgres

WARM = 0.5
"""Of a phase: what is clicked at the pace before anything is measured."""

PATIENCE = 120.0
"""Seconds in which all tables must have closed when everybody has left."""

BETWEEN = 2.0
"""Seconds between two looks at what is left: each finds all objects, also those that are still being made."""

MANY = 10_000_000


LIVES = {
    "file": ("quick", 1, False),
    "postgresql": ("quick", 1, True),
    "two": ("quick", 2, True),
    **{kind: (kind, 1, False) for kind in FLOORS},
}
"""The bots: their kind, how many processes they are, and whether their database is on a server."""


@asynccontextmanager
async def alive(
    name: str, tables: int, users: int, postgres: Postgres | None
) -> AsyncIterator[tuple[Contestant, Path | str]]:
    """A bot, and its database."""
    kind, processes, on_server = LIVES[name]
    with TemporaryDirectory() as folder, ExitStack() as stack:
        database: Path | str = Path(folder, "benchmark.db")
        pid = None
        if on_server and postgres is not None:
            database, pid = stack.enter_context(postgres.database()), pid_of(postgres)
        sandbox = sandbox_for(tables, users, servers=processes)
        settings = NO_PAUSES | {"DATABASE": str(database)}
        async with contestant(kind, sandbox, settings, processes=processes, server=pid) as bot:
            yield bot, database


async def measure(
    tables: int, users: int, rate: int, options: argparse.Namespace, postgres: Postgres | None
) -> list[str]:
    """Print the table for this size. Returns what was wrong in the end."""
    seconds, wrong = options.seconds, list[str]()
    async with AsyncExitStack() as stack:
        lives = [
            await stack.enter_async_context(alive(name, tables, users, postgres))
            for name in options.bots
        ]
        calmly = [partial(bot.at_pace, rate) for bot, _ in lives]
        await in_turn_alive(1, *(partial(one, WARM * seconds) for one in calmly))
        calm = await in_turn_alive(options.repeats, *(partial(one, seconds) for one in calmly))
        most = await in_turn_alive(
            options.repeats, *(partial(bot.at_most, seconds) for bot, _ in lives)
        )
        headings = (
            f"{tables} tables of {users}",
            *options.bots,
            "times slower",
            "lowest and highest",
        )
        print(text_table([headings, *rows(rate, calm, most)]))
        for bot, database in lives:
            if bot.before:
                wrong += await end(bot, database)
    return wrong


Samples = Sequence[Sequence[Sample]]


def rows(rate: int, calm: Samples, most: Samples) -> Iterator[Row]:
    """The lines of a table."""
    at, full = f"{rate} clicks/s", "saturated"
    yield from (*worked(at, calm), *waits(at, calm))
    yield row(f"{full}: clicks/s", most, lambda one: one.rate, rate=True)
    yield from worked(full, most)
    nothing = [""] * (len(calm) + 1)
    for when, (ours, *_) in ((at, calm), (full, most)):
        requests = median(one.grown("counted") / max(one.carried, 1) for one in ours)
        yield f"{when}: counted requests a click", number(requests), *nothing
    memory = ((side[0].before["memory"], side[-1].after["memory"]) for side in calm)
    yield "memory before and after the pace, MB", *(f"{a:.1f} {b:.1f}" for a, b in memory), "", ""


async def end(bot: Contestant, database: Path | str) -> list[str]:
    """Print how many rounds are judged; what is wrong in the bot's memory and its books when everybody has left."""
    async with Bank.open(database, RealClock().now, tool=True) as bank:
        rounds, rest = await bank.rounds_since(0.0), len(await bank.unjudged_rounds(0.0, MANY))
        print(f"{rounds - rest:,} rounds are judged, {rest:,} are not yet.", flush=True)
        for place in bot.places:
            for user in place.people:
                await user.command(place.channel, "leave")
        until = perf_counter() + PATIENCE
        while (left := await bot.left()) and perf_counter() < until:  # noqa: ASYNC110
            await asyncio.sleep(BETWEEN)
        return left + [finding async for finding in recount(bank)]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print; the exit status is 1 where something was wrong in the end."""
    options = options_of(
        arguments,
        __doc__,
        ones=(300, "tables of one user; 0 leaves them out"),
        fours=(60, "tables of four users"),
        rate_of_ones=(60, "clicks a second there, when they play at a fixed pace"),
        rate_of_fours=(40, "clicks a second there"),
        repeats=(2, "phases of each kind, in turn"),
        seconds=(30.0, "of a phase"),
        bots=(["file", "fair", "bare"], f"of {', '.join(LIVES)}: the first beside the last"),
    )
    sizes = (options.ones, 1, options.rate_of_ones), (options.fours, 4, options.rate_of_fours)
    on_server, wrong = any(LIVES[name][2] for name in options.bots), list[str]()
    with server() if on_server else nullcontext() as postgres:
        for tables, users, rate in sizes:
            if tables:
                wrong += asyncio.run(measure(tables, users, rate, options, postgres))
    if wrong:
        sys.exit("\n".join(wrong))
    print("All tables closed, nothing was left, the books are in order.")


if __name__ == "__main__":
    main()
