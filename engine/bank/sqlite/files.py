"""The files of one database: created private, and checked for what other programs do to them.

SQLite goes on writing to a file that was deleted or replaced, where nobody will find the data. So before each commit
and once a second, the files are compared with those that were opened: the database, its write-ahead log (`-wal`) and
the log's index (`-shm`).

A file that was copied over the database in place (`cp`) is the same file with other content. Its header has a counter
of changes, which SQLite only raises. A bot that starts raises it (`claim`), so every older copy has a lower one; so has
every backup, which begins to count again. One case goes unnoticed: a copy of the file alone, made by hand since then.

When an overwritten database is noticed, the write-ahead log is emptied at once: it belongs to the old content, and
neither the end of this process nor the next start may write it into the new one. Nothing more is read, either. A file
that was deleted or replaced is still read: SQLite has it open.

A descriptor of the database must not be closed while SQLite has the file open in this process: when a process closes
any descriptor of a file, POSIX drops all its locks on that file, SQLite's too. So `DatabaseFiles` is opened before the
connection and closed after it, and only SQLite and the lock open a database besides.
"""

import logging
import os
import sqlite3
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from engine.bank.errors import DatabaseReplaced, StorageFailed, in_one_line

log = logging.getLogger(__name__)

PRIVATE: Final = 0o600
"""The mode of every file that the bank creates, whatever the umask; SQLite gives `-wal` and `-shm` the database's."""

_MAGIC: Final = b"SQLite format 3\x00"
_HEADER_BYTES: Final = 100
_CHANGES: Final = slice(24, 28)
"""Where the header has SQLite's counter of changes."""
_WHAT_TO_DO: Final = (
    "Nothing is kept any more, so that nothing is lost later. Stop the bot, put the right file there"
    " (without -wal and -shm files of another one), and start it again"
)


def create_private(path: Path) -> None:
    """Create an empty file that only its owner can read; an existing file keeps its content and its mode.

    The host decides the mode of an existing file: a group may back it up, for instance. Raises `OSError`.
    """
    real = path.resolve()  # a link to a missing file names the file to create
    with suppress(FileExistsError):
        descriptor = os.open(real, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE)
        try:
            if sys.platform != "win32":  # Windows has no such modes
                os.fchmod(descriptor, PRIVATE)
        finally:
            os.close(descriptor)


def damage(connection: sqlite3.Connection) -> str | None:
    """Check the whole file and return what is wrong with it, or None.

    Raises `sqlite3.Error`, or `UnicodeDecodeError` if SQLite's message quotes bytes that are not text.
    """
    (finding,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    # The last line says what is wrong; a line before it may name the database, which is always "main".
    return None if finding == "ok" else in_one_line(str(finding).splitlines()[-1])


def require_place(path: Path) -> None:
    """Raise `StorageFailed` for a database in memory, or if the directory does not exist."""
    if str(path) == ":memory:":
        raise StorageFailed("a database in memory has no write-ahead log and forgets everything")
    if not path.parent.is_dir():
        raise StorageFailed(f"there is no directory {path.parent}")


def write_first_page(connection: sqlite3.Connection) -> None:
    """Commit a write that changes no data. Raises `sqlite3.Error`."""
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("PRAGMA user_version = 0")  # it is 0 already, and is written again
    connection.execute("COMMIT")


class DatabaseFiles:
    """Compares the files of an open database with those that were opened. Used by one thread at a time."""

    def __init__(self, path: Path) -> None:
        """Create the database file if there is none, and read its header. Raises `OSError`, `StorageFailed`."""
        require_place(path)
        create_private(path)
        self._path = path
        real = path.resolve()
        # SQLite keeps these beside the file that a link points to.
        self._beside = (Path(f"{real}-wal"), Path(f"{real}-shm"))
        self._descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        self._opened = [(path, identity(path))]
        self._wrong: str | None = None
        self._unseen = False
        self._claiming = False
        self.overwritten = False
        """Whether the file has the content of another database."""
        try:
            self._changes = self._count()
        except OSError:  # for example, the path is a directory
            self.close()
            raise

    def opened(self) -> None:
        """Note the files that SQLite has open now; later checks compare with them. Raises `DatabaseReplaced`."""
        self._opened += [(path, identity(path)) for path in self._beside]
        self._changes = self._count()
        self._require_same_files()

    def claim(self, connection: sqlite3.Connection) -> None:
        """Make the file differ from every existing copy of it. Raises `sqlite3.Error`.

        While another program reads the earlier state, this has to wait: each check tries it again.
        """
        write_first_page(connection)
        self._move_claim(connection)

    def require_unchanged(self, connection: sqlite3.Connection) -> None:
        """Raise `DatabaseReplaced` if a file was deleted, replaced or overwritten, and from then on always.

        The first time, the log tells the host what to do. Raises `OSError` while the files can't be read. Takes some
        microseconds.
        """
        if self._wrong is None:
            try:
                self._require_own_content()
                self._require_same_files()
            except DatabaseReplaced as error:
                self._wrong = str(error)
                log.error("%s. %s.", error, _WHAT_TO_DO)
                if self.overwritten:
                    self._empty_log()
            except OSError as error:
                self._complain(error)
                raise
            self._unseen = False
        self.require_none_known()
        if self._claiming and not connection.in_transaction:
            self._move_claim(connection)

    def require_none_known(self) -> None:
        """Raise `DatabaseReplaced` if an earlier check has found that; checks nothing itself."""
        if self._wrong is not None:
            raise DatabaseReplaced(self._wrong)

    @property
    def database_is_there(self) -> bool:
        """Whether the opened database is at its path with its own content; the files beside it don't matter."""
        path, opened = self._opened[0]
        return identity(path) == opened and not self.overwritten

    def close(self) -> None:
        """Close the descriptor; only after SQLite has closed the database."""
        os.close(self._descriptor)

    def _require_same_files(self) -> None:
        for path, opened in self._opened:
            found = identity(path)
            if found is None:
                raise DatabaseReplaced(f"{path} was deleted or moved while it was in use")
            if found != opened:
                raise DatabaseReplaced(f"{path} was replaced while it was in use")

    def _require_own_content(self) -> None:
        if (changes := self._count()) < self._changes:
            self.overwritten = True
            raise DatabaseReplaced(f"{self._path} was overwritten while it was in use")
        self._changes = changes

    def _move_claim(self, connection: sqlite3.Connection) -> None:
        """Bring the claim from the write-ahead log into the file."""
        _, frames, moved = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        self._claiming = moved < frames or frames < 0
        self._changes = self._count()

    def _complain(self, error: OSError) -> None:
        if not self._unseen:
            why = error.strerror or error
            log.error("the database's files can't be looked at, and nothing is kept: %s", why)
        self._unseen = True

    def _empty_log(self) -> None:
        path, opened = self._opened[1]
        try:
            if identity(path) == opened:
                os.truncate(path, 0)
        except OSError as error:
            log.error(
                "%s can't be emptied (%s): delete it before the next start, after the bot has stopped",
                path,
                error.strerror or error,
            )

    def _count(self) -> int:
        """The changes that the header counts; -1 where it is none of a database."""
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        header = os.read(self._descriptor, _HEADER_BYTES)
        whole = len(header) == _HEADER_BYTES and header.startswith(_MAGIC)
        return int.from_bytes(header[_CHANGES]) if whole else -1


def identity(path: Path) -> tuple[int, int] | None:
    """Device and inode, the same under every name of a file; None if there is no file. Raises `OSError`."""
    try:
        status = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return status.st_dev, status.st_ino
