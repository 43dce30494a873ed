"""Checks the files before a commit, and finds out what became of a commit that failed.

A COMMIT that raises says little. It may have been refused, and nothing was written. It may have been carried out, and
the error came afterwards. Or the disk failed at the very end (`fsync`): then the whole transaction is in the
write-ahead log, nobody sees it, and the recovery after a `kill -9` would find it. So the guard looks at the file before
anybody is told: a second connection, the witness, sees whether anything was committed. If nothing was, an empty commit
is written over whatever the log may hold. If that fails too, the outcome is unknown until it succeeds, and the bank
takes nothing else.

The witness sees that the index of the log has changed. The index also changes when the log only starts again: after a
complete checkpoint a commit does that first, before it writes a byte. A log that has started again and has no frames
shows that nothing was committed: a checkpoint leaves the frames that it has copied where they are.
"""

import logging
import sqlite3
from contextlib import suppress
from enum import Enum, auto
from pathlib import Path
from typing import Final

from engine.bank.errors import BankError, DatabaseReplaced
from engine.bank.sqlite.files import DatabaseFiles, write_first_page

log = logging.getLogger(__name__)


class Fate(Enum):
    """What became of a commit that raised."""

    KEPT = auto()
    NOT_KEPT = auto()
    UNKNOWN = auto()


_REFUSED: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CONSTRAINT,
    # A commit ends with its last write: a recovery ignores a commit that did not get that far.
    sqlite3.SQLITE_FULL,
}
"""Primary codes of a COMMIT that was not written completely."""


class Guard:
    """Watches the commits of one connection; belongs to the connection's thread."""

    def __init__(self, connection: sqlite3.Connection, files: DatabaseFiles | None = None) -> None:
        """`files`, if given, are checked before each commit. Raises `sqlite3.Error`."""
        self._connection = connection
        self._files = files
        self._witness = _witness_of(connection)
        self._version = 0
        """The witness's number for the state of the database before the commit."""
        self._in_doubt = False

    def require_definite(self) -> None:
        """Settle an earlier doubt before anything new begins.

        Raises `sqlite3.Error` if the disk still fails, and `DatabaseReplaced` if that is known already.
        """
        if self._files is not None:
            self._files.require_none_known()
        if self._in_doubt:
            self._write_over()
            self._in_doubt = False
            log.warning("the disk works again: the bank takes moves")

    def require_own_content(self) -> None:
        """Raise `DatabaseReplaced` if an earlier check has found the database overwritten; checks nothing itself."""
        if self._files is not None and self._files.overwritten:
            self._files.require_none_known()

    def before_commit(self) -> None:
        """Check the files and note the state, with the transaction open. Raises `DatabaseReplaced`, `OSError`."""
        self.look_at_files()
        self._version = self._seen()

    def look_at_files(self) -> None:
        """Raise `DatabaseReplaced` if the files are no longer those that were opened; the first time it is logged.

        Raises `OSError` if they can't be read.
        """
        if self._files is None:
            return
        try:
            self._files.require_unchanged(self._connection)
        except DatabaseReplaced:
            if self._files.database_is_there and not self._connection.in_transaction:
                # Only the log is gone, and this process still has it open: its content is saved into the database.
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
            raise

    def after_failure(self, error: BaseException) -> Fate:
        """Find out what became of the commit that raised this error, and roll back what is left of it.

        Another program in the same microseconds can mislead it: if that program commits, its commit is taken for ours;
        if it cuts off the log, our commit is taken for lost.
        """
        try:
            if _was_refused(error):
                return Fate.NOT_KEPT
            if self._seen() != self._version and self._has_frames():
                return Fate.KEPT
            self._write_over()
        except sqlite3.Error as trouble:
            log.error("a commit failed (%s), and its outcome is unknown: %s", error, trouble)
            self._in_doubt = True
            return Fate.UNKNOWN
        finally:
            roll_back(self._connection)
        return Fate.NOT_KEPT

    def prepare_to_close(self) -> None:
        """Check a last time, and close the witness unless it must outlive the connection.

        The last connection that closes moves the log into the database. Nothing may be moved into a database that was
        overwritten: there the witness, which can't write, closes last.
        """
        with suppress(BankError, sqlite3.Error, OSError):
            self.look_at_files()
        if self._files is None or not self._files.overwritten:
            self.close()

    def close(self) -> None:
        """Close the witness, from any thread; a second call does nothing."""
        self._witness.close()

    def _seen(self) -> int:
        """The state that the witness sees: another number after each commit of another connection."""
        (version,) = self._witness.execute("PRAGMA data_version").fetchone()
        return int(version)

    def _has_frames(self) -> bool:
        """Whether anything was committed since the write-ahead log started again. Raises `sqlite3.Error`."""
        roll_back(self._connection)
        (_, frames, _) = self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if frames < 0:
            raise sqlite3.OperationalError("another program moves the write-ahead log")
        return bool(frames)

    def _write_over(self) -> None:
        """Write an empty commit over what a failed one left in the log, so that no recovery reads that."""
        roll_back(self._connection)
        try:
            write_first_page(self._connection)
        finally:
            roll_back(self._connection)


def _witness_of(connection: sqlite3.Connection) -> sqlite3.Connection:
    """A second, read-only connection to the same file."""
    (file,) = connection.execute(
        "SELECT file FROM pragma_database_list WHERE name = 'main'"
    ).fetchone()
    uri = f"{Path(file).as_uri()}?mode=ro" if file else ""  # no file: a database in memory
    return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)


def roll_back(connection: sqlite3.Connection) -> None:
    """End the transaction, if one is still open, and keep nothing of it."""
    with suppress(sqlite3.Error):
        connection.execute("ROLLBACK")


def _was_refused(error: BaseException) -> bool:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_IOERR)
    return code & 0xFF in _REFUSED or code == sqlite3.SQLITE_IOERR_WRITE
