"""Runs a function as a transaction on a connection to the server, and finds out what became of a COMMIT.

Each message to the server costs the bot more than what it does there, so a transaction is four as a rule: its beginning
with the locks, one look, one statement for all that is written, and the COMMIT. What is written is noted, and what it
finds is taken to be what the books expect; before the COMMIT that is compared. Where it was wrong, or where the books
refuse on such grounds, all is rolled back and the function is run anew, each statement at once.

A connection that is lost says nothing about the COMMIT that was on its way. The server knows: each transaction has a
number, which is asked for at its beginning, and whether that number was committed can be asked on any connection.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

import psycopg

from engine.bank.database import Found, Rows, Values
from engine.bank.errors import StorageFailed
from engine.bank.postgres.connection import Connection, filled, one, spelled, target, together
from engine.bank.postgres.errors import Lost, Session, meaning
from engine.bank.postgres.shards import Shards

T = TypeVar("T")

# Whatever is usual on the server: each statement sees what was committed before the locks were had.
_BEGIN: Final = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
_BEGIN_TO_READ: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_LOCK: Final = "SELECT pg_advisory_xact_lock(id) FROM unnest(ARRAY[{}]::bigint[]) AS id"
_NO_SHARDS: Final = Shards()


class Transaction:
    """The database within a transaction: a `ServerTransaction` of `engine.bank.database`.

    It begins with its first message, and has a `number` then, if it may write.
    """

    __slots__ = (
        "_connection",
        "_has_begun",
        "_keys",
        "_noted",
        "_notes",
        "_shards",
        "number",
        "trusts",
    )

    def __init__(
        self,
        connection: Connection,
        shards: Shards = _NO_SHARDS,
        *,
        notes: bool = False,
        has_begun: bool = False,
    ) -> None:
        """With `notes`, what is written is sent together."""
        self._connection = connection
        self._shards = shards
        self._notes = notes
        self._has_begun = has_begun
        self._noted: list[tuple[str, Sequence[Any], Found]] = []
        self._keys = set[tuple[str, Any]]()
        """The rows of which something is noted, each by its table and its key."""
        self.number: str | None = None
        self.trusts = False
        """Whether the function was told what it expects, and not what is found."""

    def execute(self, sql: str, values: Values = (), /) -> Rows:
        """Run one statement, after all that is noted."""
        self.send()
        text, names = spelled(sql)
        if isinstance(values, Mapping):
            values = [values[name] for name in names]
        if not self._has_begun:
            self._say(())
        return self._connection.execute(text, values or None)

    def executemany(self, sql: str, values: Iterable[Values], /) -> None:
        """Run one statement for each of these values."""
        for some in values:
            self.execute(sql, some)

    def write(self, sql: str, rows: Sequence[Sequence[Any]], expected: Found, /) -> Found:
        """See `write` of `engine.bank.database`. Statements that are sent together don't see each other's rows."""
        text, values = filled(sql, rows)
        if not self._notes:
            found = self.execute(text, values)
            return found.fetchall() if found.description else []
        table = target(sql)
        keys = {(table, row[0]) for row in expected}
        if not self._keys.isdisjoint(keys):
            self.send()
        self._keys |= keys
        self._noted.append((text, values, expected))
        self.trusts = True
        return expected

    def send(self) -> None:
        """Run what is noted. Raises `_Unexpected`."""
        if not self._noted:
            return
        statements, values, expected = zip(*self._noted, strict=True)
        self._noted, self._keys = [], set()
        flat = [value for some in values for value in some]
        found = self.execute(together(statements), flat).fetchone()
        if any(map(_differ, found, expected)):
            raise _Unexpected

    def hold(self, ids: Collection[int], guild_id: int | None) -> None:
        """See `hold` of `engine.bank.database`; in one order, the shard first, so that nobody waits in a ring."""
        self.send()
        listed = ", ".join(f"{one:d}" for one in sorted(ids))
        locks = [_LOCK.format(listed)] if ids else []
        if guild_id is not None and self._shards.numbers:
            self._shards.hold(guild_id, locks, self._say)
        elif ids:
            self._say(locks)

    def size(self) -> int:
        """The bytes that the database takes."""
        return int(one(self._connection, "SELECT pg_database_size(current_database())")[0])

    def _say(self, statements: Sequence[str], asked: str = "NULL") -> bytes | None:
        """Run these, and begin with them, in one message; then ask for this value."""
        begin = [] if self._has_begun else [_BEGIN]
        asking = f"SELECT CAST(pg_current_xact_id() AS text), {asked}"
        found = self._connection.say("; ".join([*begin, *statements, asking]))
        self._has_begun = True
        self.number = (found.get_value(0, 0) or b"").decode()
        return found.get_value(0, 1)


class _Unexpected(Exception):
    """A statement came to something else than its function was told."""


def _differ(found: str | None, expected: Found) -> bool:
    """Whether these are other rows, or more, or fewer; `found` as `together` has it."""
    rows = [f"({','.join(map(str, row))})" for row in expected]
    return sorted(found.split() if found else ()) != sorted(rows)


class Unknown(Exception):
    """The connection was lost on the way of the COMMIT of a function that had returned `value`.

    `number` is the transaction's, `session` the server's for the connection.
    """

    def __init__(self, number: str | None, session: Session | None, value: Any) -> None:
        super().__init__(f"transaction {number}")
        self.number = number
        self.session = session
        self.value = value


def write(connection: Connection, function: Callable[[Transaction], T], shards: Shards) -> T:
    """Run the function and commit. Raises what it raises, `psycopg.Error`, `Lost` or `Unknown`."""
    transaction = Transaction(connection, shards, notes=True)
    try:
        value = _run(connection, transaction, function)
    except Exception as error:
        is_away = isinstance(error, Lost) or isinstance(meaning(error), StorageFailed)
        if is_away or not transaction.trusts:
            raise
        transaction = Transaction(connection, shards)
        value = _run(connection, transaction, function)
    if transaction.number is None:
        return value
    try:
        ended = connection.say("COMMIT").command_status
    except psycopg.Error as error:
        if connection.closed:
            raise Unknown(transaction.number, connection.session, value) from error
        raise
    if ended != b"COMMIT":  # an error that the function has swallowed had ended the transaction
        raise psycopg.InternalError("the transaction had failed before its end")
    return value


def _run(
    connection: Connection, transaction: Transaction, function: Callable[[Transaction], T]
) -> T:
    try:
        value = function(transaction)
        transaction.send()
    except BaseException as error:
        _roll_back(connection)
        if connection.closed:
            raise Lost(connection.session) from error
        raise
    return value


def read(connection: Connection, function: Callable[[Transaction], T]) -> T:
    """Run the function on one state of the database. Raises what it raises, `psycopg.Error` or `Lost`."""
    try:
        connection.say(_BEGIN_TO_READ)
        return function(Transaction(connection, has_begun=True))
    except BaseException as error:
        if connection.closed:
            raise Lost from error
        raise
    finally:
        _roll_back(connection)


def stop(connection: Connection, session: Session | None) -> None:
    """End a transaction whose connection was lost, by another one: the server may not have noticed yet.

    Until then it would hold all that it holds. Raises `psycopg.Error`.
    """
    if session is not None:
        connection.execute(_STOP, session)


def was_kept(connection: Connection, doubt: Unknown) -> bool:
    """Ask the server, by another connection, what became of a COMMIT. Raises `psycopg.Error`: then it is unknown."""
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


def _roll_back(connection: Connection) -> None:
    with suppress(psycopg.Error):
        connection.say("ROLLBACK")
