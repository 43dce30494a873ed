"""The one way into a transaction, on the thread that owns the connection.

A transaction is a plain function of the connection: it reads, decides and writes with nothing in between, and it is
kept whole or not at all. Functions that wait at the same time are kept together: one `BEGIN IMMEDIATE`, a savepoint
for each function, one `COMMIT`. A function that raises is taken back to its savepoint, and only its own caller
learns of it; a commit that fails fails for all of them, because none of them was kept.
"""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from engine.bank.errors import explained

T = TypeVar("T")

Function = Callable[[sqlite3.Connection], T]
"""One transaction: it neither commits nor rolls back, and returns nothing that still needs the connection."""


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """A function returned `value`, and its transaction is kept. Logs of the event loop show outcomes, not values."""

    value: T = field(repr=False)

    def unwrap(self) -> T:
        """Return the value."""
        return self.value


@dataclass(frozen=True, slots=True)
class Failed:
    """A function, or the commit that it waited for, raised `error`; nothing of it is kept."""

    error: BaseException

    def unwrap(self) -> Any:
        """Raise the error."""
        raise self.error


Outcome = Done[T] | Failed
"""Outcomes travel between threads as values: a future can't carry every exception (StopIteration, for one)."""


def write(connection: sqlite3.Connection, functions: Sequence[Function[Any]]) -> list[Outcome[Any]]:
    """Run the functions as one commit and say, in order, what became of each."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        outcomes = [_attempt(connection, function) for function in functions]
        connection.execute("COMMIT")
    except BaseException as error:
        _roll_back(connection)
        return [Failed(explained(error)) for _ in functions]
    return outcomes


def read(connection: sqlite3.Connection, function: Function[T]) -> Outcome[T]:
    """Run the function on one unchanging state of the database; an attempt to write fails."""
    try:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("BEGIN")
        return Done(function(connection))
    except BaseException as error:
        return Failed(explained(error))
    finally:
        _roll_back(connection)
        connection.execute("PRAGMA query_only = OFF")


def _attempt(connection: sqlite3.Connection, function: Function[T]) -> Outcome[T]:
    connection.execute("SAVEPOINT attempt")
    try:
        outcome: Outcome[T] = Done(function(connection))
    except BaseException as error:
        # Some errors (a full disk) roll the whole transaction back by themselves. Then there is no savepoint left,
        # this raises too, and all functions of the batch fail: they are gone.
        connection.execute("ROLLBACK TO attempt")
        outcome = Failed(explained(error))
    connection.execute("RELEASE attempt")
    return outcome


def _roll_back(connection: sqlite3.Connection) -> None:
    with suppress(sqlite3.Error):  # there may be no transaction any more
        connection.execute("ROLLBACK")
