"""Runs long reads on a connection and a thread of their own, so that nobody else waits for them.

Only one runs at a time. Cancelling the caller, or closing the bank, stops the read at once.
"""

import asyncio
from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Any, Final, TypeVar

from engine.bank.attempt import Attempted, Done, Failed
from engine.bank.errors import BankClosed
from engine.bank.postgres import transaction
from engine.bank.postgres.address import Address
from engine.bank.postgres.connection import Function, Line, Opener, open_line
from engine.bank.postgres.errors import meaning

T = TypeVar("T")

SECONDS: Final = 5.0
"""Wait for a connection."""

AGAIN: Final = 0.05
"""Seconds after which a read is stopped once more: it may have been between two statements."""


class Aside:
    """Reads one database on the side. Belongs to the event loop that first reads."""

    def __init__(self, opener: Opener) -> None:
        self._opener = opener
        self._turn = asyncio.Lock()
        self._reading: asyncio.Future[Attempted[Any]] | None = None
        self._line: Line | None = None
        self._closed = False

    async def read(self, function: Function[T]) -> T:
        """Run the function on one state of the database, after the reads that were requested before.

        Raises what the function raises, or a `BankError`.
        """
        async with self._turn:
            if self._closed:
                raise BankClosed
            work: Callable[[], Attempted[Any]] = partial(self._read, function)
            self._reading = asyncio.ensure_future(asyncio.to_thread(work))
            try:
                outcome = await asyncio.shield(self._reading)
            except asyncio.CancelledError:
                await self._stop()
                raise
        if self._closed:
            raise BankClosed
        result: T = outcome.unwrap()
        return result

    async def close(self) -> None:
        """Stop the running read and refuse all others. Returns when its connection is closed."""
        self._closed = True
        await self._stop()
        async with self._turn:
            pass

    async def _stop(self) -> None:
        while self._reading is not None and not self._reading.done():
            if (line := self._line) is not None:
                await asyncio.to_thread(line.cancel)
            await asyncio.wait((self._reading,), timeout=AGAIN)

    def _read(self, function: Function[T]) -> Attempted[T]:
        try:
            with closing(self._opener()) as line:
                self._line = line
                try:
                    return Done(transaction.read(line, function))
                finally:
                    self._line = None
        except BaseException as error:
            return Failed(meaning(error))


def read_once(text: str, function: Function[T]) -> Attempted[T]:
    """Run the function on one state of a database."""
    try:
        with closing(open_line(Address(text), SECONDS)) as line:
            return Done(transaction.read(line, function))
    except BaseException as error:
        return Failed(meaning(error))
