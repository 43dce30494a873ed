"""Connections to a database on a server: its address, the settings of a connection, and the books' SQL as it takes it.

An address may hold a password, so it is never shown as it is.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from json import dumps
from typing import Any, Final, LiteralString

import psycopg
from psycopg.abc import Buffer
from psycopg.adapt import Dumper, Loader
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGresult
from psycopg.types.numeric import Int8Dumper

from engine.bank.database import spread
from engine.bank.errors import BankError, in_one_line
from engine.bank.postgres.errors import Session, kind


class Connection(psycopg.Connection[Any]):
    """A session of the server."""

    session: Session | None = None
    """Known of those on which transactions run."""

    def say(self, message: str) -> PGresult:
        """Run statements without values, and return what the last one found; a cursor takes three times as long.

        Raises `psycopg.Error`.
        """
        result = self.pgconn.exec_(message.encode())
        if result.status in (ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK):
            return result
        if self.closed:
            raise psycopg.OperationalError(result.error_message.decode(errors="replace"))
        raise error_from_result(result)


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
    "SELECT pid, CAST(EXTRACT(EPOCH FROM backend_start) AS text), set_config('lock_timeout', $1, false),"
    # A bot that has vanished holds nobody up for longer.
    " set_config('idle_in_transaction_session_timeout', $2, false),"
    # What was promised is kept, whatever the server's default.
    " (SELECT set_config(name, 'on', false) FROM pg_settings"
    " WHERE name = 'synchronous_commit' AND setting = 'off')"
    " FROM pg_stat_activity WHERE pid = pg_backend_pid()"
)

_PLACE: Final = re.compile(r"'[^']*'|\"[^\"]*\"|(\?)|:([a-z_]+)")
"""A text or a quoted name, which are left alone; a place by order; a place by name."""

_TARGET: Final = re.compile(r"(?:INSERT INTO|UPDATE|DELETE FROM) ([a-z_]+)")


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
        connection = Connection.connect(
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
        settings = [str(round(each * 1_000)) for each in (seconds, idle)]
        line.session = one(line, _SETTINGS, settings)[:2]
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


_TYPES: Final = {int: "bigint", float: "double precision", str: "text"}


def filled(sql: str, rows: Sequence[Sequence[Any]]) -> tuple[str, Sequence[Any]]:
    """Return a statement that writes these rows, which stand where it has `VALUES {rows}`, if anywhere; and its values.

    What is inserted goes as one value where it can: the server prepares a statement for each text.
    """
    if "{rows}" not in sql:
        return sql, rows[0]
    types = tuple(map(type, rows[0]))
    if sql.startswith("INSERT") and _TYPES.keys() >= set(types):
        return _from_json(sql, types), (dumps(rows),)
    return spread(sql, rows)


@lru_cache(maxsize=1_024)
def _from_json(sql: str, types: tuple[type, ...]) -> str:
    columns = (f"CAST(r->>{place} AS {_TYPES[kind]})" for place, kind in enumerate(types))
    rows = f"SELECT {', '.join(columns)} FROM json_array_elements(CAST(? AS json)) AS r"  # noqa: S608
    return sql.replace("VALUES {rows}", rows)


@lru_cache(maxsize=1_024)
def together(statements: tuple[str, ...]) -> str:
    """Return one statement that does what these do, each on the database as it was before them, in their order.

    It finds one row: for each of them its rows as a text, `(1,two) (3,four)`, or None.
    """
    parts = ", ".join(f"s{place} AS ({sql})" for place, sql in enumerate(statements))
    rows = ", ".join(
        f"(SELECT string_agg(CAST(s{place} AS text), ' ') FROM s{place})"  # noqa: S608
        if " RETURNING " in sql
        else "NULL"
        for place, sql in enumerate(statements)
    )
    return f"WITH {parts} SELECT {rows}"


@lru_cache(maxsize=1_024)
def target(sql: str) -> str:
    """Return the table to which a statement writes."""
    return "".join(_TARGET.findall(sql)[:1])
