"""What `check` finds on the disk: who can read what, how much room there is, how old the last backup is."""

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from cogs.tools.checks.findings import Finding, ok, warning, wrong

LEAST: Final = 100 * 2**20
"""Free bytes below which a busy bot soon keeps nothing."""

FEW: Final = 2**30
"""Free bytes that are few, whatever the size of the database."""

OTHERS: Final = 0o077
"""The rights of all but the owner."""


def about_rights(env: Path, database: Path | str) -> Iterator[Finding]:
    """The token and the players' ids are the owner's alone."""
    if sys.platform == "win32":
        return
    files = [file for file in (env, database) if isinstance(file, Path) and file.is_file()]
    open_to_others = [file for file in files if file.stat().st_mode & OTHERS]
    for file in open_to_others:
        yield warning("rights", f"others than its owner can get at {file}: chmod 600 {file}")
    if files and not open_to_others:
        yield ok("rights", f"only their owner can get at {' and '.join(map(str, files))}")


def about_room(settings: Mapping[str, Any]) -> Iterator[Finding]:
    """An upgrade may write the whole database anew, and a backup is as large as it."""
    database, backups = settings["DATABASE"], settings["BACKUP_DIRECTORY"]
    if not isinstance(database, Path):
        return
    size = database.stat().st_size if database.is_file() else 0
    seen = set[int]()
    for folder in (folder_there(database.parent), folder_there(backups)):
        if (disk := os.stat(folder).st_dev) in seen:
            continue
        seen.add(disk)
        free = shutil.disk_usage(folder).free
        found = f"{megabytes(free)} are free at {folder}, the database has {megabytes(size)}"
        if free < LEAST:
            yield wrong("room", f"{found}: make room, or nothing can be kept")
        elif free < max(FEW, 2 * size):
            yield warning("room", f"{found}: make room for backups and upgrades")
        else:
            yield ok("room", found)


def about_backups(settings: Mapping[str, Any], now: float) -> Finding:
    """Whether there are any, and whether they are made in time."""
    from engine.bank.sqlite.backup import newest_backup

    if not isinstance(settings["DATABASE"], Path):
        return ok("backups", "the server has its own: docs/processes.md says which")
    hours, folder = settings["BACKUP_HOURS"], settings["BACKUP_DIRECTORY"]
    made = newest_backup(folder, now)
    if made is None:
        return warning("backups", f"there is none in {folder}: set BACKUP_HOURS, or use a timer")
    age = (now - made) / 3600
    found = f"the last one in {folder} is {age:.0f} hours old"
    if age > 2 * (hours or 24):
        return warning(
            "backups", f"{found}: see the log of the bot, or of the timer, for the reason"
        )
    return ok("backups", found)


def megabytes(size: int) -> str:
    """Bytes, for people."""
    return f"{size / 2**20:,.0f} MB" if size >= 2**20 else f"{size / 2**10:,.0f} kB"


def folder_there(folder: Path) -> Path:
    """The folder, or the nearest one above it that is there."""
    whole = folder.resolve()
    return next(one for one in (whole, *whole.parents) if one.is_dir())
