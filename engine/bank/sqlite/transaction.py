"""Runs functions as transactions on the connection's thread, and determines the outcome of a failed commit.

A transaction is a plain function of the connection, saved whole or not at all. Functions that wait at the same time
share a commit: one `BEGIN IMMEDIATE`, one savepoint each if there are several, one `COMMIT`. A function that raises is
rolled back to its savepoint, and only its caller gets the error.

A COMMIT that raises may have been refused, or carried out before the error. Or the disk failed at the very end
(`fsync`): then the transaction is in the write-ahead log, invisible, and the recovery after a `kill -9` would find it.
So before any caller gets a result, a second connection, the witness, checks whether anything was committed. If not, an
empty commit overwrites whatever the log may hold. If that fails too, the outcome is unknown until it succeeds, and the
bank takes nothing else.

The witness detects changes of the log's index. The index also changes when the log restarts, which the first commit
after a complete checkpoint does before it writes a byte. Such a log has no frames, and nothing was committed: a
checkpoint leaves the frames that it has copied in place.
"""

import logging
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from engine.bank.errors import BankError, CommitInDoubt, StorageFailed, explained
from engine.bank.sqlite.files import DatabaseFiles, write_first_page
from engine.bank.threads import Attempted, Done, Failed

log = logging.getLogger(__name__)

T = TypeVar("T")

Function = Callable[[sqlite3.Connection], T]
"""One transaction. It neither commits nor rolls back, and its result does not need the connection."""

_REFUSED: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CONSTRAINT,
    # A commit ends with its last write: a recovery ignores a commit that did not get that far.
    sqlite3.SQLITE_FULL,
}
"""Primary codes of a COMMIT that was not written completely."""


class Guard:
    """Checks the files before each commit of a connection, and the outcome of failed commits."""

    def __init__(self, connection: sqlite3.Connection, files: DatabaseFiles | None = None) -> None:
        """Check no files if `files` is None. Raises `sqlite3.Error`."""
        self._connection = connection
        self._files = files
        self._witness = _witness_of(connection)
        self._version = 0
        """The witness's version of the database before the commit."""
        self._in_doubt = False

    def require_definite(self) -> None:
        """Resolve an unknown outcome. Raises `sqlite3.Error` if the disk still fails, or a known `DatabaseReplaced`."""
        if self._files is not None:
            self._files.require_none_known()
        if self._in_doubt:
            self._write_over()
            self._in_doubt = False
            log.warning("the disk works again: the bank takes moves")

    def require_own_content(self) -> None:
        """Raise `DatabaseReplaced` if the file is known to be overwritten or damaged; checks nothing itself."""
        if self._files is not None and (self._files.overwritten or self._files.damaged):
            self._files.require_none_known()

    def before_commit(self) -> None:
        """Check the files and note the version, with the transaction open. Raises `DatabaseReplaced`, `OSError`."""
        self.look_at_files()
        self._version = self._seen()

    def look_at_files(self) -> None:
        """Check the files; log the first `DatabaseReplaced`. Raises `OSError` if they can't be read."""
        if self._files is not None:
            self._files.require_unchanged(self._connection)

    def was_kept(self, error: BaseException) -> bool:
        """Return True if the commit that raised this error took effect; roll back the rest.

        Raises `CommitInDoubt`. A commit of another program in the same microseconds counts as ours; if that program
        truncates the log, our commit counts as lost.
        """
        try:
            if not _was_refused(error):
                if self._seen() != self._version and self._has_frames():
                    return True
                self._write_over()
            return False
        except sqlite3.Error as trouble:
            log.error("a commit failed (%s), and its outcome is unknown: %s", error, trouble)
            self._in_doubt = True
            raise CommitInDoubt(
                f"the disk failed, and the outcome of the commit is unknown: {error}"
            ) from error
        finally:
            roll_back(self._connection)

    def prepare_to_close(self) -> None:
        """Check the files a last time, sign off, and close the witness unless it must outlive the connection.

        The last connection to close moves the log into the database. An overwritten database must not receive it, so
        there the witness, which can't write, closes last.
        """
        with suppress(BankError, sqlite3.Error, OSError):
            self.look_at_files()
            if self._files is not None and not self._in_doubt:
                self._files.sign_off(self._connection)
        if self._files is None or not self._files.overwritten:
            self.close()

    def close(self) -> None:
        """Close the witness, from any thread. Idempotent."""
        self._witness.close()

    def _seen(self) -> int:
        """Return a number that changes with each commit of another connection."""
        (version,) = self._witness.execute("PRAGMA data_version").fetchone()
        return int(version)

    def _has_frames(self) -> bool:
        """True if anything was committed since the write-ahead log restarted. Raises `sqlite3.Error`."""
        roll_back(self._connection)
        (_, frames, _) = self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if frames < 0:
            raise sqlite3.OperationalError("another program moves the write-ahead log")
        return bool(frames)

    def _write_over(self) -> None:
        """Overwrite a failed commit in the log with an empty one, so that no recovery reads it."""
        roll_back(self._connection)
        try:
            write_first_page(self._connection)
        finally:
            roll_back(self._connection)


def write(
    connection: sqlite3.Connection, functions: Sequence[Function[Any]], guard: Guard | None = None
) -> list[Attempted[Any]]:
    """Run the functions as one commit and return their outcomes in order. Raises if none of them is saved.

    A connection that is used after a failure needs a permanent guard; without one, this commit makes its own.
    """
    if guard is None:
        with closing(Guard(connection)) as passing:
            return write(connection, functions, passing)
    try:
        guard.require_definite()
        connection.execute("BEGIN IMMEDIATE")
        outcomes = _attempt_all(connection, functions)
        guard.before_commit()
    except BaseException:
        roll_back(connection)
        raise
    try:
        connection.execute("COMMIT")
    except BaseException as error:
        if not guard.was_kept(error):
            raise
        log.warning("a commit took effect, but reported a failure: %s", error)
    return outcomes


def read(connection: sqlite3.Connection, function: Function[T]) -> T:
    """Run the function on one state of the database. Raises `StorageFailed` if it writes, and saves nothing."""
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


def _attempt_all(
    connection: sqlite3.Connection, functions: Sequence[Function[Any]]
) -> list[Attempted[Any]]:
    if len(functions) == 1:  # if it raises, the whole transaction is rolled back
        return [Done(functions[0](connection))]
    return [_attempt(connection, function) for function in functions]


def _attempt(connection: sqlite3.Connection, function: Function[T]) -> Attempted[T]:
    connection.execute("SAVEPOINT attempt")
    try:
        outcome: Attempted[T] = Done(function(connection))
    except BaseException as error:
        # Some errors (a full disk) roll back the whole transaction by themselves. Then the savepoint is gone, this
        # raises too, and all functions of the batch fail and save nothing.
        connection.execute("ROLLBACK TO attempt")
        outcome = Failed(explained(error))
    connection.execute("RELEASE attempt")
    return outcome


def _witness_of(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Open a second, read-only connection to the same file."""
    (file,) = connection.execute(
        "SELECT file FROM pragma_database_list WHERE name = 'main'"
    ).fetchone()
    uri = f"{Path(file).as_uri()}?mode=ro" if file else ""  # no file: a database in memory
    return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)


def _was_refused(error: BaseException) -> bool:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_IOERR)
    return code & 0xFF in _REFUSED or code == sqlite3.SQLITE_IOERR_WRITE
