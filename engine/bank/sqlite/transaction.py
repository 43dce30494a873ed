"""Runs functions as transactions, on the thread that owns the connection.

A transaction is a plain function of the connection: it reads, decides and writes with nothing in between, and it is
kept whole or not at all. Functions that wait at the same time share a commit: one `BEGIN IMMEDIATE`, a savepoint for
each function where there are several, one `COMMIT`. A function that raises is rolled back to its savepoint, and only
its own caller gets the error. A failed commit fails for all of them, after `guard` has found out whether it was kept
after all.
"""

import logging
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any, TypeVar

from engine.bank.attempt import Attempted, Done, Failed
from engine.bank.errors import CommitInDoubt, explained
from engine.bank.sqlite.guard import Fate, Guard, roll_back

log = logging.getLogger(__name__)

T = TypeVar("T")

Function = Callable[[sqlite3.Connection], T]
"""One transaction: it neither commits nor rolls back, and its result does not need the connection."""


def write(
    connection: sqlite3.Connection, functions: Sequence[Function[Any]], guard: Guard | None = None
) -> list[Attempted[Any]]:
    """Run the functions as one commit and return, in order, what became of each.

    A connection that is used after a failure needs a guard that stays with it; without `guard` this commit makes one.
    """
    if guard is None:
        with closing(Guard(connection)) as passing:
            return write(connection, functions, passing)
    try:
        guard.require_definite()
        connection.execute("BEGIN IMMEDIATE")
        outcomes = _attempt_all(connection, functions)
        guard.before_commit()
    except BaseException as error:
        roll_back(connection)
        return [Failed(explained(error)) for _ in functions]
    try:
        connection.execute("COMMIT")
    except BaseException as error:
        return _after_failure(outcomes, guard, error)
    return outcomes


def _after_failure(
    outcomes: list[Attempted[Any]], guard: Guard, error: BaseException
) -> list[Attempted[Any]]:
    match guard.after_failure(error):
        case Fate.KEPT:
            log.warning("a commit was carried out and reported a failure all the same: %s", error)
            return outcomes
        case Fate.NOT_KEPT:
            reason = explained(error)
        case Fate.UNKNOWN:
            reason = CommitInDoubt(f"the disk failed, and nobody knows what is kept: {error}")
            reason.__cause__ = error
    return [Failed(reason) for _ in outcomes]


def read(connection: sqlite3.Connection, function: Function[T]) -> Attempted[T]:
    """Run the function on one unchanging state of the database; an attempt to write fails."""
    try:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("BEGIN")
        return Done(function(connection))
    except BaseException as error:
        return Failed(explained(error))
    finally:
        roll_back(connection)
        connection.execute("PRAGMA query_only = OFF")


def _attempt_all(
    connection: sqlite3.Connection, functions: Sequence[Function[Any]]
) -> list[Attempted[Any]]:
    if len(functions) == 1:  # if it raises, the whole transaction is rolled back
        return [Done(functions[0](connection))]
    return [_attempt(connection, function) for function in functions]


def _attempt(connection: sqlite3.Connection, function: Function[T]) -> Attempted[T]:
    connection.execute("SAVEPOINT attempt")
    try:
        outcome: Attempted[T] = Done(function(connection))
    except BaseException as error:
        # Some errors (a full disk) roll back the whole transaction by themselves. Then no savepoint is left, this
        # raises too, and all functions of the batch fail: nothing of them is left.
        connection.execute("ROLLBACK TO attempt")
        outcome = Failed(explained(error))
    connection.execute("RELEASE attempt")
    return outcome
