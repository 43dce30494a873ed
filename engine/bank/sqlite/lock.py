"""A lock that allows one bot per database. It ends with the process, however that ends.

On Linux it is an open file description lock on a byte far beyond the file's end. SQLite would release any other lock
with each transaction (POSIX) or lock itself out (`flock` on BSD and macOS, Windows), so other systems lock a file next
to the database.
"""

import errno
import os
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final

from engine.bank.errors import BankError, BankInUse
from engine.bank.sqlite.files import PRIVATE, create_private, identity, require_place

BYTE: Final = 1 << 62
"""The offset of the locked byte; SQLite's own locks are at 1 << 30."""

_FLOCK: Final = "hhqqi4x"
"""The system's `struct flock`: type, whence, start, length, process (always 0 here)."""

_held: Final = set[tuple[int, int] | None]()
"""Device and inode of each held database. Reopening and closing one would drop SQLite's locks."""


@contextmanager
def only_bot(path: Path) -> Iterator[None]:
    """Lock the database at this path for one bot, and create the file if it is missing.

    Hold the lock longer than any connection. Raises `BankInUse`, or `BankError` if no lock can be made.
    """
    require_place(path)
    try:
        create_private(path)
        here = identity(path)
        if here in _held:
            raise BankInUse(path)
        release = _lock_itself(path) or _lock_next_to(path)
    except OSError as error:
        raise BankError(f"can't use {path}: {error.strerror or error}") from error
    _held.add(here)
    try:
        yield
    finally:
        _held.discard(here)
        release()


def is_held(path: Path) -> bool:
    """Return True if a bot has locked this existing database; outside Linux, always False."""
    if sys.platform != "linux":
        return False
    import fcntl

    with suppress(OSError), path.open("rb") as file:
        asked = struct.pack(_FLOCK, fcntl.F_WRLCK, os.SEEK_SET, BYTE, 1, 0)
        kind, *_ = struct.unpack(_FLOCK, fcntl.fcntl(file, fcntl.F_OFD_GETLK, asked))
        return bool(kind != fcntl.F_UNLCK)
    return False


def _lock_itself(path: Path) -> Callable[[], None] | None:
    """Lock the database file itself; return the release function, or None without support.

    Raises `BankInUse`, `OSError`.
    """
    if sys.platform != "linux":
        return None
    import fcntl

    lock = struct.pack(_FLOCK, fcntl.F_WRLCK, os.SEEK_SET, BYTE, 1, 0)
    descriptor = os.open(path, os.O_RDWR)
    try:
        fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, lock)
    except OSError as error:
        os.close(descriptor)
        if error.errno == errno.EINVAL:
            return None
        if error.errno in (errno.EAGAIN, errno.EACCES):
            raise BankInUse(path) from None
        raise
    return partial(os.close, descriptor)


def _lock_next_to(path: Path) -> Callable[[], None]:
    from filelock import FileLock, Timeout

    lock = FileLock(f"{path.resolve()}.lock", mode=PRIVATE)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise BankInUse(path) from None
    return lock.release
