"""What a move costs in the bank: statements, bytes in the write-ahead log, CPU time; and how many it keeps a second.

Then the same moves on a PostgreSQL server, beside a file.
"""

import asyncio
import json
import sqlite3
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from functools import partial
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import NamedTuple

from benchmarks.kit.changes import START, Sitting, interleaved, kind_of, sit_down, sittings
from benchmarks.kit.contestants import server
from benchmarks.kit.harness import HEADINGS, Row, in_turn, number, options_of, row, text_table
from engine.bank.bank import Bank
from engine.bank.books import people
from engine.bank.schema import known_migrations
from engine.bank.sqlite.connection import Connection
from engine.bank.sqlite.opening import PAGE_BYTES, open_connection
from engine.bank.sqlite.store import File
from engine.bank.store import NOTHING
from engine.values.tables import Change
from tests.postgres import Postgres

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


# What a commit costs


async def costs(seats: int) -> list[Row]:
    """Of each kind of move with a commit of its own: statements but for those that begin and end it, KB in the log."""
    played, said = sittings(COUNTED, seats, ROUNDS), list[str]()
    found = defaultdict[str, list[tuple[float, float]]](list)

    def count_in(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        connection.execute("PRAGMA wal_autocheckpoint = 0")  # the log only grows: its size tells
        connection.set_trace_callback(said.append)

    def logged() -> float:
        return Path(f"{path}-wal").stat().st_size / 1_000

    with TemporaryDirectory() as folder:
        path = Path(folder, "bank.db")
        async with opened(path, lambda: START) as (bank, connection):
            await sit_down(bank, played)
            await connection.alone(count_in)
            for change in interleaved(played):
                before = logged()
                said.clear()
                await bank.commit(change)
                statements = sum(not text.startswith(_CONTROL) for text in said)
                for kind in kind_of(change), "any":
                    found[kind].append((statements, logged() - before))
    return [
        (f"{seats} at the table, {kind}", *(number(mean(of)) for of in zip(*each, strict=True)))
        for kind, each in sorted(found.items())
    ]


# How many moves are kept a second


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


def rows_of_json(played: Sequence[Sitting], together: bool) -> Speed:
    """The floor: a row for each move, with all that it says, as many in each commit as tables play together."""
    texts, found = list(map(text_of, interleaved(played))), list[Speed]()
    group = len(played) if together else 1
    with TemporaryDirectory() as folder:
        path = Path(folder, "rows.db")
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            for pragma in (f"page_size = {PAGE_BYTES}", "synchronous = FULL", "journal_mode = WAL"):
                connection.execute(f"PRAGMA {pragma}").fetchone()
            connection.execute("PRAGMA secure_delete = FAST")
            connection.execute("CREATE TABLE move (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
            with timed(len(texts), found):
                for first in range(0, len(texts), group):
                    connection.execute("BEGIN IMMEDIATE")
                    for text in texts[first : first + group]:
                        connection.execute("INSERT INTO move (text) VALUES (?)", (text,))
                    connection.execute("COMMIT")
    return found[0]


def text_of(change: Change) -> str:
    """All that a change says, without the names of its fields."""
    return json.dumps(change, default=bytes.hex, separators=(",", ":"))


async def kept(where: Path | str, played: Sequence[Sitting], together: bool) -> Speed:
    """All tables at once, each handing in its next move when the one before is kept; or one move after another."""
    found, changes = list[Speed](), interleaved(played)
    async with Bank.open(where, lambda: START, share=NOTHING) as bank:
        await bank.claim()
        await sit_down(bank, played)

        async def play(changes: Sequence[Change]) -> None:
            for change in changes:
                await bank.commit(change)

        with timed(len(changes), found):
            await asyncio.gather(*map(play, [o.changes for o in played] if together else [changes]))
    return found[0]


def on_server(postgres: Postgres, played: Sequence[Sitting], together: bool) -> Speed:
    """On a PostgreSQL server."""
    with postgres.database() as address:
        return asyncio.run(kept(address, played, together))


def in_file(played: Sequence[Sitting], together: bool) -> Speed:
    """In a new SQLite file."""
    with TemporaryDirectory() as folder:
        return asyncio.run(kept(Path(folder, "bank.db"), played, together))


Side = Callable[[Sequence[Sitting], bool], Speed]


def speeds(tables: int, repeats: int, ours: Side, floor: Side) -> Iterator[Row]:
    """What is kept a second, and its CPU time: an eighth of the tables move by move, then all tables at once."""
    for seats in (1, 4):
        played = sittings(tables, seats, ROUNDS)
        few = played[: max(1, tables // 8)]
        for how, some, together in (("one by one", few, False), ("at once", played, True)):
            samples = in_turn(repeats, *(partial(side, some, together) for side in (ours, floor)))
            label = f"{len(some)} tables of {seats}, {how}"
            yield row(f"{label}: moves/s", samples, lambda speed: speed.rate, rate=True)
            yield row(f"{label}: CPU µs of the bot", samples, lambda speed: speed.cpu)


def show(heading: str, *rows: Row) -> None:
    """Print a table."""
    print(heading, text_table(rows), sep="\n", end="\n\n", flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    options = options_of(
        arguments,
        __doc__,
        tables=(200, "that play at once"),
        repeats=(5, "samples of each"),
    )
    counted = [found for seats in (1, 4) for found in asyncio.run(costs(seats))]
    show("A commit of its own", ("", "statements", "KB"), *counted)
    in_json = speeds(**vars(options), ours=in_file, floor=rows_of_json)
    show("Moves kept in a file; the floor is rows of JSON", HEADINGS, *in_json)
    with server() as postgres:
        there = speeds(**vars(options), ours=partial(on_server, postgres), floor=in_file)
        heading = "Moves on a PostgreSQL server, which has its own share of the machine; the floor is a file"
        show(heading, HEADINGS, *there)


if __name__ == "__main__":
    main()
