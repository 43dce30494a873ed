"""The files next to the bot's database: sign of life, regular backups, half files; and how full the disks are."""

import asyncio
import logging
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
from cogs.version import PACKAGE
from engine.clock import Clock, RealClock, wall_time

if TYPE_CHECKING:
    from cogs.gateway.loops import Loops
    from cogs.health.metrics import Disk

log = logging.getLogger(__name__)


def missing(database: Path | str) -> str | None:
    """What is said where there is no file; whether there is a server, it says itself."""
    if not isinstance(database, Path) or database.exists():
        return None
    sentence, tried = f"There is no database at {database}.", Path(SANDBOX["DATABASE"])
    if database != tried and tried.is_file():
        return f"{sentence} For {tried}, which is the sandbox's, type --sandbox before the tool."
    return sentence


def look_around(settings: Mapping[str, Any], now: float) -> None:
    """Prepare a start: remove the half files of killed processes, and log that there is no database yet, or no longer.

    `now` in Unix seconds.
    """
    from engine.bank.sqlite.halves import remove_dead

    for folder in folders_of(settings):
        for half in remove_dead(folder):
            log.info("%s is removed: the process that wrote it was killed", half)
    database = settings["DATABASE"]
    if isinstance(database, Path) and not _is_there(database):
        known = traces(settings, now)
        level, advice = (logging.WARNING, f". {known}") if known else (logging.INFO, "")
        log.log(
            level, "there is no database at %s: a new one is made%s", database.resolve(), advice
        )


def folders_of(settings: Mapping[str, Any]) -> list[Path]:
    """The folders in which this bot and its tools write files; none if its database is on a server."""
    database: Path | str = settings["DATABASE"]
    if not isinstance(database, Path):
        return []
    return [*{database.resolve().parent: None, settings["BACKUP_DIRECTORY"].resolve(): None}]


def traces(settings: Mapping[str, Any], now: float) -> str | None:
    """What to do if a database that is not there was there before; None if nothing says that it was.

    Backups say so, and so do files that only a database in use has next to it.
    """
    from engine.bank.sqlite.backup import regular

    database, folder = settings["DATABASE"], settings["BACKUP_DIRECTORY"]
    made = [path for at, path in regular(folder) if at <= now]
    if not made and not any(
        Path(f"{database}{end}").exists() for end in ("-wal", ".alive", ".lock")
    ):
        return None
    found = f"the newest backup is {made[-1]}" if made else f"there is no backup in {folder}"
    option = "--sandbox " if database == Path(SANDBOX["DATABASE"]) else ""
    how = f"{PACKAGE} {option}restore {made[-1] if made else 'FILE'}"
    return (
        f"If everyone has played before, stop the bot: {found}, and `{how}` puts a backup in place"
    )


def _is_there(database: Path) -> bool:
    """Whether there is something at this path; a lock or a killed first start leaves an empty file."""
    return database.exists() and (not database.is_file() or database.stat().st_size > 0)


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
