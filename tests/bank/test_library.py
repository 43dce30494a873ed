"""What the bank takes for granted of aiosqlite's private parts: a release that changes them fails here, by name."""

import re
import sqlite3
import threading
from functools import partial
from importlib.metadata import requires, version
from pathlib import Path
from typing import Any

import pytest

from engine.bank.sqlite.connection import Connection, _Thread


class Counter:
    """The library's queue, with a list of what was put into it."""

    def __init__(self, queue: Any) -> None:
        self._queue = queue
        self.items: list[Any] = []

    def put_nowait(self, item: Any) -> None:
        """Note it, and pass it on."""
        self.items.append(item)
        self._queue.put_nowait(item)


def write_ahead(connection: sqlite3.Connection) -> None:
    """As the bank's own files are."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE n (n INTEGER)")


def thread(path: Path) -> _Thread:
    """A thread of the library's that has not started yet."""
    return _Thread(partial(sqlite3.connect, path, isolation_level=None), iter_chunk_size=64)


async def test_calls_run_in_order_on_one_thread_with_the_connection(path: Path) -> None:
    """The queue takes pairs of a future and a call, and the library fills the future."""
    opened = thread(path)
    await opened
    try:
        first = opened.hop(lambda connection: (connection, threading.get_ident()))
        second = opened.hop(lambda connection: (connection, threading.get_ident()))
        failing = opened.hop(lambda connection: connection.execute("nonsense"))
        (connection, ident), again = await first, await second
        assert isinstance(connection, sqlite3.Connection)
        assert again == (connection, ident)
        assert ident != threading.get_ident()
        with pytest.raises(sqlite3.OperationalError):
            await failing
    finally:
        await opened.close()
    assert opened.stopped is not None, "closing stops the thread by `stop`"
    await opened.stopped


async def test_a_transaction_is_one_hop(path: Path) -> None:
    """Whatever it does, it is one item in the queue of the thread."""
    connection = await Connection.open(path, write_ahead)
    try:
        counter = Counter(connection._thread._tx)
        connection._thread._tx = counter  # type: ignore[assignment]

        def work(file: sqlite3.Connection) -> list[tuple[int]]:
            file.executemany("INSERT INTO n VALUES (?)", [(1,), (2,)])
            return file.execute("SELECT n FROM n").fetchall()

        assert await connection.run(work) == [(1,), (2,)]
        assert len(counter.items) == 1
        assert await connection.read(lambda file: file.execute("SELECT 1").fetchall()) == [(1,)]
        assert len(counter.items) == 2
    finally:
        await connection.close()


def test_the_library_is_pinned() -> None:
    """To the releases whose private parts were read; the next one is looked at first."""
    (pin,) = (line for line in requires("blackjack-table") or () if line.startswith("aiosqlite"))
    (below,) = re.findall(r"<0\.(\d+)", pin)
    minor = int(version("aiosqlite").split(".")[1])
    assert minor == int(below) - 1
