"""Measure the cost of a click in steady state and the highest click rate, against bots that only answer clicks.

The bots run at the same time, each in a separate process, and receive clicks in turn, in long phases; a simulated
Discord and the users share another process. The exit status is 1 if, after all users have left, objects remain in our
bot's memory or its accounts are not in order.
"""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, nullcontext
from functools import partial
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from benchmarks.kit.askers import HEADINGS as QUESTIONS
from benchmarks.kit.contestants import (
    NO_TIMERS,
    OURS,
    Contestant,
    contestant,
    pid_of,
    rows,
    server,
)
from benchmarks.kit.harness import in_turn_alive, number, options_of, text_table
from benchmarks.kit.people import paced, sandbox_for
from engine.bank.bank import Bank
from engine.clock import RealClock
from engine.records.counting import recount
from sandbox import Limit, Limits
from tests.postgres import Postgres

WARM = 0.5
"""Length of the warm-up at the same pace, as a fraction of a phase."""

PATIENCE = 120.0
"""Seconds within which all tables must close after the last user has left."""

BETWEEN = 2.0
"""Seconds between two counts of leftover objects; each count sees objects still being created."""

MANY = 10_000_000


class Life(NamedTuple):
    """A bot's setup: its kind and processes, PostgreSQL or a file, with or without users who only ask questions."""

    kind: str = OURS
    processes: int = 1
    on_server: bool = False
    asked: bool = False


LIVES = {
    "file": Life(),
    "postgresql": Life(on_server=True),
    "two": Life(processes=2, on_server=True),
    "asked": Life(asked=True),
    "fair": Life("fair"),
    "bare": Life("bare"),
    "durable": Life("durable"),
}


@asynccontextmanager
async def alive(
    life: Life, tables: int, users: int, options: argparse.Namespace, postgres: Postgres | None
) -> AsyncIterator[tuple[Contestant, Path | str]]:
    """Run a bot with a new database for the block, and yield both."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        database: Path | str = Path(folder, "benchmark.db")
        pid, askers = None, options.askers if life.asked else 0
        if life.on_server and postgres is not None:
            database, pid = stack.enter_context(postgres.database()), pid_of(postgres)
        settings = NO_TIMERS | {"DATABASE": str(database), "DEALER_SECONDS": str(options.dealer)}
        if options.takes:
            settings["REQUESTS_PER_SECOND"] = str(options.takes * 9 // 10)
        limits = Limits(everywhere=Limit(options.takes, 1.0)) if options.takes else None
        sandbox = sandbox_for(tables + askers, users, servers=life.processes, limits=limits)
        async with contestant(
            life.kind,
            sandbox,
            settings,
            processes=life.processes,
            server=pid,
            askers=askers,
        ) as bot:
            if bot.before:
                for place, who in product(bot.places, options.ai_players):
                    await place.people[0].command(place.channel, "company", who=who)
            if askers:  # give them a history to ask about
                await paced(bot.askers.places, askers, WARM * options.seconds)
            yield bot, database


async def measure(
    tables: int, users: int, rate: int, options: argparse.Namespace, postgres: Postgres | None
) -> list[str]:
    """Measure bots with tables of this size and print a table. Return the faults found at the end."""
    seconds, repeats, wrong = options.seconds, options.repeats, list[str]()
    async with AsyncExitStack() as stack:
        lives = [
            await stack.enter_async_context(alive(LIVES[name], tables, users, options, postgres))
            for name in options.bots
        ]
        calmly = [partial(bot.at_pace, rate) for bot, _ in lives]
        await in_turn_alive(1, *(partial(one, WARM * seconds) for one in calmly))
        calm = await in_turn_alive(repeats, *(partial(one, seconds) for one in calmly))
        most = await in_turn_alive(repeats, *(partial(bot.at_most, seconds) for bot, _ in lives))
        headings = (
            f"{tables} tables of {users}",
            *options.bots,
            *(f"times slower than {name}" for name in options.bots[1:] or options.bots),
            "lowest and highest",
        )
        lines = (*rows(f"{rate} clicks/s", calm), *rows("saturated", most))
        print(text_table([headings, *lines]), end="\n\n", flush=True)
        for bot, database in lives:
            if bot.before:
                wrong += await end(bot, database)
    return wrong


async def end(bot: Contestant, database: Path | str) -> list[str]:
    """Print how much the bot did, and let all users leave. Return faults in its memory and accounts."""
    if questions := bot.askers.rows():
        print(text_table([QUESTIONS, *questions]), end="\n\n")
    async with Bank.open(database, RealClock().now, tool=True) as bank:
        rounds, rest = await bank.rounds_since(0.0), len(await bank.unjudged_rounds(0.0, MANY))
        requests = len(bot.sandbox.requests_to("*", "/channels/**")) / max(rounds, 1)
        print(
            f"{rounds:,} rounds, {number(requests)} counted requests each; {rest:,} are not judged."
        )
        for place in (*bot.places, *bot.askers.places):
            for user in place.people:
                await user.command(place.channel, "leave")
        until = perf_counter() + PATIENCE
        while (left := await bot.left()) and perf_counter() < until:  # noqa: ASYNC110
            await asyncio.sleep(BETWEEN)
        return left + [finding async for finding in recount(bank)]


def main(arguments: Sequence[str] | None = None) -> None:
    options = options_of(
        arguments,
        __doc__,
        ones=(300, "tables of one user; 0 leaves them out"),
        fours=(60, "tables of four users"),
        rate_of_ones=(60, "clicks a second there, when they play at a fixed pace"),
        rate_of_fours=(40, "clicks a second there"),
        repeats=(2, "phases of each kind, in turn"),
        seconds=(30.0, "of a phase"),
        bots=(["file", "fair", "bare"], f"of {', '.join(LIVES)}: the first against the others"),
        askers=(30, "people who ask, where the bot is asked"),
        ai_players=([], "characters at each table"),
        dealer=(0.0, "seconds between two of the dealer's cards"),
        takes=(0, "requests a second that Discord takes; 0 for any number"),
    )
    sizes = (options.ones, 1, options.rate_of_ones), (options.fours, 4, options.rate_of_fours)
    on_server, wrong = any(LIVES[name].on_server for name in options.bots), list[str]()
    with server() if on_server else nullcontext() as postgres:
        for tables, users, rate in sizes:
            if tables:
                wrong += asyncio.run(measure(tables, users, rate, options, postgres))
    if wrong:
        sys.exit("\n".join(wrong))
    print("All tables closed, nothing was left, the books are in order.")


if __name__ == "__main__":
    main()
