"""Copies of the database while the bot goes on: whole, checked, and put in place only when they are complete."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from engine.bank.errors import BankError, DatabaseDamaged, explained

log = logging.getLogger(__name__)

STEP = 1_000
"""Pages that are copied before writers get their turn."""


def backup(source: Path, target: Path) -> None:
    """Copy the database to a new file. Raises `BankError`, and leaves no half copy behind."""
    if not source.is_file():
        raise BankError(f"there is no database at {source}")
    if target.exists():
        raise BankError(f"{target} exists already: choose another name")
    part = target.with_name(target.name + ".part")
    try:
        _copy(source, part)
        part.rename(target)
    except sqlite3.Error as error:
        raise BankError(f"can't back up {source} to {target}: {explained(error)}") from error
    except OSError as error:
        raise BankError(f"can't write {target}: {error.strerror or error}") from error
    finally:
        part.unlink(missing_ok=True)


async def regular_backups(
    source: Path, directory: Path, *, seconds: float, keep: int, now: Callable[[], float]
) -> None:
    """Back up again and again, and delete all but the newest `keep`; `now` tells Unix seconds. Never returns."""
    while True:
        await asyncio.sleep(seconds)
        stamp = datetime.fromtimestamp(now(), UTC).strftime("%Y%m%d-%H%M%S")
        try:
            await asyncio.to_thread(backup_into, directory, source, stamp, keep)
        except (BankError, OSError) as error:
            log.error("no backup was made: %s", error)


def backup_into(directory: Path, source: Path, stamp: str, keep: int) -> None:
    """Make one backup named after `stamp`, and delete all but the newest `keep`. Raises `BankError`, `OSError`."""
    directory.mkdir(parents=True, exist_ok=True)
    target = directory / f"blackjack-{stamp}.db"
    backup(source, target)
    log.info("backed up to %s", target)
    for old in sorted(directory.glob("blackjack-*.db"))[:-keep]:
        old.unlink(missing_ok=True)


def _copy(source: Path, part: Path) -> None:
    part.unlink(missing_ok=True)
    uri = f"{source.resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True)) as old, closing(sqlite3.connect(part)) as new:
        old.backup(new, pages=STEP)
        (finding,) = new.execute("PRAGMA quick_check(1)").fetchone()
    if finding != "ok":
        raise DatabaseDamaged(f"the copy is damaged: {finding}")
