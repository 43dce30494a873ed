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

NAME = "blackjack-%Y%m%d-%H%M%S.db"
"""How a regular backup is named, in UTC: names sort by time."""

RETRY_SECONDS = 600
"""After which a backup that failed is tried again."""

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
    """Back up whenever the newest backup is `seconds` old, and keep the newest `keep`. Never returns.

    `now` tells Unix seconds; a bot that is restarted often makes its backups all the same.
    """
    while True:
        await asyncio.sleep(seconds_left(directory, seconds, now()))
        try:
            await asyncio.to_thread(backup_into, directory, source, now(), keep)
        except (BankError, OSError) as error:
            log.error("no backup was made: %s", error)
            await asyncio.sleep(RETRY_SECONDS)


def seconds_left(directory: Path, seconds: float, now: float) -> float:
    """How long until the newest backup in this directory is `seconds` old."""
    made = [_made_at(name) for name in _names(directory)]
    return max(made[-1] + seconds - now, 0) if made else 0


def backup_into(directory: Path, source: Path, now: float, keep: int) -> None:
    """Make one backup, named by the time, and delete all but the newest `keep`. Raises `BankError`, `OSError`."""
    directory.mkdir(parents=True, exist_ok=True)
    target = directory / datetime.fromtimestamp(now, UTC).strftime(NAME)
    backup(source, target)
    log.info("the database is backed up to %s", target)
    for old in _names(directory)[:-keep]:
        old.unlink(missing_ok=True)


def _names(directory: Path) -> list[Path]:
    """The regular backups in a directory, oldest first; whatever else lies there is not ours."""
    return sorted(path for path in directory.glob("blackjack-*.db") if _is_ours(path))


def _is_ours(path: Path) -> bool:
    try:
        return datetime.fromtimestamp(_made_at(path), UTC).strftime(NAME) == path.name
    except ValueError:
        return False


def _made_at(path: Path) -> float:
    """Unix seconds. Raises `ValueError` for a name that is no time."""
    return datetime.strptime(path.name, NAME).replace(tzinfo=UTC).timestamp()


def _copy(source: Path, part: Path) -> None:
    part.unlink(missing_ok=True)
    uri = f"{source.resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True)) as old, closing(sqlite3.connect(part)) as new:
        old.backup(new, pages=STEP)
        (finding,) = new.execute("PRAGMA quick_check(1)").fetchone()
    if finding != "ok":
        raise DatabaseDamaged(f"the copy is damaged: {finding}")
