"""The files of one database: private from their birth, and watched for being changed behind the bank's back.

SQLite goes on with a file that was deleted or replaced: it keeps what nobody will find. So the files are held against
those that were opened, before each commit and once a second: the database, its write-ahead log (`-wal`) and the index
of that (`-shm`).

A file that was copied over the database in place (`cp`) is the same file with other contents. The header tells: a bot
that starts writes the first page anew (`claim`), which raises SQLite's change counter, so every copy made before that
has a lower one, and so has every backup, which starts to count anew. What goes unnoticed is a copy of the bare file
that was made by hand since the start, if it is no smaller.

Where a copy is noticed, the write-ahead log is emptied at once: it belongs to the content that is gone, and neither the
end of this process nor the next start may put it into the new one.

A descriptor of the database must not be closed while the process has it open in SQLite: POSIX drops all locks that a
process holds on a file when it closes any descriptor of it, SQLite's too. So `DatabaseFiles` is opened before the
connection and closed after it, and nothing else in this program opens a database but SQLite and the lock.
"""

import logging
import os
import sqlite3
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from engine.bank.errors import DatabaseReplaced, StorageFailed, in_one_line

log = logging.getLogger(__name__)

PRIVATE: Final = 0o600
"""The mode of every file that the bank makes, whatever the umask; `-wal` and `-shm` get the database's from SQLite."""

_MAGIC: Final = b"SQLite format 3\x00"
_HEADER_BYTES: Final = 100
_WHAT_TO_DO: Final = (
    "Nothing is kept any more, so that nothing is lost later. Stop the bot, put the right file there"
    " (without -wal and -shm files of another one), and start it again"
)


def create_private(path: Path) -> None:
    """Make an empty file that only its owner can read; one that is there stays as it is, and so does its mode.

    The mode of a file that is there is the host's affair: a group that backs it up, for instance. Raises `OSError`.
    """
    real = path.resolve()  # a link whose end is missing names the file that is to be made
    with suppress(FileExistsError):
        descriptor = os.open(real, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE)
        try:
            if sys.platform != "win32":  # which knows no such modes
                os.fchmod(descriptor, PRIVATE)
        finally:
            os.close(descriptor)


def damage(connection: sqlite3.Connection) -> str | None:
    """Read the whole file and say what is wrong with it, if anything is.

    Raises `sqlite3.Error`, or `UnicodeDecodeError` where SQLite's own words quote what is no text.
    """
    (finding,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    # The last line says what is wrong; a line before it may name the database, which is always "main".
    return None if finding == "ok" else in_one_line(str(finding).splitlines()[-1])


def require_place(path: Path) -> None:
    """Raise `StorageFailed` where no file of this name can be."""
    if str(path) == ":memory:":
        raise StorageFailed("a database in memory has no write-ahead log and forgets everything")
    if not path.parent.is_dir():
        raise StorageFailed(f"there is no directory {path.parent}")


def write_first_page(connection: sqlite3.Connection) -> None:
    """Commit a change of nothing. Raises `sqlite3.Error`."""
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("PRAGMA user_version = 0")  # it is 0, and is written all the same
    connection.execute("COMMIT")


@dataclass(frozen=True, slots=True)
class _Content:
    """What tells a database's content from that of another, without reading it."""

    header: bytes = field(repr=False)
    size: int
    """Bytes."""

    @property
    def is_database(self) -> bool:
        return len(self.header) == _HEADER_BYTES and self.header.startswith(_MAGIC)

    @property
    def changes(self) -> int:
        """SQLite's file change counter, which only grows."""
        return int.from_bytes(self.header[24:28])

    @property
    def schema(self) -> int:
        """SQLite's schema cookie, which only grows."""
        return int.from_bytes(self.header[40:44])


class DatabaseFiles:
    """The files of an open database as they were when it was opened. Used by one thread at a time."""

    def __init__(self, path: Path) -> None:
        """Make the database where there is none, and look at it. Raises `OSError`, `StorageFailed`."""
        require_place(path)
        create_private(path)
        self._path = path
        real = path.resolve()
        # SQLite keeps these beside the file that a link points to.
        self._beside = (Path(f"{real}-wal"), Path(f"{real}-shm"))
        self._descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        self._opened = [(path, identity(path))]
        self._wrong: str | None = None
        self._claiming = False
        self._unseen = False
        self.overwritten = False
        """Whether the database has the content of another one."""
        try:
            self._content = self._look()
        except OSError:  # a directory, for one
            self.close()
            raise

    def opened(self) -> None:
        """SQLite has the files open now: these are the ones. Raises `DatabaseReplaced`."""
        self._opened += [(path, identity(path)) for path in self._beside]
        self._content = self._look()
        self._require_same_files()

    def claim(self, connection: sqlite3.Connection) -> None:
        """Make the file differ from every copy of it that there is. Raises `sqlite3.Error`.

        As long as another program reads what was before, that has to wait: each look tries it again.
        """
        write_first_page(connection)
        self._move_claim(connection)

    def require_unchanged(self, connection: sqlite3.Connection) -> None:
        """Raise `DatabaseReplaced` if a file was deleted, replaced or overwritten: once, and from then on always.

        The first time the log is told what to do. Raises `OSError` where the files can't be looked at, for as long as
        that is so. Takes some microseconds.
        """
        if self._wrong is None:
            try:
                self._require_own_content(connection)
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
        """Raise `DatabaseReplaced` if that was found before; does not look again."""
        if self._wrong is not None:
            raise DatabaseReplaced(self._wrong)

    @property
    def database_is_there(self) -> bool:
        """Whether what was opened is at its place, with its own content, whatever became of the files beside it."""
        path, opened = self._opened[0]
        return identity(path) == opened and not self.overwritten

    def close(self) -> None:
        """Let go of the database; only after SQLite has."""
        os.close(self._descriptor)

    def _require_same_files(self) -> None:
        for path, opened in self._opened:
            found = identity(path)
            if found is None:
                raise DatabaseReplaced(f"{path} was deleted or moved while it was in use")
            if found != opened:
                raise DatabaseReplaced(f"{path} was replaced while it was in use")

    def _require_own_content(self, connection: sqlite3.Connection) -> None:
        now = self._look()
        if now == self._content:
            return
        # Twice: another program may be in the middle of moving its write-ahead log into the file.
        if self._is_foreign(now, connection) and self._is_foreign(now := self._look(), connection):
            self.overwritten = True
            raise DatabaseReplaced(f"{self._path} was overwritten while it was in use")
        self._content = now

    def _move_claim(self, connection: sqlite3.Connection) -> None:
        """Bring the claim from the write-ahead log into the file."""
        _, frames, moved = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        self._claiming = moved < frames or frames < 0
        self._content = self._look()

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

    def _is_foreign(self, now: _Content, connection: sqlite3.Connection) -> bool:
        """Whether this can't have become of our database by anything that SQLite does with it."""
        before = self._content
        if not now.is_database or now.changes < before.changes or now.schema < before.schema:
            return True
        (known,) = connection.execute("PRAGMA schema_version").fetchone()
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        (page,) = connection.execute("PRAGMA page_size").fetchone()
        return bool(now.schema > known or now.size < min(before.size, pages * page))

    def _look(self) -> _Content:
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        header = os.read(self._descriptor, _HEADER_BYTES)
        return _Content(header, os.fstat(self._descriptor).st_size)


def identity(path: Path) -> tuple[int, int] | None:
    """What makes a file the same by every name: device and inode; None where there is none. Raises `OSError`."""
    try:
        status = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return status.st_dev, status.st_ino
