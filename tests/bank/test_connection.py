"""Shared commits, cancelled callers, failed commits, closing, and metrics of the store."""

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
from engine.bank.sqlite.store import File
from engine.values.bank import DonorRefuses
from tests.clock import ManualClock

from .outside import another_program
from .values import NOW, file_of

NUMBERS = "SELECT CAST(key AS INTEGER) FROM setting ORDER BY 1"


def insert(n: int) -> Callable[[Database], int]:
    """A function that inserts a new number."""

    def add(database: Database) -> int:
        database.execute("INSERT INTO setting VALUES (?, '')", (n,))
        return n

    return add


def saved(path: Path) -> list[int]:
    """The numbers in the file, read by another program."""
    with another_program(path) as other:
        return [n for (n,) in other.execute(NUMBERS)]


@pytest_asyncio.fixture
async def file(path: Path) -> AsyncIterator[File]:
    """The store of a bank that does not wait for locks."""
    async with Bank.open(path, lambda: NOW, busy_timeout=1) as bank:
        yield file_of(bank)


async def test_concurrent_callers_share_a_commit(file: File) -> None:
    """A hundred simultaneous writes take at most two commits, and each caller gets its own result."""
    log: list[str] = []
    await file.between_transactions(lambda connection: connection.set_trace_callback(log.append))
    results = await asyncio.gather(*(file.run(insert(n)) for n in range(100)))
    assert results == list(range(100))
    assert log.count("COMMIT") <= 2


@pytest.mark.parametrize(
    ("error", "seen"),
    [
        (ValueError("mine"), ValueError),
        (sqlite3.OperationalError("down"), StorageFailed),
        (StopIteration(), RuntimeError),
    ],
    ids=["its own", "the database", "a StopIteration"],
)
async def test_one_failure_does_not_affect_others(
    file: File, path: Path, error: Exception, seen: type[Exception]
) -> None:
    """A function that raises is rolled back and its caller gets the error; the other functions in its commit are
    saved."""

    def regretted(database: Database) -> int:
        insert(17)(database)
        raise error

    functions = [regretted if n == 17 else insert(n) for n in range(40)]
    answers = await asyncio.gather(*map(file.run, functions), return_exceptions=True)
    assert [n for n, answer in enumerate(answers) if isinstance(answer, Exception)] == [17]
    assert isinstance(answers[17], seen)
    assert [n for n in range(40) if n != 17] == saved(path)


async def test_cancelled_callers_lose_no_write(file: File, path: Path) -> None:
    """Neither their own writes nor others', whether cancelled before or during the commit."""
    callers = [asyncio.create_task(file.run(insert(n))) for n in range(10)]
    await asyncio.sleep(0)
    for cancelled in callers[::2]:
        cancelled.cancel()
    answers = await asyncio.gather(*callers, return_exceptions=True)
    assert answers[1::2] == [1, 3, 5, 7, 9]
    assert all(isinstance(answer, asyncio.CancelledError) for answer in answers[::2])
    assert await file.read(lambda database: database.execute(NUMBERS).fetchall())
    assert saved(path) == list(range(10))


def leave_an_orphan(database: Database) -> None:
    """Break a foreign key in a way that only the commit detects."""
    database.execute("PRAGMA defer_foreign_keys = ON")
    database.execute("INSERT INTO by_book VALUES (99, 99)")


def roll_everything_back(database: Database) -> None:
    """Make SQLite roll back the whole transaction, as on a full disk."""
    for _ in range(2):
        database.execute("INSERT OR ROLLBACK INTO setting VALUES ('99', '')")


@pytest.mark.parametrize(
    ("wrong", "error"), [(leave_an_orphan, Contradiction), (roll_everything_back, BankError)]
)
async def test_a_failed_commit_fails_for_all_callers(
    file: File, path: Path, wrong: Callable[[Database], None], error: type[Exception]
) -> None:
    """Nothing is saved, and the next commit succeeds."""
    functions = insert(0), wrong, insert(1)
    answers = await asyncio.gather(*map(file.run, functions), return_exceptions=True)
    assert [isinstance(answer, error) for answer in answers] == [True] * 3
    assert saved(path) == []
    assert await file.run(insert(0)) == 0
    assert saved(path) == [0]


async def test_a_locked_database_fails_writes(file: File, path: Path) -> None:
    """While another program writes, callers get an error that the database is locked. Reads succeed, and can't
    write."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for _ in range(2):
            with pytest.raises(StorageFailed, match="the database failed: database is locked"):
                await file.run(insert(1))
        assert await file.read(lambda database: database.execute(NUMBERS).fetchall()) == []
        other.execute("ROLLBACK")
    with pytest.raises(StorageFailed, match="readonly"):
        await file.read(insert(1))
    await file.run(insert(1))
    assert saved(path) == [1]


async def test_closing_saves_pending_writes(file: File, path: Path) -> None:
    """Writes requested before the closing are saved, and their callers get the results; later callers are refused."""
    callers = [asyncio.create_task(file.run(insert(n))) for n in range(5)]
    await asyncio.sleep(0)
    await file.close()
    assert await asyncio.gather(*callers) == saved(path) == list(range(5))
    for method in (file.run, file.read):
        with pytest.raises(BankClosed):
            await method(insert(9))


async def test_closing_saves_or_refuses(file: File, path: Path) -> None:
    """At every moment of the closing, a write is saved or refused with `BankClosed`."""
    callers = list[asyncio.Task[int]]()
    closing = asyncio.create_task(file.close())
    while not closing.done():
        callers.append(asyncio.create_task(file.run(insert(len(callers)))))
        await asyncio.sleep(0)
    answers = await asyncio.gather(*callers, return_exceptions=True)
    assert {type(answer) for answer in answers} == {int, BankClosed}
    assert [answer for answer in answers if isinstance(answer, int)] == saved(path)


async def test_the_store_reports_commits_and_failures(where: Path | str) -> None:
    """A transaction is timed until it is durable, a read is not. Failures of both are counted; a refusal is not a
    failure."""
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
        await bank.save_text("key", "value")
        assert await bank.saved_text("key") == "value"
        with pytest.raises(DonorRefuses):
            await bank.donate(7)
        assert gauges.mock_calls == [call.committed(2), call.committed(0)]
        with pytest.raises(Contradiction):
            await bank._store.run(wrong)
        with pytest.raises(BankError, match="nowhere"):
            await bank._store.read(unreadable)
    with pytest.raises(BankClosed):
        await bank.saved_text("key")
    assert gauges.mock_calls[2:] == [call.database_failed()] * 3
