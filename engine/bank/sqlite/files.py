"""The files of a database: created private, and checked for interference by other programs.

SQLite goes on writing to a file that was deleted or replaced, and that data is lost. So before each commit and once a
second, the database, its write-ahead log (`-wal`) and the log's index (`-shm`) are compared with the opened ones.

A file copied over the database in place (`cp`) has the same inode but other content. SQLite only raises the change
counter in the header, and a bot raises it at its start (`claim`), so every older copy has a lower one; a backup's
counter starts again. One case goes unnoticed: a copy of the file alone, made by hand after the start.

After an overwrite, the write-ahead log is emptied at once: neither the end of this process nor the next start may write
old content into the new file. Reads stop, too. A deleted or replaced file can still be read: SQLite has it open.

A file is checked whole at the start unless its header shows how it was left. A bot signs the header at its claim, and
again when it closes the file: with the inode, and with the modification time that it then sets. So neither a copy nor a
file changed by another program has a valid sign. A killed bot leaves the first sign. The system has all its writes and
keeps them unless the machine goes down: such a file is checked in the background during play.

When a process closes any descriptor of a file, POSIX drops all its locks on that file, SQLite's too. So `DatabaseFiles`
is opened before the connection and closed after it, and otherwise only SQLite and the lock open a database.
"""

import logging
import os
import sqlite3
import sys
import time
from contextlib import suppress
from enum import Enum, auto
from pathlib import Path
from typing import Final
from zlib import crc32

from engine.bank.database import Database
from engine.bank.errors import DatabaseReplaced, StorageFailed, in_one_line

log = logging.getLogger(__name__)

PRIVATE: Final = 0o600
"""The mode of every file that the bank creates, whatever the umask; SQLite gives `-wal` and `-shm` the database's."""

BESIDE: Final = ("-wal", "-shm")
"""The suffixes of SQLite's files next to a database in use."""

_MAGIC: Final = b"SQLite format 3\x00"
_HEADER_BYTES: Final = 100
_CHANGES: Final = slice(24, 28)
"""The position of SQLite's change counter in the header."""
_SIGN: Final = slice(60, 64)
"""The position of the sign, which SQLite calls `user_version`."""
_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
_WHAT_TO_DO: Final = (
    "Nothing more is saved, to prevent later losses. Stop the bot, put the right file there"
    " (without -wal and -shm files of another one), and start it again"
)


class Left(Enum):
    CLOSED = auto()
    """A bot has closed it, and no program has written to it since."""
    IN_USE = auto()
    """A bot still uses it, or was killed and the machine has been up since."""
    UNKNOWN = auto()
    """Anything else: a copy, a file written by another or an older program, or one after a power cut."""


def left(path: Path) -> Left:
    """Determine how the file at this path was left, from its header and modification time."""
    try:
        with path.open("rb") as file:
            header, status = file.read(_HEADER_BYTES), os.fstat(file.fileno())
    except OSError:  # opening it will report the cause
        return Left.UNKNOWN
    sign = int.from_bytes(header[_SIGN])
    if sign == _closing_sign(status.st_ino, status.st_mtime_ns):
        return Left.CLOSED
    return Left.IN_USE if sign == _using_sign(status.st_ino) else Left.UNKNOWN


def _closing_sign(inode: int, nanoseconds: int) -> int:
    return crc32(f"{inode} closed at {nanoseconds}".encode()) >> 1


def _using_sign(inode: int) -> int:
    try:
        boot = _BOOT.read_text()
    except OSError:  # not on every system
        boot = ""
    return crc32(f"{inode} in use {boot}".encode()) >> 1


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


def remove(path: Path) -> None:
    """Remove a database and SQLite's files next to it; missing ones are skipped. Raises `OSError`."""
    for suffix in ("", "-journal", *BESIDE):
        Path(f"{path}{suffix}").unlink(missing_ok=True)


def damage(connection: Database) -> str | None:
    """Check the whole file and return the first problem, or None.

    Raises `sqlite3.Error`, or `UnicodeDecodeError` if SQLite's message quotes bytes that are not text.
    """
    (finding,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    # The last line names the problem; a line before it may name the database, which is always "main".
    return None if finding == "ok" else in_one_line(str(finding).splitlines()[-1])


def require_place(path: Path) -> None:
    """Raise `StorageFailed` for a database in memory, a directory, or a missing parent directory."""
    if str(path) == ":memory:":
        raise StorageFailed("a database in memory has no write-ahead log and forgets everything")
    if not path.parent.is_dir():
        raise StorageFailed(f"there is no directory {path.parent}")
    if path.is_dir():
        raise StorageFailed(f"{path} is a directory, not a database")


def require_file(path: Path) -> None:
    """Raise `StorageFailed` unless there is a file at this path."""
    require_place(path)
    if not path.is_file():
        raise StorageFailed(f"there is no database at {path}")


def write_first_page(connection: sqlite3.Connection, sign: int | None = None) -> None:
    """Commit a write that changes no data but the sign. Raises `sqlite3.Error`."""
    connection.execute("BEGIN IMMEDIATE")
    if sign is None:
        (sign,) = connection.execute("PRAGMA user_version").fetchone()
    connection.execute(f"PRAGMA user_version = {sign:d}")  # SQLite writes an unchanged value, too
    connection.execute("COMMIT")


class DatabaseFiles:
    """Compares the files of an open database with those that were opened. One thread at a time may use it."""

    def __init__(self, path: Path) -> None:
        """Create the database file if it is missing, and read its header. Raises `OSError`, `StorageFailed`."""
        require_place(path)
        create_private(path)
        self._path = path
        real = path.resolve()
        # SQLite keeps these next to the target of a symbolic link.
        self._beside = tuple(Path(f"{real}{suffix}") for suffix in BESIDE)
        self._descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        self._opened = [(str(path), identity(path))]
        self._wrong: str | None = None
        self._unseen = False
        self._claimed = False
        self._claiming = False
        self._closed_at: int | None = None
        """The Unix second of the closing sign, once that is written."""
        self.overwritten = False
        """True if the file has the content of another database."""
        self.damaged: bool | None = False
        """Whether the content is damaged; None while that is unknown."""
        try:
            self._changes = self._count()
        except OSError:  # for example, the path is a directory
            self.close()
            raise

    def opened(self) -> None:
        """Note the files that SQLite has open, for later checks. Raises `DatabaseReplaced`."""
        self._opened += [(str(path), identity(path)) for path in self._beside]
        self._changes = self._count()
        self._require_same_files()

    def claim(self, connection: sqlite3.Connection) -> None:
        """Make the file differ from every existing copy of it. Raises `sqlite3.Error`.

        That has to wait while another program reads the earlier state: each check retries.
        """
        write_first_page(connection, _using_sign(self._inode))
        self._claimed = True
        self._move_claim(connection)

    def sign_off(self, connection: sqlite3.Connection) -> None:
        """Sign that the file was closed cleanly; write nothing after this. Raises `sqlite3.Error`."""
        if self._claimed and self._wrong is None and self.damaged is False:
            second = int(time.time())
            write_first_page(connection, _closing_sign(self._inode, second * 10**9))
            self._closed_at = second

    def note_check(self, connection: sqlite3.Connection, finding: str | None) -> None:
        """Note that the whole file was read. After a finding the bank stops, and each start checks the file."""
        self.damaged = finding is not None
        if finding is not None and self._wrong is None:
            self._wrong = f"{self._path} is damaged: {finding}"
            log.error("%s. %s.", self._wrong, _WHAT_TO_DO)
            with suppress(sqlite3.Error):
                write_first_page(connection, 0)

    def require_unchanged(self, connection: sqlite3.Connection) -> None:
        """Raise `DatabaseReplaced` if a file was deleted, replaced or overwritten, and on every later call.

        The first time, an error is logged with instructions for the host. Raises `OSError` while the files can't be
        read. Takes some microseconds.
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
                if not self._unseen:
                    why = error.strerror or error
                    log.error(
                        "the database's files can't be checked, and nothing is saved: %s", why
                    )
                self._unseen = True
                raise
            self._unseen = False
        if not connection.in_transaction:
            if self._wrong is not None and self._is_there:
                # Only the log is missing, and this process still has it open: save its content into the database.
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
            elif self._claiming and self._wrong is None:
                self._move_claim(connection)
        self.require_none_known()

    def require_none_known(self) -> None:
        """Raise `DatabaseReplaced` if an earlier check found the files changed; checks nothing itself."""
        if self._wrong is not None:
            raise DatabaseReplaced(self._wrong)

    @property
    def _is_there(self) -> bool:
        """True if the opened database is at its path with its own content; the files next to it don't matter."""
        path, opened = self._opened[0]
        return identity(path) == opened and not self.overwritten

    def close(self) -> None:
        """Close the descriptor; only after SQLite has closed the database."""
        os.close(self._descriptor)
        if self._closed_at is not None:
            # Whole seconds: every file system stores them, and an ordinary write rarely has them.
            with suppress(OSError):  # another user's file: the next start checks it whole
                os.utime(self._path, (self._closed_at, self._closed_at))

    @property
    def _inode(self) -> int:
        (_, opened), *_ = self._opened
        return 0 if opened is None else opened[1]

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
        """Checkpoint the claim from the write-ahead log into the file."""
        _, frames, moved = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        self._claiming = moved < frames or frames < 0
        self._changes = self._count()

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
        """Return the header's change counter; -1 if the header is not a database's."""
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        header = os.read(self._descriptor, _HEADER_BYTES)
        whole = len(header) == _HEADER_BYTES and header.startswith(_MAGIC)
        return int.from_bytes(header[_CHANGES]) if whole else -1


def identity(path: Path | str) -> tuple[int, int] | None:
    """Device and inode, the same under every name of a file; None if there is no file. Raises `OSError`."""
    try:
        status = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return status.st_dev, status.st_ino
