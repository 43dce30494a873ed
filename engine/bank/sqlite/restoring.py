"""Replaces a database by a backup. A kill at any point leaves either the old one or the new one there, complete.

The copy is renamed over the old file, which keeps a second name. The old write-ahead log would ruin the new file: it is
moved into the old one, or kept next to it.
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

from engine.bank.books.notes import applications
from engine.bank.errors import BankError, DatabaseDamaged, NotADatabase, explained
from engine.bank.rollbacks import beat, beats
from engine.bank.schema import TO_REPLACE, known_migrations
from engine.bank.sqlite.backup import fill, to_copy
from engine.bank.sqlite.files import COMPANIONS, require_file
from engine.bank.sqlite.halves import half_of
from engine.bank.sqlite.lock import only_bot
from engine.bank.sqlite.opening import schema_of
from engine.bank.sqlite.witness import remove_witness

NAME: Final = "%Y%m%d-%H%M%S"


@contextmanager
def copied_next_to(copy: Path, database: Path) -> Iterator[Path]:
    """Yield a private, locked copy of the backup next to the database; remove it at the end. Raises `BankError`."""
    require_file(copy)
    real = database.resolve()
    if copy.resolve() == real:
        raise BankError(f"{copy} is the database itself")
    there = real.exists()
    with only_bot(database):
        try:
            with half_of(real) as new:
                # A program that writes to a file has the file's log next to it.
                at_rest = not Path(f"{copy.resolve()}-wal").exists()
                with to_copy(copy, at_rest=at_rest) as old:
                    fill(new, old)
                _require_same_bot(new, copy, database)
                yield new
        except OSError as error:
            raise BankError(f"can't restore {copy}: {error.strerror or error}") from error
        finally:
            with suppress(OSError):
                if not there and not real.stat().st_size:
                    real.unlink()  # the lock created it


def put_in_place(new: Path, database: Path, at: float) -> Path | None:
    """Make `new` the database at Unix time `at`; return where the old one is kept, or None.

    Raises `BankError`, `OSError`.
    """
    real = database.resolve()
    _ensure_beat(new)
    _sync(new)
    saved = None
    if real.stat().st_size:
        _move_log_into(real)
        saved = _save(real, at)
    for suffix in ("-journal", *COMPANIONS):
        Path(f"{real}{suffix}").unlink(missing_ok=True)
    # So that the next start treats it as restored. Not earlier: a refused restore leaves the old one in use.
    remove_witness(real)
    new.replace(real)
    _sync(real.parent)
    return saved


def _ensure_beat(new: Path) -> None:
    """Count a heartbeat if there is none, as in a backup of 1.0.0: the next start would take the database for new."""
    try:
        with closing(sqlite3.connect(new)) as connection, connection:
            if not beats(connection):
                beat(connection)
    except sqlite3.Error as error:
        raise explained(error) from error


def _require_same_bot(new: Path, copy: Path, database: Path) -> None:
    theirs, ours = _applications(new), _applications(database)
    if theirs and ours and not theirs & ours:
        raise BankError(
            f"{copy} is from another bot (application {max(theirs)}) than {database} (application {max(ours)}):"
            f" if you mean that, move {database} away first"
        )


def _applications(database: Path) -> set[int]:
    """Return the ids of Discord applications that have used a database; none if it can't be read."""
    real = database.resolve()
    at_rest = "" if Path(f"{real}-wal").exists() else "&immutable=1"
    try:
        with closing(sqlite3.connect(f"{real.as_uri()}?mode=ro{at_rest}", uri=True)) as file:
            schema_of(file, known_migrations(), TO_REPLACE)
            return applications(file)
    except NotADatabase as error:
        raise BankError(f"{database} is not replaced: {error}. Move it away first") from error
    except (sqlite3.Error, UnicodeDecodeError):
        return set()


def _move_log_into(database: Path) -> None:
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


def _save(database: Path, at: float) -> Path:
    moment = datetime.fromtimestamp(at, UTC).strftime(NAME)
    for number in count(1):
        again = f"-{number}" if number > 1 else ""
        saved = database.with_name(f"{database.name}.before-{moment}{again}")
        if not any(Path(f"{saved}{suffix}").exists() for suffix in ("", *COMPANIONS)):
            break
    # The log first, so that a kill leaves no database without its log.
    for suffix in (*COMPANIONS, ""):
        if (file := Path(f"{database}{suffix}")).exists():
            _second_name(file, Path(f"{saved}{suffix}"))
    _sync(database.parent)
    return saved


def _second_name(file: Path, name: Path) -> None:
    try:
        name.hardlink_to(file)
    except FileExistsError:
        raise
    except OSError:  # some file systems allow one name per file
        with half_of(name) as half:
            shutil.copyfile(file, half)
            _sync(half)
            half.rename(name)


def _sync(path: Path) -> None:
    if sys.platform == "win32":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
