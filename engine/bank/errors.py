"""Errors of the storage itself, each with one sentence for the host."""

import sqlite3

from engine.values.bank import (
    DoesNotFit,
    OutcomeUnknown,
    PlayedElsewhere,
    StorageAway,
    StorageTrouble,
)


class BankError(StorageTrouble):
    """The bank could not do what was asked, and kept nothing of it (but see `CommitInDoubt`)."""


class BankClosed(BankError):
    """The bank was asked for something after it closed."""

    def __init__(self) -> None:
        super().__init__("the bank is closed")


class Contradiction(BankError, DoesNotFit):
    """The new data does not fit what is kept already, or may not be kept at all."""


class StorageFailed(BankError):
    """The database refused or broke down: locked, out of space, not writable."""


class DatabaseAway(StorageFailed, StorageAway):
    """The server can't be reached, starts or stops, or has no connection left."""


class CommitInDoubt(StorageFailed, OutcomeUnknown):
    """The disk failed in the middle of a commit: whether it is kept is not known yet.

    The bank takes nothing more until it is known. To ask for the same change again is always safe.
    """


class CommitCutOff(CommitInDoubt, DatabaseAway):
    """The same of a server that went away in the middle of a commit."""


class DatabaseReplaced(BankError):
    """A file of the database was deleted, replaced, overwritten or found damaged in use: the bank keeps no more."""


class NotOurs(BankError, PlayedElsewhere):
    """Another process has taken these tables over: this one can't write to them any more."""

    def __init__(self) -> None:
        super().__init__("another bot has taken these tables over")


class BankInUse(BankError):
    """Another bot uses this database."""

    def __init__(self, where: object) -> None:
        super().__init__(f"another bot uses {where}: stop that one first")


class Occupied(BankError, PlayedElsewhere):
    """Another process plays some of these shards."""

    def __init__(self, where: object) -> None:
        super().__init__(f"another bot plays on {where}")


class OtherShards(BankError, PlayedElsewhere):
    """Processes with another number of shards play on this database: by theirs each guild has another shard."""

    def __init__(self, where: object, count: int) -> None:
        super().__init__(f"another bot plays on {where} with another number of shards than {count}")


class NotADatabase(BankError):
    """The file is not a SQLite database, or another program made it."""


class DatabaseEmpty(NotADatabase):
    """No bot has been started on this database yet."""


class DatabaseDamaged(BankError):
    """The file is a SQLite database that can no longer be read reliably."""


class DatabaseTooNew(BankError):
    """The database was written by a newer version of this program."""


class DatabaseTooOld(BankError):
    """The database was written by an older version of this program, and only a bot may bring it up to date."""


class DatabaseUnsupported(BankError):
    """The database was written by a version before 1.0.0, from which this program can't bring it up to date."""


class MigrationFailed(BankError):
    """A migration could not be applied; the database stands as it did before it."""


def explained(error: BaseException) -> BaseException:
    """Turn an error of SQLite or the system into a `BankError`; return any other error as it is."""
    match error:
        case sqlite3.IntegrityError() | OverflowError() | UnicodeEncodeError():
            explanation: BankError = Contradiction(
                f"the bank can't keep this: {in_one_line(error)}"
            )
        case UnicodeDecodeError():  # SQLite's own message quotes the damaged bytes
            explanation = DatabaseDamaged("the database is damaged: a text in it is no text")
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
    # Errors that Python's module raises by itself carry no code; the low byte is the primary code.
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_NOTADB:
            return NotADatabase("the file is not a SQLite database")
        case sqlite3.SQLITE_CORRUPT:
            return DatabaseDamaged(f"the database is damaged: {in_one_line(error)}")
        case _:
            return StorageFailed(f"the database failed: {in_one_line(error)}")


def in_one_line(text: object) -> str:
    """A message as part of a sentence: SQLite may quote a damaged file, with line breaks and unprintable bytes."""
    words = " ".join(str(text).split())
    return "".join(sign if sign.isprintable() else "?" for sign in words)
