"""Transactions that share a commit, callers that go away, commits that fail; and what whoever measures is told."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock, call

import pytest
import pytest_asyncio

from engine.bank.bank import Bank
from engine.bank.database import Database
from engine.bank.errors import BankClosed, BankError, Contradiction, StorageFailed
from engine.bank.sqlite.connection import Connection
from engine.values.bank import DonorRefuses
from tests.clock import ManualClock


def prepare(connection: sqlite3.Connection) -> None:
    """One column of numbers, none twice, each with a parent that is there; nobody waits for a lock."""
    connection.execute("PRAGMA busy_timeout = 1")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("CREATE TABLE IF NOT EXISTS n (n INTEGER PRIMARY KEY REFERENCES n) STRICT")


def insert(n: int) -> Callable[[sqlite3.Connection], int]:
    """What adds a number whose parent is the number itself."""

    def add(connection: sqlite3.Connection) -> int:
        connection.execute("INSERT INTO n VALUES (?)", (n,))
        return n

    return add


def numbers(connection: sqlite3.Connection) -> list[int]:
    """All numbers."""
    return [n for (n,) in connection.execute("SELECT n FROM n ORDER BY n").fetchall()]


Kept = Callable[[], list[int]]


@pytest.fixture
def kept(path: Path) -> Kept:
    """The numbers in the file, as another program sees them."""

    def look() -> list[int]:
        with closing(sqlite3.connect(path)) as other:
            return numbers(other)

    return look


@pytest_asyncio.fixture
async def connection(path: Path) -> AsyncIterator[Connection]:
    """An open connection, closed at the end."""
    opened = await Connection.open(path, prepare)
    yield opened
    await opened.close()


async def test_callers_that_wait_share_a_commit(connection: Connection) -> None:
    """A hundred simultaneous writes take two commits at most, and each caller gets its own result."""
    log: list[str] = []
    await connection.alone(lambda file: file.set_trace_callback(log.append))
    results = await asyncio.gather(*(connection.run(insert(n)) for n in range(100)))
    assert results == list(range(100))
    assert log.count("COMMIT") <= 2


@pytest.mark.parametrize(
    ("error", "seen"),
    [
        (ValueError("mine"), ValueError),
        (sqlite3.OperationalError("down"), StorageFailed),
        (StopIteration(), RuntimeError),
    ],
    ids=["its own", "the database", "one that futures can't carry"],
)
async def test_one_failure_among_many(
    connection: Connection, error: Exception, seen: type[Exception], kept: Kept
) -> None:
    """A function that raises loses what it wrote and tells its caller; the others of its commit are kept."""

    def regretted(file: sqlite3.Connection) -> int:
        insert(17)(file)
        raise error

    functions = [regretted if n == 17 else insert(n) for n in range(40)]
    answers = await asyncio.gather(*map(connection.run, functions), return_exceptions=True)
    assert [n for n, answer in enumerate(answers) if isinstance(answer, Exception)] == [17]
    assert isinstance(answers[17], seen)
    assert [n for n in range(40) if n != 17] == kept()


async def test_a_cancelled_caller_cuts_nothing(connection: Connection, kept: Kept) -> None:
    """Callers that are cancelled before or while their commit runs lose neither their write nor the others'."""
    callers = [asyncio.create_task(connection.run(insert(n))) for n in range(10)]
    await asyncio.sleep(0)
    for cancelled in callers[::2]:
        cancelled.cancel()
    answers = await asyncio.gather(*callers, return_exceptions=True)
    assert answers[1::2] == [1, 3, 5, 7, 9]
    assert all(isinstance(answer, asyncio.CancelledError) for answer in answers[::2])
    assert list(range(10)) == await connection.read(numbers) == kept()


def leave_an_orphan(connection: sqlite3.Connection) -> None:
    """Break a foreign key in the way that only the commit finds out."""
    connection.execute("PRAGMA defer_foreign_keys = ON")
    connection.execute("INSERT INTO n VALUES (1000)")
    connection.execute("CREATE TABLE orphan (n INTEGER REFERENCES n DEFERRABLE INITIALLY DEFERRED)")
    connection.execute("INSERT INTO orphan VALUES (-1)")


def roll_everything_back(connection: sqlite3.Connection) -> None:
    """Fail as a full disk does: SQLite ends the whole transaction by itself."""
    connection.execute("INSERT OR ROLLBACK INTO n VALUES (99)")
    connection.execute("INSERT OR ROLLBACK INTO n VALUES (99)")


@pytest.mark.parametrize(
    ("wrong", "told"), [(leave_an_orphan, Contradiction), (roll_everything_back, BankError)]
)
async def test_a_failed_commit_fails_for_all(
    connection: Connection,
    wrong: Callable[[sqlite3.Connection], None],
    told: type[Exception],
    kept: Kept,
) -> None:
    """Every caller of it is told, nothing is kept, and the next one passes."""
    functions = insert(0), wrong, insert(1)
    answers = await asyncio.gather(*map(connection.run, functions), return_exceptions=True)
    assert [isinstance(answer, told) for answer in answers] == [True] * 3
    assert kept() == []
    assert await connection.run(insert(0)) == 0
    assert kept() == [0]


async def test_a_lock_that_does_not_open(connection: Connection, path: Path, kept: Kept) -> None:
    """While another program writes, callers are told that the database is locked; reads pass, and write nothing."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for _ in range(2):
            with pytest.raises(StorageFailed, match="the database failed: database is locked"):
                await connection.run(insert(1))
        assert await connection.read(numbers) == []
        other.execute("ROLLBACK")
    with pytest.raises(StorageFailed, match="readonly"):
        await connection.read(insert(1))
    await connection.run(insert(1))
    assert kept() == [1]


async def test_closing_keeps_what_is_pending(connection: Connection, kept: Kept) -> None:
    """What was asked for before the closing is kept, and its callers are told; later callers are refused."""
    callers = [asyncio.create_task(connection.run(insert(n))) for n in range(5)]
    await asyncio.sleep(0)
    await connection.close()
    assert await asyncio.gather(*callers) == kept() == list(range(5))
    for method in (connection.run, connection.read):
        with pytest.raises(BankClosed):
            await method(numbers)


async def test_what_a_bank_does_is_measured(where: Path | str) -> None:
    """A transaction is timed until it is durable, a read is not; both may fail, and a refusal is no failure."""
    clock = ManualClock()
    gauges = Mock(now=clock.now)

    def slow(database: Database) -> str:
        clock.time += 2
        return "kept"

    def wrong(database: Database) -> None:
        database.execute("INSERT INTO setting (key, value) VALUES (?, ?)", ("key", None))

    def unreadable(database: Database) -> None:
        database.execute("SELECT * FROM nowhere")

    async with Bank.open(where, clock.now, gauges=gauges) as bank:
        assert await bank._store.run(slow) == "kept"
        await bank.keep_text("key", "value")
        assert await bank.kept_text("key") == "value"
        with pytest.raises(DonorRefuses):
            await bank.donate(7)
        assert gauges.mock_calls == [call.committed(2), call.committed(0)]
        with pytest.raises(Contradiction):
            await bank._store.run(wrong)
        with pytest.raises(BankError, match="nowhere"):
            await bank._store.read(unreadable)
    with pytest.raises(BankClosed):
        await bank.kept_text("key")
    assert gauges.mock_calls[2:] == [call.database_failed()] * 3
