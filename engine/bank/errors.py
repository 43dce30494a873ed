"""The errors of the database, each with one sentence for the bot's host."""

import sqlite3

from engine.values.bank import (
    DoesNotFit,
    OutcomeUnknown,
    PlayedElsewhere,
    StorageAway,
    StorageTrouble,
)


class BankError(StorageTrouble):
    """The base class of database errors: nothing was saved (but see `CommitOutcomeUnknown`)."""


class BankClosed(BankError):
    """The bank is closed and takes no more requests."""

    def __init__(self) -> None:
        super().__init__("the bank is closed")


class Contradiction(BankError, DoesNotFit):
    """The new data contradicts saved data, or is not allowed."""


class StorageFailed(BankError):
    """The database refused or failed: locked, out of space, not writable."""


class DatabaseAway(StorageFailed, StorageAway):
    """The server can't be reached, is starting or stopping, or is overloaded."""


class CommitOutcomeUnknown(DatabaseAway, OutcomeUnknown):
    """The server's connection broke during a commit: send the same change again.

    With a file the process ends instead: see `engine/bank/sqlite/transaction.py`.
    """


class DatabaseReplaced(BankError):
    """The SQLite file was deleted, replaced or damaged while in use; nothing more is saved."""


class NotOurs(BankError, PlayedElsewhere):
    """Another process has taken over these tables: this one can no longer write to them."""

    def __init__(self) -> None:
        super().__init__("another bot has taken these tables over")


class BankInUse(BankError):
    def __init__(self, where: object) -> None:
        super().__init__(f"another bot uses {where}: stop that one first")


class Occupied(BankError, PlayedElsewhere):
    """Another process plays the tables of some of these Discord shards."""

    def __init__(self, where: object) -> None:
        super().__init__(f"another bot plays on {where}")


class OtherShards(BankError, PlayedElsewhere):
    """Another process uses the database with another total number of Discord shards."""

    def __init__(self, where: object, count: int) -> None:
        super().__init__(f"another bot plays on {where} with another number of shards than {count}")


class NotADatabase(BankError):
    """The file is no SQLite database, or the database is another program's."""


class DatabaseEmpty(NotADatabase):
    """No bot has been started on the database yet."""


class DatabaseDamaged(BankError):
    """The SQLite file is damaged."""


class DatabaseTooNew(BankError):
    """A newer version of the bot wrote the database."""


class DatabaseTooOld(BankError):
    """An older version wrote the database, and it can't be brought up to date now."""


class DatabaseUnsupported(BankError):
    """A version of the bot before 1.0.0 wrote the database."""


class MigrationFailed(BankError):
    """A migration of the schema failed; the database is as before it."""


def explained(error: BaseException) -> BaseException:
    """Translate an error of SQLite or the system into a `BankError`; return any other unchanged."""
    match error:
        case sqlite3.IntegrityError() | OverflowError() | UnicodeEncodeError():
            explanation: BankError = Contradiction(
                f"the bank can't save this: {in_one_line(error)}"
            )
        case UnicodeDecodeError():  # SQLite's own message quotes the damaged bytes
            explanation = DatabaseDamaged(
                "the database is damaged: a text in it is not valid UTF-8"
            )
        case sqlite3.Error():
            explanation = _broken(error)
        case OSError():
            explanation = StorageFailed(
                f"the database failed: {in_one_line(error.strerror or error)}"
            )
        case _:
            return error
    explanation.__cause__ = error
    return explanation


def _broken(error: sqlite3.Error) -> BankError:
    # Errors that Python's module raises itself carry no code; the low byte is the primary code.
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_NOTADB:
            return NotADatabase("the file is not a SQLite database")
        case sqlite3.SQLITE_CORRUPT:
            return DatabaseDamaged(f"the database is damaged: {in_one_line(error)}")
        case _:
            return StorageFailed(f"the database failed: {in_one_line(error)}")


def in_one_line(text: object) -> str:
    """Return a text in one printable line, because SQLite's messages may quote a damaged file."""
    words = " ".join(str(text).split())
    return "".join(sign if sign.isprintable() else "?" for sign in words)
