"""How long the event loop is kept waiting while players ask the coach for hints.

A loop that has nothing to do sleeps for two milliseconds at a time, and how much later it wakes is its lag: first with
nothing else, then while hints are asked for at an even pace, each about another hand, on the thread that the bot has
for them; then while charts of the rule sets are made, one after another.
"""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Sequence
from functools import partial
from time import perf_counter

from benchmarks.measuring import number, percentile, text_table, whole
from cogs.coaching.worker import Worker
from engine.coach.chart import chart
from engine.coach.reasons import Reason, reason
from engine.coach.situation import Situation
from engine.coach.worth import worth
from engine.rules.rule_sets import RULE_SETS
from tests.coach.situations import decisions

NAP = 0.002
"""Seconds."""

HEADINGS = ("", "lag: p99 ms", "worst ms")


async def lags(while_: Awaitable[object]) -> list[float]:
    """By how many milliseconds the loop woke too late, again and again, until this is done."""
    work, found = asyncio.ensure_future(while_), list[float]()
    while not work.done():
        start = perf_counter()
        await asyncio.sleep(NAP)
        found.append((perf_counter() - start - NAP) * 1_000)
    await work
    return found


def hint(situation: Situation) -> Reason | None:
    """What the coach works out for one."""
    return reason(situation, worth(situation))


async def ask(worker: Worker, asked: Sequence[Situation], per_second: int) -> None:
    """Ask for these hints, so many a second, whether they are answered or not."""
    waiting = set()
    for situation in asked:
        waiting.add(asyncio.create_task(worker.do(partial(hint, situation))))
        await asyncio.sleep(1 / per_second)
    await asyncio.gather(*waiting)


async def draw_charts(worker: Worker, keys: Sequence[str]) -> None:
    """A chart of each of these rule sets, which nobody has asked for before."""
    for key in keys:
        await worker.do(partial(chart, RULE_SETS[key]))


def situations(count: int, seed: int) -> list[Situation]:
    """So many, of all rule sets in turn."""
    each = [decisions(rules, seed, -(-count // len(RULE_SETS))) for rules in RULE_SETS.values()]
    return [one for some in zip(*each, strict=True) for one in some][:count]


async def measured(
    per_second: int, seconds: int, keys: Sequence[str], seed: int
) -> list[tuple[str, ...]]:
    """A line for each."""
    asked = situations(per_second * seconds, seed)
    quick, slow = Worker("hints"), Worker("charts")
    idle = row("nothing", await lags(asyncio.sleep(seconds)))
    hints = row(f"{per_second} hints a second", await lags(ask(quick, asked, per_second)))
    charts = row(f"{len(keys)} charts", await lags(draw_charts(slow, keys)))
    await quick.close()
    await slow.close()
    return [idle, hints, charts]


def row(label: str, found: Sequence[float]) -> tuple[str, ...]:
    """One line of the table."""
    return label, number(percentile(found, 0.99)), number(max(found))


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line's options."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hints", description=__doc__)
    parser.add_argument(
        "--per-second",
        type=whole(1, 1_000),
        default=10,
        help="hints that are asked for in a second (default: %(default)s)",
    )
    parser.add_argument(
        "--seconds",
        type=whole(1, 100),
        default=20,
        help="for how long they are asked for (default: %(default)s)",
    )
    parser.add_argument(
        "--rules",
        nargs="+",
        choices=RULE_SETS,
        default=[*RULE_SETS],
        help="charts of these rule sets alone",
    )
    parser.add_argument("--seed", type=int, default=1, help="decides cards (default: %(default)s)")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    """Measure, and print a line for each; the exit status is 0."""
    options = parse_arguments(arguments)
    work = measured(options.per_second, options.seconds, options.rules, options.seed)
    print(text_table([HEADINGS, *asyncio.run(work)]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
