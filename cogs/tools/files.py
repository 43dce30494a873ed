"""What is looked at beside the bot's database: its sign of life, its regular backups, and how full its disks are."""

import asyncio
import math
import shutil
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cogs.gateway.retry import CannotStart
from cogs.health.health import file_of, is_alive
from cogs.startup.settings import SANDBOX
from engine.clock import Clock, RealClock, wall_time

if TYPE_CHECKING:
    from cogs.gateway.loops import Loops
    from cogs.health.metrics import Disk


def missing(database: Path | str) -> str | None:
    """What is said where there is no file; whether there is a server, it says itself."""
    if not isinstance(database, Path) or database.is_file():
        return None
    sentence, tried = f"There is no database at {database}.", Path(SANDBOX["DATABASE"])
    if database != tried and tried.is_file():
        return f"{sentence} For {tried}, which is the sandbox's, type --sandbox before the tool."
    return sentence


def copied_file(settings: Mapping[str, Any], what: str) -> Path:
    """The file of the database. Raises `CannotStart` where it is on a server, which has backups of its own."""
    database = settings["DATABASE"]
    if not isinstance(database, Path):
        raise CannotStart(f"{what} copies a file, and this database is on a server: use pg_dump.")
    return database


def sign_of(settings: Mapping[str, Any]) -> Path:
    """The file in which the bot with these settings leaves its sign of life."""
    return file_of(settings["DATABASE"], settings["PROCESS"] if settings["PROCESSES"] > 1 else None)


def print_health(settings: Mapping[str, Any]) -> int:
    """Print whether the bot on this database is connected; the exit status is 1 where it is not."""
    if sentence := missing(settings["DATABASE"]):
        print(sentence)
        return 1
    well = is_alive(sign_of(settings), RealClock().now())
    print("The bot is connected." if well else "No bot on this database is connected.")
    return 0 if well else 1


@asynccontextmanager
async def backups(settings: Mapping[str, Any], clock: Clock, loops: "Loops") -> AsyncIterator[None]:
    """Make regular backups while the block runs, if the host wants them."""
    if not settings["BACKUP_HOURS"]:
        yield
        return
    from cogs.gateway.loops import Loop
    from engine.bank.sqlite.backup import regular_backups

    def note(error: Exception | None) -> None:
        if error is None:
            loops.passed(Loop.BACKUPS)
        else:
            loops.failed(Loop.BACKUPS, error)

    work = regular_backups(
        copied_file(settings, "BACKUP_HOURS"),
        settings["BACKUP_DIRECTORY"],
        seconds=settings["BACKUP_HOURS"] * 3600,
        keep=settings["BACKUP_KEEP"],
        now=partial(wall_time, clock),
        note=note,
    )
    task = asyncio.create_task(work, name="backups")
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])  # no copy may be running when the database is closed


def disk_of(settings: Mapping[str, Any], now: float) -> "Disk | None":
    """What metrics tell of the disks: some files are looked at, and none is read; None for a server."""
    from cogs.health.metrics import Disk
    from engine.bank.sqlite.backup import newest_backup

    database, backups = settings["DATABASE"], settings["BACKUP_DIRECTORY"]
    if not isinstance(database, Path):
        return None
    files = [file for end in ("", "-wal") if (file := Path(f"{database}{end}")).is_file()]
    made = newest_backup(backups, now)
    never = math.inf if settings["BACKUP_HOURS"] else None
    places = {"database": folder_there(database.parent), "backups": folder_there(backups)}
    return Disk(
        database=sum(file.stat().st_size for file in files),
        free={of: shutil.disk_usage(place).free for of, place in places.items()},
        backup_age=never if made is None else now - made,
    )


def folder_there(folder: Path) -> Path:
    """The folder, or the nearest one above it that is there."""
    whole = folder.resolve()
    return next(one for one in (whole, *whole.parents) if one.is_dir())
