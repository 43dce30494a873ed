"""What a move costs in the bank: statements, bytes in the write-ahead log, CPU time; and how many it keeps a second.

Then what looks at a wallet cost, and pages of the leaderboards where there are many people.
"""

import argparse
import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time

from benchmarks.files.changes import STAKE, START, Sitting, in_turn, kind_of, sittings
from benchmarks.files.lists import list_rows
from benchmarks.files.rows import keep, rows, text_of
from benchmarks.files.servers import server_rows
from benchmarks.measuring import HEADINGS, Compared, compared, text_table, whole
from engine.bank.bank import Bank
from engine.bank.books import ledger, people
from engine.bank.schema import known_migrations
from engine.bank.sqlite.connection import Connection
from engine.bank.sqlite.opening import open_connection
from engine.bank.sqlite.store import File

ROUNDS = 3
"""At each table."""

COUNTED = 20
"""Tables whose commits are counted."""

LOOKS = 500
"""Looks at a wallet in a sample."""

_BALANCE = "SELECT balance FROM account WHERE id = 3"
_CONTROL = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "PRAGMA", "--")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """`tables` play at the same time in each of `repeats` samples; wallets are looked at while so many play `open`.

    There are so many `people` on the leaderboards.
    """

    tables: int
    repeats: int
    open: list[int]
    people: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Of one commit, without the statements that begin and end it, and those of triggers."""

    kind: str
    statements: int
    kilobytes: float
    """In the write-ahead log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    """Moves a second, and microseconds of CPU time a move on the event loop and on the bank's thread."""

    rate: float
    loop: float
    thread: float


@asynccontextmanager
async def _opened(played: Sequence[Sitting]) -> AsyncIterator[tuple[Bank, Connection, Path]]:
    """A bank in a new file, with these tables."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "bank.db")
        migrations = known_migrations()
        connection = await open_connection(path, START, busy_timeout=0, migrations=migrations)
        bank = Bank(File(connection, path), lambda: START)
        try:
            await connection.alone(people.index)
            await asyncio.gather(*(bank.open_table(o.table, o.seats, o.shoe) for o in played))
            yield bank, connection, path
        finally:
            await bank.close()


# What a commit costs


async def _costs(played: Sequence[Sitting]) -> list[Cost]:
    """Of each move, when each has a commit of its own."""
    said, found = list[str](), list[Cost]()
    async with _opened(played) as (bank, connection, path):
        await connection.alone(partial(_prepare_to_count, said=said))
        for change in in_turn(played):
            before = _log_of(path)
            said.clear()
            await bank.commit(change)
            counted = sum(not text.startswith(_CONTROL) for text in said)
            grown = (_log_of(path) - before) / 1_000
            found.append(Cost(kind=kind_of(change), statements=counted, kilobytes=grown))
    return found


def _floor_costs(played: Sequence[Sitting]) -> list[Cost]:
    with rows() as (connection, path):
        _prepare_to_count(connection, [])
        found = []
        for change in in_turn(played):
            before = _log_of(path)
            keep(connection, [text_of(change)])
            grown = (_log_of(path) - before) / 1_000
            found.append(Cost(kind=kind_of(change), statements=1, kilobytes=grown))
    return found


def _prepare_to_count(connection: sqlite3.Connection, said: list[str]) -> None:
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    connection.execute("PRAGMA wal_autocheckpoint = 0")  # the log only grows, so its size tells
    connection.set_trace_callback(said.append)


def _log_of(path: Path) -> int:
    return Path(f"{path}-wal").stat().st_size


def costs(seats: int) -> Iterator[tuple[str, ...]]:
    """Rows for each kind of commit, and for all."""
    played = sittings(COUNTED, seats, ROUNDS)
    samples = compared(1, lambda: asyncio.run(_costs(played)), lambda: _floor_costs(played))
    for kind in ("bet", "deal", "move", "settlement", "any"):
        subject, floor = (_of_kind(found, kind) for found in (samples.subject[0], samples.floor[0]))
        if subject:
            of_kind = Compared(subject=(subject,), floor=(floor,))
            name = f"{seats} at the table, {kind}"
            yield of_kind.row(f"{name}: statements", _statements, rate=False)
            yield of_kind.row(f"{name}: KB", _kilobytes, rate=False)


def _of_kind(found: Sequence[Cost], kind: str) -> list[Cost]:
    return [cost for cost in found if kind in (cost.kind, "any")]


def _statements(found: Sequence[Cost]) -> float:
    return mean(cost.statements for cost in found)


def _kilobytes(found: Sequence[Cost]) -> float:
    return mean(cost.kilobytes for cost in found)


# How many moves are kept a second


async def _together(played: Sequence[Sitting]) -> Speed:
    """All tables at once: each hands in its next move when the one before is kept."""
    async with _opened(played) as (bank, connection, _):

        async def play(sitting: Sitting) -> None:
            for change in sitting.changes:
                await bank.commit(change)

        return await _timed(connection, played, lambda: asyncio.gather(*map(play, played)))


async def _one_by_one(played: Sequence[Sitting]) -> Speed:
    """One move after another, each in a commit of its own."""
    async with _opened(played) as (bank, connection, _):

        async def play() -> None:
            for change in in_turn(played):
                await bank.commit(change)

        return await _timed(connection, played, play)


async def _timed(
    connection: Connection, played: Sequence[Sitting], play: Callable[[], Awaitable[object]]
) -> Speed:
    moves = len(in_turn(played))
    begun = perf_counter(), thread_time(), await connection.alone(_time_of_thread)
    await play()
    ended = perf_counter(), thread_time(), await connection.alone(_time_of_thread)
    wall, loop, thread = (end - begin for begin, end in zip(begun, ended, strict=True))
    return Speed(rate=moves / wall, loop=1e6 * loop / moves, thread=1e6 * thread / moves)


def _time_of_thread(_: sqlite3.Connection) -> float:
    return thread_time()


def _rows_of_json(played: Sequence[Sitting], group: int) -> Speed:
    texts = list(map(text_of, in_turn(played)))
    with rows() as (connection, _):
        begun = perf_counter(), thread_time()
        for first in range(0, len(texts), group):
            keep(connection, texts[first : first + group])
        wall, thread = perf_counter() - begun[0], thread_time() - begun[1]
    return Speed(rate=len(texts) / wall, loop=0, thread=1e6 * thread / len(texts))


def speeds(plan: Plan, seats: int) -> Iterator[tuple[str, ...]]:
    """Rows for tables that play at once, each move beside a row of JSON, and beside moves that are kept one by one."""
    played = sittings(plan.tables, seats, ROUNDS)
    few = played[: max(1, plan.tables // 8)]
    name = f"{plan.tables} tables of {seats}"
    beside_rows = compared(
        plan.repeats,
        lambda: asyncio.run(_together(played)),
        lambda: _rows_of_json(played, plan.tables),
    )
    yield beside_rows.row(f"{name}, moves/s", lambda speed: speed.rate, rate=True)
    yield beside_rows.row(f"{name}, CPU µs of thread", lambda speed: speed.thread, rate=False)
    beside_single = compared(
        plan.repeats,
        lambda: asyncio.run(_one_by_one(few)),
        lambda: asyncio.run(_together(played)),
    )
    yield beside_single.row("one by one, moves/s", lambda speed: speed.rate, rate=True)
    yield beside_single.row("one by one, CPU µs of loop", lambda speed: speed.loop, rate=False)
    yield beside_single.row("one by one, CPU µs of thread", lambda speed: speed.thread, rate=False)


# Looks at a wallet


def looks(plan: Plan) -> Iterator[tuple[str, ...]]:
    """A row for each number of open rounds: CPU time of a look at a wallet, beside one at the balance alone."""
    for tables in plan.open:
        with asyncio.Runner() as runner:
            samples = runner.run(_looks(tables, plan.repeats))
        yield samples.row(f"wallet, {tables:,} open rounds, CPU µs", float, rate=False)


async def _looks(tables: int, repeats: int) -> Compared[float]:
    played = sittings(tables, 2, 1)
    user = played[tables // 2].changes[0].seats[0].user_id  # the only one who has bet there
    async with _opened(played) as (bank, connection, _):
        await asyncio.gather(*(bank.commit(sitting.changes[0]) for sitting in played))
        assert (await bank.wallet(user)).in_play == STAKE
        wallet = partial(ledger.wallet, at=START, user_id=user)
        return await connection.run(partial(_looks_at, wallet=wallet, repeats=repeats))


def _looks_at(
    connection: sqlite3.Connection, wallet: Callable[[sqlite3.Connection], object], repeats: int
) -> Compared[float]:
    return compared(
        repeats,
        lambda: _time_of(lambda: wallet(connection)),
        lambda: _time_of(lambda: connection.execute(_BALANCE).fetchone()),
    )


def _time_of(look: Callable[[], object]) -> float:
    """Microseconds of CPU time."""
    begun = thread_time()
    for _ in range(LOOKS):
        look()
    return 1e6 * (thread_time() - begun) / LOOKS


def parse_arguments(arguments: Sequence[str]) -> Plan:
    """The command line's options."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bank", description=__doc__)
    parser.add_argument(
        "--tables",
        type=whole(1, 10_000),
        default=200,
        help="that play at once (default: %(default)s)",
    )
    parser.add_argument(
        "--repeats", type=whole(1, 100), default=5, help="samples of each (default: %(default)s)"
    )
    parser.add_argument(
        "--open",
        type=whole(1, 100_000),
        nargs="+",
        default=[1, 1_000, 5_000],
        help="open rounds while a wallet is looked at (default: %(default)s)",
    )
    parser.add_argument(
        "--people",
        type=whole(1, 10_000_000),
        default=10_000,
        help="on the leaderboards (default: %(default)s)",
    )
    return Plan(**vars(parser.parse_args(arguments)))


def main(arguments: Sequence[str]) -> int:
    """Measure and print."""
    plan = parse_arguments(arguments)
    print("Costs of a commit of its own; the floor is a row of JSON")
    print(text_table([HEADINGS, *costs(1), *costs(4)]))
    print()
    print("Moves kept a second; the floor is rows of JSON, then the same tables at once")
    print(text_table([HEADINGS, *speeds(plan, 1), *speeds(plan, 4)]))
    print()
    print("Looks at a wallet; the floor is a look at a balance")
    print(text_table([HEADINGS, *looks(plan)]))
    print()
    print("Pages of the leaderboards; the floor is a look at as many sums, and one at a wallet")
    print(text_table([HEADINGS, *list_rows(plan.people, plan.repeats)]))
    print()
    print(
        "Moves on a PostgreSQL server, which takes its own share of the machine; the floor is a SQLite file"
    )
    print(text_table([HEADINGS, *server_rows(plan.tables, plan.repeats, 4, ROUNDS)]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
