"""What a commit costs: statements, and bytes in the write-ahead log."""

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from engine.bank.bank import Bank
from engine.bank.books import people
from engine.bank.commit import commit, open_table
from engine.bank.schema import known_migrations
from engine.bank.sqlite.connection import Connection
from engine.bank.sqlite.opening import PAGE_BYTES, migrate, open_connection
from engine.values.changes import Change
from engine.values.rounds import DealtSeat, SeatResult
from engine.values.shoes import RevealedShoe, ShoeEnd
from engine.values.tables import Called, SavedTable

from .values import NOW, bet, change, lost, returned, sealed, seat, table, won

FIRST = 80351110224678912
BET = 500

CONTROL = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "PRAGMA", "--")
"""Statements that begin and end a transaction, and notes of SQLite on triggers."""


@dataclass(slots=True, kw_only=True)
class Counted:
    """A bank that counts what a commit says to SQLite, and how much its log grows."""

    connection: Connection
    log: Path
    said: list[str] = field(default_factory=list)

    async def keep(self, wanted: Change) -> tuple[int, int]:
        """The statements and the bytes."""
        self.said.clear()
        before = self.log.stat().st_size
        await self.connection.run(partial(commit, change=wanted))
        counted = [text for text in self.said if not text.startswith(CONTROL)]
        return len(counted), self.log.stat().st_size - before


@asynccontextmanager
async def counting(path: Path) -> AsyncIterator[Counted]:
    """A bank in a new file."""
    connection = await open_connection(path, NOW, busy_timeout=0, migrations=known_migrations())
    counted = Counted(connection=connection, log=Path(f"{path}-wal"))

    def prepare(file: sqlite3.Connection) -> None:
        people.index(file)
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        file.execute("PRAGMA wal_autocheckpoint = 0")  # the log only grows
        file.set_trace_callback(counted.said.append)

    try:
        await connection.alone(prepare)
        yield counted
    finally:
        await connection.close()


async def table_of(counted: Counted, seats: Sequence[int]) -> SavedTable:
    """A table at which users sit, each on the seat of their number."""
    taken = tuple(seat(number, FIRST + number) for number in seats)
    opening = partial(open_table, at=NOW, table=table(), seats=taken)
    return table()._replace(table_id=await counted.connection.run(opening))


@pytest.mark.parametrize("seats", [(1,), (1, 2, 3, 4)], ids=["alone", "of four"])
async def test_a_move_takes_few_statements(path: Path, seats: tuple[int, ...]) -> None:
    """The bets, the deal and each move at most nine, a settlement at most fourteen; and none writes much."""
    async with counting(path) as counted:
        of = await table_of(counted, seats)
        *first, last = (
            change(
                of,
                postings=(bet(FIRST + number, BET, seat=number),),
                seats=(seat(number, FIRST + number, stake=BET),),
            )
            for number in seats
        )
        dealt = tuple(DealtSeat(seat=n, user_id=FIRST + n, stake=BET) for n in seats)
        deal = last._replace(dealt=dealt, moves=("deal",) * 10, rule_set="downtown")
        hit = change(
            of, seats=(seat(1, FIRST + 1, counter=1),), moves=("1 hit", "deal"), first_move=10
        )
        for step in (*first, deal, hit):
            statements, written = await counted.keep(step)
            assert statements <= 9
            assert written < 20_000
        statements, written = await counted.keep(settlement(of, seats))
        assert statements <= (9 if len(seats) == 1 else 14)
        assert written < 30_000


async def test_a_new_shoe_takes_two_statements(path: Path) -> None:
    """One secret is told, and the next one sealed; at a table of one deck that is so in every round."""
    async with counting(path) as counted:
        of = await table_of(counted, (1,))
        await counted.keep(change(of, shoe=sealed(of.table_id)))
        plain, _ = await counted.keep(change(of))
        told = RevealedShoe(number=1, seed=of.shoe_seed, end=ShoeEnd.ROUND_OVER)
        new = change(of, revealed=told, shoe=sealed(of.table_id, 2))
        assert (await counted.keep(new))[0] == plain + 2


async def test_a_new_name_takes_two_statements(path: Path) -> None:
    """A table tells it once, with something else that is kept."""
    async with counting(path) as counted:
        of = await table_of(counted, (1,))
        plain, _ = await counted.keep(change(of))
        named = change(of, called=Called(FIRST + 1, "Annie", "Ann"))
        assert (await counted.keep(named))[0] == plain + 2


def settlement(of: SavedTable, seats: Sequence[int]) -> Change:
    """Odd seats win, even ones lose."""
    paid = [
        posting
        for n in seats
        for posting in (
            (returned(FIRST + n, BET, seat=n), won(FIRST + n, BET, seat=n))
            if n % 2
            else (lost(BET, seat=n),)
        )
    ]
    results = [
        SeatResult(
            seat=n,
            user_id=FIRST + n,
            hands=1,
            staked=BET,
            net=BET if n % 2 else -BET,
            naturals=0,
        )
        for n in seats
    ]
    return change(
        of._replace(round_number=2),
        round_number=1,
        moves=("1 stand",),
        first_move=12,
        seats=tuple(seat(n, FIRST + n, counter=2, last_stake=BET) for n in seats),
        postings=tuple(paid),
        results=tuple(results),
        settled=True,
        rule_set="downtown",
    )


async def test_new_files_have_small_pages_and_others_keep_theirs(path: Path) -> None:
    """A page is logged whole, whatever changes on it."""
    older = path.with_name("older.db")
    with closing(sqlite3.connect(older, isolation_level=None)) as file:
        file.execute("PRAGMA page_size = 4096")
        migrate(file, known_migrations()[:5], NOW)
    for at, size in (path, PAGE_BYTES), (older, 4_096):
        async with Bank.open(at, lambda: NOW):
            pass
        assert int.from_bytes(at.read_bytes()[16:18]) == size
