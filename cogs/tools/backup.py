"""`backup`, and the regular ones of a bot that runs."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from cogs.gateway.retry import CannotStart
from cogs.tools.files import file_of
from engine.clock import Clock, RealClock, wall_time


def print_backup(settings: Mapping[str, Any], target: Path | None) -> int:
    """Copy the database to a new file, or to the next regular one, and say so. Raises `BankError`, `CannotStart`."""
    from engine.bank.sqlite.backup import backup, backup_into

    database = file_of(settings, "backup")
    if target is not None:
        backup(database, target)
    else:
        folder, keep = settings["BACKUP_DIRECTORY"], settings["BACKUP_KEEP"]
        try:
            target = backup_into(folder, database, RealClock().now(), keep)
        except OSError as error:
            raise CannotStart(f"can't write to {folder}: {error.strerror or error}") from error
    print(f"The database is copied to {target}.")
    return 0


@asynccontextmanager
async def backups(settings: Mapping[str, Any], clock: Clock) -> AsyncIterator[None]:
    """Make regular backups while the block runs, if the host wants them."""
    if not settings["BACKUP_HOURS"]:
        yield
        return
    from engine.bank.sqlite.backup import regular_backups

    work = regular_backups(
        file_of(settings, "BACKUP_HOURS"),
        settings["BACKUP_DIRECTORY"],
        seconds=settings["BACKUP_HOURS"] * 3600,
        keep=settings["BACKUP_KEEP"],
        now=partial(wall_time, clock),
    )
    task = asyncio.create_task(work, name="backups")
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])  # no copy may be running when the database is closed
