"""What the books are kept in: a SQLite file, or a PostgreSQL server.

Every statement of the books is written once, in SQL that both take, with `?` or `:name` for values. Only where the two
differ in kind does a function ask which one it has: `isinstance(database, sqlite3.Connection)`.
"""

import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol, TypeGuard

Found = Sequence[tuple[Any, ...]]
"""Rows."""

Values = Sequence[Any] | Mapping[str, Any]

IsOurs = Callable[[int], bool]
"""True if this process plays the tables of the guild with this id."""


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

    def write(self, sql: str, rows: Sequence[Sequence[Any]], expected: Found, /) -> Found:
        """See `write` and `write_rows` of this module."""

    def hold(self, ids: Collection[int], guild_id: int | None) -> None:
        """See `hold` of this module."""


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


def write(database: Database, sql: str, values: Sequence[object], expected: Found = ()) -> Found:
    """Run a statement that writes, and return what its `RETURNING` says; `expected` is what it says if all is well.

    On a server this may only be noted, to be sent as one with what follows, and what is expected is returned. If it was
    wrong, nothing is kept, and the whole transaction is run anew, each statement at once. So whatever may come to
    nothing has a `RETURNING` with a key of the row as its first column; what has none writes rows or fails.
    """
    if isinstance(database, sqlite3.Connection):
        return database.execute(sql, values).fetchall()
    return database.write(sql, (values,), expected)


def write_rows(
    database: Database, sql: str, rows: Sequence[Sequence[object]], expected: Found = ()
) -> Found:
    """The same where `VALUES {rows}` stands for the values of rows; without any, nothing is run."""
    if not rows:
        return ()
    if isinstance(database, sqlite3.Connection):
        return database.execute(*spread(sql, rows)).fetchall()
    return database.write(sql, rows, expected)


def spread(sql: str, rows: Sequence[Sequence[object]]) -> tuple[str, list[object]]:
    """Return a statement with a place for each value of these rows where it has `{rows}`; and the values."""
    return _with_places(sql, len(rows), len(rows[0])), [value for row in rows for value in row]


@lru_cache(maxsize=256)
def _with_places(sql: str, rows: int, columns: int) -> str:
    return sql.format(rows=", ".join([f"({places(columns)})"] * rows))


def next_id(table: str, *, shared: bool) -> str:
    """SQL for an id that nobody else gets, to be written and returned with a new row of a table.

    For a file it is NULL, in whose place the row gets its id.
    """
    return f"(SELECT nextval(pg_get_serial_sequence('{table}', 'id')))" if shared else "NULL"


def places(count: int) -> str:
    """The placeholders of so many values, as in `IN ({places(3)})`."""
    return ", ".join("?" * count)
