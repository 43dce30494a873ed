"""Many tables at once for a while: answer times, memory, and whether anything is left behind.

The bot runs in a process of its own on a new SQLite file; this process is its Discord, and the people. Each of them
looks at the table, thinks, and clicks what is offered. In the end everybody leaves: then all tables must have closed,
nothing may be left in the bot's memory, and the books must be in order. The exit status is 1 where that is not so.
"""

import argparse
import asyncio
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import linear_regression, median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from benchmarks.bots.watched import Figures
from benchmarks.bots.watching import Watched, watched
from benchmarks.clicks.people import Crowd, NotTaken, Person, Tally
from benchmarks.measuring import number, percentile, text_table, whole
from engine.bank.bank import Bank
from engine.clock import RealClock
from engine.records.counting import recount
from engine.rules.rule_sets import RULE_SETS
from sandbox import AnswerKind, Sandbox

SAMPLES = 60
"""Samples of the bot's memory, over the whole run."""

MOST_GROWTH = 2.0
"""The most growth that is accepted, in MB a minute over the second half of a run."""

TELLING = 120
"""Seconds that a run must last before its growth is judged."""

PATIENCE = 120.0
"""Seconds in which all tables must have closed when everybody has left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """`users` at each table, `seconds` in all, `think` seconds between two clicks of one person, on average."""

    tables: int
    users: int
    seconds: int
    think: float
    seed: int


@dataclass(slots=True, kw_only=True)
class Outcome:
    """What a run has shown; `memory` as pairs of seconds and MB, `problems` as one sentence each."""

    tally: Tally = field(default_factory=Tally)
    seconds: float = 0.0
    bot_worked: float = 0.0
    """Share of one core; `crowd_worked` too."""
    crowd_worked: float = 0.0
    memory: list[tuple[float, float]] = field(default_factory=list)
    rounds: int = 0
    audit_seconds: float = 0.0
    problems: list[str] = field(default_factory=list)

    @property
    def growth(self) -> float:
        """MB a minute, over the second half."""
        half = self.memory[len(self.memory) // 2 :]
        if len(half) < 2:
            return 0.0
        moments, sizes = zip(*half, strict=True)
        return linear_regression(moments, sizes).slope * 60


async def run(plan: Plan) -> Outcome:
    """Play, leave, and look at what is left."""
    crowd, outcome = Crowd(places=plan.tables, users=plan.users), Outcome()
    with TemporaryDirectory() as folder:
        database = Path(folder, "load.db")
        async with crowd.sandbox() as sandbox, watched(sandbox, database) as process:
            before = await process.census()
            people = await _seated(sandbox, crowd, plan, outcome)
            await _play(people, plan, process, outcome)
            await _everybody_leaves(people, process)
            outcome.problems += await _left_for_good(before, process)
        outcome.rounds = _settled(database)
        await _audit(database, outcome)
    return outcome


async def _seated(sandbox: Sandbox, crowd: Crowd, plan: Plan, outcome: Outcome) -> list[Person]:
    """A table in each channel, the rule sets in turn; all but the openers have bet, so that nothing is dealt yet."""
    people = list[Person]()
    for (channel, users), rules in zip(crowd.at(sandbox), cycle(RULE_SETS)):
        rng = Random(f"{plan.seed} {channel.name}")
        answer = await users[0].command(channel, "blackjack", rules=rules)
        if answer.kind is not AnswerKind.DEFERRED:
            raise NotTaken(f"no table was opened in {channel.name}: {answer.reason}{answer.text}")
        await sandbox.wait_for(partial(getattr, answer, "text"))
        for user in users[1:]:
            await Person(user=user, channel=channel, rng=rng, tally=Tally()).act()
        people += [Person(user=u, channel=channel, rng=rng, tally=outcome.tally) for u in users]
    return people


async def _play(people: Sequence[Person], plan: Plan, process: Watched, outcome: Outcome) -> None:
    worked, before = process_time(), (await process.size())["worked"]
    start = perf_counter()
    async with asyncio.TaskGroup() as group:
        for person in people:
            group.create_task(person.live(start + plan.seconds, plan.think))
        group.create_task(_watch(process, plan.seconds, outcome))
    outcome.seconds = perf_counter() - start
    outcome.crowd_worked = (process_time() - worked) / outcome.seconds
    outcome.bot_worked = ((await process.size())["worked"] - before) / outcome.seconds


async def _watch(process: Watched, seconds: float, outcome: Outcome) -> None:
    start = perf_counter()
    while (now := perf_counter() - start) < seconds:
        outcome.memory.append((now, (await process.size())["memory"]))
        await asyncio.sleep(seconds / SAMPLES)


async def _everybody_leaves(people: Sequence[Person], process: Watched) -> None:
    """Return when all tables have closed and all is shown, or after `PATIENCE`."""
    await asyncio.gather(*(person.leave() for person in people))
    end, size = perf_counter() + PATIENCE, await process.size()
    while perf_counter() < end and (size["tables"] or size["tasks"]):
        await asyncio.sleep(0.1)
        size = await process.size()


async def _left_for_good(before: Figures, process: Watched) -> list[str]:
    """What is left of the people and their tables; the clicks of the last seconds go by themselves."""
    end, left = perf_counter() + PATIENCE, [*_left_behind(before, await process.census())]
    while perf_counter() < end and left:
        await asyncio.sleep(0.1)
        left = [*_left_behind(before, await process.census())]
    return left


def _left_behind(before: Figures, after: Figures) -> Iterator[str]:
    for name in sorted(after.keys() - {"memory", "worked", "objects"}):
        if more := after[name] - before[name]:
            yield f"{more:+.0f} {name} in the bot's memory when all was over"


def _settled(database: Path) -> int:
    with closing(sqlite3.connect(database)) as connection:
        query = "SELECT COUNT(*) FROM round WHERE state = 'settled'"
        return int(connection.execute(query).fetchone()[0])


async def _audit(database: Path, outcome: Outcome) -> None:
    start = perf_counter()
    async with Bank.open(database, RealClock().now) as bank:
        outcome.problems += [finding async for finding in recount(bank)]
    outcome.audit_seconds = perf_counter() - start


def problems(plan: Plan, outcome: Outcome) -> list[str]:
    """Everything that is wrong, one sentence each."""
    found = list(outcome.problems)
    if outcome.tally.failed:
        found.append(f"{outcome.tally.failed} clicks got no answer in time")
    if plan.seconds >= TELLING and outcome.growth > MOST_GROWTH:
        found.append(f"memory grows by more than {MOST_GROWTH} MB a minute")
    return found


def report(outcome: Outcome) -> list[tuple[str, str]]:
    """The figures, a line each."""
    answers, clicks = outcome.tally.answers, len(outcome.tally.answers)
    first, last = outcome.memory[0][1], outcome.memory[-1][1]
    return [
        ("clicks a second", number(clicks / outcome.seconds)),
        ("answer, median ms", number(median(answers))),
        ("answer, p95 ms", number(percentile(answers, 0.95))),
        ("answer, p99 ms", number(percentile(answers, 0.99))),
        ("refused in a sentence, %", number(100 * outcome.tally.refused / clicks)),
        ("not answered", str(outcome.tally.failed)),
        ("rounds settled", f"{outcome.rounds:,}"),
        ("work of the bot, % of a core", number(100 * outcome.bot_worked)),
        ("work of Discord and the people, %", number(100 * outcome.crowd_worked)),
        ("memory at first and at last, MB", f"{number(first)} {number(last)}"),
        ("memory, MB a minute in the second half", number(outcome.growth)),
        ("audit of the books, s", number(outcome.audit_seconds)),
    ]


def parse_arguments(arguments: Sequence[str]) -> Plan:
    """The command line's options."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument(
        "--tables", type=whole(1, 2_000), default=200, help="tables at once (default: %(default)s)"
    )
    parser.add_argument(
        "--users", type=whole(1, 4), default=4, help="users at each (default: %(default)s)"
    )
    parser.add_argument(
        "--seconds", type=whole(1, 86_400), default=60, help="how long (default: %(default)s)"
    )
    parser.add_argument(
        "--think",
        type=float,
        default=1.0,
        help="seconds between two clicks of one user, on average (default: %(default)s)",
    )
    parser.add_argument("--seed", type=int, default=1, help="decides moves (default: %(default)s)")
    return Plan(**vars(parser.parse_args(arguments)))


def main(arguments: Sequence[str]) -> int:
    """Play and print; the exit status is 1 if anything is wrong."""
    plan = parse_arguments(arguments)
    print(f"{plan.tables} tables of {plan.users}, {plan.think:g} s of thought, {plan.seconds} s")
    outcome = asyncio.run(run(plan))
    print(text_table(report(outcome)))
    wrong = problems(plan, outcome)
    print(
        "\n".join(wrong)
        if wrong
        else "All tables closed, nothing was left, the books are in order."
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
