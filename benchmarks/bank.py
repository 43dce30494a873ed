"""What a move costs in the bank: statements, bytes in the write-ahead log, CPU time; and how many it keeps a second.

Then the same moves on a PostgreSQL server.
"""

import argparse
import asyncio
import json
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from functools import partial
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import NamedTuple

from benchmarks.kit.changes import START, Sitting, in_turn, kind_of, sittings
from benchmarks.kit.harness import HEADINGS, Row, command, row, text_table
from benchmarks.kit.harness import in_turn as sampled
from benchmarks.several import server
from engine.bank.bank import Bank
from engine.bank.books import people
from engine.bank.schema import known_migrations
from engine.bank.sqlite.connection import Connection
from engine.bank.sqlite.opening import PAGE_BYTES, open_connection
from engine.bank.sqlite.store import File
from engine.bank.store import NOTHING
from engine.values.tables import Change
from tests.postgres import LACKING, Postgres

ROUNDS = 3
"""At each table."""

COUNTED = 20
"""Tables whose commits are counted."""

_CONTROL = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "PRAGMA", "--")


@asynccontextmanager
async def opened(path: Path, now: Callable[[], float]) -> AsyncIterator[tuple[Bank, Connection]]:
    """A bank on a file, and its connection."""
    connection = await open_connection(path, now(), busy_timeout=0, migrations=known_migrations())
    bank = Bank(File(connection, path), now)
    try:
        await connection.alone(people.index)
        yield bank, connection
    finally:
        await bank.close()


@asynccontextmanager
async def seated(played: Sequence[Sitting]) -> AsyncIterator[tuple[Bank, Connection, Path]]:
    """A bank in a new file, with these tables."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "bank.db")
        async with opened(path, lambda: START) as (bank, connection):
            await asyncio.gather(*(bank.open_table(o.table, o.seats, o.shoe) for o in played))
            yield bank, connection, path


# The floor: a row of JSON for each move, in the same settings of SQLite


def text_of(change: Change) -> str:
    """All that a change says, without the names of its fields."""
    return json.dumps(change, default=bytes.hex, separators=(",", ":"))


class Cost(NamedTuple):
    """Of one commit: the KB in the write-ahead log, and statements but for those that begin and end it."""

    kind: str
    statements: float
    kilobytes: float


class Speed(NamedTuple):
    """Moves a second, and microseconds of this process's CPU time a move."""

    rate: float
    cpu: float


@contextmanager
def timed(moves: int, found: list[Speed]) -> Iterator[None]:
    """How quick so many moves are."""
    wall, cpu = perf_counter(), process_time()
    yield
    cpu, wall = process_time() - cpu, perf_counter() - wall
    found.append(Speed(moves / wall, 1e6 * cpu / moves))


def rows_of_json(played: Sequence[Sitting], group: int, found: list[Cost] | None = None) -> Speed:
    """So many rows in each commit; `found` gets what each commit costs."""
    changes = in_turn(played)
    texts, speeds = list(map(text_of, changes)), list[Speed]()
    with TemporaryDirectory() as folder:
        path = Path(folder, "rows.db")
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            for pragma in (f"page_size = {PAGE_BYTES}", "synchronous = FULL", "journal_mode = WAL"):
                connection.execute(f"PRAGMA {pragma}").fetchone()
            connection.execute("PRAGMA secure_delete = FAST")
            connection.execute("CREATE TABLE move (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
            if found is not None:
                _count_in(connection, [])
            with timed(len(texts), speeds):
                for first in range(0, len(texts), group):
                    before = _log_of(path)
                    connection.execute("BEGIN IMMEDIATE")
                    for text in texts[first : first + group]:
                        connection.execute("INSERT INTO move (text) VALUES (?)", (text,))
                    connection.execute("COMMIT")
                    if found is not None:
                        found.append(Cost(kind_of(changes[first]), 1, _log_of(path) - before))
    return speeds[0]


# What a commit costs


async def costs_of(played: Sequence[Sitting]) -> list[Cost]:
    """Of each move, when each has a commit of its own."""
    said, found = list[str](), list[Cost]()
    async with seated(played) as (bank, connection, path):
        await connection.alone(partial(_count_in, said=said))
        for change in in_turn(played):
            before = _log_of(path)
            said.clear()
            await bank.commit(change)
            counted = sum(not text.startswith(_CONTROL) for text in said)
            found.append(Cost(kind_of(change), counted, _log_of(path) - before))
    return found


def _count_in(connection: sqlite3.Connection, said: list[str]) -> None:
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    connection.execute("PRAGMA wal_autocheckpoint = 0")  # the log only grows, so its size tells
    connection.set_trace_callback(said.append)


def _log_of(path: Path) -> float:
    """Kilobytes of the write-ahead log."""
    return Path(f"{path}-wal").stat().st_size / 1_000


def costs(seats: int) -> Iterator[Row]:
    """Rows for each kind of commit, and for all."""
    played, floor = sittings(COUNTED, seats, ROUNDS), list[Cost]()
    ours = asyncio.run(costs_of(played))
    rows_of_json(played, 1, floor)
    for kind in ("bet", "deal", "move", "settlement", "any"):
        sides = [[one for one in side if kind in (one.kind, "any")] for side in (ours, floor)]
        if sides[0]:
            name, samples = f"{seats} at the table, {kind}", [[side] for side in sides]
            yield row(f"{name}: statements", samples, lambda of: mean(o.statements for o in of))
            yield row(f"{name}: KB", samples, lambda of: mean(o.kilobytes for o in of))


# How many moves are kept a second


async def kept(where: Path | str, played: Sequence[Sitting], together: bool) -> Speed:
    """All tables at once, each handing in its next move when the one before is kept; or one move after another."""
    found: list[Speed] = []
    async with Bank.open(where, lambda: START, share=NOTHING) as bank:
        await bank.claim()
        for sitting in played:  # one after the other: their changes know them by their numbers
            await bank.open_table(sitting.table, sitting.seats, sitting.shoe)

        async def play(changes: Sequence[Change]) -> None:
            for change in changes:
                await bank.commit(change)

        changes = in_turn(played)
        queues = [sitting.changes for sitting in played] if together else [changes]
        with timed(len(changes), found):
            await asyncio.gather(*map(play, queues))
    return found[0]


def on_server(postgres: Postgres, played: Sequence[Sitting], together: bool) -> Speed:
    """On a PostgreSQL server."""
    with postgres.database() as address:
        return asyncio.run(kept(address, played, together))


def in_file(played: Sequence[Sitting], together: bool) -> Speed:
    """In a new SQLite file."""
    with TemporaryDirectory() as folder:
        return asyncio.run(kept(Path(folder, "bank.db"), played, together))


def beside(label: str, repeats: int, *sides: Callable[[], Speed]) -> Iterator[Row]:
    """Rows of what is kept a second, and its CPU time."""
    samples = sampled(repeats, *sides)
    yield row(f"{label}: moves/s", samples, lambda speed: speed.rate, rate=True)
    yield row(f"{label}: CPU µs of the bot", samples, lambda speed: speed.cpu)


def speeds(tables: int, repeats: int, seats: int) -> Iterator[Row]:
    """Rows for tables that play at once, beside rows of JSON, and moves one by one beside those tables."""
    played = sittings(tables, seats, ROUNDS)
    few, at_once = played[: max(1, tables // 8)], partial(in_file, played, True)
    floor = partial(rows_of_json, played, tables)
    yield from beside(f"{tables} tables of {seats}", repeats, at_once, floor)
    yield from beside("one by one", repeats, partial(in_file, few, False), at_once)


def server_rows(tables: int, repeats: int) -> Iterator[Row]:
    """The same on a server, beside a file; one row where there is no server."""
    if LACKING:
        yield f"not measured: {LACKING}", "", "", "", ""
        return
    played = sittings(tables, 4, ROUNDS)
    few = played[: max(1, tables // 8)]
    with server() as postgres:
        for name, some, together in (("one by one", few, False), ("at once", played, True)):
            sides = partial(on_server, postgres, some, together), partial(in_file, some, together)
            yield from beside(f"{len(some)} tables of 4, {name}", repeats, *sides)


def sections(plan: argparse.Namespace) -> Iterator[tuple[str, Sequence[Row]]]:
    """The tables, each with its heading."""
    tables, repeats = plan.tables, plan.repeats
    yield "A commit of its own; the floor is a row of JSON", [*costs(1), *costs(4)]
    yield (
        "Moves kept a second; the floor is rows of JSON, then the same tables at once",
        [*speeds(tables, repeats, 1), *speeds(tables, repeats, 4)],
    )
    yield (
        "Moves on a PostgreSQL server, which takes its own share of the machine; the floor is a file",
        [*server_rows(tables, repeats)],
    )


def main(arguments: Sequence[str]) -> int:
    """Measure and print."""
    parser = command(
        "bank",
        __doc__,
        tables=(10_000, 200, "that play at once"),
        repeats=(100, 5, "samples of each"),
    )
    for heading, rows in sections(parser.parse_args(arguments)):
        print(heading, text_table([HEADINGS, *rows]), sep="\n", end="\n\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
