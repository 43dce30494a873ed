"""How long other people wait for their balance while users are being forgotten, against the same without forgetting."""

import argparse
import asyncio
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.measuring import HEADINGS, add_counts, compared, percentile, text_table
from engine.bank.bank import Bank
from engine.clock import RealClock

FIRST = 80351110224678912
"""The id of the first user; the others follow without a gap."""

BATCH = 1_000
"""Accounts that are opened at the same time."""

BETWEEN = 0.005
"""Seconds between two looks at a balance."""

KB = 0.6
"""The size of a round in the file, about."""

_ROUNDS = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :rounds)"
_FILL = (
    "INSERT INTO game_table (id, channel_id, guild_id, rules, phase, asked, round_number,"
    " shoe_seed, shoe_dealt, last_seat, message_round, closed, said_goodbye)"
    " VALUES (1, 1, 1, '', 'closed', 0, 1, zeroblob(32), 0, 2, 0, 1, 1)",
    f"{_ROUNDS} INSERT INTO round (id, table_id, number, rules, state, opened_at, ended_at, rule_set)"
    " SELECT i, 1, i, 'hotseat', 'settled', i, i, 'hotseat' FROM n",
    # The first user has half of the first seats, so that a user who has played very much is forgotten, too.
    f"{_ROUNDS} INSERT INTO dealt_seat (round_id, seat, person, stake)"
    " SELECT i, seat, CASE WHEN i % 2 = seat THEN 1 ELSE 1 + i * 7 % :users END, 500"
    " FROM n CROSS JOIN (SELECT 1 AS seat UNION SELECT 2) WHERE TRUE",
    f"{_ROUNDS} INSERT INTO move (round_id, n, text, at)"
    " SELECT i, place, '1 hit', i FROM n CROSS JOIN (SELECT 0 AS place UNION SELECT 1 UNION SELECT 2"
    " UNION SELECT 3 UNION SELECT 4 UNION SELECT 5 UNION SELECT 6 UNION SELECT 7) WHERE TRUE",
    "INSERT INTO result (round_id, seat, person, hands, staked, net, naturals, ended_at)"
    " SELECT round_id, seat, person, 1, 500, 0, 0, round_id FROM dealt_seat",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The size of the file in MB and in users; in each sample of `seconds`, `requests` users are forgotten."""

    megabytes: int
    users: int
    seconds: int
    requests: int
    repeats: int


def measure(plan: Plan) -> Iterator[tuple[str, ...]]:
    """Fill a file and measure the waits on it; a row for each figure, in milliseconds."""
    with TemporaryDirectory() as folder, asyncio.Runner() as runner:
        path = Path(folder, "forgetting.db")
        runner.run(_open_accounts(path, plan.users))
        _fill(path, plan)
        opened = Bank.open(path, RealClock().now)
        bank = runner.run(opened.__aenter__())
        users = count(FIRST)
        samples = compared(
            plan.repeats,
            lambda: runner.run(_waits(bank, plan, [next(users) for _ in range(plan.requests)])),
            lambda: runner.run(_waits(bank, plan, [])),
        )
        runner.run(opened.__aexit__(None, None, None))
    yield samples.row("balance, median ms", median, rate=False)
    yield samples.row("balance, p99 ms", lambda waits: percentile(waits, 0.99), rate=False)
    yield samples.row("balance, longest ms", max, rate=False)


async def _open_accounts(path: Path, users: int) -> None:
    async with Bank.open(path, RealClock().now) as bank:
        for first in range(FIRST, FIRST + users, BATCH):
            batch = range(first, min(first + BATCH, FIRST + users))
            await asyncio.gather(*map(bank.wallet, batch))


def _fill(path: Path, plan: Plan) -> None:
    values = {"rounds": int(plan.megabytes * 1_000 / KB), "users": plan.users}
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in _FILL:
            connection.execute(statement, values)


async def _waits(bank: Bank, plan: Plan, leaving: Sequence[int]) -> list[float]:
    """How long each look at a balance took, in milliseconds, while these users were forgotten one after another."""
    waits, end = list[float](), perf_counter() + plan.seconds
    going = asyncio.create_task(_go(bank, leaving, plan.seconds))
    stayer = FIRST + plan.users - 1
    while perf_counter() < end:
        start = perf_counter()
        await bank.wallet(stayer)
        waits.append(1_000 * (perf_counter() - start))
        await asyncio.sleep(BETWEEN)
    await going
    return waits


async def _go(bank: Bank, leaving: Sequence[int], seconds: float) -> None:
    for user in leaving:
        await bank.forget(user)
        await asyncio.sleep(seconds / (2 * len(leaving)))


def parse_arguments(arguments: Sequence[str]) -> Plan:
    """The command line's options."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.forgetting", description=__doc__)
    add_counts(
        parser,
        ("megabytes", 10_000, 100, "size of the file, about"),
        ("users", 10_000_000, 5_000, "users with an account"),
        ("seconds", 600, 4, "length of a sample"),
        ("requests", 1_000, 20, "users who are forgotten in each sample"),
        ("repeats", 100, 3, "samples with forgetting, and as many without"),
    )
    plan = Plan(**vars(parser.parse_args(arguments)))
    if plan.users <= plan.requests * plan.repeats:
        parser.error("more users are needed than are forgotten")
    return plan


def main(arguments: Sequence[str]) -> int:
    """Measure and print."""
    print(text_table([HEADINGS, *measure(parse_arguments(arguments))]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
