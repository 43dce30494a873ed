"""A rolling restart under load: for how long tables are away, and what becomes of clicks and rounds.

    python -m benchmarks.several.rolling

One bot runs in two processes, and people click in both of its servers at a fixed pace; who has no answer after a second
clicks again. Again and again the first process gets a successor, which connects and waits, and is then stopped.
"""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import cycle, pairwise
from time import perf_counter

import psycopg

from benchmarks.clicks.clicking import Clicks, Place, open_tables, places, until
from benchmarks.clicks.people import Crowd
from benchmarks.clicks.stand_in import StandIn
from benchmarks.measuring import add_counts, number, text_table
from benchmarks.several.hosts import one, server
from cogs.pictures.emojis import emoji_name
from cogs.pictures.symbols import NAMES
from engine.bank.bank import Bank
from tests.postgres import LACKING

IMPATIENT = 1.0
"""Seconds without an answer after which a user clicks again."""


@dataclass(slots=True, kw_only=True)
class Server:
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

    def longest(self, since: float) -> float:
        """Seconds of the longest pause between two answers since a moment."""
        times = [when for when in self.answers if when >= since]
        return max((later - earlier for earlier, later in pairwise(times)), default=0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Restart:
    """Seconds of a restart: until the old process was gone; the longest pause of its tables, and of the others'."""

    stopping: float
    away: float
    others: float
    lost: int
    """Clicks that had no answer within a second."""


async def restarts(options: argparse.Namespace) -> tuple[list[Restart], list[str]]:
    """Restart the first process so often; also what is wrong with the books in the end."""
    with server() as postgres:
        database = postgres.address("postgres")
        crowd = Crowd(places=options.tables, users=1, servers=2)
        async with (
            StandIn(crowd.sandbox(), map(emoji_name, NAMES)) as stand_in,
            one(stand_in.api_url, database, 1, 2),
        ):
            found = await _restarted(options, stand_in, database)
        async with Bank.open(database, lambda: 0.0, tool=True) as bank:
            findings = await bank.audit()
        with psycopg.connect(database) as connection:
            rows = connection.execute("SELECT COUNT(*) FROM round WHERE state = 'voided'")
            findings += [f"{count} rounds are void" for (count,) in rows if count]
    return found, findings


async def _restarted(
    options: argparse.Namespace, stand_in: StandIn, database: str
) -> list[Restart]:
    found = []
    async with AsyncExitStack() as running:
        await running.enter_async_context(one(stand_in.api_url, database, 0, 2))
        await until(lambda: bool(stand_in.commands) and stand_in.sessions == 2)
        await open_tables(stand_in, 1)
        servers = [
            Server(
                places=[place for place in places(stand_in, 1, seed=1) if _shard(place) == shard]
            )
            for shard in (0, 1)
        ]
        people = [asyncio.create_task(each.live(options.rate / 2)) for each in servers]
        for _ in range(options.repeats):
            await asyncio.sleep(options.seconds)
            successor = AsyncExitStack()
            await successor.enter_async_context(one(stand_in.api_url, database, 0, 2))
            await until(lambda: stand_in.sessions == 3)
            await asyncio.sleep(options.seconds)
            begun, lost = perf_counter(), sum(each.lost for each in servers)
            await running.aclose()
            stopping = perf_counter() - begun
            await asyncio.sleep(options.seconds + IMPATIENT)
            running.push_async_exit(successor.pop_all())
            found.append(
                Restart(
                    stopping=stopping,
                    away=servers[0].longest(begun),
                    others=servers[1].longest(begun),
                    lost=sum(each.lost for each in servers) - lost,
                )
            )
        for task in people:
            task.cancel()
        await asyncio.wait(people)
    return found


def _shard(place: Place) -> int:
    return (place.board.channel.guild.id >> 22) % 2


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line's options."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.several.rolling", description=__doc__
    )
    add_counts(
        parser,
        ("tables", 2_000, 40, "tables of one user, half of them in each of two servers"),
        ("rate", 1_000, 40, "clicks a second"),
        ("repeats", 100, 5, "restarts"),
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=1.0,
        help="of clicks before each stop, and after it (default: %(default)s)",
    )
    return parser.parse_args(arguments)


HEADINGS = [
    "restart",
    "stopped after, s",
    "tables away, s",
    "others' longest pause, s",
    "clicks lost",
]


def main(arguments: Sequence[str]) -> int:
    """Measure and print; the exit status is 1 if a round was lost."""
    options = parse_arguments(arguments)
    if LACKING:
        print(f"not measured: {LACKING}")
        return 0
    found, findings = asyncio.run(restarts(options))
    rows = [
        [str(turn), number(one.stopping), number(one.away), number(one.others), str(one.lost)]
        for turn, one in enumerate(found, 1)
    ]
    print(text_table([HEADINGS, *rows]))
    print("\n".join(findings) or "No round is lost, and the books are in order.")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
