"""`check`: verify a host's setup; print a line per topic, with the remedy for each problem. Prints no secret."""

import asyncio
import os
import re
import shutil
import sys
from base64 import urlsafe_b64decode
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import Enum
from functools import partial
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cogs.discord_link.discord_time import DRIFT, difference
from cogs.discord_link.retry import CannotStart
from cogs.host.health import is_alive
from cogs.host.process import EXTRAS, LATER
from cogs.host.settings import SETTINGS, misspelt
from cogs.tools.files import folder_there, folders_of, sign_of, traces
from engine.bank.bank import Bank
from engine.bank.errors import BankError, DatabaseEmpty, DatabaseTooOld
from engine.bank.sqlite.backup import newest_backup
from engine.bank.sqlite.files import require_place
from engine.bank.sqlite.halves import dead_halves
from engine.bank.sqlite.lock import is_held
from engine.clock import RealClock

if TYPE_CHECKING:
    from aiohttp import ClientSession

ENV = Path(".env")

LEAST: Final = 100 * 2**20
"""Free bytes below which a busy bot soon fails to save."""

FEW: Final = 2**30
"""Free bytes that are too few for a database of any size."""

OTHERS: Final = 0o077
"""Permission bits of group and others."""

SECONDS: Final = 10.0
"""Timeout for all requests together."""

_SHAPE: Final = re.compile(r"([\w-]{18,})\.[\w-]{6,}\.[\w-]{27,}")

_OLDER_HALF: Final = re.compile(
    r"(?:blackjack-\d{8}-\d{6}\.db\.part|\.new(?:\.newer)?(?:\.part)?)(?:-journal|-wal|-shm)?"
)
"""Unfinished files as named by earlier versions: a regular backup's name, or a suffix of the database's name."""


class Level(Enum):
    """The severity of a finding."""

    OK = "ok"
    WARNING = "warning"
    """The bot works, but the setup should be changed."""
    WRONG = "wrong"
    """The bot does not work with this setup."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result for one topic."""

    level: Level
    about: str
    text: str

    def __str__(self) -> str:
        end = "" if self.text.endswith((".", "?")) else "."
        return f"{self.level.value}: {self.about}: {self.text}{end}"


ok = partial(Finding, Level.OK)
warning = partial(Finding, Level.WARNING)
wrong = partial(Finding, Level.WRONG)


def print_check(find_settings: Callable[[], dict[str, Any]], *, sandbox: bool) -> int:
    """Print the findings; return 2 as the exit status if one is `WRONG`."""
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
    """Yield misspelt names, or the number of changed settings."""
    slips = misspelt(os.environ)
    for slip in slips:
        yield warning("settings", slip)
    if not slips:
        own = [one for one in SETTINGS if settings[one.name] != one.read(one.default)]
        yield ok("settings", f"{len(own)} of {len(SETTINGS)} are not the default")


def about_libraries(settings: Mapping[str, Any]) -> Iterator[Finding]:
    """Check the required libraries, and the extras that the settings need."""
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
    """Check that the database exists, is sound and not from a newer version, and accepts writes."""
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
    """Check that only the owner can read the token and the players' ids."""
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
    """Find unfinished files of killed processes; a start does not remove files of older versions."""
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
    """Check the age of the newest backup."""
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
    """Format a number of bytes as MB or kB."""
    return f"{size / 2**20:,.0f} MB" if size >= 2**20 else f"{size / 2**10:,.0f} kB"


# Discord over REST, without a gateway session


async def about_discord(
    settings: Mapping[str, Any], now: Callable[[], float]
) -> AsyncIterator[Finding]:
    """Check the token, and with it the application, its pictures and the clock; `now` returns Unix seconds."""
    token = settings["DISCORD_TOKEN"]
    if not token:
        yield wrong("token", "there is none: put DISCORD_TOKEN=... into the file .env")
        return
    if not looks_like_a_token(token):
        yield warning("token", "it does not look like a bot's: copy it from the portal's page Bot")
    from aiohttp import ClientError, ClientResponseError

    try:
        async for finding in _answers(settings, token, now):
            yield finding
    except ClientResponseError as error:
        if error.status == 401:
            yield wrong("token", "Discord refuses it: reset it on the portal's page Bot")
        else:
            text = f"Discord answered with status {error.status}: try again later"
            yield warning("Discord", text)
    except (ClientError, OSError, ValueError, TypeError, KeyError) as error:
        yield warning("Discord", f"no connection ({type(error).__name__}): is there a network?")


async def _answers(
    settings: Mapping[str, Any], token: str, now: Callable[[], float]
) -> AsyncIterator[Finding]:
    from aiohttp import ClientSession, ClientTimeout

    from cogs.discord_link.requests import user_agent

    headers = {"Authorization": f"Bot {token}", "User-Agent": user_agent()}
    limit = ClientTimeout(total=SECONDS)
    async with ClientSession(headers=headers, timeout=limit, trust_env=True) as session:
        api = settings["DISCORD_API_URL"]
        me, date = await _get(session, f"{api}/users/@me")
        yield ok("token", f"Discord knows it: the bot is {me['username']}")
        yield about_clock(date, now())
        application, _ = await _get(session, f"{api}/applications/@me")
        yield about_application(application)
        if settings["CARD_PICTURES"]:
            emojis, _ = await _get(session, f"{api}/applications/{application['id']}/emojis")
            yield about_pictures({emoji["name"] for emoji in emojis["items"]})
        else:
            yield ok("pictures", "off: cards are text")


async def _get(session: "ClientSession", url: str) -> tuple[Any, str | None]:
    """Return the parsed answer and its `Date`. Raises the library's errors."""
    async with session.get(url, raise_for_status=True) as answer:
        return await answer.json(), answer.headers.get("Date")


def about_application(application: Mapping[str, Any]) -> Finding:
    """Check that Discord delivers clicks over the gateway."""
    if application.get("interactions_endpoint_url"):
        return wrong(
            "application", "clicks go to an Interactions Endpoint URL: empty it on the portal"
        )
    return ok("application", f"{application['name']}: the bot gets its clicks")


def about_clock(date: str | None, now: float) -> Finding:
    """Compare this machine's clock with Discord's, which timestamps clicks."""
    if date is None:
        return ok("clock", "Discord sent no time")
    ahead = now - parsedate_to_datetime(date).timestamp()
    if abs(ahead) <= DRIFT:
        return ok("clock", "as Discord's")
    return warning("clock", difference(ahead))


def about_pictures(names: set[str]) -> Finding:
    """Count the uploaded card pictures."""
    from cogs.messages.card_emojis import emoji_name
    from cogs.pages.cards import NAMES

    there = sum(emoji_name(name) in names for name in NAMES)
    if there == len(NAMES):
        return ok("pictures", f"all {there} are there")
    return ok("pictures", f"{there} of {len(NAMES)} are there: the bot uploads the rest")


def looks_like_a_token(token: str) -> bool:
    """True if the token has three parts, the first an encoded number."""
    found = _SHAPE.fullmatch(token)
    if found is None:
        return False
    try:
        return urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4)).isdigit()
    except ValueError:
        return False
