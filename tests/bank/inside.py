"""What lies inside a bank."""

from engine.bank.bank import Bank
from engine.bank.sqlite.store import File


def file_of(bank: Bank) -> File:
    """The open file of a bank that has one."""
    assert isinstance(bank._store, File)
    return bank._store
