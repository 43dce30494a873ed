"""What a host wants to know of the bank, as plain functions within a transaction."""

import sqlite3
from pathlib import Path


def rounds_since(connection: sqlite3.Connection, at: float) -> int:
    """Return how many rounds were settled since this moment, in Unix seconds."""
    (count,) = connection.execute(
        "SELECT COUNT(*) FROM round WHERE state = 'settled' AND ended_at >= ?", (at,)
    ).fetchone()
    return int(count)


def size(connection: sqlite3.Connection) -> int:
    """Return the bytes that the database takes, with what is written ahead."""
    (file,) = connection.execute(
        "SELECT file FROM pragma_database_list WHERE name = 'main'"
    ).fetchone()
    files = (Path(file), Path(f"{file}-wal"))
    return sum(path.stat().st_size for path in files if path.is_file())
