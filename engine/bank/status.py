"""Figures about the bank for its host, as plain functions within a transaction."""

import sqlite3
from pathlib import Path


def rounds_since(connection: sqlite3.Connection, at: float) -> int:
    """Return how many rounds were settled since this moment, in Unix seconds."""
    (count,) = connection.execute(
        "SELECT COUNT(*) FROM round WHERE state = 'settled' AND ended_at >= ?", (at,)
    ).fetchone()
    return int(count)


def newest_round(connection: sqlite3.Connection) -> int:
    """Return the number of the round that was opened last; 0 where there is none."""
    (number,) = connection.execute("SELECT COALESCE(MAX(id), 0) FROM round").fetchone()
    return int(number)


def size(connection: sqlite3.Connection) -> int:
    """Return the size of the database and its write-ahead log, in bytes."""
    (file,) = connection.execute(
        "SELECT file FROM pragma_database_list WHERE name = 'main'"
    ).fetchone()
    files = (Path(file), Path(f"{file}-wal"))
    return sum(path.stat().st_size for path in files if path.is_file())
