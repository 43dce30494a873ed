"""Measure the coach, which rates players' decisions: strategy charts, hints and judging of rounds.

By default times are CPU milliseconds, without cached results.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from itertools import cycle, islice
from os import getpid
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import clock_gettime, perf_counter, process_time
from typing import NamedTuple

from benchmarks.kit.changes import RULES, START, interleaved, sit_down, sittings, somewhere
from benchmarks.kit.harness import Row, number, options_of, percentile, text_table
from cogs.coaching.coach import Coach
from cogs.coaching.judging import Judging
from cogs.coaching.workers import WorkerProcess, WorkerThread
from cogs.discord_link.loops import Loops
from engine.advice.reviews import skill
from engine.bank.bank import Bank
from engine.clock import RealClock
from engine.coach.chart import chart
from engine.coach.reasons import Reason, reason
from engine.coach.situation import Situation
from engine.coach.worth import worth
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.values.tables import Character
from tests.clock import ManualClock
from tests.coach.judged import PLAYERS, in_full, to_judge
from tests.coach.situations import decisions

HEADINGS: Row = ("", "decision: median ms", "p99", "worst", "chart ms")

LAG_HEADINGS: Row = ("", "lag: p99 ms", "worst ms")
NAP, HINT_SECONDS = 0.002, 20
"""Seconds: the sleep whose lag is measured, and the duration of the hint requests."""

JUDGING_HEADINGS: Row = ("", "rounds/s", "bot: ms a round", "aside: ms a round")
JUDGED_TABLES, JUDGED_SEATS = 100, (1, 2, 4)
"""The tables, and the numbers of seats, for the rounds to judge."""

PLAYERS_HEADINGS: Row = (
    *("", "ms a round: AI players", "random", "in full: AI players", "random"),
    *("decisions", "different seats", "largest difference"),
)

SEED, MANY = 1, 1_000
"""The seed of random play, and the number of its decisions to evaluate."""


def cost(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return (process_time() - start) * 1000


def measured(rules: Rules) -> Row:
    """Return a row of CPU ms: median, 99th percentile and maximum of rating a decision, and a strategy chart."""
    charted = cost(partial(chart, rules))
    costs = [cost(partial(worth, one)) for one in dict.fromkeys(decisions(rules, SEED, MANY))]
    found = median(costs), percentile(costs, 0.99), max(costs), charted
    return rules.key, *map(number, found)


def hint(situation: Situation) -> Reason | None:
    return reason(situation, worth(situation))


async def lag(work: Awaitable[object]) -> Row:
    """Return the event loop's lag while `work` runs: 99th percentile and maximum in milliseconds."""
    task, found = asyncio.ensure_future(work), list[float]()
    while not task.done():
        start = perf_counter()
        await asyncio.sleep(NAP)
        found.append((perf_counter() - start - NAP) * 1_000)
    await task
    return number(percentile(found, 0.99)), number(max(found))


async def lags(per_second: int, rule_sets: Sequence[Rules]) -> list[Row]:
    """Return rows of the event loop's lag: idle, with hints on a thread, with charts in another process."""
    asked = cycle(one for rules in rule_sets for one in decisions(rules, SEED, MANY))
    thread, process = WorkerThread("hints"), WorkerProcess(RealClock())

    async def hints() -> None:
        waiting = []
        for situation in islice(asked, round(per_second * HINT_SECONDS)):
            waiting.append(asyncio.create_task(thread.do(partial(hint, situation))))
            await asyncio.sleep(1 / per_second)
        await asyncio.gather(*waiting)

    async def charts() -> None:
        for rules in rule_sets:
            await process.do(partial(chart, rules))

    found = [
        ("nothing", *await lag(asyncio.sleep(HINT_SECONDS))),
        (f"{per_second} hints a second", *await lag(hints())),
        (f"{len(rule_sets)} charts", *await lag(charts())),
    ]
    await thread.close()
    await process.close()
    return found


async def judging(rounds: int) -> list[Row]:
    """Return rows of the costs of judging settled rounds: half in one go, the others after a restart."""
    found: list[Row] = []
    for seats in JUDGED_SEATS:
        played = sittings(somewhere(JUDGED_TABLES, seats), -(-rounds // JUDGED_TABLES))
        changes = interleaved(played)
        half = len(changes) // 2
        with TemporaryDirectory() as folder:
            async with Bank.open(Path(folder, "bank.db"), lambda: START) as bank:
                await sit_down(bank, played)
                for name, some in ("in one go", changes[:half]), ("after a start", changes[half:]):
                    await asyncio.gather(*map(bank.commit, some))
                    found.append((f"{seats} at a table, {name}", *await judged(bank)))
    return found


async def judged(bank: Bank) -> Row:
    """Judge the saved rounds. Return rounds per second and ms per round, in the bot and in its worker process."""
    worker = WorkerProcess(RealClock())
    coach = Coach(bank, worker)

    async def by_book(_: Iterable[int]) -> None:
        pass

    clock = ManualClock(time=START)
    judge = Judging(bank, coach, clock, Loops(clock), by_book)
    await coach.chart(RULES)
    pid, count = await worker.do(getpid), 0
    # Linux's clock id for a process's CPU time.
    beside = (~pid << 3) | 2
    begun, own, other = perf_counter(), process_time(), clock_gettime(beside)
    while more := await judge.judge():
        count += more
    rate = count / (perf_counter() - begun)
    costs = process_time() - own, clock_gettime(beside) - other
    await coach.close()
    return number(rate), *(number(cost / count * 1_000) for cost in costs)


class Compared(NamedTuple):
    """CPU seconds of judging rounds quickly and in full; the results' largest difference in millionths of the bet."""

    quick: float
    full: float
    decisions: int
    different: int
    largest: int


def players(rounds: int, rule_sets: Sequence[Rules]) -> list[Row]:
    """Return a row for each rule set: the costs of judging rounds quickly and in full, and how the results differ."""
    found: list[Row] = []
    for rules in rule_sets:
        chart(rules)
        made = {player: compared(rules, player, rounds) for player in PLAYERS}
        like, random = [made[str(one)] for one in Character], made["random"]
        costs = (
            *(sum(one.quick for one in like) / len(like), random.quick),
            *(sum(one.full for one in like) / len(like), random.full),
        )
        figures = (
            sum(one.decisions for one in made.values()),
            sum(one.different for one in made.values()),
            max(one.largest for one in made.values()),
        )
        cells = [number(cost / rounds * 1_000) for cost in costs]
        found.append((rules.key, *cells, *map(str, figures)))
    return found


def compared(rules: Rules, player: str, rounds: int) -> Compared:
    played = [*islice(to_judge(rules, player, SEED), rounds)]
    begun = process_time()
    quick = [skill(one.saved, one.gone).seats for one in played]
    then = process_time()
    full = [tuple(in_full(one)) for one in played]
    costs = then - begun, process_time() - then
    pairs = [pair for two in zip(quick, full, strict=True) for pair in zip(*two, strict=True)]
    different = [abs(one.lost - other.lost) for one, other in pairs if one != other]
    decisions = sum(one.decisions for _, one in pairs)
    return Compared(*costs, decisions, len(different), max(different, default=0))


def main(arguments: Sequence[str] | None = None) -> None:
    options = options_of(
        arguments,
        __doc__,
        rules=([*RULE_SETS], "these rule sets alone"),
        hints=(0, "instead: how late the event loop wakes while so many are asked for a second"),
        judging=(0, "instead: what judging so many settled rounds of a bank costs"),
        players=(
            0,
            "instead: what judging so many rounds of each player costs, beside judging in full",
        ),
    )
    every = [RULE_SETS[key] for key in options.rules]
    if options.hints:
        rows = [LAG_HEADINGS, *asyncio.run(lags(options.hints, every))]
    elif options.judging:
        rows = [JUDGING_HEADINGS, *asyncio.run(judging(options.judging))]
    elif options.players:
        rows = [PLAYERS_HEADINGS, *players(options.players, every)]
    else:
        rows = [HEADINGS, *(measured(rules) for rules in every)]
    print(text_table(rows))


if __name__ == "__main__":
    main()
