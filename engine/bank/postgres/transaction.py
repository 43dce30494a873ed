"""Runs a function as one transaction on a PostgreSQL server.

Statements are sent at once; only reading rows or a count waits. So a later statement or the COMMIT may raise a
statement's error.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import count
from typing import Any, Final, TypeVar

import psycopg

from engine.bank.database import Values
from engine.bank.errors import CommitOutcomeUnknown
from engine.bank.postgres.connection import Connection
from engine.bank.postgres.errors import Lost
from engine.bank.store import Function

T = TypeVar("T")

# Whatever the server's default: each statement sees the commits made before the locks were acquired.
_BEGIN: Final = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
_BEGIN_TO_READ: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_LOCK: Final = "SELECT pg_advisory_xact_lock(id) FROM unnest(CAST($1 AS bigint[])) AS id"

_PLACE: Final = re.compile(r"'[^']*'|\"[^\"]*\"|(\?)|:([a-z_]+)")
"""Matches a text or a quoted name, which stay; a placeholder by position; one by name."""


class Answer:
    """The result of a statement; the first look at it waits for the server."""

    __slots__ = ("_cursor", "_pipeline")

    def __init__(self, cursor: psycopg.Cursor[Any], pipeline: psycopg.Pipeline) -> None:
        self._cursor = cursor
        self._pipeline = pipeline

    def _awaited(self) -> psycopg.Cursor[Any]:
        if self._cursor.pgresult is None:
            # A fetch alone would wait, too, but without a sync the server does not count the time until the next
            # statement as idle.
            self._pipeline.sync()
        return self._cursor

    @property
    def rowcount(self) -> int:
        return self._awaited().rowcount

    @property
    def description(self) -> Any:
        return self._awaited().description

    def fetchone(self) -> Any:
        return self._awaited().fetchone()

    def fetchall(self) -> list[Any]:
        return self._awaited().fetchall()

    def __iter__(self) -> Iterator[Any]:
        return iter(self._awaited())


class Transaction:
    """A running transaction, with the methods of `ServerTransaction`."""

    def __init__(self, connection: Connection, pipeline: psycopg.Pipeline) -> None:
        self._connection = connection
        self._pipeline = pipeline

    def execute(self, sql: str, values: Values = (), /) -> Answer:
        """Send one statement, without waiting for its result."""
        text, names = _spelled(sql)
        if isinstance(values, Mapping):
            values = [values[name] for name in names]
        return Answer(self._connection.execute(text, values), self._pipeline)

    def hold(self, ids: Collection[int]) -> None:
        """Lock these users or channels in a fixed order, to avoid deadlocks."""
        if ids:
            self._connection.execute(_LOCK, (sorted(ids),))


@lru_cache(maxsize=1_024)
def _spelled(sql: str) -> tuple[Any, tuple[str, ...]]:
    """Return a statement with `$1`, `$2` … in place of `?` or `:name`, and the names in order."""
    names, places = dict[str, int](), count(1)

    def place(match: re.Match[str]) -> str:
        if match[1]:
            return f"${next(places)}"
        return f"${names.setdefault(match[2], len(names) + 1)}" if match[2] else match[0]

    return _PLACE.sub(place, sql), tuple(names)


def write(connection: Connection, function: Function[T]) -> T:
    """Run the function and commit. Raises its errors, `psycopg.Error`, `Lost` or `CommitOutcomeUnknown`."""
    return _run(connection, function, _BEGIN)


def read(connection: Connection, function: Function[T]) -> T:
    """Run the function on a snapshot. Raises its errors, `psycopg.Error` or `Lost`."""
    try:
        return _run(connection, function, _BEGIN_TO_READ)
    except CommitOutcomeUnknown as error:
        raise Lost from error.__cause__


def _run(connection: Connection, function: Function[T], begin: Any) -> T:
    failure: BaseException | None = None
    commit: psycopg.Cursor[Any] | None = None
    try:
        with connection.pipeline() as pipeline:
            try:
                connection.execute(begin, prepare=False)
                value = function(Transaction(connection, pipeline))
                commit = connection.execute("COMMIT", prepare=False)
            except BaseException as error:
                # Not raised in the pipeline, which would log all that follows from it.
                failure = error
    except psycopg.Error as error:
        failure = failure or error
    if commit is not None and commit.statusmessage == "COMMIT":
        return value
    if not connection.closed:
        with suppress(psycopg.Error):
            connection.rollback()
    if not connection.closed:
        # Without a failure, the function has swallowed the error that has aborted the transaction.
        raise failure or psycopg.InternalError("the transaction had failed before its end")
    if commit is None:
        raise Lost from failure
    raise CommitOutcomeUnknown(
        "the connection was lost, and the outcome of the commit is unknown"
    ) from failure
