"""The files of a SQLite database: created private, and checked for interference by other programs.

SQLite goes on writing to a deleted or replaced file. So before each commit and once a second, the database, its
write-ahead log (`-wal`) and the log's index (`-shm`) are compared with the opened ones, by device and inode.

SQLite removes the log and its index with the last connection. A start that finds them has the whole file checked.
"""

import logging
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from engine.bank.database import Database
from engine.bank.errors import DatabaseReplaced, StorageFailed, in_one_line

log = logging.getLogger(__name__)

PRIVATE: Final = 0o600
"""Whatever the umask; SQLite gives `-wal` and `-shm` the database's mode."""

COMPANIONS: Final = ("-wal", "-shm")
"""The suffixes of SQLite's files next to a database."""

LOGS: Final = ("-journal", "-wal")
"""The suffixes of files from which SQLite writes pages into a database when it opens it."""


def _companions(path: Path) -> tuple[Path, Path]:
    log_path, index_path = (Path(f"{path.resolve()}{suffix}") for suffix in COMPANIONS)
    return log_path, index_path


def was_left_in_use(path: Path) -> bool:
    """Return True if the database is in use, or was not closed cleanly. Raises `OSError`."""
    log_path, index_path = _companions(path)
    return index_path.exists() or (log_path.exists() and log_path.stat().st_size > 0)


def leave_in_use(path: Path) -> None:
    """Make a closed database look as if it was not closed cleanly, so the next start checks it."""
    _, index_path = _companions(path)
    with suppress(OSError):
        create_private(index_path)


def create_private(path: Path) -> None:
    """Create an empty file that only its owner can use; an existing one keeps its mode. Raises `OSError`."""
    real = path.resolve()  # a link to a missing file names the file to create
    with suppress(FileExistsError):
        descriptor = os.open(real, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE)
        try:
            if sys.platform != "win32":
                os.fchmod(descriptor, PRIVATE)
        finally:
            os.close(descriptor)


def remove(path: Path) -> None:
    """Remove a database and SQLite's files next to it; missing ones are skipped. Raises `OSError`."""
    for suffix in ("", "-journal", *COMPANIONS):
        Path(f"{path}{suffix}").unlink(missing_ok=True)


def damage(connection: Database) -> str | None:
    """Check the whole file and return the first problem, or None. Raises `sqlite3.Error`, or `UnicodeDecodeError`."""
    (finding,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    # The last line names the problem; a line before it may name the database, which is always "main".
    return None if finding == "ok" else in_one_line(str(finding).splitlines()[-1])


def require_place(path: Path) -> None:
    """Raise `StorageFailed` for a database in memory, a directory, or a missing or locked parent directory."""
    if str(path) == ":memory:":
        raise StorageFailed("a database in memory has no write-ahead log and forgets everything")
    try:
        has_parent, is_folder = path.parent.is_dir(), path.is_dir()
    except PermissionError as error:
        raise StorageFailed(f"{path} can't be used: permission denied") from error
    if not has_parent:
        raise StorageFailed(f"there is no directory {path.parent}")
    if is_folder:
        raise StorageFailed(f"{path} is a directory, not a database")


def require_file(path: Path) -> None:
    """Raise `StorageFailed` unless there is a file at this path."""
    require_place(path)
    if not path.is_file():
        raise StorageFailed(f"there is no database at {path}")


class DatabaseFiles:
    """Compares a database's files with the files that SQLite has opened. One thread at a time may use it."""

    def __init__(self, path: Path) -> None:
        """Note the files that SQLite has open. Raises `OSError`."""
        self._path = path
        self._opened = [(one, identity(one)) for one in (path, *_companions(path))]
        self._wrong: str | None = None
        self._damaged = False
        self._unseen = False

    def require_unchanged(self) -> None:
        """Raise `DatabaseReplaced` if a file was deleted or replaced, and on every later call; log the first time.

        Raises `OSError` while the files can't be read. Takes some microseconds.
        """
        if self._wrong is None:
            try:
                self._compare()
            except OSError as error:
                if not self._unseen:
                    why = error.strerror or error
                    log.error(
                        "the bank saves nothing (it can't check the database's files: %s)", why
                    )
                self._unseen = True
                raise
            self._unseen = False
        if self._wrong is not None:
            raise DatabaseReplaced(self._wrong)

    def require_sound(self) -> None:
        """Raise `DatabaseReplaced` if the file was found damaged. A deleted file stays readable while it is open."""
        if self._damaged:
            raise DatabaseReplaced(self._wrong)

    def note_damage(self, finding: str) -> None:
        """Log the damage with instructions. From now on the bank neither saves nor reads."""
        self._damaged = True
        self._note(f"{self._path} is damaged: {finding}")

    def _compare(self) -> None:
        for path, opened in self._opened:
            found = identity(path)
            if found != opened:
                how = "deleted or moved" if found is None else "replaced"
                self._note(f"{path} was {how} while it was in use")
                return

    def _note(self, wrong: str) -> None:
        self._wrong = wrong
        log.error(
            "the bank saves nothing more, to prevent later losses (%s). Stop the bot, put the right file there"
            " (without -wal and -shm files of another one), and start it again",
            wrong,
        )


def identity(path: Path | str) -> tuple[int, int] | None:
    """Return a file's device and inode, the same under every name; None without a file. Raises `OSError`."""
    try:
        status = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return status.st_dev, status.st_ino
