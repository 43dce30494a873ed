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


async def quietly(request: Coroutine[Any, Any, object], what: str = "a request to Discord") -> None:
    """For requests whose failure changes nothing: the log is told `what` failed."""
    try:
        await request
    except TROUBLE as error:
        log.info("%s failed, which does no harm: %s", what, error)


def no_connection(address: str, error: Exception) -> str:
    """The sentence that there is no connection to this address, with the cause."""
    cause = getattr(error, "os_error", error)
    number = getattr(cause, "errno", None) or 0
    # Numbers below zero are those of looking a name up, which come with a text that is plain enough.
    text = os.strerror(number) if number > 0 else getattr(cause, "strerror", None) or str(cause)
    return f"There is no connection to {address}: {text[:1].lower()}{text[1:].rstrip('.')}."
