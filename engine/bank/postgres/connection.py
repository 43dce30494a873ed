"""Connections to a database on a server: the address, the settings, and pipelined statements.

A message costs the bot more than its work costs the server, and a cursor of the library doubles that. So a transaction
sends several statements in one message, without a cursor.

An address may hold a password, so it is never shown as it is.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, LiteralString

import psycopg
from psycopg import generators
from psycopg.abc import Buffer, PQGen
from psycopg.adapt import Loader, Transformer
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus, TransactionStatus
from psycopg.pq.abc import PGresult

from engine.bank.database import Values
from engine.bank.errors import BankError, in_one_line
from engine.bank.postgres.errors import Session, kind
from engine.bank.postgres.statements import Form, form, spelled
from engine.values.places import ADDRESS_HELP, is_address

Statement = tuple[str, Values]
"""SQL as the books write it, and its values."""

MOST_PREPARED: Final = 100


class Connection(psycopg.Connection[Any]):
    """A session of the server. `session` is set on connections that run transactions."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.session: Session | None = None
        self._forms: dict[tuple[str, tuple[type, ...]], Form] = {}
        """The prepared statements, by SQL and the types of the values."""
        self._has_failed = False
        """True after a failed message: it is unknown which of its statements were prepared."""
        self._loading = Transformer(self)

    def say(self, *statements: Statement) -> list[PGresult]:
        """Run the statements in one message, and return the result of each. Raises `psycopg.Error`."""
        calls, places = list[_Call](), list[int]()
        try:
            for sql, values in statements:
                calls += self._calls(sql, values)
                places.append(len(calls) - 1)
            results = self._sent(calls)
        except BaseException:
            self._has_failed = True
            raise
        return [results[place] for place in places]

    def rows(self, result: PGresult) -> list[tuple[Any, ...]]:
        self._loading.set_pgresult(result)
        return self._loading.load_rows(0, result.ntuples, tuple)

    def roll_back(self) -> None:
        is_open = self.pgconn.transaction_status != TransactionStatus.IDLE
        end: list[Statement] = [("ROLLBACK", ())] if is_open else []
        if self._has_failed:
            self._forms.clear()
            end.append(_FORGET)
        if end:
            with suppress(psycopg.Error):
                self.say(*end)
                self._has_failed = False

    def _calls(self, sql: str, values: Values) -> list["_Call"]:
        """Return the calls that send a statement. One with values is prepared on first use."""
        if not values:
            return [(self.pgconn.send_query_params, (sql.encode(), None))]
        if isinstance(values, Mapping):
            values = [values[name] for name in spelled(sql)[1]]
        types, preparing = tuple(map(type, values)), list[_Call]()
        if (known := self._forms.get((sql, types))) is None:
            if len(self._forms) == MOST_PREPARED:
                self._forms.clear()
                preparing += self._calls(*_FORGET)
            known = self._forms[sql, types] = form(f"s{len(self._forms)}", sql, types)
            what = known.name.encode(), known.text.encode(), known.types
            preparing.append((self.pgconn.send_prepare, what))
        written = [write(value) for write, value in zip(known.writes, values, strict=True)]
        return [*preparing, (self.pgconn.send_query_prepared, (known.name.encode(), written))]

    def _sent(self, calls: Sequence["_Call"]) -> list[PGresult]:
        with self.lock:
            self.pgconn.enter_pipeline_mode()
            for send, what in calls:
                send(*what)
            self.pgconn.pipeline_sync()
            results = self.wait(self._answers())
            if not self.closed:
                self.pgconn.exit_pipeline_mode()
        for result in results:
            if result.status not in (ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK):
                raise error_from_result(result)
        return results

    def _answers(self) -> PQGen[list[PGresult]]:
        """Send the queued calls, and wait for all results."""
        line, results = self.pgconn, list[PGresult]()
        yield from generators.send(line)
        try:
            while True:
                # Most results arrive with the first one: waiting for each would cost as much again.
                result = (
                    (yield from generators.fetch(line)) if line.is_busy() else line.get_result()
                )
                if result is None:  # ends the results of one statement
                    if self.closed:
                        raise psycopg.OperationalError("the connection is lost")
                elif result.status == ExecStatus.PIPELINE_SYNC:
                    return results
                else:
                    results.append(result)
        except psycopg.OperationalError:
            if not results or results[-1].status != ExecStatus.FATAL_ERROR:
                raise
        return results


_Call = tuple[Callable[..., None], tuple[Any, ...]]
_FORGET: Final[Statement] = "DEALLOCATE ALL", ()

Opener = Callable[[], Connection]
"""Makes a connection. Raises `StorageFailed`."""

_QUICK_TO_NOTICE: Final = {
    "application_name": "blackjack-table",
    # A server that vanished without closing the connection is noticed within seconds.
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}

_AS_WRITTEN: Final = {"client_encoding": "UTF8"}

_SETTINGS: Final = (
    "SELECT pid, CAST(EXTRACT(EPOCH FROM backend_start) AS text), set_config('lock_timeout', $1, false),"
    # A bot that vanished blocks others no longer than this.
    " set_config('idle_in_transaction_session_timeout', $2, false),"
    # A commit is durable, whatever the server's default.
    " (SELECT set_config(name, 'on', false) FROM pg_settings"
    " WHERE name = 'synchronous_commit' AND setting = 'off')"
    " FROM pg_stat_activity WHERE pid = pg_backend_pid()"
)


class Address:
    """The address of a database, `postgresql://user:password@host/name`; prints only name and host."""

    def __init__(self, text: str) -> None:
        """Raises `BankError` for an invalid address, without showing it."""
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
        """Return a new connection. Waits at most this many seconds for each host. Raises `psycopg.Error`."""
        wanted = {
            "connect_timeout": max(2, round(seconds)),
            **_QUICK_TO_NOTICE,
            **self._parts,
            **_AS_WRITTEN,
        }
        connection = Connection.connect(
            **wanted, autocommit=True, prepare_threshold=None, cursor_factory=psycopg.RawCursor
        )
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


def open_connection(address: Address, seconds: float, *, idle: float = 15.0) -> Connection:
    """Return a connection for transactions; `seconds` is the longest wait for a lock. Raises `StorageFailed`.

    The server ends a transaction that is idle for `idle` seconds; 0 means no limit.
    """
    try:
        line = address.connect(seconds)
        line.adapters.register_loader("numeric", _Whole)
        settings = [str(round(each * 1_000)) for each in (seconds, idle)]
        line.session = one(line, _SETTINGS, settings)[:2]
    except psycopg.Error as error:
        said = address.scrubbed(error)
        raise kind(error)(f"the database can't be reached: {said}") from None
    return line


def one(
    connection: Connection, query: LiteralString, values: Sequence[Any] = ()
) -> tuple[Any, ...]:
    """Return the first row. Raises `psycopg.DataError` without one."""
    row: tuple[Any, ...] | None = connection.execute(query, values or None).fetchone()
    if row is None:
        raise psycopg.DataError("the database gave no answer")
    return row


class _Whole(Loader):
    """Reads sums of integers as integers; PostgreSQL returns them as decimals."""

    def load(self, data: Buffer) -> int:
        return int(bytes(data))
