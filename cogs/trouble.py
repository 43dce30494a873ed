"""What a request to Discord can fail with, and what is done where nobody needs to know."""

import logging
from collections.abc import Coroutine
from typing import Any

import aiohttp
import discord

log = logging.getLogger(__name__)

TROUBLE = (discord.DiscordException, aiohttp.ClientError, OSError)
"""Discord's refusals, the library's own complaints, and a network that breaks."""


async def quietly(request: Coroutine[Any, Any, object]) -> None:
    """For requests whose failure changes nothing: the log is told."""
    try:
        await request
    except TROUBLE as error:
        log.info("not done: %s", error)
