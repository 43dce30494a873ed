"""One bot a database: the second one finds it locked, and the lock goes with the process however it ends.

Where the platform allows it, the lock lies on the database file itself, so it is the same lock by whatever name the
file is reached: a symbolic link, a hard link, another folder. It covers one byte far behind the end of the file, where
SQLite neither writes nor locks, and keeps no tool from reading.

On Linux it is an open file description lock, which belongs to the descriptor that is held here. Elsewhere on POSIX it
belongs to the process, and closing any descriptor of the database drops it; SQLite keeps the ones that it opens until
it is done with the file. Where there is no such lock (Windows), a file beside the database is locked instead: nobody
can delete it while it is open.
"""

import os
import struct
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from engine.bank.errors import BankError
from engine.bank.files import PRIVATE, create_private, require_place

BYTE: Final = 1 << 62
"""Where the lock lies; SQLite's own lie at 1 << 30."""


class BankInUse(BankError):
    """Another bot keeps its tables in this file."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"another bot uses {path}: stop that one first")


@contextmanager
def only_bot(path: Path) -> Iterator[None]:
    """Hold the database at this path for one bot, and make it where there is none.

    It has to be held longer than any connection to the database. Raises `BankInUse`, or `BankError` where no lock can
    be made.
    """
    require_place(path)
    with ExitStack() as held:
        try:
            held.enter_context(_locked(path))
        except OSError as error:
            raise BankError(f"can't use {path}: {error.strerror or error}") from error
        yield


if sys.platform == "win32":
    from filelock import FileLock, Timeout

    @contextmanager
    def _locked(path: Path) -> Iterator[None]:
        try:
            with FileLock(f"{path}.lock", timeout=0, mode=PRIVATE):
                yield
        except Timeout:
            raise BankInUse(path) from None

else:
    import errno
    import fcntl

    _held: Final = set[tuple[int, int]]()
    """Device and inode of what this process holds: opening and closing one of these would drop SQLite's locks."""

    @contextmanager
    def _locked(path: Path) -> Iterator[None]:
        create_private(path)
        if _identity(os.stat(path)) in _held:
            raise BankInUse(path)
        descriptor = os.open(path, os.O_RDWR)
        try:
            _lock(descriptor, path)
            identity = _identity(os.fstat(descriptor))
            _held.add(identity)
            try:
                yield
            finally:
                _held.discard(identity)
        finally:
            os.close(descriptor)

    def _lock(descriptor: int, path: Path) -> None:
        try:
            if sys.platform == "linux":
                # struct flock: type, whence, start, length, process (of which there is none)
                lock = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, BYTE, 1, 0)
                fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, lock)
            else:
                fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, BYTE)
        except OSError as error:
            if error.errno in (errno.EAGAIN, errno.EACCES):
                raise BankInUse(path) from None
            raise

    def _identity(status: os.stat_result) -> tuple[int, int]:
        return status.st_dev, status.st_ino
