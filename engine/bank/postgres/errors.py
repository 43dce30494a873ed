"""Translates PostgreSQL's errors into `BankError`s."""

import re
from typing import Final

import psycopg
from psycopg.errors import CardinalityViolation

from engine.bank.errors import (
    BankError,
    Contradiction,
    DatabaseAway,
    StorageFailed,
    explained,
    in_one_line,
)


class Lost(Exception):
    """The connection was lost before the COMMIT: nothing is saved. `__cause__` is the original error."""


def to_bank_error(error: BaseException) -> BaseException:
    """Translate an error of PostgreSQL or the system into a `BankError`; return any other unchanged."""
    if isinstance(error, Lost) and error.__cause__ is not None:
        error = error.__cause__
    if not isinstance(error, psycopg.Error):
        return explained(error)
    # Only the first line: the next ones may quote values.
    said = in_one_line(error.diag.message_primary or str(error).partition("\n")[0])
    match error:
        # CardinalityViolation: one row twice in a statement, such as two users on one seat.
        case psycopg.IntegrityError() | psycopg.DataError() | CardinalityViolation():
            reason: BankError = Contradiction(f"the bank can't save this: {said}")
        case _:
            reason = kind(error)(f"the database failed: {said}")
    reason.__cause__ = error
    return reason


def kind(error: psycopg.Error) -> type[StorageFailed]:
    """Return `DatabaseAway` if the server recovers by itself, `StorageFailed` if a person must repair something."""
    return DatabaseAway if is_temporary(error) else StorageFailed


def is_temporary(error: psycopg.Error) -> bool:
    """Return True if the server is away, starting, stopping or overloaded."""
    if not isinstance(error, psycopg.OperationalError):
        return False
    if error.sqlstate is not None:
        return error.sqlstate.startswith(_TEMPORARY)
    return _PERMANENT.search(str(error)) is None


_TEMPORARY: Final = (
    "08",  # connection exception
    "40",  # transaction rollback: a deadlock, a conflict with another transaction
    "53",  # insufficient resources: too many connections, no memory, a full disk
    "55P03",  # a lock that others hold for long, as during a migration
    *("57P01", "57P02", "57P03", "57P05"),  # the server stops, starts, or has ended the session
)

_PERMANENT: Final = re.compile(
    r"auth(entication)? failed|no password supplied|pg_hba\.conf|[Pp]ermission denied|no such (user|database)"
    r'|(role|database) ".*" (does not exist|is not permitted)|certificate|SSL was required|\binvalid\b'
)
"""A refused connection has no SQLSTATE, only an English message."""
