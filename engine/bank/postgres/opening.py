"""Opens a PostgreSQL database and brings its schema up to date, or says in one sentence why it can't."""

import asyncio
from collections.abc import Collection, Sequence
from contextlib import closing
from functools import partial
from typing import Final

import psycopg

from engine.bank.errors import BankError, DatabaseTooOld, NotADatabase, in_one_line
from engine.bank.postgres.connection import Address, Connection, one, open_connection
from engine.bank.postgres.errors import is_temporary, to_bank_error
from engine.bank.postgres.leases import ARE_HELD
from engine.bank.postgres.store import ServerStore
from engine.bank.schema import (
    TO_PLAY,
    TO_READ,
    Kind,
    Migration,
    apply_missing,
    known_migrations,
    require_kind,
)
from engine.bank.store import Gauges, ShardRange

_ALONE: Final = "SELECT pg_advisory_xact_lock(CAST($1 AS int), 0)"
_LOCK: Final = 0x626A0003
"""Processes that start together wait for each other."""

_ARE_LOCKED: Final = (
    "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 1651113985 AND objsubid = 2"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
)
"""True if a bot of version 1.0.0 plays, with locks in place of leases."""

_RECORD: Final = """
CREATE TABLE IF NOT EXISTS migration (
    number BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    applied_at DOUBLE PRECISION NOT NULL -- Unix seconds, UTC
)
"""
_COLUMNS: Final = (
    "SELECT CAST(relname AS text), CAST(attname AS text) FROM pg_class"
    " LEFT JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped"
    " WHERE relnamespace = CAST(current_schema() AS regnamespace) AND relkind IN ('r', 'p')"
    " ORDER BY relname, attnum"
)


async def open_server(
    text: str,
    at: float,
    *,
    busy_timeout: int,
    claim: bool,
    tool: bool,
    share: ShardRange,
    gauges: Gauges | None,
) -> ServerStore:
    """Connect to a database, bring its schema up to date, and return its store; see `Bank.open`. Raises `BankError`."""
    address = Address(text)
    await asyncio.to_thread(_prepare, address, at, busy_timeout / 1_000, tool)
    store = ServerStore(address, share, busy_timeout / 1_000, gauges)
    if claim:
        try:
            await store.notice_rollback(at)
        except BaseException:
            await store.close()
            raise
    return store


def _prepare(address: Address, at: float, seconds: float, tool: bool) -> None:
    try:
        with closing(open_connection(address, seconds)) as connection:
            _migrate(connection, known_migrations("postgresql"), at, tool=tool)
    except (BankError, psycopg.Error) as error:
        trouble = to_bank_error(error)
        raise type(trouble)(f"can't use {address}: {trouble}") from error


def _migrate(
    connection: Connection, migrations: Sequence[Migration], at: float, *, tool: bool
) -> None:
    takes, known = TO_READ if tool else TO_PLAY, migrations[-1].number
    newest = _schema_of(connection, migrations, takes)
    # Read again: the bot may have just brought the schema up to date.
    if 0 < newest < known and a_bot_plays(connection) and newest == _newest(connection):
        raise DatabaseTooOld(
            f"the database has schema {newest}, this program needs {known}, and a bot plays on it: "
            "stop all bots before you start a newer one"
        )
    apply_missing(newest, migrations, partial(_apply, connection, at=at))


def a_bot_plays(connection: Connection) -> bool:
    """Return True if a bot uses the database, including bots of version 1.0.0."""
    (has_leases,) = one(connection, "SELECT to_regclass('lease') IS NOT NULL")
    query = ARE_HELD if has_leases else _ARE_LOCKED
    return bool(one(connection, query)[0])


def _schema_of(
    connection: Connection, migrations: Sequence[Migration], takes: Collection[Kind]
) -> int:
    (encoding,) = one(connection, "SELECT current_setting('server_encoding')")
    if encoding != "UTF8":
        raise NotADatabase(f"its encoding is {encoding}: create it with UTF8")
    columns: dict[str, list[str]] = {}
    for table, column in connection.execute(_COLUMNS).fetchall():
        columns.setdefault(table, []).append(column)

    def recorded() -> list[tuple[int, str]]:
        return connection.execute("SELECT number, name FROM migration").fetchall()

    return require_kind(columns, recorded, migrations, takes)


def _newest(connection: Connection) -> int:
    return int(one(connection, "SELECT COALESCE(MAX(number), 0) FROM migration")[0])


def _apply(connection: Connection, migration: Migration, at: float) -> None:
    try:
        with connection.transaction():
            connection.execute("SET LOCAL lock_timeout = 0")  # another process may be slow
            connection.execute(_ALONE, (_LOCK,))
            connection.execute(_RECORD)
            # Read inside the transaction: another process may have been quicker.
            if migration.number > _newest(connection):
                connection.execute(migration.sql, prepare=False)
                connection.execute(
                    "INSERT INTO migration (number, name, applied_at) VALUES ($1, $2, $3)",
                    (migration.number, migration.name, at),
                )
    except psycopg.Error as error:
        if is_temporary(error):
            raise
        raise BankError(in_one_line(error.diag.message_primary or error)) from error
