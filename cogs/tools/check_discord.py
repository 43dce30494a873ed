"""The part of the tool `check` that asks Discord's REST API."""

import re
from base64 import urlsafe_b64decode
from collections.abc import AsyncIterator, Callable, Mapping
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Final

from cogs.discord_link.discord_time import DRIFT, difference
from cogs.tools.output import Finding, ok, warning, wrong

if TYPE_CHECKING:
    from aiohttp import ClientSession

SECONDS: Final = 10.0

_SHAPE: Final = re.compile(r"([\w-]{18,})\.[\w-]{6,}\.[\w-]{27,}")


async def about_discord(
    settings: Mapping[str, Any], now: Callable[[], float]
) -> AsyncIterator[Finding]:
    """Check token, application, pictures and clock; `now` returns Unix seconds."""
    token = settings["DISCORD_TOKEN"]
    if not token:
        yield wrong("token", "there is none: put DISCORD_TOKEN=... into the file .env")
        return
    if not looks_like_a_token(token):
        yield warning("token", "it does not look like a bot's: copy it from the portal's page Bot")
    from aiohttp import ClientError, ClientResponseError

    from cogs.discord_link.request_errors import PASSING

    try:
        async for finding in _answers(settings, token, now):
            yield finding
    except ClientResponseError as error:
        if error.status == 401:
            yield wrong("token", "Discord refuses it: reset it on the portal's page Bot")
        elif 400 <= error.status < 500 and error.status not in PASSING:
            text = f"DISCORD_API_URL answers with status {error.status}: correct it"
            yield wrong("Discord", text)
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
    async with ClientSession(headers=headers, timeout=limit) as session:
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
    async with session.get(url, raise_for_status=True) as answer:
        return await answer.json(), answer.headers.get("Date")


def about_application(application: Mapping[str, Any]) -> Finding:
    """Check that Discord delivers clicks over the gateway, not to an HTTP endpoint."""
    if application.get("interactions_endpoint_url"):
        return wrong(
            "application", "clicks go to an Interactions Endpoint URL: empty it on the portal"
        )
    return ok("application", f"{application['name']}: the bot gets its clicks")


def about_clock(date: str | None, now: float) -> Finding:
    if date is None:
        return ok("clock", "Discord sent no time")
    ahead = now - parsedate_to_datetime(date).timestamp()
    if abs(ahead) <= DRIFT:
        return ok("clock", "as Discord's")
    return warning("clock", difference(ahead))


def about_pictures(names: set[str]) -> Finding:
    from cogs.messages.card_emojis import emoji_name
    from cogs.pages.cards import NAMES

    there = sum(emoji_name(name) in names for name in NAMES)
    if there == len(NAMES):
        return ok("pictures", f"all {there} are there")
    return ok("pictures", f"{there} of {len(NAMES)} are there: the bot uploads the rest")


def looks_like_a_token(token: str) -> bool:
    """Return True if the text has the three parts of a bot's token, the first an encoded number."""
    found = _SHAPE.fullmatch(token)
    if found is None:
        return False
    try:
        return urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4)).isdigit()
    except ValueError:
        return False
