"""Clicks through the whole bot: how long the answer takes, and how many a second there are.

Everything is real but Discord: discord.py's client, the bot with its SQLite file, and the sandbox on loopback, all in
one process. The floor is a bot of a few lines that acknowledges each click, on such a sandbox too.
"""

import argparse
import asyncio
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from statistics import median
from time import perf_counter

import discord

from benchmarks.contestants import Click, Crowd, Place, bare, real
from benchmarks.measuring import HEADINGS, compared, percentile, text_table, whole
from sandbox import Sandbox

SECONDS = 2.5
"""After this time a sample ends with the clicks that it has."""

Contestant = Callable[[Sandbox, Crowd], AbstractAsyncContextManager[list[Place]]]


class Budget:
    """How many clicks a sample may still make; none when its time is up."""

    def __init__(self, clicks: int) -> None:
        self._left = clicks
        self._end = perf_counter() + SECONDS

    def take(self, wanted: Sequence[Click]) -> Sequence[Click]:
        """As many of these clicks as the sample may still make."""
        taken = wanted[: self._left] if perf_counter() < self._end else ()
        self._left -= len(taken)
        return taken


async def alone(contestant: Contestant, clicks: int) -> list[float]:
    """The milliseconds from click to answer, of one user at a table of their own."""
    crowd = Crowd(places=1, users=1)
    async with crowd.sandbox() as sandbox, contestant(sandbox, crowd) as (place,):
        budget, found = Budget(clicks), list[float]()
        while batch := budget.take(await place.clicks()):
            for click in batch:
                start = perf_counter()
                await click.make()
                found.append((perf_counter() - start) * 1000)
        return found


async def together(contestant: Contestant, clicks: int, crowd: Crowd) -> float:
    """Clicks per second of all users at once, including all that the bot does between clicks."""
    async with crowd.sandbox() as sandbox, contestant(sandbox, crowd) as places:
        budget, start = Budget(clicks), perf_counter()
        made = await asyncio.gather(*(_press_on(place, budget) for place in places))
        return sum(made) / (perf_counter() - start)


async def _press_on(place: Place, budget: Budget) -> int:
    made = 0
    while batch := budget.take(await place.clicks()):
        await asyncio.gather(*(click.make() for click in batch))
        made += len(batch)
    return made


def measure(*, clicks: int, repeats: int, tables: int, seed: int) -> list[tuple[str, ...]]:
    """The lines of the table: latency of one, and the rate of many."""
    playing = partial(real, seed=seed)
    crowd = Crowd(places=tables, users=4)
    one = compared(
        repeats,
        lambda: asyncio.run(alone(playing, clicks)),
        lambda: asyncio.run(alone(bare, clicks)),
    )
    many = compared(
        repeats,
        lambda: asyncio.run(together(playing, clicks * tables, crowd)),
        lambda: asyncio.run(together(bare, clicks * tables, crowd)),
    )
    return [
        one.row("one user, median ms", median, rate=False),
        one.row("one user, p95 ms", partial(percentile, share=0.95), rate=False),
        many.row(f"{tables} tables of 4, clicks/s", float, rate=True),
    ]


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line's options."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bot", description=__doc__)
    parser.add_argument(
        "--clicks",
        type=whole(1, 2_000),
        default=100,
        help=f"clicks a sample and table, within {SECONDS} s (default: %(default)s)",
    )
    parser.add_argument(
        "--repeats",
        type=whole(1, 100),
        default=5,
        help="samples of the bot and of the floor, taken in turn (default: %(default)s)",
    )
    parser.add_argument(
        "--tables",
        type=whole(1, 50),
        default=6,
        help="tables of four users that play at once, the rule sets in turn (default: %(default)s)",
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="decides cards and moves (default: %(default)s)"
    )
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    """Measure and print; the exit status is 0."""
    options = parse_arguments(arguments)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    print("From click to answer through discord.py and SQLite, beside a bot that only acknowledges")
    print(text_table([HEADINGS, *measure(**vars(options))]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
