"""What the coach costs, how far its quick way is from the exact one, and what it says of the rules.

Times are CPU milliseconds; nothing is asked twice, and a chart is the first that a process makes of its rules. Errors
are parts of the first stake: the largest difference of any move's value, and the most that the quick way's best move is
worth less than the exact one's.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from itertools import chain, islice
from os import getpid
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import clock_gettime, perf_counter, process_time

from benchmarks.kit.changes import RULES, START, in_turn, sittings
from benchmarks.kit.harness import Row, command, number, percentile, text_table, whole
from cogs.coaching.aside import Aside, Worker
from cogs.coaching.coach import Coach
from cogs.coaching.judging import Judging
from engine.advice.reviews import reviewed as review
from engine.bank.bank import Bank
from engine.coach.chart import chart, chart_edge, edge
from engine.coach.reasons import Reason, reason
from engine.coach.situation import Situation
from engine.coach.worth import worth
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from tests.clock import ManualClock
from tests.coach.situations import Played, decisions, rounds

HEADINGS: Row = (
    *("", "decision: median ms", "p99", "worst", "exact: median ms", "p99", "error", "other best"),
    *("review: median ms", "p99", "chart ms", "best play: house edge %", "chart: house edge %"),
)

LAG_HEADINGS: Row = ("", "lag: p99 ms", "worst ms")
NAP, HINT_SECONDS = 0.002, 20
"""Seconds of a sleep whose lag is measured, and for which hints are asked for."""

JUDGING_HEADINGS: Row = ("", "rounds/s", "bot: ms a round", "aside: ms a round")
JUDGED_TABLES, JUDGED_SEATS = 100, (1, 2, 4)
"""At which those rounds are played that are judged."""


def cost(work: Callable[[], object]) -> float:
    """CPU milliseconds of one run."""
    start = process_time()
    work()
    return (process_time() - start) * 1000


def costs(works: Iterable[Callable[[], object]]) -> list[float]:
    """The same of each of these."""
    return [cost(work) for work in works]


def measured(rules: Rules, count: int, seed: int) -> Row:
    """One line: `count` decisions, and a quarter of them in the exact way."""
    charted = cost(partial(chart, rules))
    asked = [*dict.fromkeys(decisions(rules, seed, count))]
    fewer = asked[: max(count // 4, 1)]
    quick = costs(partial(worth, one) for one in asked)
    exact = costs(partial(worth, one, exact=True) for one in fewer)
    errors, others = zip(*map(compared, fewer), strict=True)
    reviews = costs(reviewed(played) for played in islice(rounds(rules, seed + 1), len(fewer)))
    return (
        rules.key,
        *(number(median(quick)), number(percentile(quick, 0.99)), number(max(quick))),
        *(number(median(exact)), number(percentile(exact, 0.99))),
        *(f"{max(errors):.0e}", f"{max(others):.0e}"),
        *(number(median(reviews)), number(percentile(reviews, 0.99))),
        number(charted),
        f"{100 * edge(rules):.3f}",
        f"{100 * chart_edge(rules):.3f}",
    )


def hint(situation: Situation) -> Reason | None:
    """What the coach works out for one."""
    return reason(situation, worth(situation))


def compared(situation: Situation) -> tuple[float, float]:
    """The largest error of any move, and what the quick way's best move is worth less than the best one."""
    quick, exact = worth(situation), worth(situation, exact=True)
    found = next(iter(quick))
    return max(abs(quick[move] - exact[move]) for move in quick), max(exact.values()) - exact[found]


def reviewed(played: Played) -> Callable[[], object]:
    """The review of the first seat."""
    now = played.round
    return partial(review, now.rules, now.stakes, now.moves, 1, played.gone)


# How long the event loop is kept waiting while players ask for hints


async def lags(work: Awaitable[object]) -> list[float]:
    """By how many milliseconds a loop woke too late, again and again, until this is done."""
    task, found = asyncio.ensure_future(work), list[float]()
    while not task.done():
        start = perf_counter()
        await asyncio.sleep(NAP)
        found.append((perf_counter() - start - NAP) * 1_000)
    await task
    return found


async def lag(per_second: int, rule_sets: Sequence[Rules], seed: int) -> list[Row]:
    """With nothing to do; with so many hints a second on a thread, answered or not; with charts that nobody had."""
    count = -(-per_second * HINT_SECONDS // len(rule_sets))
    asked = chain.from_iterable(
        zip(*(decisions(one, seed, count) for one in rule_sets), strict=True)
    )
    quick, slow = Worker("hints"), Worker("charts")

    async def hints() -> None:
        waiting = []
        for situation in islice(asked, per_second * HINT_SECONDS):
            waiting.append(asyncio.create_task(quick.do(partial(hint, situation))))
            await asyncio.sleep(1 / per_second)
        await asyncio.gather(*waiting)

    async def charts() -> None:
        for rules in rule_sets:
            await slow.do(partial(chart, rules))

    found: list[Row] = []
    for name, work in (
        ("nothing", asyncio.sleep(HINT_SECONDS)),
        (f"{per_second} hints a second", hints()),
        (f"{len(rule_sets)} charts", charts()),
    ):
        late = await lags(work)
        found.append((name, number(percentile(late, 0.99)), number(max(late))))
    await quick.close()
    await slow.close()
    return found


# What judging costs the bot's own process, and the one aside


async def judging(rounds: int) -> list[Row]:
    """So many settled rounds for each number of seats: half of them in one go, the others after a start."""
    found: list[Row] = []
    for seats in JUDGED_SEATS:
        with TemporaryDirectory() as folder:
            async with Bank.open(Path(folder, "bank.db"), lambda: START) as bank:
                halves = in_halves(seats, -(-rounds // JUDGED_TABLES))
                for half, name in zip(halves, ("in one go", "after a start"), strict=True):
                    await half(bank)
                    found.append((f"{seats} at a table, {name}", *await judged(bank)))
    return found


def in_halves(seats: int, rounds: int) -> Sequence[Callable[[Bank], Awaitable[None]]]:
    """What plays the first half of so many rounds at each table, and what plays the second."""
    played = sittings(JUDGED_TABLES, seats, rounds)
    changes = in_turn(played)
    first = [one for one in changes if one.round_number <= rounds // 2]
    second = [one for one in changes if one.round_number > rounds // 2]

    async def begin(bank: Bank) -> None:
        await asyncio.gather(*(bank.open_table(o.table, o.seats, o.shoe) for o in played))
        await asyncio.gather(*map(bank.commit, first))

    async def go_on(bank: Bank) -> None:
        await asyncio.gather(*map(bank.commit, second))

    return begin, go_on


async def judged(bank: Bank) -> Row:
    """Rounds a second, and what each costs the two processes; the chart of their rules is known before."""
    aside = Aside()
    coach = Coach(bank, aside)

    async def by_book(_: Iterable[int]) -> None:
        """Nobody is told."""

    judge = Judging(bank, coach, ManualClock(time=START), by_book)
    await coach.chart(RULES)
    pid, count = await aside.do(getpid), 0
    # Linux knows a process's CPU clock by this number.
    beside = (~pid << 3) | 2
    begun, own, other = perf_counter(), process_time(), clock_gettime(beside)
    while more := await judge.judge():
        count += more
    rate = count / (perf_counter() - begun)
    costs = process_time() - own, clock_gettime(beside) - other
    await coach.close()
    await aside.close()
    return number(rate), *(number(cost / count * 1_000) for cost in costs)


def main(arguments: Sequence[str]) -> int:
    """Measure, and print a line for each rule set; the exit status is 0."""
    parser = command(
        "coach",
        __doc__,
        decisions=(1_000_000, 1_000, "decisions of random play by each rule set"),
        seed=(10**9, 1, "decides cards"),
    )
    parser.add_argument(
        "--rules", nargs="+", choices=RULE_SETS, default=[*RULE_SETS], help="these rule sets alone"
    )
    for name, least, meaning in (
        ("hints", 1, "how late the event loop wakes while so many hints are asked for a second"),
        ("judging", 2 * JUDGED_TABLES, "settled rounds of a bank, what judging them costs"),
    ):
        text = f"{meaning}; and nothing else"
        parser.add_argument(f"--{name}", type=whole(least, 100_000_000), help=text)
    options = parser.parse_args(arguments)
    every, seed = [RULE_SETS[key] for key in options.rules], options.seed
    if options.hints:
        headings, rows = LAG_HEADINGS, iter(asyncio.run(lag(options.hints, every, seed)))
    elif options.judging:
        headings, rows = JUDGING_HEADINGS, iter(asyncio.run(judging(options.judging)))
    else:
        headings, rows = HEADINGS, (measured(rules, options.decisions, seed) for rules in every)
    print(text_table([headings, *rows]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
