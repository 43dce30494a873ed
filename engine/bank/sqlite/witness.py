"""The witness: a small file next to the database with its count of heartbeats, to detect an older copy.

It also holds its own inode, so a copy of it is invalid. `engine/bank/rollbacks.py` compares the counts.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from engine.bank.errors import StorageFailed
from engine.bank.sqlite.files import create_private

SUFFIX: Final = "-witness"
_DIGITS: Final = 20


def witness_of(database: Path) -> Path:
    real = database.resolve()
    return real.with_name(f"{real.name}{SUFFIX}")


def read_witness(database: Path) -> int | None:
    """Return the count in a database's witness; None if missing or a copy. Raises `StorageFailed`."""
    path = witness_of(database)
    try:
        with path.open("rb") as file:
            count, inode = file.read().split()
            return int(count) if int(inode) == os.fstat(file.fileno()).st_ino else None
    except (FileNotFoundError, ValueError):
        return None
    except OSError as error:
        raise StorageFailed(f"can't read {path}: {error.strerror or error}") from error


def write_witness(database: Path, count: int) -> None:
    """Write the count to a database's witness, in place. Raises `StorageFailed`."""
    path = witness_of(database)
    try:
        create_private(path)
        with path.open("r+b", buffering=0) as file:
            inode = os.fstat(file.fileno()).st_ino
            file.write(f"{count:0{_DIGITS}d} {inode:0{_DIGITS}d}\n".encode())
            os.fsync(file.fileno())
    except OSError as error:
        raise StorageFailed(f"can't write {path}: {error.strerror or error}") from error


def remove_witness(database: Path) -> None:
    """Remove a database's witness. Raises `OSError`."""
    with suppress(FileNotFoundError):
        witness_of(database).unlink()
