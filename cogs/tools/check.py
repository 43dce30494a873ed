"""The tool `check`: verifies a host's setup. It prints a line per topic with the remedy, and no secret."""

import asyncio
import os
import re
import shutil
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any, Final

from cogs.discord_link.retry import CannotStart
from cogs.host.environment import misspelt
from cogs.host.health import is_alive
from cogs.host.process import EXTRAS, LATER
from cogs.host.settings import SETTINGS
from cogs.tools.check_discord import about_discord
from cogs.tools.files import folder_there, folders_of, sign_of, traces
from cogs.tools.output import Finding, Level, ok, warning, wrong
from engine.bank.bank import Bank
from engine.bank.errors import BankError, DatabaseEmpty, DatabaseTooOld
from engine.bank.sqlite.backup import newest_backup
from engine.bank.sqlite.files import require_place
from engine.bank.sqlite.halves import dead_halves
from engine.bank.sqlite.lock import is_held
from engine.clock import RealClock

ENV = Path(".env")

LEAST: Final = 100 * 2**20
"""Free bytes below which a busy bot soon fails to save."""

FEW: Final = 2**30
"""Free bytes too few for any database."""

OTHERS: Final = 0o077

_OLDER_HALF: Final = re.compile(
    r"(?:blackjack-\d{8}-\d{6}\.db\.part|\.new(?:\.newer)?(?:\.part)?)(?:-journal|-wal|-shm)?"
)
"""Of earlier versions: a regular backup's name, or a suffix of the database's."""


def print_check(find_settings: Callable[[], dict[str, Any]], *, sandbox: bool) -> int:
    """Check the setup and print findings; return the exit status, 2 if any is `WRONG`."""
    try:
        settings = find_settings()
    except CannotStart as error:
        for line in str(error).splitlines():
            print(wrong("settings", line))
        return 2
    try:
        return asyncio.run(_print(settings, sandbox=sandbox))
    except PermissionError as error:
        print(wrong("rights", f"{error.filename} can't be inspected: run this as the bot's user"))
        return 2


async def _print(settings: Mapping[str, Any], *, sandbox: bool) -> int:
    status = 0
    async for finding in _findings(settings, sandbox=sandbox):
        print(finding, flush=True)
        status = 2 if finding.level is Level.WRONG else status
    return status


async def _findings(settings: Mapping[str, Any], *, sandbox: bool) -> AsyncIterator[Finding]:
    now = RealClock().now
    for finding in chain(about_settings(settings), about_libraries(settings)):
        yield finding
    if sandbox:
        yield ok("token", "a sandbox needs none")
    else:
        async for finding in about_discord(settings, now):
            yield finding
    yield await about_database(settings)
    for about in (
        about_rights(ENV, settings["DATABASE"]),
        about_room(settings),
        about_halves(settings),
    ):
        for finding in about:
            yield finding
    if not sandbox:
        yield about_backups(settings, now())


def about_settings(settings: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield misspelt settings, or how many differ from the default."""
    slips = misspelt(os.environ)
    for slip in slips:
        yield warning("settings", slip)
    if not slips:
        own = [one for one in SETTINGS if settings[one.name] != one.read(one.default)]
        yield ok("settings", f"{len(own)} of {len(SETTINGS)} are not the default")


def about_libraries(settings: Mapping[str, Any]) -> Iterator[Finding]:
    wanted = {
        "prometheus_client": settings["METRICS_PORT"] is not None,
        "psycopg": not isinstance(settings["DATABASE"], Path),
        "sentry_sdk": bool(settings["SENTRY_DSN"]),
    }
    lacking = [name for name in (*LATER, *filter(wanted.get, wanted)) if not _installed(name)]
    for name in lacking:
        user, extra = EXTRAS.get(name, ("the bot", None))
        package = f"'.[{extra}]'" if extra else "."
        yield wrong("libraries", f"{user} needs {name}: pip install -e {package}")
    if not lacking:
        yield ok("libraries", "everything that these settings need is installed")


def _installed(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except (ModuleNotFoundError, ValueError):  # a submodule of a missing package
        return False


async def about_database(settings: Mapping[str, Any]) -> Finding:
    """Check that the database exists, is sound, not too new, and accepts writes."""
    database = settings["DATABASE"]
    if isinstance(database, Path) and not database.exists():
        try:
            require_place(database)
        except BankError as error:
            return wrong("database", f"{error}: make it, or set DATABASE")
        if not os.access(database.parent, os.W_OK):
            return wrong("database", f"{database.parent.resolve()} can't be written to: chown it")
        if known := traces(settings, RealClock().now()):
            return warning(
                "database", f"there is none at {database}, and a start makes one. {known}"
            )
        return ok("database", f"there is none at {database} yet: the first start makes it")
    try:
        async with Bank.open(database, RealClock().now, tool=True):
            pass
    except DatabaseTooOld as error:
        return warning("database", f"{error} (and back it up before that)")
    except DatabaseEmpty as error:
        return warning("database", f"{error}, until the first start")
    except BankError as error:
        return wrong("database", str(error))
    return ok("database", f"it is sound and up to date, and {_played_by(settings)}")


def _played_by(settings: Mapping[str, Any]) -> str:
    database = settings["DATABASE"]
    if is_alive(sign_of(settings), RealClock().now()):
        return "a healthy bot plays on it"
    if isinstance(database, Path) and is_held(database):
        return "a bot has it open, but is not healthy: see its log"
    return "no bot plays on it" if isinstance(database, Path) else "no bot here plays on it"


def about_rights(env: Path, database: Path | str) -> Iterator[Finding]:
    """Check that only the owner can read the files with the token and the players' ids."""
    if sys.platform == "win32":
        return
    files = [file for file in (env, database) if isinstance(file, Path) and file.is_file()]
    open_to_others = [file for file in files if file.stat().st_mode & OTHERS]
    for file in open_to_others:
        yield warning("rights", f"other users can access {file}: chmod 600 {file}")
    if files and not open_to_others:
        yield ok("rights", f"only the owner can access {' and '.join(map(str, files))}")


def about_room(settings: Mapping[str, Any]) -> Iterator[Finding]:
    """Check the free disk space: an upgrade may rewrite the whole database, and a backup is as large."""
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
        found = f"{megabytes(free)} are free at {folder}, the database takes {megabytes(size)}"
        if free < LEAST:
            yield wrong("room", f"{found}: free some space, or the bot can't save")
        elif free < max(FEW, 2 * size):
            yield warning("room", f"{found}: free some space for backups and upgrades")
        else:
            yield ok("room", found)


def about_halves(settings: Mapping[str, Any]) -> Iterator[Finding]:
    """Find unfinished files that killed processes left; a start removes only files of this version."""
    folders = folders_of(settings)
    if dead := [half for folder in folders for half in dead_halves(folder)]:
        names = ", ".join(map(str, dead))
        yield warning("files", f"a killed process has left {names}: the next start removes this")
    if older := [
        path
        for folder in folders
        for path in sorted(folder.glob("*"))
        if _OLDER_HALF.fullmatch(path.name.removeprefix(settings["DATABASE"].name))
    ]:
        names = ", ".join(map(str, older))
        yield warning("files", f"an older version was killed and has left {names}: delete this")


def about_backups(settings: Mapping[str, Any], now: float) -> Finding:
    hours, folder = settings["BACKUP_HOURS"], settings["BACKUP_DIRECTORY"]
    if not isinstance(settings["DATABASE"], Path):
        if hours:
            return wrong("backups", "BACKUP_HOURS is for a file: leave it out, and use pg_dump")
        return ok("backups", "the server has its own: docs/processes.md says which")
    made = newest_backup(folder, now)
    if made is None:
        advice = "a start makes one" if hours else "set BACKUP_HOURS, or use a timer"
        return warning("backups", f"there is none in {folder}: {advice}")
    age = (now - made) / 3600
    found = f"the last one in {folder} is {age:.0f} hours old"
    if age > 2 * (hours or 24):
        return warning(
            "backups", f"{found}: see the log of the bot, or of the timer, for the reason"
        )
    return ok("backups", found)


def megabytes(size: int) -> str:
    return f"{size / 2**20:,.0f} MB" if size >= 2**20 else f"{size / 2**10:,.0f} kB"
