"""What a move costs the bot where its bank is on a PostgreSQL server, beside the same moves in a SQLite file."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Final

from benchmarks.files.changes import START, Sitting, in_turn, sittings
from benchmarks.measuring import compared
from engine.bank.bank import Bank
from engine.bank.shard_range import ShardRange
from tests.postgres import LACKING, Postgres, new_server, stop_for_good

DURABLE: Final = {"fsync": "on", "full_page_writes": "on"}
"""As a host's server is, and unlike that of the tests."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Moves a second, and microseconds of CPU time a move in the bot's process, on all of its threads."""

    rate: float
    cpu: float


def server_rows(tables: int, repeats: int, seats: int, rounds: int) -> Iterator[tuple[str, ...]]:
    """Rows for moves that are kept one by one, and for tables that play at once; one row where there is no server."""
    if LACKING:
        yield (f"not measured: {LACKING}", "", "", "", "")
        return
    played = sittings(tables, seats, rounds)
    few = played[: max(1, tables // 8)]
    with _server() as server:
        for name, some, together in (("one by one", few, False), ("at once", played, True)):
            samples = compared(
                repeats,
                partial(_on_server, server, some, together),
                partial(_in_file, some, together),
            )
            label = f"{len(some)} tables of {seats}, {name}"
            yield samples.row(f"{label}: moves/s", lambda pace: pace.rate, rate=True)
            yield samples.row(f"{label}: CPU µs of the bot", lambda pace: pace.cpu, rate=False)


@contextmanager
def _server() -> Iterator[Postgres]:
    server = new_server(**DURABLE)
    try:
        yield server
    finally:
        stop_for_good(server)


def _on_server(server: Postgres, played: Sequence[Sitting], together: bool) -> Pace:
    with server.database() as address:
        return asyncio.run(_timed(address, played, together))


def _in_file(played: Sequence[Sitting], together: bool) -> Pace:
    with TemporaryDirectory() as folder:
        return asyncio.run(_timed(Path(folder, "bank.db"), played, together))


async def _timed(where: Path | str, played: Sequence[Sitting], together: bool) -> Pace:
    async with Bank.open(where, lambda: START, share=ShardRange()) as bank:
        await bank.claim()
        for sitting in played:  # one after the other: their changes know them by their numbers
            await bank.open_table(sitting.table, sitting.seats)
        begun = perf_counter(), process_time()
        if together:
            await asyncio.gather(*(_play(bank, sitting) for sitting in played))
        else:
            for change in in_turn(played):
                await bank.commit(change)
        wall, cpu = perf_counter() - begun[0], process_time() - begun[1]
    moves = len(in_turn(played))
    return Pace(rate=moves / wall, cpu=1e6 * cpu / moves)


async def _play(bank: Bank, sitting: Sitting) -> None:
    for change in sitting.changes:
        await bank.commit(change)
