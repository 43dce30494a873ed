"""One bot in several processes on one PostgreSQL: what a click costs, and how long a restart takes tables away.

First a bot on a file, on PostgreSQL in one process, and in two that share the servers are clicked in turn: at a fixed
pace, and as fast as they answer. Then one of two processes gets a successor again and again, which connects and waits,
and is stopped while people click; who has no answer after a second clicks again. All share the machine's cores.
"""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle, pairwise
from operator import methodcaller
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import psycopg

from benchmarks.clicks import NO_PAUSES, OURS, SERVER, Contestant, Sample
from benchmarks.kit.bots import Process, started
from benchmarks.kit.harness import Row, command, in_turn_alive, number, row, text_table
from benchmarks.kit.people import Clicks, Place, open_tables, places, sandbox_for
from engine.bank.bank import Bank
from sandbox import Sandbox
from tests.postgres import LACKING, Postgres, new_server, stop_for_good

DURABLE = {"fsync": "on", "full_page_writes": "on", "wal_level": "replica"}
"""As a host's server is, and unlike that of the tests."""

IMPATIENT = 1.0
"""Seconds without an answer after which a user clicks again."""


@contextmanager
def server() -> Iterator[Postgres]:
    """A PostgreSQL server as durable as a host's, which is stopped at the end of the block."""
    found = new_server(**DURABLE)
    try:
        yield found
    finally:
        stop_for_good(found)


@asynccontextmanager
async def one_process(
    sandbox: Sandbox, database: str, place: int, processes: int
) -> AsyncIterator[Process]:
    """One of the processes of a bot."""
    settings = NO_PAUSES | {"DATABASE": database}
    if processes > 1:
        settings |= {"PROCESS": str(place), "PROCESSES": str(processes), "SHARDS": str(processes)}
    async with started(OURS, api_url=sandbox.api_url, settings=settings) as process:
        await process.ask("size")  # it answers as soon as its bank is open
        yield process


@asynccontextmanager
async def contestant(
    options: argparse.Namespace, database: str, processes: int, of: Postgres | None
) -> AsyncIterator[Contestant]:
    """A bot with everybody at their tables."""
    async with AsyncExitStack() as stack:
        sandbox = sandbox_for(options.tables, options.users, servers=2)
        await stack.enter_async_context(sandbox)
        found = [
            await stack.enter_async_context(one_process(sandbox, database, place, processes))
            for place in range(processes)
        ]
        everywhere = places(sandbox)
        await sandbox.wait_for(lambda: sandbox.bot_online and sandbox.world.commands)
        await open_tables(everywhere)
        pid = of and (of.folder / "data" / "postmaster.pid").read_text().split()[0]
        yield Contestant(processes=found, places=everywhere, server=int(pid) if pid else None)


async def clicked(options: argparse.Namespace) -> list[Row]:
    """The lines of the first table."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        one, two = (stack.enter_context(server()) for _ in range(2))
        lives = (
            (two.address("postgres"), 2, two),
            (str(Path(folder, "benchmark.db")), 1, None),
            (one.address("postgres"), 1, one),
        )
        bots = [await stack.enter_async_context(contestant(options, *life)) for life in lives]
        calm, most = (
            [partial(bot.at_pace, options.rate, options.seconds) for bot in bots],
            [partial(bot.at_most, options.seconds) for bot in bots],
        )
        await in_turn_alive(1, *most)
        paces = await in_turn_alive(options.repeats, *calm)
        limits = await in_turn_alive(options.repeats, *most)
    at = f"{options.rate} clicks/s"
    return [
        row(f"{at}: CPU µs a click, bot", paces, _of_bot),
        row(f"{at}: CPU µs a click, {SERVER}", paces, methodcaller("micros_of", SERVER)),
        row(f"{at}: p50 to answer, ms", paces, methodcaller("waited", 0.5)),
        row("saturated: clicks/s", limits, lambda one: one.rate, rate=True),
        row("saturated: CPU µs a click, bot", limits, _of_bot),
        row(f"saturated: CPU µs a click, {SERVER}", limits, methodcaller("micros_of", SERVER)),
    ]


def _of_bot(one: Sample) -> float:
    return one.micros - one.micros_of(SERVER)


@dataclass(slots=True, kw_only=True)
class People:
    """The people of one server, and when their clicks were answered."""

    places: Sequence[Place]
    answers: list[float] = field(default_factory=list)
    lost: int = 0

    async def live(self, rate: float) -> None:
        """Click at this rate, in all places in turn, until cancelled."""
        clicks = Clicks()
        for place in cycle(self.places):
            await asyncio.sleep(1 / rate)
            now = perf_counter()
            self.lost += place.give_up(now - IMPATIENT)
            place.press(clicks, now, lambda: self.answers.append(perf_counter()))

    def longest(self, since: float) -> str:
        """Seconds of the longest pause between two answers since a moment."""
        times = [when for when in self.answers if when >= since]
        return number(max((later - earlier for earlier, later in pairwise(times)), default=0.0))


async def restarts(options: argparse.Namespace) -> tuple[list[Row], list[str]]:
    """Restart the first process so often; also what is wrong with the books in the end."""
    with server() as postgres:
        database, sandbox = postgres.address("postgres"), sandbox_for(options.tables, 1, servers=2)
        async with sandbox, one_process(sandbox, database, 1, 2):
            found = await _restarted(options, sandbox, database)
        async with Bank.open(database, lambda: 0.0, tool=True) as bank:
            findings = await bank.audit()
        with psycopg.connect(database) as connection:
            rows = connection.execute("SELECT COUNT(*) FROM round WHERE state = 'voided'")
            findings += [f"{count} rounds are void" for (count,) in rows if count]
    return found, findings


async def _restarted(options: argparse.Namespace, sandbox: Sandbox, database: str) -> list[Row]:
    found, pause = list[Row](), options.seconds / 2
    async with AsyncExitStack() as running:
        await running.enter_async_context(one_process(sandbox, database, 0, 2))
        everywhere = places(sandbox)
        await sandbox.wait_for(lambda: sandbox.bot_online and sandbox.world.commands)
        await open_tables(everywhere)
        shards = [
            People(places=[one for one in everywhere if (one.channel.guild.id >> 22) % 2 == shard])
            for shard in (0, 1)
        ]
        people = [asyncio.create_task(each.live(options.rate / 2)) for each in shards]
        for turn in range(options.repeats):
            await asyncio.sleep(pause)
            successor = AsyncExitStack()
            await successor.enter_async_context(one_process(sandbox, database, 0, 2))
            await sandbox.wait_for(lambda: sandbox.sessions == 3)
            await asyncio.sleep(pause)
            begun, lost = perf_counter(), sum(each.lost for each in shards)
            await running.aclose()
            stopping = number(perf_counter() - begun)
            await asyncio.sleep(pause + IMPATIENT)
            running.push_async_exit(successor.pop_all())
            lost = sum(each.lost for each in shards) - lost
            away = (each.longest(begun) for each in shards)
            found.append((f"restart {turn + 1}", stopping, *away, str(lost)))
        for task in people:
            task.cancel()
        await asyncio.wait(people)
    return found


CLICKED = ("", "two processes", "file", "PostgreSQL", "two to one", "lowest and highest")
RESTARTED = ("", "stopped after, s", "tables away, s", "others' longest pause, s", "clicks lost")


def main(arguments: Sequence[str]) -> int:
    """Measure and print; the exit status is 1 if a round was lost."""
    parser = command(
        "several",
        __doc__,
        tables=(2_000, 60, "tables, half of them in each of two servers"),
        users=(4, 2, "users at each; one, while processes are restarted"),
        rate=(10_000, 40, "clicks a second, when they play at a fixed pace"),
        repeats=(100, 5, "samples of each, taken in turn, and restarts"),
    )
    parser.add_argument("--seconds", type=float, default=2.5, help="of a sample (%(default)s)")
    options = parser.parse_args(arguments)
    if LACKING:
        print(f"not measured: {LACKING}")
        return 0
    print(text_table([CLICKED, *asyncio.run(clicked(options))]), end="\n\n", flush=True)
    found, findings = asyncio.run(restarts(options))
    print(text_table([RESTARTED, *found]))
    print("\n".join(findings) or "No round is lost, and the books are in order.")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
