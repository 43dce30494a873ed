"""Connections to a database on a server: its address, the settings of a connection, and the books' SQL as it takes it.

An address may hold a password, so it is never shown as it is.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, LiteralString

import psycopg
from psycopg.abc import Buffer
from psycopg.adapt import Dumper, Loader
from psycopg.conninfo import conninfo_to_dict
from psycopg.types.numeric import Int8Dumper

from engine.bank.errors import BankError, in_one_line
from engine.bank.postgres.errors import kind

Connection = psycopg.Connection[Any]

Opener = Callable[[], Connection]
"""Makes a connection. Raises `StorageFailed`."""

_SHAPE: Final = re.compile(
    r"postgres(ql)?://([^@/?#\s]*@)?([^@/?#\s:]*(:\d+)?(,[^@/?#\s:]*(:\d+)?)*|[^@/?#\s]*\][^@/?#\s]*)"
    r"(/[^@/?#\s]*)?(\?[^@?#\s=]+=[^#\s]*)?"
)
"""Stricter than PostgreSQL: where a sign of a password is not written as `%40`, it would be taken for another part, and
an error would show it."""


_UNREADABLE: Final = (
    "the address of the database can't be read: it is postgresql://user:password@host/name, "
    "with %40 for an @ in the password, %2F for a /, %3A for a :, %3F for a ? and %23 for a #"
)

_QUICK_TO_NOTICE: Final = {
    "application_name": "blackjack-table",
    # A server that has vanished without a word is noticed within seconds.
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}

_SETTINGS: Final = (
    "SELECT set_config('lock_timeout', $1, false),"
    # A bot that has vanished holds nobody up for longer.
    " set_config('idle_in_transaction_session_timeout', $2, false),"
    # What was promised is kept, whatever the server's default.
    " (SELECT set_config(name, 'on', false) FROM pg_settings"
    " WHERE name = 'synchronous_commit' AND setting = 'off')"
)

_PLACE: Final = re.compile(r"'[^']*'|\"[^\"]*\"|(\?)|:([a-z_]+)")
"""A text or a quoted name, which are left alone; a place by order; a place by name."""


class Address:
    """Where a database is: `postgresql://user:password@host/name`. Printed without user, password and parameters."""

    def __init__(self, text: str) -> None:
        """Raises `BankError` for what is no such address, without showing it."""
        parts = _read(text)
        if parts is None:  # raised here, so that no error of the library hangs on it
            raise BankError(_UNREADABLE)
        self._parts = parts

    def __str__(self) -> str:
        host = self._parts.get("host", "this machine")
        return f"{self._parts.get('dbname', 'the default database')} on {host}"

    def __repr__(self) -> str:
        return f"Address({str(self)!r})"

    def connect(self, seconds: float) -> Connection:
        """Return a new connection. Waits so many seconds for each host at most. Raises `psycopg.Error`."""
        wanted = {"connect_timeout": max(2, round(seconds)), **_QUICK_TO_NOTICE, **self._parts}
        connection = psycopg.connect(
            **wanted, autocommit=True, prepare_threshold=2, cursor_factory=psycopg.RawCursor
        )
        connection.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
        return connection

    def scrubbed(self, error: BaseException) -> str:
        """What an error says, in one line, without the password."""
        said = in_one_line(error)
        for secret in ("password", "sslpassword"):
            if value := self._parts.get(secret):
                said = said.replace(str(value), "…")
        return said


def _read(text: str) -> dict[str, Any] | None:
    if not _SHAPE.fullmatch(text):
        return None
    try:
        return conninfo_to_dict(text)
    except psycopg.Error:
        return None


def open_connection(address: Address, seconds: float, *, idle: float = 15.0) -> Connection:
    """Return a connection on which transactions can run; they wait so long for locks. Raises `StorageFailed`.

    The server ends a transaction in which nothing is said for `idle` seconds; 0 is for ever.
    """
    try:
        line = address.connect(seconds)
        _adapt(line)
        line.execute(_SETTINGS, [str(round(each * 1_000)) for each in (seconds, idle)])
    except psycopg.Error as error:
        said = address.scrubbed(error)
        raise kind(error)(f"the database can't be reached: {said}") from None
    return line


def one(
    connection: Connection, query: LiteralString, values: Sequence[Any] = ()
) -> tuple[Any, ...]:
    """Return the first row. Raises `psycopg.DataError` where there is none."""
    row: tuple[Any, ...] | None = connection.execute(query, values or None).fetchone()
    if row is None:
        raise psycopg.DataError("the database gave no answer")
    return row


class _Switch(Dumper):
    """True and False go into integer columns, as in SQLite."""

    oid = psycopg.adapters.types["int8"].oid

    def dump(self, obj: bool) -> bytes:
        return b"1" if obj else b"0"


class _Whole(Loader):
    """The sum of whole numbers is one, though PostgreSQL makes it a decimal."""

    def load(self, data: Buffer) -> int:
        return int(bytes(data))


def _adapt(connection: Connection) -> None:
    """Let this connection take and give the values that SQLite does."""
    connection.adapters.register_dumper(bool, _Switch)
    # One type for all: else a statement would be prepared anew for each size of number.
    connection.adapters.register_dumper(int, Int8Dumper)
    connection.adapters.register_loader("numeric", _Whole)


@lru_cache(maxsize=1_024)
def spelled(sql: str) -> tuple[str, tuple[str, ...]]:
    """Return a statement with `$1`, `$2` … for `?` or `:name`, and the names in their order."""
    names: list[str] = []
    count = 0

    def place(match: re.Match[str]) -> str:
        nonlocal count
        if match[1]:
            count += 1
            return f"${count}"
        if match[2]:
            if match[2] not in names:
                names.append(match[2])
            return f"${names.index(match[2]) + 1}"
        return match[0]

    return _PLACE.sub(place, sql), tuple(names)
