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
from engine.bank.sqlite.store import File
from engine.values.bank import DonorRefuses
from tests.clock import ManualClock

from .outside import another_program
from .values import NOW, file_of

NUMBERS = "SELECT CAST(key AS INTEGER) FROM setting ORDER BY 1"


def insert(n: int) -> Callable[[Database], int]:
    """What keeps a number, which is not there yet."""

    def add(database: Database) -> int:
        database.execute("INSERT INTO setting VALUES (?, '')", (n,))
        return n

    return add


def kept(path: Path) -> list[int]:
    """The numbers in the file, as another program sees them."""
    with another_program(path) as other:
        return [n for (n,) in other.execute(NUMBERS)]


@pytest_asyncio.fixture
async def file(path: Path) -> AsyncIterator[File]:
    """The store of a bank that waits for no lock."""
    async with Bank.open(path, lambda: NOW, busy_timeout=1) as bank:
        yield file_of(bank)


async def test_callers_that_wait_share_a_commit(file: File) -> None:
    """A hundred simultaneous writes take two commits at most, and each caller gets its own result."""
    log: list[str] = []
    await file.alone(lambda connection: connection.set_trace_callback(log.append))
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
    ids=["its own", "the database", "one that futures can't carry"],
)
async def test_one_failure_among_many(
    file: File, path: Path, error: Exception, seen: type[Exception]
) -> None:
    """A function that raises loses what it wrote and tells its caller; the others of its commit are kept."""

    def regretted(database: Database) -> int:
        insert(17)(database)
        raise error

    functions = [regretted if n == 17 else insert(n) for n in range(40)]
    answers = await asyncio.gather(*map(file.run, functions), return_exceptions=True)
    assert [n for n, answer in enumerate(answers) if isinstance(answer, Exception)] == [17]
    assert isinstance(answers[17], seen)
    assert [n for n in range(40) if n != 17] == kept(path)


async def test_a_cancelled_caller_cuts_nothing(file: File, path: Path) -> None:
    """Callers that are cancelled before or while their commit runs lose neither their write nor the others'."""
    callers = [asyncio.create_task(file.run(insert(n))) for n in range(10)]
    await asyncio.sleep(0)
    for cancelled in callers[::2]:
        cancelled.cancel()
    answers = await asyncio.gather(*callers, return_exceptions=True)
    assert answers[1::2] == [1, 3, 5, 7, 9]
    assert all(isinstance(answer, asyncio.CancelledError) for answer in answers[::2])
    assert await file.read(lambda database: database.execute(NUMBERS).fetchall())
    assert kept(path) == list(range(10))


def leave_an_orphan(database: Database) -> None:
    """Break a foreign key in the way that only the commit finds out."""
    database.execute("PRAGMA defer_foreign_keys = ON")
    database.execute("INSERT INTO by_book VALUES (99, 99)")


def roll_everything_back(database: Database) -> None:
    """Fail as a full disk does: SQLite ends the whole transaction by itself."""
    for _ in range(2):
        database.execute("INSERT OR ROLLBACK INTO setting VALUES ('99', '')")


@pytest.mark.parametrize(
    ("wrong", "told"), [(leave_an_orphan, Contradiction), (roll_everything_back, BankError)]
)
async def test_a_failed_commit_fails_for_all(
    file: File, path: Path, wrong: Callable[[Database], None], told: type[Exception]
) -> None:
    """Every caller of it is told, nothing is kept, and the next one passes."""
    functions = insert(0), wrong, insert(1)
    answers = await asyncio.gather(*map(file.run, functions), return_exceptions=True)
    assert [isinstance(answer, told) for answer in answers] == [True] * 3
    assert kept(path) == []
    assert await file.run(insert(0)) == 0
    assert kept(path) == [0]


async def test_a_lock_that_does_not_open(file: File, path: Path) -> None:
    """While another program writes, callers are told that the database is locked; reads pass, and write nothing."""
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
    assert kept(path) == [1]


async def test_closing_keeps_what_is_pending(file: File, path: Path) -> None:
    """What was asked for before the closing is kept, and its callers are told; later callers are refused."""
    callers = [asyncio.create_task(file.run(insert(n))) for n in range(5)]
    await asyncio.sleep(0)
    await file.close()
    assert await asyncio.gather(*callers) == kept(path) == list(range(5))
    for method in (file.run, file.read):
        with pytest.raises(BankClosed):
            await method(insert(9))


async def test_closing_keeps_or_refuses(file: File, path: Path) -> None:
    """A caller who comes at whatever moment of the closing is kept, or told that the bank is closed."""
    callers = list[asyncio.Task[int]]()
    closing = asyncio.create_task(file.close())
    while not closing.done():
        callers.append(asyncio.create_task(file.run(insert(len(callers)))))
        await asyncio.sleep(0)
    answers = await asyncio.gather(*callers, return_exceptions=True)
    assert {type(answer) for answer in answers} == {int, BankClosed}
    assert [answer for answer in answers if isinstance(answer, int)] == kept(path)


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
