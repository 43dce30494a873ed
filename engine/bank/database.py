"""Types and helpers for SQL that runs on both a SQLite file and a PostgreSQL server.

Both accept `?` or `:name` for values. If they differ, a function checks `isinstance(database, sqlite3.Connection)`.
"""

import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol, TypeGuard

Values = Sequence[Any] | Mapping[str, Any]

IsOurs = Callable[[int], bool]
"""True if this process plays the tables of the guild with this id."""


class Rows(Protocol):
    @property
    def rowcount(self) -> int:
        """The number of rows that the statement changed."""

    @property
    def description(self) -> Any:
        """A tuple for each column of the result, with the name first."""

    def fetchone(self) -> Any:
        """Return the next row, or None."""

    def fetchall(self) -> list[Any]:
        """Return all remaining rows."""

    def __iter__(self) -> Iterator[Any]: ...


class ServerTransaction(Protocol):
    """A transaction on a PostgreSQL server, which has concurrent writers."""

    def execute(self, sql: str, values: Values = (), /) -> Rows:
        """Send one statement; only reading its rows or their number waits for the server."""

    def hold(self, ids: Collection[int]) -> None:
        """Lock these users or channels until the transaction ends."""


Database = sqlite3.Connection | ServerTransaction


def is_shared(database: Database) -> TypeGuard[ServerTransaction]:
    """Return True for a server, which has concurrent writers. A file has one writer at a time."""
    return not isinstance(database, sqlite3.Connection)


def hold(database: Database, ids: Collection[int]) -> None:
    """Lock these users or channels until the transaction ends. A file has one writer, and needs no locks.

    Lock before reading what you will write. A single statement needs no lock.
    """
    if not isinstance(database, sqlite3.Connection):
        database.hold(ids)


def first(connection: Database, sql: str, *values: object) -> Any:
    """Run a statement and return the first value of the first row, or None."""
    row = connection.execute(sql, values).fetchone()
    return row and row[0]


def write_rows(
    database: Database, sql: str, rows: Sequence[Sequence[object]]
) -> list[tuple[Any, ...]]:
    """Run a statement with these rows in place of `{rows}`, and return its `RETURNING` rows."""
    if not rows:
        return []
    done = database.execute(*spread(sql, rows))
    return done.fetchall() if "RETURNING" in sql else []


def spread(sql: str, rows: Sequence[Sequence[object]]) -> tuple[str, list[object]]:
    """Return a statement with placeholders for these rows in place of `{rows}`, and their values."""
    return _with_places(sql, len(rows), len(rows[0])), [value for row in rows for value in row]


@lru_cache(maxsize=256)
def _with_places(sql: str, rows: int, columns: int) -> str:
    return sql.format(rows=", ".join([f"({places(columns)})"] * rows))


def places(count: int) -> str:
    """Return `count` SQL placeholders, such as `?, ?, ?`."""
    return ", ".join("?" * count)
