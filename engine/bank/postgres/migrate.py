"""Brings the schema of a server's database up to date: each migration in a transaction of its own, which records it."""

from collections.abc import Sequence
from typing import Any, Final

import psycopg

from engine.bank.errors import (
    DatabaseTooNew,
    DatabaseTooOld,
    MigrationFailed,
    NotADatabase,
    in_one_line,
)
from engine.bank.postgres.connection import one
from engine.bank.postgres.errors import passes
from engine.bank.postgres.shards import somebody_plays
from engine.bank.schema import Migration

_ALONE: Final = "SELECT pg_advisory_xact_lock(CAST($1 AS int), 0)"
_LOCK: Final = 0x626A0003
"""Of the migrations: processes that start together wait for each other."""

_RECORD: Final = """
CREATE TABLE IF NOT EXISTS migration (
    number BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    applied_at DOUBLE PRECISION NOT NULL -- Unix seconds, UTC
)
"""
_TABLES: Final = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"


def migrate(
    connection: psycopg.Connection[Any], migrations: Sequence[Migration], at: float, *, tool: bool
) -> None:
    """Apply what is missing, in order; `at` in Unix seconds. A tool applies nothing, nor anybody while a bot plays.

    Raises `NotADatabase`, `DatabaseTooNew`, `DatabaseTooOld`, `MigrationFailed` or `psycopg.Error`; earlier steps stay.
    """
    newest = _newest(connection)
    if newest > migrations[-1].number:
        raise DatabaseTooNew(
            f"the database has schema {newest} and this program knows {migrations[-1].number} at most: "
            "run the newer version"
        )
    if tool and newest < migrations[-1].number:
        raise DatabaseTooOld(
            f"the database has schema {newest} and this program needs {migrations[-1].number}: "
            "start the bot first, it brings the database up to date"
        )
    missing = newest < migrations[-1].number
    # Asked again: who plays may have brought it up to date a moment ago.
    if missing and newest and somebody_plays(connection) and newest == _newest(connection):
        raise DatabaseTooOld(
            f"the database has schema {newest}, this program needs {migrations[-1].number}, and a bot plays on it: "
            "stop all bots before you start a newer one"
        )
    for migration in migrations:
        if migration.number > newest:
            _apply(connection, migration, at)


def _newest(connection: psycopg.Connection[Any]) -> int:
    """The number of the schema; 0 for a database without tables. Raises `NotADatabase`."""
    (encoding,) = one(connection, "SELECT current_setting('server_encoding')")
    if encoding != "UTF8":
        raise NotADatabase(f"its texts are {encoding}: create it with the encoding UTF8")
    tables = {name for (name,) in connection.execute(_TABLES).fetchall()}
    if tables and "migration" not in tables:
        raise NotADatabase("it has tables of another program: give the bot a database of its own")
    if not tables:
        return 0
    return int(one(connection, "SELECT COALESCE(MAX(number), 0) FROM migration")[0])


def _apply(connection: psycopg.Connection[Any], migration: Migration, at: float) -> None:
    try:
        with connection.transaction():
            connection.execute("SET LOCAL lock_timeout = 0")  # another process may take its time
            connection.execute(_ALONE, (_LOCK,))
            connection.execute(_RECORD)
            # Asked within the transaction: another process may have been quicker.
            if migration.number > _newest(connection):
                connection.execute(migration.sql, prepare=False)
                connection.execute(
                    "INSERT INTO migration (number, name, applied_at) VALUES ($1, $2, $3)",
                    (migration.number, migration.name, at),
                )
    except psycopg.Error as error:
        if passes(error):
            raise
        said = in_one_line(error.diag.message_primary or error)
        raise MigrationFailed(
            f"migration {migration.number} ({migration.name}) could not be applied: {said}"
        ) from error
