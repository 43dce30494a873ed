"""Runs a function as a transaction on a connection to the server, and finds out what became of a COMMIT.

A connection that is lost says nothing about the COMMIT that was on its way. The server knows: each transaction has a
number, which is asked for at its beginning, and whether that number was committed can be asked on any connection.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from typing import Any, Final, TypeVar

import psycopg

from engine.bank.database import Rows, Values
from engine.bank.postgres.connection import Connection, one, spelled
from engine.bank.postgres.errors import Lost
from engine.bank.postgres.shards import Shards

T = TypeVar("T")

_BEGIN: Final = (
    # Whatever is usual on the server: each statement sees what was committed before the locks were had.
    "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SELECT CAST(pg_current_xact_id() AS text)"
)
_BEGIN_TO_READ: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_NO_SHARDS: Final = Shards()
_HOLD: Final = "SELECT pg_advisory_xact_lock(id) FROM unnest($1::bigint[]) AS id"


class Transaction:
    """The database within a transaction: a `ServerTransaction` of `engine.bank.database`."""

    __slots__ = ("_connection", "_shards")

    def __init__(self, connection: Connection, shards: Shards) -> None:
        self._connection = connection
        self._shards = shards

    def execute(self, sql: str, values: Values = (), /) -> Rows:
        """Run one statement."""
        text, names = spelled(sql)
        if isinstance(values, Mapping):
            values = [values[name] for name in names]
        return self._connection.execute(text, values or None)

    def executemany(self, sql: str, values: Iterable[Values], /) -> None:
        """Run one statement for each of these values."""
        for some in values:
            self.execute(sql, some)

    def hold(self, ids: Collection[int], guild_id: int | None) -> None:
        """See `hold` of `engine.bank.database`; in one order, the shard first, so that nobody waits in a ring."""
        if guild_id is not None and self._shards.numbers:
            self._shards.hold(self._connection, guild_id, sorted(ids))
        elif ids:
            self._connection.execute(_HOLD, (sorted(ids),))

    def size(self) -> int:
        """The bytes that the database takes."""
        return int(one(self._connection, "SELECT pg_database_size(current_database())")[0])


class Unknown(Exception):
    """The connection was lost on the way of the COMMIT of a function that had returned `value`.

    `number` is the transaction's, `process` the server's for the connection.
    """

    def __init__(self, number: str, process: int, value: Any) -> None:
        super().__init__(f"transaction {number}")
        self.number = number
        self.process = process
        self.value = value


def write(connection: Connection, function: Callable[[Transaction], T], shards: Shards) -> T:
    """Run the function and commit. Raises what it raises, `psycopg.Error`, `Lost` or `Unknown`."""
    number, process = None, connection.info.backend_pid
    try:
        number = _begin(connection)
        value = function(Transaction(connection, shards))
    except BaseException as error:
        _roll_back(connection)
        if connection.closed:
            raise Lost(number, process) from error
        raise
    try:
        ended = connection.execute("COMMIT", prepare=False).statusmessage
    except psycopg.Error as error:
        if connection.closed:
            raise Unknown(number, process, value) from error
        raise
    if ended != "COMMIT":  # an error that the function has swallowed had ended the transaction
        raise psycopg.InternalError("the transaction had failed before its end")
    return value


def read(connection: Connection, function: Callable[[Transaction], T]) -> T:
    """Run the function on one state of the database. Raises what it raises, `psycopg.Error` or `Lost`."""
    try:
        connection.execute(_BEGIN_TO_READ, prepare=False)
        return function(Transaction(connection, _NO_SHARDS))
    except BaseException as error:
        if connection.closed:
            raise Lost from error
        raise
    finally:
        _roll_back(connection)


def stop(connection: Connection, lost: Lost | Unknown) -> None:
    """End a transaction whose connection was lost, by another one: the server may not have noticed yet.

    Until then it would hold all that it holds. Raises `psycopg.Error`.
    """
    if lost.number is not None:
        connection.execute(_STOP, (lost.process, lost.number))


def was_kept(connection: Connection, doubt: Unknown) -> bool:
    """Ask the server, by another connection, what became of a COMMIT. Raises `psycopg.Error`: then it is unknown."""
    stop(connection, doubt)
    (status,) = one(connection, _STATUS, (doubt.number,))
    if status not in ("committed", "aborted"):
        raise psycopg.OperationalError("the transaction has not ended")
    return bool(status == "committed")


_STOP: Final = (
    "SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity"
    " WHERE pid = $1 AND backend_xid = CAST(CAST(CAST($2 AS text) AS xid8) AS xid)"
)
_STATUS: Final = "SELECT pg_xact_status(CAST(CAST($1 AS text) AS xid8))"


def _begin(connection: Connection) -> str:
    cursor = connection.execute(_BEGIN, prepare=False)
    cursor.nextset()
    ((number,),) = cursor.fetchall()
    return str(number)


def _roll_back(connection: Connection) -> None:
    with suppress(psycopg.Error):
        connection.execute("ROLLBACK", prepare=False)
