"""The least that a bank can do: one row of JSON for each move, in the same settings of SQLite."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engine.bank.sqlite.opening import PAGE_BYTES
from engine.values.changes import Change


def text_of(change: Change) -> str:
    """All that a change says."""
    return json.dumps(_with_names(change), default=bytes.hex, separators=(",", ":"))


def _with_names(value: Any) -> Any:
    """Named tuples as what JSON calls an object."""
    if not isinstance(value, tuple):
        return value
    parts = [_with_names(part) for part in value]
    names = getattr(value, "_fields", None)
    return parts if names is None else dict(zip(names, parts, strict=True))


@contextmanager
def rows() -> Iterator[tuple[sqlite3.Connection, Path]]:
    """A new file with an empty table for the texts."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "rows.db")
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute(f"PRAGMA page_size = {PAGE_BYTES:d}")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA secure_delete = FAST")
            connection.execute("PRAGMA journal_mode = WAL").fetchone()
            connection.execute("CREATE TABLE move (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
            yield connection, path


def keep(connection: sqlite3.Connection, texts: Sequence[str]) -> None:
    """Keep the texts in one commit."""
    connection.execute("BEGIN IMMEDIATE")
    for text in texts:
        connection.execute("INSERT INTO move (text) VALUES (?)", (text,))
    connection.execute("COMMIT")
