"""Measure the database's cost per move and moves per second, in an SQLite file and on a local PostgreSQL server."""

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import NamedTuple

from benchmarks.kit.changes import START, Sitting, interleaved, sit_down, sittings, somewhere
from benchmarks.kit.contestants import server
from benchmarks.kit.harness import HEADINGS, Row, in_turn, options_of, row, text_table
from engine.bank.bank import Bank
from engine.bank.sqlite.opening import PAGE_BYTES
from engine.bank.store import NOTHING
from engine.values.tables import Change
from tests.postgres import Postgres

ROUNDS = 3
"""Rounds at each table."""


class Speed(NamedTuple):
    """Moves per second, and microseconds of this process's CPU time per move."""

    rate: float
    cpu: float


@contextmanager
def timed(moves: int, found: list[Speed]) -> Iterator[None]:
    """Append the speed of the block, which makes `moves` moves, to `found`."""
    wall, cpu = perf_counter(), process_time()
    yield
    cpu, wall = process_time() - cpu, perf_counter() - wall
    found.append(Speed(moves / wall, 1e6 * cpu / moves))


def rows_of_json(played: Sequence[Sitting], together: bool) -> Speed:
    """Measure the floor, the least possible work: save each move as a row of JSON.

    With `together`, a commit holds one move of every table.
    """
    texts, found = list(map(text_of, interleaved(played))), list[Speed]()
    group = len(played) if together else 1
    with TemporaryDirectory() as folder:
        path = Path(folder, "rows.db")
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            for pragma in (f"page_size = {PAGE_BYTES}", "synchronous = FULL", "journal_mode = WAL"):
                connection.execute(f"PRAGMA {pragma}").fetchone()
            connection.execute("PRAGMA secure_delete = ON")
            connection.execute("CREATE TABLE move (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
            with timed(len(texts), found):
                for first in range(0, len(texts), group):
                    connection.execute("BEGIN IMMEDIATE")
                    for text in texts[first : first + group]:
                        connection.execute("INSERT INTO move (text) VALUES (?)", (text,))
                    connection.execute("COMMIT")
    return found[0]


def text_of(change: Change) -> str:
    return json.dumps(change, default=bytes.hex, separators=(",", ":"))


async def saved(where: Path | str, played: Sequence[Sitting], together: bool) -> Speed:
    """Measure the bank (the database): tables save their moves concurrently or, without `together`, one by one."""
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
    with postgres.database() as address:
        return asyncio.run(saved(address, played, together))


def in_file(played: Sequence[Sitting], together: bool) -> Speed:
    with TemporaryDirectory() as folder:
        return asyncio.run(saved(Path(folder, "bank.db"), played, together))


Side = Callable[[Sequence[Sitting], bool], Speed]


def speeds(tables: int, repeats: int, ours: Side, floor: Side) -> Iterator[Row]:
    """Yield rows of moves per second and CPU time: a few tables save move by move, then all concurrently."""
    for seats in (1, 4):
        played = sittings(somewhere(tables, seats), ROUNDS)
        few = played[: max(1, tables // 8)]
        for how, some, together in (("one by one", few, False), ("at once", played, True)):
            samples = in_turn(repeats, *(partial(side, some, together) for side in (ours, floor)))
            label = f"{len(some)} tables of {seats}, {how}"
            yield row(f"{label}: moves/s", samples, lambda speed: speed.rate, rate=True)
            yield row(f"{label}: CPU µs of the bot", samples, lambda speed: speed.cpu)


def main(arguments: Sequence[str] | None = None) -> None:
    options = options_of(
        arguments,
        __doc__,
        tables=(200, "that play at once"),
        repeats=(5, "samples of each"),
    )
    rows = speeds(**vars(options), ours=in_file, floor=rows_of_json)
    print("In a file; the floor is rows of JSON")
    print(text_table([HEADINGS, *rows]), end="\n\n", flush=True)
    with server() as postgres:
        rows = speeds(**vars(options), ours=partial(on_server, postgres), floor=in_file)
        print("On a PostgreSQL server, which has its own share of the machine; the floor is a file")
        print(text_table([HEADINGS, *rows]))


if __name__ == "__main__":
    main()
