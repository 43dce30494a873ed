"""Transactions that share a commit, callers that go away, and commits that fail."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from typing import Any

import pytest
import pytest_asyncio

from engine.bank.errors import BankClosed, BankError, Contradiction, StorageFailed
from engine.bank.sqlite.connection import Connection
from engine.bank.store import Aside, Done, Failed

Function = Callable[[sqlite3.Connection], Any]
TIMEOUT = 1
"""Milliseconds: nobody else uses these files, but where a test makes somebody."""


def prepare(connection: sqlite3.Connection) -> None:
    """One column of numbers, none twice, each with a parent that is there."""
    connection.execute(f"PRAGMA busy_timeout = {TIMEOUT}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("CREATE TABLE IF NOT EXISTS n (n INTEGER PRIMARY KEY REFERENCES n) STRICT")


def insert(connection: sqlite3.Connection, n: int) -> int:
    """Add a number whose parent is the number itself."""
    connection.execute("INSERT INTO n VALUES (?)", (n,))
    return n


def insert_then_fail(connection: sqlite3.Connection, n: int, error: Exception) -> None:
    """Add a number and regret it."""
    insert(connection, n)
    raise error


def numbers(connection: sqlite3.Connection) -> list[int]:
    """All numbers."""
    return [n for (n,) in connection.execute("SELECT n FROM n ORDER BY n").fetchall()]


def commits(log: list[str]) -> int:
    """How many transactions ended well."""
    return log.count("COMMIT")


@pytest.fixture
def kept(path: Path) -> Callable[[], list[int]]:
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


async def test_callers_that_wait_share_a_commit(path: Path) -> None:
    """A hundred simultaneous writes take two commits at most, and each caller gets its own result."""
    log: list[str] = []

    def traced(connection: sqlite3.Connection) -> None:
        prepare(connection)
        connection.set_trace_callback(log.append)

    connection = await Connection.open(path, traced)
    results = await asyncio.gather(*(connection.run(partial(insert, n=n)) for n in range(100)))
    await connection.close()
    assert list(range(100)) == results
    assert commits(log) <= 2


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
    connection: Connection, error: Exception, seen: type[Exception], kept: Callable[[], list[int]]
) -> None:
    """A function that raises loses what it wrote and tells its caller; the others of its commit are kept."""
    functions: list[Function] = [partial(insert, n=n) for n in range(40)]
    functions[17] = partial(insert_then_fail, n=17, error=error)
    answers = await asyncio.gather(*map(connection.run, functions), return_exceptions=True)
    assert [n for n, answer in enumerate(answers) if isinstance(answer, Exception)] == [17]
    assert isinstance(answers[17], seen)
    assert [n for n in range(40) if n != 17] == kept()


async def test_a_cancelled_caller_cuts_nothing(
    connection: Connection, kept: Callable[[], list[int]]
) -> None:
    """Callers that are cancelled before or while their commit runs lose neither their write nor the others'."""
    callers = [asyncio.create_task(connection.run(partial(insert, n=n))) for n in range(10)]
    await asyncio.sleep(0)
    for cancelled in callers[::2]:
        cancelled.cancel()
    answers = await asyncio.gather(*callers, return_exceptions=True)
    assert [answer for answer in answers if isinstance(answer, int)] == [1, 3, 5, 7, 9]
    assert all(isinstance(answer, asyncio.CancelledError) for answer in answers[::2])
    assert list(range(10)) == await connection.read(numbers)
    assert list(range(10)) == kept()


def leave_an_orphan(connection: sqlite3.Connection) -> None:
    """Break a foreign key in the way that only the commit finds out."""
    connection.execute("PRAGMA defer_foreign_keys = ON")
    connection.execute("INSERT INTO n VALUES (1000)")
    connection.execute("CREATE TABLE orphan (n INTEGER REFERENCES n DEFERRABLE INITIALLY DEFERRED)")
    connection.execute("INSERT INTO orphan VALUES (-1)")


async def test_a_failed_commit_fails_for_all(
    connection: Connection, kept: Callable[[], list[int]]
) -> None:
    """When the commit itself fails, every caller of it is told, nothing is kept, and the next one passes."""
    functions: list[Function] = [partial(insert, n=n) for n in range(10)]
    answers = await asyncio.gather(
        *map(connection.run, [*functions, leave_an_orphan]), return_exceptions=True
    )
    assert all(isinstance(answer, Contradiction) for answer in answers)
    assert kept() == []
    assert await asyncio.gather(*map(connection.run, functions[:2])) == [0, 1]
    assert kept() == [0, 1]


async def test_a_lock_that_does_not_open(
    connection: Connection, path: Path, kept: Callable[[], list[int]]
) -> None:
    """While another program writes, callers are told that the database is locked; reads still pass."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answers = await asyncio.gather(
            *(connection.run(partial(insert, n=n)) for n in range(3)), return_exceptions=True
        )
        assert await connection.read(numbers) == []
        other.execute("ROLLBACK")
    assert [str(answer) for answer in answers] == ["the database failed: database is locked"] * 3
    await connection.run(partial(insert, n=1))
    assert kept() == [1]


def roll_everything_back(connection: sqlite3.Connection) -> None:
    """Fail as a full disk does: SQLite ends the whole transaction by itself."""
    connection.execute("INSERT OR ROLLBACK INTO n VALUES (0)")


async def test_an_error_that_ends_the_transaction(
    connection: Connection, kept: Callable[[], list[int]]
) -> None:
    """If SQLite rolls back more than the one function, nobody is told that their write was kept."""
    await connection.run(partial(insert, n=0))
    answers = await asyncio.gather(
        connection.run(partial(insert, n=1)),
        connection.run(roll_everything_back),
        connection.run(partial(insert, n=2)),
        return_exceptions=True,
    )
    assert all(isinstance(answer, BankError) for answer in answers)
    assert kept() == [0]


async def test_reading_can_not_write(connection: Connection, kept: Callable[[], list[int]]) -> None:
    """A function that was meant to read gets an error when it writes, and writing goes on elsewhere."""
    with pytest.raises(StorageFailed, match="readonly"):
        await connection.read(partial(insert, n=1))
    await connection.run(partial(insert, n=2))
    assert kept() == [2]


async def test_closing_keeps_what_is_pending(path: Path, kept: Callable[[], list[int]]) -> None:
    """What was asked for before the closing is kept, and its callers are told; later callers are refused."""
    connection = await Connection.open(path, prepare)
    callers = [asyncio.create_task(connection.run(partial(insert, n=n))) for n in range(5)]
    await asyncio.sleep(0)
    await connection.close()
    assert list(range(5)) == await asyncio.gather(*callers)
    assert list(range(5)) == kept()
    with pytest.raises(BankClosed):
        await connection.run(numbers)
    with pytest.raises(BankClosed):
        await connection.read(numbers)


class Reader:
    """Runs what it is given, unless it is broken."""

    made: list["Reader"]

    def __init__(self) -> None:
        self.made.append(self)
        self.is_closed = False
        self.is_broken = False
        self.stopped = Event()

    def read(self, function: Callable[[Any], Any]) -> Any:
        """Run it."""
        assert not self.is_closed
        if self.is_broken:
            return Failed(StorageFailed("cut"))
        return Done(function(self))

    def stop(self) -> None:
        """Note it."""
        self.stopped.set()

    def close(self) -> None:
        """Note it."""
        self.is_closed = True


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Reader]:
    """The readers that were opened."""
    found: list[Reader] = []
    monkeypatch.setattr(Reader, "made", found, raising=False)
    return found


async def test_a_reader_aside_stays_open(made: list[Reader]) -> None:
    """For one read after another; one that is broken meanwhile is replaced, and nobody notices."""
    aside = Aside(Reader)

    def which(reader: Any) -> int:
        return made.index(reader)

    for _ in range(3):
        assert await aside.read(which) == 0
    made[0].is_broken = True
    assert await aside.read(which) == 1
    assert [one.is_closed for one in made] == [True, False]
    await aside.close()
    assert made[1].is_closed
    with pytest.raises(BankClosed):
        await aside.read(which)


async def test_short_reads_wait_for_no_long_one(made: list[Reader]) -> None:
    """Of long ones there is one at a time; who goes away has theirs stopped, and its connection closed."""
    aside, begun = Aside(Reader), SimpleQueue[int]()

    def long(reader: Any) -> None:
        begun.put(made.index(reader))
        assert reader.stopped.wait(60)

    def which(reader: Any) -> int:
        return made.index(reader)

    asking = [asyncio.create_task(aside.read_long(long)) for _ in range(2)]
    assert await asyncio.to_thread(begun.get, timeout=60) == 0
    assert [await aside.read(which) for _ in range(5)] == [1] * 5
    assert begun.empty()
    asking[0].cancel()
    assert await asyncio.to_thread(begun.get, timeout=60) > 0
    assert made[0].is_closed
    await aside.close()
    answers = await asyncio.gather(*asking, return_exceptions=True)
    assert [type(answer) for answer in answers] == [asyncio.CancelledError, BankClosed]
    assert all(one.is_closed for one in made)
