"""Runs functions as SQLite transactions, on the connection's thread.

Functions that wait at the same time share a commit, with one savepoint each. A function that raises is rolled back, and
only its caller gets the error. A COMMIT of unknown outcome ends the process (`docs/decisions/crash-only-file.md`).
"""

import logging
import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

from engine.bank.errors import StorageFailed, explained, in_one_line
from engine.bank.worker_threads import Done, Failed, Outcome

log = logging.getLogger(__name__)

T = TypeVar("T")

Function = Callable[[sqlite3.Connection], T]
"""It neither commits nor rolls back, and its result does not need the connection."""

_REFUSED: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CONSTRAINT,
    # A commit ends with its last write: a recovery ignores a commit that did not get that far.
    sqlite3.SQLITE_FULL,
}
"""Primary codes of a COMMIT that was not written completely."""


def write(
    connection: sqlite3.Connection,
    functions: Sequence[Function[Any]],
    before_commit: Callable[[], None] = lambda: None,
) -> list[Outcome[Any]]:
    """Run the functions in one commit and return their outcomes. Raises if nothing is saved."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        outcomes = _attempt_all(connection, functions)
        before_commit()
        _commit(connection)
    except BaseException:
        roll_back(connection)
        raise
    return outcomes


def read(connection: sqlite3.Connection, function: Function[T]) -> T:
    """Run the function on a snapshot and return its result. Raises `StorageFailed` if it writes."""
    # `PRAGMA query_only` would have every statement of this connection recompiled, for the next commit too.
    changes = connection.total_changes
    try:
        connection.execute("BEGIN")
        value = function(connection)
        if connection.total_changes != changes:
            raise StorageFailed("a read has tried to write to a readonly snapshot")
        return value
    finally:
        roll_back(connection)


def roll_back(connection: sqlite3.Connection) -> None:
    with suppress(sqlite3.Error):
        connection.execute("ROLLBACK")


def empty_log(connection: sqlite3.Connection) -> bool:
    """Truncate the write-ahead log; return False if another program prevents that. Raises `sqlite3.Error`.

    No transaction may be open. Does not wait for readers.
    """
    (patience,) = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        (held_up, *_) = connection.execute("PRAGMA main.wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        connection.execute(f"PRAGMA busy_timeout = {patience:d}")
    return not held_up


def _attempt_all(
    connection: sqlite3.Connection, functions: Sequence[Function[Any]]
) -> list[Outcome[Any]]:
    if len(functions) == 1:  # if it raises, the whole transaction is rolled back
        return [Done(functions[0](connection))]
    return [_attempt(connection, function) for function in functions]


def _attempt(connection: sqlite3.Connection, function: Function[T]) -> Outcome[T]:
    connection.execute("SAVEPOINT attempt")
    try:
        outcome: Outcome[T] = Done(function(connection))
    except BaseException as error:
        # A full disk rolls back the whole transaction: without its savepoint this raises too, and the batch fails.
        connection.execute("ROLLBACK TO attempt")
        outcome = Failed(explained(error))
    connection.execute("RELEASE attempt")
    return outcome


def _commit(connection: sqlite3.Connection) -> None:
    """Commit. Raises if SQLite refuses, and ends the process if the outcome is unknown."""
    try:
        connection.execute("COMMIT")
    except BaseException as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_IOERR)
        if code & 0xFF not in _REFUSED and code != sqlite3.SQLITE_IOERR_WRITE:
            log.critical(
                "the bot ends, and its next start finds out (the outcome of a commit is unknown: %s)",
                in_one_line(error),
            )
            # Any other end would close the connection, or give callers a wrong answer.
            os._exit(1)
        raise
