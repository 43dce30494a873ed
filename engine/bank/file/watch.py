"""Checks the database's files once a second, even while nobody plays."""

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

from engine.bank.file.connection import Connection

EVERY_SECONDS: Final = 1.0


class Timer(Protocol):
    """A scheduled call."""

    def cancel(self) -> None:
        """Cancel the call."""


CallLater = Callable[[float, Callable[[], None]], Timer]
"""Calls back once, after this many seconds."""


class Watch:
    """Makes a connection's thread check its files until `stop`."""

    def __init__(self, connection: Connection, call_later: CallLater) -> None:
        self._connection = connection
        self._call_later = call_later
        self._looking: asyncio.Future[None] | None = None
        self._timer = self._later()

    def stop(self) -> None:
        """Stop checking."""
        self._timer.cancel()

    def _later(self) -> Timer:
        return self._call_later(EVERY_SECONDS, self._look)

    def _look(self) -> None:
        self._timer.cancel()
        self._timer = self._later()
        if self._looking is None or self._looking.done():  # the thread may be busy for a while
            self._looking = self._connection.look_at_files()
