"""Puts a copy in the place of a database. A kill at any point leaves the old one there or the new one, and both whole.

One step changes what is at the path, and a file system does it at once: the copy is renamed over the old file. Before
it the old file has got a second name, by which it is kept. Its write-ahead log is of no use to the new file, and would
ruin it, so its content is moved into the old file first. Where that can't be read any more, the log is kept beside it.
"""

import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Final

from engine.bank.errors import BankError, DatabaseDamaged, NotADatabase, explained
from engine.bank.sqlite.backup import backup
from engine.bank.sqlite.files import BESIDE, create_private, remove
from engine.bank.sqlite.lock import only_bot

NAME: Final = "%Y%m%d-%H%M%S"
"""The time in the name of what was there before, in UTC."""


@contextmanager
def copied_beside(copy: Path, database: Path) -> Iterator[Path]:
    """A private copy of `copy` beside the database, on which no bot may run meanwhile; taken away at the end.

    Raises `BankError`.
    """
    if not copy.is_file():
        raise BankError(f"there is no file {copy}")
    real = database.resolve()
    if copy.resolve() == real:
        raise BankError(f"{copy} is the database itself")
    there = real.exists()
    with only_bot(database):
        new = real.with_name(f"{real.name}.new")
        try:
            remove(new)
            # Whoever writes to a file has its log beside it.
            backup(copy, new, at_rest=not Path(f"{copy.resolve()}-wal").exists())
            yield new
        except OSError as error:
            raise BankError(f"can't restore {copy}: {error.strerror or error}") from error
        finally:
            with suppress(OSError):
                remove(new)
                if not there and not real.stat().st_size:
                    real.unlink()  # the lock has made it


def put_in_place(new: Path, database: Path, at: float) -> Path | None:
    """Make `new` the database, in Unix seconds `at`; return by what name the old one is kept, if there was one.

    Raises `BankError`, `OSError`.
    """
    real = database.resolve()
    sync(new)
    kept = None
    if real.stat().st_size:
        _move_log_into(real)
        kept = _keep(real, at)
    for suffix in BESIDE:
        Path(f"{real}{suffix}").unlink(missing_ok=True)
    new.replace(real)
    sync(real.parent)
    return kept


def _move_log_into(database: Path) -> None:
    """Leave nothing in the write-ahead log. Of a damaged file it stays as it is. Raises `BankError`."""
    try:
        with closing(sqlite3.connect(database)) as connection:
            (busy, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.Error as error:
        reason = explained(error)
        if not isinstance(reason, NotADatabase | DatabaseDamaged):
            raise reason from error
    else:
        if busy:
            raise BankError(f"another program uses {database}: end it first")


def _keep(database: Path, at: float) -> Path:
    """Give the old files second names, which nothing has yet."""
    moment = datetime.fromtimestamp(at, UTC).strftime(NAME)
    for number in count(1):
        again = f"-{number}" if number > 1 else ""
        kept = database.with_name(f"{database.name}.before-{moment}{again}")
        if not any(Path(f"{kept}{suffix}").exists() for suffix in ("", *BESIDE)):
            break
    # The log first: a kill leaves no database without it.
    for suffix in (*BESIDE, ""):
        if (file := Path(f"{database}{suffix}")).exists():
            _second_name(file, Path(f"{kept}{suffix}"))
    sync(database.parent)
    return kept


def _second_name(file: Path, name: Path) -> None:
    try:
        name.hardlink_to(file)
    except FileExistsError:
        raise
    except OSError:  # some file systems know one name for each file
        part = name.with_name(f"{name.name}.part")
        part.unlink(missing_ok=True)
        create_private(part)
        shutil.copyfile(file, part)
        sync(part)
        part.rename(name)


def sync(path: Path) -> None:
    """What is written, or renamed in a folder, survives a power cut; some systems can't do that for a folder."""
    if sys.platform == "win32":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
