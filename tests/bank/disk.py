"""A disk that fails during commits of SQLite, with real files and a real write-ahead log."""

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
    """Makes the next commits fail, in this order; later ones succeed."""

    def __init__(self) -> None:
        self.faults: deque[Fault] = deque()

    def commit(self, connection: sqlite3.Connection, commit: Callable[[], Any]) -> Any:
        """Commit, or fail as the next fault says."""
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
    """Write the commit's frames to the log, but undo the change of the log's index, so that readers don't see them."""
    (file,) = connection.execute(
        "SELECT file FROM pragma_database_list WHERE name = 'main'"
    ).fetchone()
    index = Path(f"{file}-shm")
    before = index.read_bytes()
    commit()
    with index.open("r+b") as shared:
        shared.write(before)


def _without_a_byte(commit: Callable[[], Any]) -> Any:
    """Let every file write fail; the log's index is shared memory and not affected."""
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))  # Python ignores SIGXFSZ
    try:
        return commit()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    """The disk of all connections opened from now on."""
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
    """Copy the files as a `kill -9` at this moment would leave them."""
    copy = database.with_name(name)
    for suffix in ("", "-wal"):
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{database}{suffix}", f"{copy}{suffix}")
    return copy
