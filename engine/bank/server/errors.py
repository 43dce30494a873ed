"""What PostgreSQL's errors mean for the bank."""

import psycopg
from psycopg.errors import CardinalityViolation

from engine.bank.errors import (
    BankError,
    Contradiction,
    StorageFailed,
    explained,
    in_one_line,
)


class Lost(Exception):
    """The connection was lost before the COMMIT, by the error that is its cause: nothing is kept.

    `number` is the transaction's, None before it had one or where it reads; `process` is the server's for it.
    """

    def __init__(self, number: str | None = None, process: int = 0) -> None:
        super().__init__(f"transaction {number}")
        self.number = number
        self.process = process


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
            reason = StorageFailed(f"the database failed: {said}")
    reason.__cause__ = error
    return reason
