"""Measure how long tables are unavailable while one of two processes on one PostgreSQL server is replaced.

Repeatedly, a successor connects and waits, and the first process is stopped while people click. A user without an
answer after a second clicks again.
"""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from itertools import cycle, pairwise
from time import perf_counter

import psycopg

from benchmarks.kit.contestants import (
    NO_TIMERS,
    OURS,
    contestant,
    server,
    share_of,
    started,
)
from benchmarks.kit.harness import Row, number, options_of, text_table
from benchmarks.kit.people import Clicks, Place, sandbox_for
from engine.bank.bank import Bank

IMPATIENT = 1.0
"""Seconds without an answer after which a user clicks again."""

HEADINGS = ("", "stopped after, s", "tables away, s", "others' longest pause, s", "clicks lost")


class People:
    """The simulated users of one server, with the times of the answers to their clicks."""

    def __init__(self, places: Sequence[Place]) -> None:
        self._places = places
        self._answers: list[float] = []
        self.lost = 0

    async def live(self, rate: float) -> None:
        """Click at this rate per second, at the tables in turn, until cancelled."""
        clicks = Clicks()
        for place in cycle(self._places):
            await asyncio.sleep(1 / rate)
            now = perf_counter()
            self.lost += place.give_up(now - IMPATIENT)
            place.press(clicks, now, lambda: self._answers.append(perf_counter()))

    def longest(self, since: float) -> str:
        """Return the longest pause in seconds between two answers since a moment."""
        times = [when for when in self._answers if when >= since]
        return number(max((later - earlier for earlier, later in pairwise(times)), default=0.0))


async def restarts(options: argparse.Namespace, database: str) -> list[Row]:
    """Restart the first of the bot's two processes repeatedly; return a table row for each restart."""
    settings, pause, found = NO_TIMERS | {"DATABASE": database}, options.seconds / 2, list[Row]()
    sandbox = sandbox_for(options.tables, 1, servers=2)
    async with contestant(OURS, sandbox, settings, processes=2) as bot, AsyncExitStack() as stack:
        shards: list[list[Place]] = [[], []]
        for place in bot.places:
            shards[(place.channel.guild.id >> 22) % 2].append(place)
        people, running = list(map(People, shards)), bot.processes[0]
        clicking = [asyncio.create_task(each.live(options.rate / 2)) for each in people]
        for turn in range(options.repeats):
            await asyncio.sleep(pause)
            successor = await stack.enter_async_context(
                started(OURS, sandbox, share_of(0, 2) | settings)
            )
            await sandbox.wait_for(lambda: sandbox.sessions == 3)
            await asyncio.sleep(pause)
            begun, lost = perf_counter(), sum(each.lost for each in people)
            await running.stop()
            stopped, running = number(perf_counter() - begun), successor
            await asyncio.sleep(pause + IMPATIENT)
            lost = sum(each.lost for each in people) - lost
            away = (each.longest(begun) for each in people)
            found.append((f"restart {turn + 1}", stopped, *away, str(lost)))
        for task in clicking:
            task.cancel()
        await asyncio.wait(clicking)
    return found


async def wrong_in(database: str) -> list[str]:
    """Return faults in the database's accounts, and the number of voided rounds."""
    async with Bank.open(database, lambda: 0.0, tool=True) as bank:
        findings = await bank.audit()
    with psycopg.connect(database) as connection:
        voided = connection.execute("SELECT COUNT(*) FROM round WHERE state = 'voided'")
        return findings + [f"{count} rounds are void" for (count,) in voided if count]


def main(arguments: Sequence[str] | None = None) -> None:
    options = options_of(
        arguments,
        __doc__,
        tables=(60, "tables of one user, half of them in each of two servers"),
        rate=(40, "clicks a second"),
        repeats=(5, "restarts"),
        seconds=(2.5, "before each"),
    )
    with server() as postgres, postgres.database() as database:
        print(text_table([HEADINGS, *asyncio.run(restarts(options, database))]))
        if findings := asyncio.run(wrong_in(database)):
            sys.exit("\n".join(findings))
    print("No round is lost, and the books are in order.")


if __name__ == "__main__":
    main()
