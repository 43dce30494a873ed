"""What the books are kept in: a SQLite file, or a PostgreSQL server.

Every statement of the books is written once, in SQL that both take, with `?` or `:name` for values. Only where the two
differ in kind does a function ask which one it has: `isinstance(database, sqlite3.Connection)`.
"""

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeGuard

Values = Sequence[Any] | Mapping[str, Any]


class Rows(Protocol):
    """What a statement found."""

    @property
    def rowcount(self) -> int:
        """How many rows it has changed."""

    @property
    def description(self) -> Any:
        """The columns; the first value of each is its name."""

    def fetchone(self) -> Any:
        """The next row, or None."""

    def fetchall(self) -> list[Any]:
        """All rows that are left."""

    def __iter__(self) -> Iterator[Any]: ...


class ServerTransaction(Protocol):
    """A transaction on a server, where others write at the same time."""

    def execute(self, sql: str, values: Values = (), /) -> Rows:
        """Run one statement."""

    def executemany(self, sql: str, values: Iterable[Values], /) -> object:
        """Run one statement for each of these values."""

    def hold(self, ids: Collection[int], guild_id: int | None) -> None:
        """See `hold` of this module."""

    def size(self) -> int:
        """The bytes that the database takes."""


Database = sqlite3.Connection | ServerTransaction


def is_shared(database: Database) -> TypeGuard[ServerTransaction]:
    """Whether others may write at the same time. A file has one writer at a time."""
    return not isinstance(database, sqlite3.Connection)


def hold(database: Database, ids: Collection[int], guild_id: int | None = None) -> None:
    """Lock these users or channels against other transactions until this one ends.

    Take this lock before reading what you will write. A single statement needs none. With `guild_id` the transaction
    writes to a table of that guild: raises `NotOurs` where another process has taken the guild's tables over. A file
    has one writer at a time, and needs no lock.
    """
    if not isinstance(database, sqlite3.Connection):
        database.hold(ids, guild_id)


def first(connection: Database, sql: str, *values: object) -> Any:
    """Run a statement and return the first value of the first row; None without a row."""
    row = connection.execute(sql, values).fetchone()
    return row and row[0]


def execute_rows(connection: Database, sql: str, rows: Sequence[Sequence[object]]) -> Rows:
    """Run a statement in which `{rows}` stands for the values of at least one row, as in `VALUES {rows}`."""
    row = f"({places(len(rows[0]))})"
    return connection.execute(
        sql.format(rows=", ".join([row] * len(rows))), [value for row in rows for value in row]
    )


def places(count: int) -> str:
    """The placeholders of so many values, as in `IN ({places(3)})`."""
    return ", ".join("?" * count)
