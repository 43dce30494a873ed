"""Temporary files, "halves": a new database is filled under a temporary name, and renamed once complete.

The name and a lock show which files were left by killed processes, for removal.
"""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from engine.bank.errors import BankError
from engine.bank.sqlite.files import LOGS, identity, remove
from engine.bank.sqlite.lock import is_held, only_bot
from engine.bank.sqlite.witness import remove_witness

_NAME: Final = re.compile(r"(.+\.blackjack-half-\d+)(?:-journal|-wal|-shm|\.lock)?")


@contextmanager
def half_of(target: Path) -> Iterator[Path]:
    """Yield a temporary file for `target`: empty, private, locked, and removed at the end unless renamed.

    First removes temporary files of killed processes. Raises `BankError`.
    """
    remove_dead(target.parent)
    half = target.with_name(f"{target.name}.blackjack-half-{os.getpid()}")
    with only_bot(half):
        if identity(half) is None:  # between creation and lock it looks dead to others
            raise BankError(f"{half} was removed by another process: try again")
        try:
            yield half
        finally:
            with suppress(OSError):  # the next one tries again
                remove(half)
    _lock_file(half).unlink(missing_ok=True)


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """Yield a temporary file, and rename it to `target` if the block ends well.

    Raises `BankError` if `target` exists, or the log of a deleted database: SQLite would apply it to the new one.
    """
    if target.exists():
        raise BankError(f"{target} exists already: choose another name")
    for log in (Path(f"{target}{suffix}") for suffix in LOGS):
        if log.exists():
            raise BankError(
                f"{log} is left from another database: move it away, or choose another name"
            )
    with half_of(target) as half:
        yield half
        # A deleted database's witness would hide that the new one is an older copy.
        remove_witness(target)
        half.rename(target)


def remove_dead(folder: Path) -> list[Path]:
    """Remove the temporary files of killed processes from a folder, and return their paths."""
    return [half for half in _halves(folder) if _is_removed(half)]


def dead_halves(folder: Path) -> list[Path]:
    """Return the temporary files of killed processes in a folder; outside Linux, all temporary files."""
    return [half for half in _halves(folder) if not is_held(half)]


def _halves(folder: Path) -> list[Path]:
    with suppress(OSError):
        names = [_NAME.fullmatch(path.name) for path in folder.iterdir()]
        return sorted({folder / found[1] for found in names if found is not None})
    return []


def _is_removed(half: Path) -> bool:
    with suppress(BankError, OSError):  # its process runs, or it belongs to another user
        with only_bot(half):
            remove(half)
        _lock_file(half).unlink(missing_ok=True)
        return True
    return False


def _lock_file(half: Path) -> Path:
    return Path(f"{half}.lock")
