"""Runs long reads on a connection and a thread of their own, so that nobody else waits for them.

A read sees what was committed when it began. Only one runs at a time, so that many requests load the machine no more
than one does. Cancelling the caller, or closing the bank, stops the read at once.
"""

import asyncio
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Event
from typing import Final, TypeVar

from engine.bank.attempt import Attempted, Failed
from engine.bank.errors import BankClosed, explained
from engine.bank.sqlite import transaction
from engine.bank.sqlite.transaction import Function

T = TypeVar("T")

CHECK_STEP: Final = 10_000
"""SQLite instructions between two checks whether the result is still wanted: well under a millisecond."""


class Aside:
    """Reads one file on the side. Belongs to the event loop that first reads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._turn = asyncio.Lock()
        self._halt = Event()
        self._closed = False

    async def read(self, function: Function[T]) -> T:
        """Run the function on one state of the database, after the reads that were requested before.

        The connection has no index of people. Raises what the function raises, or a `BankError`.
        """
        async with self._turn:
            if self._closed:
                raise BankClosed
            self._halt = Event()
            work = partial(read_once, self._path, function, self._halt)
            reading = asyncio.ensure_future(asyncio.to_thread(work))
            try:
                outcome = await asyncio.shield(reading)
            except asyncio.CancelledError:
                self._halt.set()
                await asyncio.wait((reading,))
                raise
        if self._closed:
            raise BankClosed
        return outcome.unwrap()

    async def close(self) -> None:
        """Stop the running read and refuse all others. Returns when the file is closed."""
        self._closed = True
        self._halt.set()
        async with self._turn:
            pass


def read_once(path: Path, function: Function[T], halt: Event | None = None) -> Attempted[T]:
    """Run the function on one state of a file that a bank has open, until `halt` is set."""
    uri = f"{path.resolve().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
            if halt is not None:
                connection.set_progress_handler(halt.is_set, CHECK_STEP)
            return transaction.read(connection, function)
    except sqlite3.Error as error:
        return Failed(explained(error))
