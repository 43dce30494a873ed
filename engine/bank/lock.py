"""One bot a database: the second one finds it locked, and the lock goes with the process however it ends."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from engine.bank.errors import BankError
from engine.bank.opening import require_directory


class BankInUse(BankError):
    """Another bot keeps its tables in this file."""


@contextmanager
def only_bot(path: Path) -> Iterator[None]:
    """Hold the database at this path for one bot. Raises `BankInUse`, or `BankError` where no lock can be made."""
    require_directory(path)
    lock = FileLock(f"{path}.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise BankInUse(f"another bot uses {path}: stop that one first") from None
    except OSError as error:
        raise BankError(f"can't use {path}: {error.strerror or error}") from error
    try:
        yield
    finally:
        lock.release()
