"""Opens connections to a PostgreSQL server.

An address may hold a password, so it is never shown in full.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, LiteralString

import psycopg
from psycopg.abc import Buffer
from psycopg.adapt import Loader
from psycopg.conninfo import conninfo_to_dict
from psycopg.types.numeric import Int8Dumper

from engine.bank.errors import BankError, in_one_line
from engine.bank.postgres.errors import kind
from engine.values.places import ADDRESS_HELP, is_address

Connection = psycopg.Connection[Any]

Opener = Callable[[], Connection]
IDLE_SECONDS: Final = 4.0
"""The longest pause in a transaction, after which the server ends its session. Less than the wait for a lock."""

_DEFAULTS: Final = {
    "application_name": "blackjack-table",
    # Notices within seconds that a server vanished without closing the connection.
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    # A replica refuses all writes: rather try the next host of the address, or again later.
    "target_session_attrs": "read-write",
}

_AS_WRITTEN: Final = {"client_encoding": "UTF8"}

_SETTINGS: Final = (
    "SELECT set_config('lock_timeout', $1, false),"
    " set_config('idle_in_transaction_session_timeout', $2, false),"
    # The locks of a process that vanished without closing the connection block others for seconds only.
    " set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),"
    " set_config('tcp_keepalives_count', '3', false),"
    # A commit is durable, whatever the server's default.
    " (SELECT set_config(name, 'on', false) FROM pg_settings"
    " WHERE name = 'synchronous_commit' AND setting = 'off')"
)


class Address:
    """The address of a database, `postgresql://user:password@host/name`; prints only name and host."""

    def __init__(self, text: str) -> None:
        """Parse the text. Raises `BankError`, without the text in its message."""
        parts = _read(text)
        if parts is None:  # raised here, so that no library error is chained to it
            raise BankError(ADDRESS_HELP)
        self._parts = parts

    def __str__(self) -> str:
        host = self._parts.get("host", "this machine")
        return f"{self._parts.get('dbname', 'the default database')} on {host}"

    def __repr__(self) -> str:
        return f"Address({str(self)!r})"

    def connect(self, seconds: float) -> Connection:
        """Return a new connection, waiting this many seconds for each host. Raises `psycopg.Error`."""
        wanted = {
            "connect_timeout": max(2, round(seconds)),
            **_DEFAULTS,
            **self._parts,
            **_AS_WRITTEN,
        }
        connection = Connection.connect(**wanted, autocommit=True, cursor_factory=psycopg.RawCursor)
        connection.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
        return connection

    def scrubbed(self, error: BaseException) -> str:
        """Return an error's message in one line, without the password."""
        said = in_one_line(error)
        for secret in ("password", "sslpassword"):
            if value := self._parts.get(secret):
                said = said.replace(str(value), "…")
        return said


def _read(text: str) -> dict[str, Any] | None:
    if not is_address(text):
        return None
    try:
        return conninfo_to_dict(text)
    except psycopg.Error:
        return None


def open_connection(address: Address, seconds: float, *, idle: float = IDLE_SECONDS) -> Connection:
    """Return a connection for transactions; `seconds` is the longest wait for a lock. Raises `StorageFailed`.

    The server ends a transaction that is idle for `idle` seconds; 0 means no limit.
    """
    try:
        connection = address.connect(seconds)
        # One type for all integers: otherwise each size of number would need its own prepared statement.
        connection.adapters.register_dumper(int, Int8Dumper)
        connection.adapters.register_dumper(bool, Int8Dumper)
        connection.adapters.register_loader("numeric", _Whole)
        one(connection, _SETTINGS, [str(round(each * 1_000)) for each in (seconds, idle)])
    except psycopg.Error as error:
        said = address.scrubbed(error)
        raise kind(error)(f"the database can't be reached: {said}") from None
    return connection


def one(
    connection: Connection, query: LiteralString, values: Sequence[Any] = ()
) -> tuple[Any, ...]:
    """Run a query and return its first row. Raises `psycopg.DataError` without one."""
    row: tuple[Any, ...] | None = connection.execute(query, values or None).fetchone()
    if row is None:
        raise psycopg.DataError("the database gave no answer")
    return row


class _Whole(Loader):
    """Loads sums of integers as `int`; PostgreSQL returns them as decimals."""

    def load(self, data: Buffer) -> int:
        return int(bytes(data))
