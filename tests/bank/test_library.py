"""What the bank takes for granted of aiosqlite's private parts: a release that changes them fails here, by name."""

import re
import sqlite3
import threading
from functools import partial
from importlib.metadata import requires, version
from pathlib import Path

import pytest

from engine.bank.sqlite.connection import _Thread


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


def test_the_library_is_pinned() -> None:
    """To the releases whose private parts were read; the next one is looked at first."""
    (pin,) = (line for line in requires("blackjack-table") or () if line.startswith("aiosqlite"))
    (below,) = re.findall(r"<0\.(\d+)", pin)
    minor = int(version("aiosqlite").split(".")[1])
    assert minor == int(below) - 1
