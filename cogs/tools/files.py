"""Functions for files next to the database, and disk usage."""

import logging
import math
import os
import shutil
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cogs import PACKAGE
from cogs.discord_link.retry import CannotStart
from cogs.host.environment import SANDBOX
from cogs.host.health import file_of, is_alive
from engine.clock import Clock, RealClock, wall_time

if TYPE_CHECKING:
    from cogs.discord_link.loops import Loops
    from cogs.host.metrics import Disk

log = logging.getLogger(__name__)

RETRY_SECONDS = 600.0


@contextmanager
def _rights_named() -> Iterator[None]:
    """Turn a `PermissionError` in the block into `CannotStart`."""
    try:
        yield
    except PermissionError as error:
        advice = "run this as the bot's user, or let that user read it"
        raise CannotStart(
            f"{error.filename} can't be used (permission denied): {advice}."
        ) from error


@_rights_named()
def missing(database: Path | str) -> str | None:
    """Return a message if the database's file is missing; None for a database server. Raises `CannotStart`."""
    if not isinstance(database, Path) or database.exists():
        return None
    sentence, tried = f"There is no database at {database}.", Path(SANDBOX["DATABASE"])
    if database != tried and tried.is_file():
        return f"{sentence} For {tried}, which is the sandbox's, type --sandbox before the tool."
    return sentence


@_rights_named()
def look_around(settings: Mapping[str, Any], now: float) -> None:
    """Remove unfinished files of killed processes, and log a missing database; `now` in Unix seconds.

    Raises `CannotStart` for files that the bot may not read.
    """
    from engine.bank.sqlite.halves import remove_dead

    for folder in folders_of(settings):
        for half in remove_dead(folder):
            log.info("the bot removed %s (the process that wrote it was killed)", half)
    database = settings["DATABASE"]
    if isinstance(database, Path) and not _is_there(database):
        known = traces(settings, now)
        level, advice = (logging.WARNING, f". {known}") if known else (logging.INFO, "")
        where = database.resolve()
        log.log(level, "the bot makes a new database (there is no database at %s)%s", where, advice)


def folders_of(settings: Mapping[str, Any]) -> list[Path]:
    """Return the folders that the bot writes to; none for a database server."""
    database: Path | str = settings["DATABASE"]
    if not isinstance(database, Path):
        return []
    return [*{database.resolve().parent: None, settings["BACKUP_DIRECTORY"].resolve(): None}]


def traces(settings: Mapping[str, Any], now: float) -> str | None:
    """Return advice if a missing database has existed, else None. `now` is in Unix seconds.

    Signs are backups, and files that exist only next to a database in use.
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
    """Return True unless the file is missing or empty, as a lock leaves it."""
    return database.exists() and (not database.is_file() or database.stat().st_size > 0)


def copied_file(settings: Mapping[str, Any], what: str) -> Path:
    """Return the database's file. Raises `CannotStart` for a database server; `what` names the task."""
    database = settings["DATABASE"]
    if not isinstance(database, Path):
        raise CannotStart(f"{what} copies a file, and this database is on a server: use pg_dump.")
    return database


def sign_of(settings: Mapping[str, Any]) -> Path:
    return file_of(settings["DATABASE"], settings["PROCESS"] if settings["PROCESSES"] > 1 else None)


def print_health(settings: Mapping[str, Any]) -> int:
    """Print if a bot is connected; return the exit status, 1 if not."""
    if sentence := missing(settings["DATABASE"]):
        print(sentence)
        return 1
    well = is_alive(sign_of(settings), RealClock().now())
    print("The bot is connected." if well else "No bot on this database is connected.")
    return 0 if well else 1


@asynccontextmanager
async def backups(settings: Mapping[str, Any], clock: Clock, loops: "Loops") -> AsyncIterator[None]:
    """Make regular backups while the block runs, if the settings say so.

    A backup's age comes from its file name, so a restart delays none.
    """
    if not settings["BACKUP_HOURS"]:
        yield
        return
    from cogs.discord_link.loops import Loop, Repeating
    from engine.bank.sqlite.backup import backup_into, seconds_left, to_its_end

    database = copied_file(settings, "BACKUP_HOURS")
    folder, keep = settings["BACKUP_DIRECTORY"], settings["BACKUP_KEEP"]
    left = partial(seconds_left, folder, settings["BACKUP_HOURS"] * 3600)

    async def back_up() -> float:
        if not left(now := wall_time(clock)):
            await to_its_end(partial(backup_into, folder, database, now, keep))
        return left(wall_time(clock))

    copies = Repeating(loops, Loop.BACKUPS, back_up, lambda _: RETRY_SECONDS)
    copies.start(0)
    try:
        yield
    finally:
        await copies.stop()  # before the database is closed


def disk_of(settings: Mapping[str, Any], now: float) -> "Disk | None":
    """Return the disk usage; None for a database server. Reads no file contents."""
    from cogs.host.metrics import Disk
    from engine.bank.sqlite.backup import newest_backup

    database, backups = settings["DATABASE"], settings["BACKUP_DIRECTORY"]
    if not isinstance(database, Path):
        return None
    files = [file for end in ("", "-wal") if (file := Path(f"{database}{end}")).is_file()]
    made = None
    with suppress(OSError):  # such as a share that is away
        made = newest_backup(backups, now)
    never = math.inf if settings["BACKUP_HOURS"] else None
    places = {"database": folder_there(database.parent), "backups": folder_there(backups)}
    return Disk(
        database=sum(file.stat().st_size for file in files),
        free={of: shutil.disk_usage(place).free for of, place in places.items()},
        backup_age=never if made is None else now - made,
    )


def folder_there(folder: Path) -> Path:
    whole = folder.resolve()
    # Unlike `Path.is_dir`, this never raises.
    return next(one for one in (whole, *whole.parents) if os.path.isdir(one))
