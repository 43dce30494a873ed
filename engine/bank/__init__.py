"""Money and open tables in one SQLite file, kept through a crash."""

from engine.bank.bank import Bank
from engine.bank.errors import (
    BankClosed,
    BankError,
    CommitInDoubt,
    Contradiction,
    DatabaseDamaged,
    DatabaseReplaced,
    DatabaseTooNew,
    DatabaseTooOld,
    MigrationFailed,
    NotADatabase,
    StorageFailed,
)

__all__ = [
    "Bank",
    "BankClosed",
    "BankError",
    "CommitInDoubt",
    "Contradiction",
    "DatabaseDamaged",
    "DatabaseReplaced",
    "DatabaseTooNew",
    "DatabaseTooOld",
    "MigrationFailed",
    "NotADatabase",
    "StorageFailed",
]
