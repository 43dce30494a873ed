"""`check`: what a host has set up, a line each: what is well, and what to do where it is not. Shows no secret."""

import asyncio
import os
import shutil
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from cogs.gateway.retry import CannotStart
from cogs.startup.process import EXTRAS, LATER
from cogs.startup.settings import SETTINGS, misspelt
from cogs.tools.check_discord import Finding, about_discord, ok, warning, wrong
from cogs.tools.database import folder_there, sign_of
from engine.clock import RealClock

ENV = Path(".env")

LEAST: Final = 100 * 2**20
"""Free bytes below which a busy bot soon keeps nothing."""

FEW: Final = 2**30
"""Free bytes that are few, whatever the size of the database."""

OTHERS: Final = 0o077
"""The rights of all but the owner."""


def print_check(find_settings: Callable[[], dict[str, Any]], *, sandbox: bool) -> int:
    """Print what is well and what is not; the exit status is 2 where something is wrong."""
    try:
        settings = find_settings()
    except CannotStart as error:
        for line in str(error).splitlines():
            print(wrong("settings", line))
        return 2
    try:
        return asyncio.run(_print(settings, sandbox=sandbox))
    except PermissionError as error:
        print(wrong("rights", f"{error.filename} can't be looked at: check as the bot's user"))
        return 2


async def _print(settings: Mapping[str, Any], *, sandbox: bool) -> int:
    status = 0
    async for finding in _findings(settings, sandbox=sandbox):
        print(finding, flush=True)
        status = max(status, finding.level.status)
    return status


async def _findings(settings: Mapping[str, Any], *, sandbox: bool) -> AsyncIterator[Finding]:
    for finding in about_settings(settings):
        yield finding
    for finding in about_libraries(settings):
        yield finding
    if sandbox:
        yield ok("token", "a sandbox needs none")
    else:
        async for finding in about_discord(settings, RealClock().now):
            yield finding
    yield await about_database(settings)
    for finding in about_rights(ENV, settings["DATABASE"]):
        yield finding
    for finding in about_room(settings):
        yield finding
    if not sandbox:
        yield about_backups(settings, RealClock().now())


def about_settings(settings: Mapping[str, Any]) -> Iterator[Finding]:
    """Their sources were read; and names that nearly are one."""
    slips = misspelt(os.environ)
    for slip in slips:
        yield warning("settings", slip)
    if not slips:
        own = [one for one in SETTINGS if settings[one.name] != one.read(one.default)]
        yield ok("settings", f"{len(own)} of {len(SETTINGS)} are not the default")


def about_libraries(settings: Mapping[str, Any]) -> Iterator[Finding]:
    """What players need, and the extras that settings ask for."""
    wanted = {
        "prometheus_client": settings["METRICS_PORT"] is not None,
        "psycopg": not isinstance(settings["DATABASE"], Path),
        "sentry_sdk": bool(settings["SENTRY_DSN"]),
    }
    lacking = [name for name in (*LATER, *filter(wanted.get, wanted)) if not _installed(name)]
    for name in lacking:
        who, extra = EXTRAS.get(name, ("the bot", None))
        what = f"'.[{extra}]'" if extra else "."
        yield wrong("libraries", f"{who} needs {name}: pip install -e {what}")
    if not lacking:
        yield ok("libraries", "all that these settings need are installed")


def _installed(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except (ModuleNotFoundError, ValueError):  # of a part of a package that is not there
        return False


async def about_database(settings: Mapping[str, Any]) -> Finding:
    """Whether it is there, sound and written by this program or an older one, and takes what is written."""
    from engine.bank.bank import Bank
    from engine.bank.errors import BankError, DatabaseTooOld
    from engine.bank.sqlite.files import require_place

    database = settings["DATABASE"]
    if isinstance(database, Path) and not database.exists():
        try:
            require_place(database)
        except BankError as error:
            return wrong("database", f"{error}: make it, or set DATABASE")
        if not os.access(database.parent, os.W_OK):
            return wrong("database", f"{database.parent.resolve()} can't be written to: chown it")
        return ok("database", f"there is none at {database} yet: the first start makes it")
    try:
        async with Bank.open(database, RealClock().now, tool=True):
            pass
    except DatabaseTooOld as error:
        return warning("database", f"{error} (and back it up before that)")
    except BankError as error:
        return wrong("database", str(error))
    return ok("database", f"it is sound and up to date, and {_played_by(settings)}")


def _played_by(settings: Mapping[str, Any]) -> str:
    from cogs.health.health import is_alive
    from engine.bank.sqlite.lock import is_held

    database = settings["DATABASE"]
    if is_alive(sign_of(settings), RealClock().now()):
        return "a bot that is well plays on it"
    if isinstance(database, Path) and is_held(database):
        return "a bot has it open, but is not well: see its log"
    return "no bot plays on it" if isinstance(database, Path) else "no bot here plays on it"


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
