"""Brings the schema of a file up to date: each migration is applied and recorded in a transaction of its own."""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from functools import partial

from engine.bank.errors import (
    BankError,
    DatabaseTooNew,
    DatabaseTooOld,
    MigrationFailed,
    NotADatabase,
)
from engine.bank.schema import Migration
from engine.bank.sqlite import transaction

_RECORD = """
CREATE TABLE IF NOT EXISTS migration (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    applied_at REAL NOT NULL -- Unix seconds, UTC
) STRICT
"""


def check(connection: sqlite3.Connection, migrations: Sequence[Migration]) -> None:
    """Raise `DatabaseTooNew`, or `NotADatabase` if another program made it; changes nothing."""
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    if tables and "migration" not in tables:
        raise NotADatabase("the file is a SQLite database, but not one of this program")
    newest = max(_applied(connection), default=0) if tables else 0
    if newest > len(migrations):
        raise DatabaseTooNew(
            f"the database has schema {newest} and this program knows {len(migrations)} at most: "
            "run the newer version"
        )


def require_up_to_date(connection: sqlite3.Connection, migrations: Sequence[Migration]) -> None:
    """Raise `DatabaseTooOld` where a migration is missing; changes nothing. `check` comes before it."""
    empty = connection.execute("SELECT 1 FROM sqlite_schema").fetchone() is None
    newest = 0 if empty else max(_applied(connection), default=0)
    if newest < len(migrations):
        raise DatabaseTooOld(
            f"the database has schema {newest} and this program needs {len(migrations)}: "
            "start the bot first, it brings the database up to date"
        )


def migrate(connection: sqlite3.Connection, migrations: Sequence[Migration], at: float) -> None:
    """Apply what is missing, in order; `at` in Unix seconds. Raises `MigrationFailed`; earlier steps stay."""
    connection.execute(_RECORD)
    applied = _applied(connection)
    for migration in (one for one in migrations if one.number not in applied):
        (outcome,) = transaction.write(connection, [partial(_apply, migration=migration, at=at)])
        try:
            outcome.unwrap()
        except BankError as error:
            raise MigrationFailed(
                f"migration {migration.number} ({migration.name}) could not be applied: {error}"
            ) from error


def statements(sql: str) -> Iterator[str]:
    """Split a script into its statements; `executescript` can't be used, because it commits on its own."""
    statement = ""
    for part in re.split(r"(?<=;)", sql):
        statement += part
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        yield statement  # a closing comment, or a broken statement that SQLite will name


def _apply(connection: sqlite3.Connection, migration: Migration, at: float) -> None:
    # Asked within the transaction: another process may have been quicker.
    if migration.number in _applied(connection):
        return
    for statement in statements(migration.sql):
        connection.execute(statement)
    connection.execute(
        "INSERT INTO migration (number, name, applied_at) VALUES (?, ?, ?)",
        (migration.number, migration.name, at),
    )


def _applied(connection: sqlite3.Connection) -> set[int]:
    return {number for (number,) in connection.execute("SELECT number FROM migration")}
