"""What `check` asks Discord, with the token and without a session: who the bot is, its pictures, the time."""

import re
from base64 import urlsafe_b64decode
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from aiohttp import ClientSession

SECONDS: Final = 10.0
"""For all answers."""

DRIFT: Final = 3.0
"""Seconds by which a clock may go wrong; Discord tells whole ones."""

_SHAPE: Final = re.compile(r"([\w-]{18,})\.[\w-]{6,}\.[\w-]{27,}")


class Level(Enum):
    """How something is."""

    OK = "ok"
    WARNING = "warning"
    """It works, and should be otherwise."""
    WRONG = "wrong"
    """The bot does not work so."""

    @property
    def status(self) -> int:
        """The exit status that it asks for."""
        return 2 if self is Level.WRONG else 0


@dataclass(frozen=True, slots=True)
class Finding:
    """One of them."""

    level: Level
    about: str
    text: str

    def __str__(self) -> str:
        end = "" if self.text.endswith((".", "?")) else "."
        return f"{self.level.value}: {self.about}: {self.text}{end}"


ok = partial(Finding, Level.OK)
warning = partial(Finding, Level.WARNING)
wrong = partial(Finding, Level.WRONG)


class Refused(Exception):
    """Discord answered with this status."""

    def __init__(self, status: int) -> None:
        super().__init__(f"Discord answered with status {status}")
        self.status = status


async def about_discord(
    settings: Mapping[str, Any], now: Callable[[], float]
) -> AsyncIterator[Finding]:
    """The token, and where there is one and Discord answers, what it says; `now` returns Unix seconds."""
    token = settings["DISCORD_TOKEN"]
    if not token:
        yield wrong("token", "there is none: put DISCORD_TOKEN=... into the file .env")
        return
    if not looks_like_a_token(token):
        yield warning("token", "it does not look like a bot's: copy it from the portal's page Bot")
    from aiohttp import ClientError

    try:
        async for finding in _answers(settings, token, now):
            yield finding
    except Refused as error:
        if error.status == 401:
            yield wrong("token", "Discord refuses it: reset it on the portal's page Bot")
        else:
            yield warning("Discord", f"{error}: try again later")
    except (ClientError, OSError, ValueError, TypeError, KeyError) as error:
        yield warning("Discord", f"it can't be asked ({type(error).__name__}): is there a network?")


async def _answers(
    settings: Mapping[str, Any], token: str, now: Callable[[], float]
) -> AsyncIterator[Finding]:
    from aiohttp import ClientSession, ClientTimeout

    from cogs.version import user_agent

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
            told, _ = await _get(session, f"{api}/applications/{application['id']}/emojis")
            yield about_pictures({emoji["name"] for emoji in told["items"]})
        else:
            yield ok("pictures", "off: cards are text")


async def _get(session: "ClientSession", url: str) -> tuple[Any, str | None]:
    """The answer, and its date. Raises `Refused`, and what the library raises."""
    async with session.get(url) as answer:
        if answer.status != 200:
            raise Refused(answer.status)
        return await answer.json(), answer.headers.get("Date")


def about_application(application: Mapping[str, Any]) -> Finding:
    """Whether clicks come to the bot, by the gateway."""
    if application.get("interactions_endpoint_url"):
        return wrong(
            "application", "clicks go to an Interactions Endpoint URL: empty it on the portal"
        )
    return ok("application", f"{application['name']}, whose clicks come to the bot")


def about_clock(date: str | None, now: float) -> Finding:
    """Whether this machine's clock goes as Discord's: by its own, Discord says when somebody has clicked."""
    if date is None:
        return ok("clock", "Discord does not say what time it is")
    ahead = now - parsedate_to_datetime(date).timestamp()
    if abs(ahead) <= DRIFT:
        return ok("clock", "as Discord's")
    how = "ahead of" if ahead > 0 else "behind"
    return warning("clock", f"{abs(ahead):.0f} s {how} Discord's: sudo timedatectl set-ntp true")


def about_pictures(names: set[str]) -> Finding:
    """How many of the cards' pictures are there."""
    from cogs.pictures.emojis import emoji_name
    from cogs.pictures.symbols import NAMES

    there = sum(emoji_name(name) in names for name in NAMES)
    if there == len(NAMES):
        return ok("pictures", f"all {there} are there")
    return ok("pictures", f"{there} of {len(NAMES)} are there: the bot uploads the rest")


def looks_like_a_token(token: str) -> bool:
    """Three parts, of which the first is a number."""
    found = _SHAPE.fullmatch(token)
    if found is None:
        return False
    try:
        return urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4)).isdigit()
    except ValueError:
        return False
