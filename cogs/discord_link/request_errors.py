"""Errors of requests to Discord: their meaning and their log text."""

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
    """Discord answered with a server error (5xx)."""


NETWORK_ERRORS = (
    aiohttp.ClientError,
    ConnectionError,
    TimeoutError,
    ssl.SSLError,
    socket.gaierror,
)
"""Network failures. Any other `OSError` is local, such as a full disk."""

UNREADABLE = (json.JSONDecodeError, UnicodeDecodeError)
"""Discord's answer is truncated or no JSON: the request may have taken effect."""

REQUEST_ERRORS = (discord.DiscordException, *NETWORK_ERRORS, *UNREADABLE)
"""Refusals by Discord, errors of the library, network failures and unreadable answers."""

UNKNOWN_CHANNEL = 10003

CLOSED_TO_US = frozenset({UNKNOWN_CHANNEL, 50001, 50013, 50083})
"""Unknown channel, missing access, missing permissions, archived thread: the bot can't send there."""

LOST_MESSAGE = frozenset({10008, 50005, 50021})
"""Unknown message, another author's message, a system message: the bot can't edit or delete it."""

TOO_MANY_CREATES = 30034
"""The daily limit of 200 new commands per application is reached."""

INVALID_FORM = 50035
"""Invalid form body."""

MOST_LOGGED = 300
"""Maximum length of an error in the log."""

_TOKEN = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/?\s]+")

TOO_MANY = 429
"""The HTTP status of a rate limit."""

_PASSING = frozenset({408, TOO_MANY})
"""HTTP statuses below 500 that ask for a retry."""

_PASS = (discord.GatewayNotFound, discord.RateLimited, *NETWORK_ERRORS, *UNREADABLE)

ANSWERED = 40060
"""The interaction has been answered already."""

DEAD_TOKEN = frozenset({10015, 50027})
"""Unknown webhook, invalid webhook token: the 15 minutes of an interaction's token are over."""


def code_of(error: BaseException) -> int:
    """Discord's error code; 0 without one."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def is_closed(error: BaseException) -> bool:
    """True if the bot can't send to the channel."""
    return code_of(error) in CLOSED_TO_US


def passes(error: BaseException) -> bool:
    """True if the error is temporary, so that the same request may succeed later."""
    match cause_of(error):
        case discord.HTTPException(status=status):
            return status >= 500 or status in _PASSING or code_of(error) == TOO_MANY_CREATES
        case cause:
            return isinstance(cause, _PASS)


def in_one_line(error: BaseException) -> str:
    """Format an error as one line for the log, with Discord's code and message if it has them."""
    error = cause_of(error)
    text = str(error)
    if isinstance(error, discord.HTTPException):
        # Without a code, the body is a proxy's page.
        words = error.text if error.code else error.response.reason
        text = f"{error.code or error.status} {words}"
    elif isinstance(error, aiohttp.ClientConnectorError):
        text = _no_connection(error)
    # Connection errors may contain the URL with its token.
    lines = (_TOKEN.sub(r"\g<1>…", line.strip()) for line in text.splitlines())
    return "; ".join(filter(None, lines))[:MOST_LOGGED] or type(error).__name__


def _no_connection(error: aiohttp.ClientConnectorError) -> str:
    """`there is no connection to discord.com:443: connection refused`."""
    cause = error.os_error
    # The numbers of these types are no system error codes.
    own_numbers = isinstance(cause, (ssl.SSLError, socket.gaierror))
    plain = None if own_numbers or not cause.errno else os.strerror(cause.errno)
    why = plain or cause.strerror or str(cause)
    return f"there is no connection to {error.host}:{error.port}: {why[:1].lower()}{why[1:]}"


def place_of(error: BaseException) -> str:
    """An error's type and place, without its message, which may contain a token."""
    kind, frames = type(error).__name__, list(walk_tb(error.__traceback__))
    if not frames:
        return kind
    frame, line = frames[-1]
    return f"{kind} in {Path(frame.f_code.co_filename).name}, line {line}"


def cause_of(error: BaseException) -> BaseException:
    """The cause of a `GatewayNotFound` if it has one, otherwise the error itself."""
    hides = isinstance(error, discord.GatewayNotFound) and error.__cause__ is not None
    return error.__cause__ or error if hides else error


async def quietly(request: Coroutine[Any, Any, object], what: str = "a request to Discord") -> None:
    """Make a request whose failure is harmless; log it."""
    try:
        await request
    except REQUEST_ERRORS as error:
        log.info("%s failed, which does no harm: %s", what, in_one_line(error))
