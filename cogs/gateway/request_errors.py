"""What a request to Discord can fail with, and how the log says it."""

import json
import logging
import os
import re
import socket
import ssl
from collections.abc import Coroutine
from pathlib import Path
from traceback import walk_tb
from typing import Any

import aiohttp
import discord

log = logging.getLogger(__name__)


class ServerFailed(aiohttp.ClientError):
    """Discord's servers answered with an error of their own (5xx)."""


NETWORK_ERRORS = (
    aiohttp.ClientError,
    ConnectionError,
    TimeoutError,
    ssl.SSLError,
    socket.gaierror,
)
"""A network that breaks. Any other `OSError` is this machine's own: no room for a process, a full disk."""

UNREADABLE = (json.JSONDecodeError, UnicodeDecodeError)
"""Discord's answer is cut off or no JSON: the request may have been carried out."""

REQUEST_ERRORS = (discord.DiscordException, *NETWORK_ERRORS, *UNREADABLE)
"""Discord's refusals, the library's own complaints, a network that breaks, and answers that can't be read."""

UNKNOWN_CHANNEL = 10003

CLOSED_TO_US = frozenset({UNKNOWN_CHANNEL, 50001, 50013, 50083})
"""Unknown channel, missing access, missing permissions, archived thread: nothing more can be sent there."""

LOST_MESSAGE = frozenset({10008, 50005, 50021})
"""Unknown message, somebody else's message, a system message: nothing is left to edit or delete."""

TOO_MANY_CREATES = 30034
"""Discord creates 200 commands of an application in a day."""

INVALID_FORM = 50035
"""The request does not have the form that Discord wants."""

MOST_TOLD = 300
"""Characters of an error that the log shows."""

_TOKEN = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/?\s]+")

TOO_MANY = 429
"""The HTTP status of a rate limit."""

_PASSING = frozenset({408, TOO_MANY})
"""HTTP statuses below 500 that mean: later."""

_PASS = (discord.GatewayNotFound, discord.RateLimited, *NETWORK_ERRORS, *UNREADABLE)

ANSWERED = 40060
"""The interaction has been answered already."""

DEAD_TOKEN = frozenset({10015, 50027})
"""Unknown webhook, invalid webhook token: the fifteen minutes of an interaction are over."""


def code_of(error: BaseException) -> int:
    """Discord's own code for a refusal; 0 where it has none."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def is_closed(error: BaseException) -> bool:
    """Whether the channel is closed to the bot: it refuses whatever is sent there."""
    return code_of(error) in CLOSED_TO_US


def passes(error: BaseException) -> bool:
    """Whether the same request may succeed later: it was not refused for what it asks."""
    match cause_of(error):
        case discord.HTTPException(status=status):
            return status >= 500 or status in _PASSING or code_of(error) == TOO_MANY_CREATES
        case cause:
            return isinstance(cause, _PASS)


def in_one_line(error: BaseException) -> str:
    """What went wrong, for the log, with Discord's own number and words where it has any."""
    error = cause_of(error)
    text = str(error)
    if isinstance(error, discord.HTTPException):
        # What is no JSON is a proxy's page, which says no more than its status.
        words = error.text if error.code else error.response.reason
        text = f"{error.code or error.status} {words}"
    elif isinstance(error, aiohttp.ClientConnectorError):
        text = _no_connection(error)
    # Errors of the connection may name the whole address.
    lines = (_TOKEN.sub(r"\g<1>…", line.strip()) for line in text.splitlines())
    return "; ".join(filter(None, lines))[:MOST_TOLD] or type(error).__name__


def _no_connection(error: aiohttp.ClientConnectorError) -> str:
    """`there is no connection to discord.com:443: connection refused`."""
    cause = error.os_error
    # Names that aren't found and certificates have numbers of their own, which are none of the system's.
    theirs = isinstance(cause, (ssl.SSLError, socket.gaierror))
    plain = None if theirs or not cause.errno else os.strerror(cause.errno)
    why = plain or cause.strerror or str(cause)
    return f"there is no connection to {error.host}:{error.port}: {why[:1].lower()}{why[1:]}"


def place_of(error: BaseException) -> str:
    """An error's type and place, without its message, which might hold a token."""
    kind, frames = type(error).__name__, list(walk_tb(error.__traceback__))
    if not frames:
        return kind
    frame, line = frames[-1]
    return f"{kind} in {Path(frame.f_code.co_filename).name}, line {line}"


def cause_of(error: BaseException) -> BaseException:
    """Discord's answer, where the library hides it behind another error."""
    hides = isinstance(error, discord.GatewayNotFound) and error.__cause__ is not None
    return error.__cause__ or error if hides else error


async def quietly(request: Coroutine[Any, Any, object], what: str = "a request to Discord") -> None:
    """Make a request whose failure does no harm: it is only logged."""
    try:
        await request
    except REQUEST_ERRORS as error:
        log.info("%s failed, which does no harm: %s", what, in_one_line(error))
