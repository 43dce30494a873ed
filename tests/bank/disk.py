"""A disk that fails in the middle of a commit, by SQLite's own means: real files, real frames in a real log."""

import shutil
import sqlite3
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Literal

import pytest

Fault = Literal[
    "reports an error",
    "loses the sync",
    "takes no byte",
    "takes no byte, and says so late",
]


class Disk:
    """What befalls the next commits, in this order; after that all is well."""

    def __init__(self) -> None:
        self.faults: deque[Fault] = deque()

    def commit(self, connection: sqlite3.Connection, commit: Callable[[], Any]) -> Any:
        """Commit, or do what a bad disk does."""
        match self.faults.popleft() if self.faults else None:
            case None:
                return commit()
            case "reports an error":
                commit()
            case "loses the sync":
                _lose_the_sync(connection, commit)
            case "takes no byte":
                return _without_a_byte(commit)
            case "takes no byte, and says so late":
                with suppress(sqlite3.OperationalError):
                    _without_a_byte(commit)
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR_FSYNC
        raise error


def _lose_the_sync(connection: sqlite3.Connection, commit: Callable[[], Any]) -> None:
    """All frames of the commit are in the log; the index of the log, by which everybody goes, knows nothing of them."""
    (file,) = connection.execute(
        "SELECT file FROM pragma_database_list WHERE name = 'main'"
    ).fetchone()
    index = Path(f"{file}-shm")
    before = index.read_bytes()
    commit()
    with index.open("r+b") as shared:
        shared.write(before)


def _without_a_byte(commit: Callable[[], Any]) -> Any:
    """The system refuses each write to a file; what is shared in memory, as the index of the log, is no such write."""
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))  # Python ignores the signal
    try:
        return commit()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    """The disk under all that is opened from now on."""
    disk = Disk()

    class Connection(sqlite3.Connection):
        def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
            carry_out = partial(super().execute, sql, *parameters)
            result: sqlite3.Cursor = (
                disk.commit(self, carry_out) if sql == "COMMIT" else carry_out()
            )
            return result

    connect = partial(sqlite3.connect, factory=Connection)
    monkeypatch.setattr("sqlite3.connect", connect)
    return disk


def survivor(database: Path, name: str = "survivor.db") -> Path:
    """A copy of what a `kill -9` at this moment leaves for the next start; what was deleted is not there either."""
    copy = database.with_name(name)
    for suffix in ("", "-wal"):
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{database}{suffix}", f"{copy}{suffix}")
    return copy
