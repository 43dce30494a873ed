"""Opens a database and brings its schema up to date, or says in one sentence why that is impossible."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from typing import Final

from engine.bank.errors import BankError, DatabaseDamaged, StorageFailed, explained
from engine.bank.schema import Migration
from engine.bank.sqlite import migrate
from engine.bank.sqlite.connection import Connection
from engine.bank.sqlite.files import damage

PAGE_BYTES: Final = 1_024

_Column = tuple[object, ...]


async def open_connection(
    path: Path,
    at: float,
    *,
    busy_timeout: int,
    migrations: Sequence[Migration],
    claim: bool = False,
    tool: bool = False,
) -> Connection:
    """Open or create a database and apply the migrations that it lacks.

    `at` in Unix seconds, `busy_timeout` in milliseconds; a bot claims its file, a tool does not. A tool applies no
    migration, because an older bot may be using the file. Raises `BankError` with the path and the reason.
    """
    prepare = partial(_prepare, at=at, busy_timeout=busy_timeout, migrations=migrations, tool=tool)
    try:
        return await Connection.open(path, prepare, claim=claim)
    except OSError as error:
        raise StorageFailed(f"can't use {path}: {error.strerror or error}") from error
    except (BankError, sqlite3.Error, UnicodeDecodeError) as error:
        reason = explained(error)
        kind = type(reason) if isinstance(reason, BankError) else BankError
        raise kind(f"can't use {path}: {reason}") from error


def _prepare(
    connection: sqlite3.Connection,
    at: float,
    busy_timeout: int,
    migrations: Sequence[Migration],
    tool: bool,
) -> None:
    connection.execute(f"PRAGMA busy_timeout = {busy_timeout:d}")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    # Overwrites the old bytes of a changed row, whatever the default of this SQLite; no extra page is written. Set
    # before anything is written: migrations move ids, and a rewrite of the whole file obeys it, too.
    connection.execute("PRAGMA secure_delete = FAST")
    # First the checks that only read: a file of another program stays as it is.
    migrate.check(connection, migrations)
    if tool:
        migrate.require_up_to_date(connection, migrations)
    _require_sound(connection)
    # Of a new file only. A move changes a few bytes on each of a dozen pages, and every page is logged whole: small
    # ones make a commit twice as quick. Reading a whole file takes a tenth longer.
    connection.execute(f"PRAGMA page_size = {PAGE_BYTES:d}")
    _write_ahead(connection)
    migrate.migrate(connection, migrations, at)
    _require_schema(connection, migrations)
    # SQLite opens a read-only file without an error; this write raises it.
    connection.execute("UPDATE migration SET number = number WHERE number < 0")


def _require_sound(connection: sqlite3.Connection) -> None:
    if finding := damage(connection):
        raise DatabaseDamaged(f"the database is damaged: {finding}")


def _require_schema(connection: sqlite3.Connection, migrations: Sequence[Migration]) -> None:
    """Compare tables and columns with those that the migrations make; a damaged schema may still be valid SQL."""
    if missing := _columns_after(tuple(migrations)) - _columns(connection):
        raise DatabaseDamaged(f"the database is damaged: {min(missing)[0]} is not what it was")


@cache
def _columns_after(migrations: tuple[Migration, ...]) -> frozenset[_Column]:
    """What these migrations make of a database that is empty."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrate.migrate(fresh, migrations, at=0)
        return _columns(fresh)


def _columns(connection: sqlite3.Connection) -> frozenset[_Column]:
    """Tables and indexes, each with its columns."""
    return frozenset(
        connection.execute(
            "SELECT s.type || ' ' || s.name, c.name, c.type, c.\"notnull\", c.pk"
            " FROM sqlite_schema AS s LEFT JOIN pragma_table_xinfo(s.name) AS c"
            " WHERE s.type IN ('table', 'index') AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        )
    )


def _write_ahead(connection: sqlite3.Connection) -> None:
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise StorageFailed(f"its file system allows no write-ahead log, only {mode!r}")
