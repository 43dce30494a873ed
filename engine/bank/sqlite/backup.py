"""Backs up the database while the bot runs. A copy gets its name when it is complete and checked."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

from engine.bank.errors import BankError, DatabaseDamaged, explained
from engine.bank.schema import TO_COPY, known_migrations
from engine.bank.sqlite.files import damage, require_file
from engine.bank.sqlite.halves import new_file
from engine.bank.sqlite.opening import schema_of

log = logging.getLogger(__name__)

NAME = "blackjack-%Y%m%d-%H%M%S.db"
"""The name of a regular backup, in UTC."""

STEP = 1_000
"""Pages between two checks for cancellation."""

CHECK_STEP = 100_000
"""SQLite instructions between two checks for cancellation."""


def backup(source: Path, target: Path, halt: Event | None = None) -> None:
    """Copy the database to a new private file; `halt` cancels it. Raises `BankError`, and leaves no partial copy."""
    try:
        with new_file(target) as half, to_copy(source) as old:
            fill(half, old, halt)
    except OSError as error:
        raise BankError(f"can't write {target}: {error.strerror or error}") from error


async def to_its_end(work: Callable[..., object]) -> None:
    """Run `work` in a thread. If cancelled, set the `halt` event that it got, and wait for its end."""
    halt = Event()
    working = asyncio.ensure_future(asyncio.to_thread(work, halt=halt))
    try:
        await asyncio.shield(working)
    except asyncio.CancelledError:
        halt.set()
        with suppress(BankError, OSError):
            await working
        raise


def seconds_left(directory: Path, seconds: float, now: float) -> float:
    """Return the seconds until the newest backup in this directory is `seconds` old."""
    made = newest_backup(directory, now)
    return max(made + seconds - now, 0) if made is not None else 0


def newest_backup(directory: Path, now: float) -> float | None:
    """Return the Unix time in the name of a directory's newest backup that is not from the future, or None."""
    return max((at for at, _ in regular(directory) if at <= now), default=None)


def backup_into(
    directory: Path, source: Path, now: float, keep: int, halt: Event | None = None
) -> Path:
    """Make a backup named by the time, delete all but the newest `keep`, and return its path.

    A file dated in the future (by a wrong clock, or not by this bot) is neither counted nor deleted. Raises
    `BankError`, `OSError`.
    """
    with to_copy(source):  # make no directory for a database that can't be copied
        directory.mkdir(parents=True, exist_ok=True)
    target = directory / datetime.fromtimestamp(now, UTC).strftime(NAME)
    backup(source, target, halt)
    log.info("the bank backed up the database to %s", target)
    made = regular(directory)
    for _, old in [one for one in made if one[0] <= now][:-keep]:
        old.unlink(missing_ok=True)
    if to_come := [path for at, path in made if at > now]:
        log.warning("the bank neither counts nor deletes %s (dated in the future)", to_come[0])
    return target


def regular(directory: Path) -> list[tuple[float, Path]]:
    """Return the regular backups in a directory with their Unix seconds, oldest first."""
    found = []
    for path in directory.glob("blackjack-*.db"):
        with suppress(ValueError):
            made = datetime.strptime(path.name, NAME).replace(tzinfo=UTC)
            if made.strftime(NAME) == path.name:
                found.append((made.timestamp(), path))
    return sorted(found)


@contextmanager
def to_copy(source: Path, *, at_rest: bool = False) -> Iterator[sqlite3.Connection]:
    """Open a snapshot of a database to copy it. Raises `BankError`, also for errors in the block.

    A source `at_rest` has no writers: it may lie on a read-only disk.
    """
    require_file(source)
    real = source.resolve()
    # A read-only connection can't remove a log that it has made, and a writable one checkpoints the log of others.
    mode = "ro" if at_rest or Path(f"{real}-wal").exists() else "rw"
    uri = f"{real.as_uri()}?mode={mode}{'&immutable=1' * at_rest}"
    try:
        with closing(sqlite3.connect(uri, uri=True)) as old:
            # A snapshot: otherwise SQLite starts over after each commit of another program.
            old.execute("BEGIN")
            schema_of(old, known_migrations(), TO_COPY)
            yield old
    except (BankError, sqlite3.Error, UnicodeDecodeError) as error:
        raise BankError(f"can't copy {source}: {explained(error)}") from error


def fill(half: Path, old: sqlite3.Connection, halt: Event | None = None) -> None:
    """Copy a database into a new file and check it; `halt` cancels it. Use in `to_copy`, which translates errors."""
    halt = halt or Event()
    with closing(sqlite3.connect(half)) as new:
        old.backup(new, pages=STEP, progress=lambda *_: _go_on(halt))
        new.set_progress_handler(halt.is_set, CHECK_STEP)
        finding = damage(new)
    if finding:
        raise DatabaseDamaged(f"the copy is damaged: {finding}")


def _go_on(halt: Event) -> None:
    if halt.is_set():
        raise BankError("the bot stops")
