"""What has to hold before a commit, and what became of one that failed.

A COMMIT that raises says little. It may have been refused, and nothing was written. It may have been carried out, and
what raised came after. Or the disk failed at the very end (`fsync`): then the transaction lies whole in the write-ahead
log, nobody sees it, and the recovery after a `kill -9` would find it. So the file is asked before anybody is told: a
second connection sees whether anything was committed, and where nothing was, a commit of nothing is written over
whatever may lie there. Where that fails too, the outcome is unknown until it succeeds, and nothing else is taken.

What the second connection sees is that the index of the log has changed. It also has where the log was only begun anew:
behind a complete checkpoint that is the first thing a commit does, before it writes a byte. A log that was begun anew
and has no frames tells that nothing was committed: a checkpoint leaves the frames that it has copied where they are.
"""

import logging
import sqlite3
from contextlib import suppress
from enum import Enum, auto
from pathlib import Path
from typing import Final

from engine.bank.errors import BankError, DatabaseReplaced
from engine.bank.file.files import DatabaseFiles, write_first_page

log = logging.getLogger(__name__)


class Fate(Enum):
    """What became of a commit that raised."""

    KEPT = auto()
    NOT_KEPT = auto()
    UNKNOWN = auto()


_REFUSED: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CONSTRAINT,
    # The end of a commit is its last write: what did not get that far is no commit for any recovery.
    sqlite3.SQLITE_FULL,
}
"""Primary codes of a COMMIT that was not written to its end."""


class Guard:
    """Watches over the commits of one connection; belongs to the connection's thread."""

    def __init__(self, connection: sqlite3.Connection, files: DatabaseFiles | None = None) -> None:
        """`files` are held against what was opened before each commit, where they are given. Raises `sqlite3.Error`."""
        self._connection = connection
        self._files = files
        self._witness = _witness_of(connection)
        self._version = 0
        """The state of the database before the commit, as the witness numbers them."""
        self._in_doubt = False

    def require_definite(self) -> None:
        """End an earlier doubt before anything new begins.

        Raises `sqlite3.Error` where the disk still fails, and `DatabaseReplaced` where that is known already.
        """
        if self._files is not None:
            self._files.require_none_known()
        if self._in_doubt:
            self._write_over()
            self._in_doubt = False
            log.warning("the disk works again: the bank takes moves")

    def before_commit(self) -> None:
        """Look at the files and at what is kept, with the transaction open. Raises `DatabaseReplaced`, `OSError`."""
        self.look_at_files()
        self._version = self._seen()

    def look_at_files(self) -> None:
        """Raise `DatabaseReplaced` if they are no longer those that were opened; the first time it is logged.

        Raises `OSError` where they can't be looked at.
        """
        if self._files is None:
            return
        try:
            self._files.require_unchanged(self._connection)
        except DatabaseReplaced:
            if self._files.database_is_there and not self._connection.in_transaction:
                # Only the log is gone, and this process still has it open: what it holds is saved into the database.
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
            raise

    def after_failure(self, error: BaseException) -> Fate:
        """Find out what became of the commit that raised this, and roll back what is left of it.

        Another program that commits in the same microseconds is taken for us, and if it cuts the log off in them, a
        commit of ours is taken for lost.
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
        """Look a last time, and let the witness go unless it has to outlive the connection.

        The last that closes a database moves the log into it. Into one that was overwritten nothing may be moved: there
        the last is the witness, which can't write.
        """
        with suppress(BankError, sqlite3.Error, OSError):
            self.look_at_files()
        if self._files is None or not self._files.overwritten:
            self.close()

    def close(self) -> None:
        """Let the witness go, whatever thread this is; twice is once."""
        self._witness.close()

    def _seen(self) -> int:
        """Which state of the database the witness sees: another number after each commit of anybody else."""
        (version,) = self._witness.execute("PRAGMA data_version").fetchone()
        return int(version)

    def _has_frames(self) -> bool:
        """Whether anything was committed since the write-ahead log was begun anew. Raises `sqlite3.Error`."""
        roll_back(self._connection)
        (_, frames, _) = self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if frames < 0:
            raise sqlite3.OperationalError("another program moves the write-ahead log")
        return bool(frames)

    def _write_over(self) -> None:
        """Commit nothing, but in writing: what a failed commit left in the log can't be read behind that."""
        roll_back(self._connection)
        try:
            write_first_page(self._connection)
        finally:
            roll_back(self._connection)


def _witness_of(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Another connection to the same file, which only reads."""
    (file,) = connection.execute(
        "SELECT file FROM pragma_database_list WHERE name = 'main'"
    ).fetchone()
    uri = f"{Path(file).as_uri()}?mode=ro" if file else ""  # none is in memory, for a moment
    return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)


def roll_back(connection: sqlite3.Connection) -> None:
    """End the transaction, if there is still one, and keep nothing of it."""
    with suppress(sqlite3.Error):
        connection.execute("ROLLBACK")


def _was_refused(error: BaseException) -> bool:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_IOERR)
    return code & 0xFF in _REFUSED or code == sqlite3.SQLITE_IOERR_WRITE
