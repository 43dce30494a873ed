"""Runs a function as a transaction on a connection to the server, and determines the outcome of a lost COMMIT.

A message costs the bot more than its work costs the server, so a transaction usually needs two: one with BEGIN, the
locks and a read, and one with all writes and the COMMIT. Writes are queued, and assumed to return the rows that the
books expect; the server verifies that before the COMMIT. If an assumption was wrong, or the books refused because of
one, the function runs again in a new transaction, each statement at once.

A lost connection leaves the outcome of a COMMIT unknown. So the transaction reads its number at the start, and any
connection can ask the server whether that number was committed.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Final, TypeVar

import psycopg
from psycopg.pq.abc import PGresult

from engine.bank.database import Values

Found = Any
from engine.bank.errors import StorageFailed
from engine.bank.postgres.connection import Connection, Statement, one
from engine.bank.postgres.errors import Lost, Session, meaning
from engine.bank.postgres.shards import Shards
from engine.bank.postgres.statements import filled, listed, target, together

T = TypeVar("T")

# Whatever the server's default: each statement sees the commits made before the locks were acquired.
_BEGIN: Final = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", ()
_BEGIN_TO_READ: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", ()
_LOCK: Final = "SELECT pg_advisory_xact_lock(id) FROM unnest(ARRAY[{}]::bigint[]) AS id"
_NO_SHARDS: Final = Shards()


class Answer:
    """The result of a statement: the `Rows` of `engine.bank.database`."""

    __slots__ = ("_result", "_rows")

    def __init__(self, connection: Connection, result: PGresult) -> None:
        self._result = result
        self._rows = iter(connection.rows(result))

    @property
    def rowcount(self) -> int:
        return self._result.command_tuples or 0

    @property
    def description(self) -> list[tuple[str]]:
        names = map(self._result.fname, range(self._result.nfields))
        return [((name or b"").decode(),) for name in names]

    def fetchone(self) -> Any:
        return next(self._rows, None)

    def fetchall(self) -> list[Any]:
        return list(self._rows)

    def __iter__(self) -> Iterator[Any]:
        return self._rows


class Transaction:
    """The database within a transaction: a `ServerTransaction` of `engine.bank.database`.

    Its first message begins it, and sets its `number` if it may write.
    """

    def __init__(
        self,
        connection: Connection,
        shards: Shards = _NO_SHARDS,
        *,
        notes: bool = False,
        reads: bool = False,
    ) -> None:
        """Queue the writes with `notes`; allow no writes with `reads`."""
        self._connection = connection
        self._shards = shards
        self._notes = notes
        self._unsaid: list[Statement] = [_BEGIN_TO_READ if reads else _BEGIN]
        self._asked: list[tuple[int, int | None]] = []
        """Which queued statements ask for the transaction's number, each with the shard that it locks."""
        self._noted: list[tuple[str, Sequence[Any], Found]] = []
        self._keys = set[tuple[str, Any]]()
        """The rows with queued writes, by table and key."""
        self.number: str | None = "" if reads else None
        self.trusts = False
        """True once the function has received expected rows in place of real ones."""

    def execute(self, sql: str, values: Values = (), /) -> Answer:
        """Run one statement, after the queued writes."""
        self._put_noted()
        self._put_question()
        self._unsaid.append((sql, values))
        return Answer(self._connection, self._say())

    def write(self, sql: str, rows: Sequence[Sequence[Any]], expected: Found, /) -> Found:
        """See `write` of `engine.bank.database`. Statements sent together don't see each other's rows."""
        text, values = filled(sql, rows)
        if not self._notes:
            return self.execute(text, values).fetchall()
        table = target(sql)
        keys = {(table, row[0]) for row in expected}
        if not self._keys.isdisjoint(keys):
            self._put_noted()
        self._keys |= keys
        self._noted.append((text, values, expected))
        self.trusts = True
        return expected

    def hold(self, ids: Collection[int], guild_id: int | None = None) -> None:
        """See `hold` of `engine.bank.database`. Locks in a fixed order, the shard first, to avoid deadlocks.

        The lock statements are sent with the next statement.
        """
        self._put_noted()
        shard = self._shards.number_of(guild_id)
        if shard is not None:
            self._unsaid.append((self._shards.keeps_owner(shard), ()))
        if ids:
            self._unsaid.append((_LOCK.format(", ".join([f"{one:d}" for one in sorted(ids)])), ()))
        if ids or shard is not None:
            self._put_question(shard)

    def begin(self) -> bool:
        """Send the queued locks and lookups. Return whether the transaction has begun."""
        if self._noted:
            self._put_question()
        if self._asked:
            self._say()
        return self.number is not None

    def commit(self) -> bool:
        """Send the queued writes and commit. Return False if the server rolled back. Raises `psycopg.Error`."""
        self._put_noted()
        self._unsaid.append(("COMMIT", ()))
        # An error that the function has swallowed may have aborted the transaction.
        return self._say().command_status == b"COMMIT"

    def _put_noted(self) -> None:
        if self._noted:
            self._put_question()
            statements, values, expected = zip(*self._noted, strict=True)
            self._noted, self._keys = [], set()
            flat = [value for some in values for value in some]
            self._unsaid.append((together(statements), (*flat, listed(expected))))

    def _put_question(self, shard: int | None = None) -> None:
        """Ask for the transaction's number, once, and for the shard's epoch if a shard is given."""
        if shard is not None or (self.number is None and not self._asked):
            self._asked.append((len(self._unsaid), shard))
            epoch = "NULL" if shard is None else self._shards.epoch_of(shard)
            self._unsaid.append((f"SELECT CAST(pg_current_xact_id() AS text), {epoch}", ()))

    def _say(self) -> PGresult:
        """Send the queued statements; return the last result. Raises `NotOurs`."""
        (unsaid, self._unsaid), (asked, self._asked) = (self._unsaid, []), (self._asked, [])
        results = self._connection.say(*unsaid)
        for place, shard in asked:
            self.number = (results[place].get_value(0, 0) or b"").decode()
            if shard is not None:
                self._shards.require(shard, results[place].get_value(0, 1))
        return results[-1]


class Unknown(Exception):
    """The connection was lost during the COMMIT of a function that had returned `value`.

    `number` is the transaction's; `session` is the server's session of the connection.
    """

    def __init__(self, number: str | None, session: Session | None, value: Any) -> None:
        super().__init__(f"transaction {number}")
        self.number = number
        self.session = session
        self.value = value


def write(connection: Connection, function: Callable[[Transaction], T], shards: Shards) -> T:
    """Run the function and commit. Raises the function's errors, `psycopg.Error`, `Lost` or `Unknown`."""
    transaction = Transaction(connection, shards, notes=True)
    try:
        return _write(connection, function, transaction)
    except Exception as error:
        is_away = isinstance(error, (Lost, Unknown)) or isinstance(meaning(error), StorageFailed)
        if is_away or not transaction.trusts:
            raise
    return _write(connection, function, Transaction(connection, shards))


def _write(
    connection: Connection, function: Callable[[Transaction], T], transaction: Transaction
) -> T:
    try:
        value = function(transaction)
        if not transaction.begin():
            return value
    except BaseException as error:
        connection.roll_back()
        if connection.closed:
            raise Lost(connection.session) from error
        raise
    try:
        is_kept = transaction.commit()
    except BaseException as error:
        if connection.closed:
            raise Unknown(transaction.number, connection.session, value) from error
        connection.roll_back()
        raise
    if not is_kept:
        raise psycopg.InternalError("the transaction had failed before its end")
    return value


def read(connection: Connection, function: Callable[[Transaction], T]) -> T:
    """Run the function on one state of the database. Raises the function's errors, `psycopg.Error` or `Lost`."""
    try:
        return function(Transaction(connection, reads=True))
    except BaseException as error:
        if connection.closed:
            raise Lost from error
        raise
    finally:
        connection.roll_back()


def stop(connection: Connection, session: Session | None) -> None:
    """Terminate the session of a lost connection from another one: the server may not have noticed the loss yet.

    Until then the session would hold its locks. Raises `psycopg.Error`.
    """
    if session is not None:
        connection.execute(_STOP, session)


def was_kept(connection: Connection, doubt: Unknown) -> bool:
    """Ask the server on another connection if a COMMIT took effect. Raises `psycopg.Error` if that stays unknown."""
    stop(connection, doubt.session)
    (status,) = one(connection, _STATUS, (doubt.number,))
    if status not in ("committed", "aborted"):
        raise psycopg.OperationalError("the transaction has not ended")
    return bool(status == "committed")


_STOP: Final = (
    "SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity"
    " WHERE pid = $1 AND CAST(EXTRACT(EPOCH FROM backend_start) AS text) = $2"
)
_STATUS: Final = "SELECT pg_xact_status(CAST(CAST($1 AS text) AS xid8))"
