"""What a request to Discord can fail with, and what is done where nobody needs to know."""

import logging
import os
from collections.abc import Coroutine
from typing import Any

import aiohttp
import discord

log = logging.getLogger(__name__)

TROUBLE = (discord.DiscordException, aiohttp.ClientError, OSError)
"""Discord's refusals, the library's own complaints, and a network that breaks."""

CLOSED_TO_US = frozenset({10003, 50001, 50013, 50083})
"""Unknown channel, missing access, missing permissions, archived thread: it is no use to go on talking there."""

DEAD_TOKEN = frozenset({10015, 50027})
"""Unknown webhook, invalid webhook token: the fifteen minutes of an interaction are over."""


def code_of(error: BaseException) -> int:
    """Discord's own code for a refusal; 0 where it has none."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def passes(error: BaseException) -> bool:
    """Whether the same request may well succeed a little later: it was not refused for what it asks."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status == 429
    return isinstance(error, (aiohttp.ClientError, OSError, discord.RateLimited))


def explained(error: BaseException) -> str:
    """What went wrong, for the log: Discord's code and words, or the error's own."""
    match error:
        case discord.HTTPException(code=0):
            return f"{error.status} {error.response.reason}"
        case discord.HTTPException():
            return f"{error.code} {error.text}"
        case _:
            return str(error) or type(error).__name__


async def quietly(request: Coroutine[Any, Any, object], what: str = "a request to Discord") -> None:
    """For requests whose failure changes nothing: the log is told `what` failed."""
    try:
        await request
    except TROUBLE as error:
        log.info("%s failed, which does no harm: %s", what, explained(error))


def no_connection(address: str, error: Exception) -> str:
    """The sentence that there is no connection to this address, with the cause."""
    cause = getattr(error, "os_error", error)
    number = getattr(cause, "errno", None) or 0
    # Numbers below zero are those of looking a name up, which come with a text that is plain enough.
    text = os.strerror(number) if number > 0 else getattr(cause, "strerror", None) or str(cause)
    return f"There is no connection to {address}: {text[:1].lower()}{text[1:].rstrip('.')}."
