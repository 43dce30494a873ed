"""Opens a SQLite database and brings its schema up to date, or says in one sentence why it can't."""

import re
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from engine.bank.errors import DatabaseDamaged, StorageFailed, explained
from engine.bank.schema import TO_PLAY, TO_READ, Kind, Migration, apply_missing, require_kind
from engine.bank.sqlite import transaction
from engine.bank.sqlite.files import damage
from engine.bank.worker_threads import outcome_of

PAGE_BYTES: Final = 1_024

_RECORD: Final = """
CREATE TABLE IF NOT EXISTS migration (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    applied_at REAL NOT NULL -- Unix seconds, UTC
) STRICT
"""

_ALL_COLUMNS: Final = (
    "SELECT s.name, c.name FROM sqlite_schema AS s LEFT JOIN pragma_table_info(s.name) AS c"
)


def prepare(
    connection: sqlite3.Connection,
    at: float,
    busy_timeout: int,
    migrations: Sequence[Migration],
    *,
    tool: bool,
    check: bool,
) -> None:
    """Set up a new connection and apply missing migrations; for a `tool`, raise an error if any is missing.

    `check` examines the whole file first. `at` in Unix seconds, `busy_timeout` in milliseconds. Raises `BankError`,
    `sqlite3.Error`.
    """
    connection.execute(f"PRAGMA busy_timeout = {busy_timeout:d}")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    # Overwrites the bytes of deleted rows. Set before the first write: migrations delete rows, too.
    connection.execute("PRAGMA secure_delete = ON")
    # Read-only checks come first, so that another program's file stays unchanged.
    schema_of(connection, migrations, TO_READ if tool else TO_PLAY)
    if check and (finding := damage(connection)):
        raise DatabaseDamaged(f"the database is damaged: {finding}")
    # For new files. A move changes a few bytes on each of a dozen pages, and every page is logged whole: small pages
    # make a commit twice as fast.
    connection.execute(f"PRAGMA page_size = {PAGE_BYTES:d}")
    _write_ahead(connection)
    migrate(connection, migrations, at)
    # SQLite opens a read-only file without an error; this write raises it.
    connection.execute("UPDATE migration SET number = number WHERE number < 0")
    if not tool:
        with suppress(sqlite3.Error):  # a kill may have left ids of forgotten users in it
            transaction.empty_log(connection)


def _write_ahead(connection: sqlite3.Connection) -> None:
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise StorageFailed(f"its file system allows no write-ahead log, only {mode!r}")


def schema_of(
    connection: sqlite3.Connection, migrations: Sequence[Migration], takes: Collection[Kind]
) -> int:
    """Return the number of a file's schema, 0 for a new one. Raises a `BankError` unless its kind is in `takes`."""
    columns: dict[str, list[str]] = {}
    for table, column in connection.execute(_ALL_COLUMNS):
        columns.setdefault(table, []).append(column)
    recorded = partial(connection.execute, "SELECT number, name FROM migration")
    return require_kind(columns, recorded, migrations, takes)


def migrate(connection: sqlite3.Connection, migrations: Sequence[Migration], at: float) -> None:
    """Apply the missing migrations in order; `at` in Unix seconds. Raises `MigrationFailed`; earlier steps stay."""
    connection.execute(_RECORD)

    def apply(migration: Migration) -> None:
        function = partial(_apply, migration=migration, at=at)
        outcome_of(partial(transaction.write, connection, [function]), explained).unwrap()

    apply_missing(_newest(connection), migrations, apply)


def statements(sql: str) -> Iterator[str]:
    """Split an SQL script into statements. `executescript` is no alternative, because it commits by itself."""
    statement = ""
    for part in re.split(r"(?<=;)", sql):
        statement += part
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        yield statement  # a final comment, or a broken statement that SQLite will name


def _apply(connection: sqlite3.Connection, migration: Migration, at: float) -> None:
    # Read inside the transaction: another process may have been quicker.
    if migration.number <= _newest(connection):
        return
    for statement in statements(migration.sql):
        connection.execute(statement)
    connection.execute(
        "INSERT INTO migration (number, name, applied_at) VALUES (?, ?, ?)",
        (migration.number, migration.name, at),
    )


def _newest(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT COALESCE(MAX(number), 0) FROM migration").fetchone()[0])
