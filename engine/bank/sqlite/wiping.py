"""Removes the bytes of forgotten ids from the file, once for all concurrent requests, with retries."""

import asyncio
import logging
import sqlite3

from engine.bank.errors import BankClosed, DatabaseReplaced, StorageFailed
from engine.bank.sqlite.connection import Connection

log = logging.getLogger(__name__)

RETRY_SECONDS = 5.0
"""The wait before the next try, after a truncation that failed."""


class Wiping:
    """Truncates the write-ahead log, one run at a time; callers that ask during a run share the next one."""

    def __init__(self, connection: Connection, retry_seconds: float = RETRY_SECONDS) -> None:
        self._connection = connection
        self._retry_seconds = retry_seconds
        self._turn = asyncio.Lock()
        self._next: asyncio.Task[None] | None = None
        self._again: asyncio.TimerHandle | None = None
        self._stopped = False

    async def wipe(self) -> None:
        """Wipe ids that were forgotten before this call. Cancelling the caller does not stop the wiping."""
        await asyncio.shield(self._begin())

    def stop(self) -> None:
        """Stop retrying: SQLite truncates the log itself when the last program closes the file."""
        self._stopped = True
        if self._again is not None:
            self._again.cancel()

    def _begin(self) -> asyncio.Task[None]:
        if self._next is None:
            self._next = asyncio.create_task(self._wipe(), name="wiping")
        return self._next

    async def _wipe(self) -> None:
        async with self._turn:
            self._next = None  # ids that are forgotten from here on may be too late for this run
            try:
                self._plan(done=await self._connection.alone(cut_off))
            except StorageFailed as error:
                log.warning("the write-ahead log can't be truncated: %s", error)
                self._plan(done=False)
            except (BankClosed, DatabaseReplaced):  # the second is logged already
                pass

    def _plan(self, *, done: bool) -> None:
        again, self._again = self._again, None
        if again is not None:
            again.cancel()
        if done or self._stopped:
            return
        if again is None:
            log.warning(
                "forgotten ids stay in the write-ahead log while another program reads the database"
            )
        self._again = asyncio.get_running_loop().call_later(self._retry_seconds, self._begin)


def cut_off(connection: sqlite3.Connection) -> bool:
    """Write the write-ahead log into the file and truncate it; return False if another program prevents that.

    No transaction may be open. Does not wait for other readers, because all players would wait, too.
    """
    (patience,) = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        (held_up, *_) = connection.execute("PRAGMA main.wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.Error as error:
        log.warning("the write-ahead log can't be truncated: %s", error)
        return False
    finally:
        connection.execute(f"PRAGMA busy_timeout = {patience:d}")
    return not held_up
