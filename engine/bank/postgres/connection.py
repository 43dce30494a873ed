"""A connection on which a bank's transactions run, and how it is asked for one row."""

from collections.abc import Callable, Sequence
from typing import Any, Final, LiteralString, TypeVar

import psycopg

from engine.bank.database import Database
from engine.bank.postgres.address import Address
from engine.bank.postgres.errors import kind
from engine.bank.postgres.spelling import adapt

T = TypeVar("T")

Function = Callable[[Database], T]
Line = psycopg.Connection[Any]

Opener = Callable[[], Line]
"""Makes a connection. Raises `StorageFailed`."""

_SETTINGS: Final = (
    "SELECT set_config('lock_timeout', $1, false),"
    # A bot that has vanished holds nobody up for longer.
    " set_config('idle_in_transaction_session_timeout', '15000', false),"
    # What was promised is kept, whatever the server's default.
    " (SELECT set_config(name, 'on', false) FROM pg_settings"
    " WHERE name = 'synchronous_commit' AND setting = 'off')"
)


def open_line(address: Address, seconds: float) -> Line:
    """Return a connection on which transactions can run; they wait so long for locks. Raises `StorageFailed`."""
    try:
        line = address.connect(seconds)
        adapt(line)
        line.execute(_SETTINGS, (str(round(seconds * 1_000)),))
    except psycopg.Error as error:
        said = address.scrubbed(error)
        raise kind(error)(f"the database can't be reached: {said}") from None
    return line


def one(
    connection: psycopg.Connection[Any], query: LiteralString, values: Sequence[Any] = ()
) -> tuple[Any, ...]:
    """Return the first row. Raises `psycopg.DataError` where there is none."""
    row: tuple[Any, ...] | None = connection.execute(query, values or None).fetchone()
    if row is None:
        raise psycopg.DataError("the database gave no answer")
    return row
