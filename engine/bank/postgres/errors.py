"""What PostgreSQL's errors mean for the bank."""

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

Session = tuple[int, str]
"""The number of a process of the server, and when it began by the server's clock: there is no other like it."""


class Lost(Exception):
    """The connection was lost before the COMMIT, by the error that is its cause: nothing is kept.

    `session` is the server's for a transaction that writes: it may still hold what it held.
    """

    def __init__(self, session: Session | None = None) -> None:
        super().__init__(session)
        self.session = session


def meaning(error: BaseException) -> BaseException:
    """Turn an error of PostgreSQL or the system into a `BankError`; return any other error as it is."""
    if isinstance(error, Lost) and error.__cause__ is not None:
        error = error.__cause__
    if not isinstance(error, psycopg.Error):
        return explained(error)
    # The first line alone: what follows it may quote values.
    said = in_one_line(error.diag.message_primary or str(error).partition("\n")[0])
    match error:
        # The last is one row twice in a statement, as two users on one seat.
        case psycopg.IntegrityError() | psycopg.DataError() | CardinalityViolation():
            reason: BankError = Contradiction(f"the bank can't keep this: {said}")
        case _:
            reason = kind(error)(f"the database failed: {said}")
    reason.__cause__ = error
    return reason


def kind(error: psycopg.Error) -> type[StorageFailed]:
    """Whether a person has to mend what has failed, or the server comes back by itself."""
    return DatabaseAway if passes(error) else StorageFailed


def passes(error: psycopg.Error) -> bool:
    """Whether the server is away, starts or stops, or has too much to do."""
    if not isinstance(error, psycopg.OperationalError):
        return False
    if error.sqlstate is not None:
        return error.sqlstate.startswith(_PASSING)
    return _TO_BE_MENDED.search(str(error)) is None


_PASSING: Final = (
    "08",  # connection exception
    "40",  # transaction rollback: a deadlock, a conflict with another transaction
    "53",  # insufficient resources: too many connections, no memory, a full disk
    "55P03",  # a lock that others hold for long, as during a migration
    *("57P01", "57P02", "57P03", "57P05"),  # the server stops, starts, or has ended the session
)
"""How SQLSTATE begins."""

_TO_BE_MENDED: Final = re.compile(
    r"auth(entication)? failed|no password supplied|pg_hba\.conf|[Pp]ermission denied|no such (user|database)"
    r'|(role|database) ".*" (does not exist|is not permitted)|certificate|SSL was required|\binvalid\b'
)
"""Of a connection that was refused the library tells no SQLSTATE, but what the server or itself says in English."""
