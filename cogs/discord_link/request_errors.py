"""Classifies errors of requests to Discord, and describes them for the log."""

import json
import os
import re
import socket
import ssl
from collections.abc import Callable, Coroutine
from pathlib import Path
from traceback import walk_tb
from typing import Any

import aiohttp
import discord

from engine.live.log_lines import About


class ServerFailed(aiohttp.ClientError):
    """Raised for a server error of Discord (5xx)."""


NETWORK_ERRORS = (
    aiohttp.ClientError,
    ConnectionError,
    TimeoutError,
    ssl.SSLError,
    socket.gaierror,
)
"""Other `OSError`s are local, such as a full disk."""

UNREADABLE = (json.JSONDecodeError, UnicodeDecodeError)
"""The request may have taken effect."""

REQUEST_ERRORS = (discord.DiscordException, *NETWORK_ERRORS, *UNREADABLE)

UNKNOWN_CHANNEL = 10003

CLOSED_TO_US = frozenset({UNKNOWN_CHANNEL, 50001, 50013, 50083})
"""Unknown channel, missing access, missing permissions, archived thread."""

LOST_MESSAGE = frozenset({10008, 50005, 50021})
"""Can't be edited or deleted: unknown message, another author's, a system message."""

TOO_MANY_CREATES = 30034

INVALID_FORM = 50035

MOST_LOGGED = 300

_TOKEN = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/?\s]+")

TOO_MANY = 429

PASSING = frozenset({408, TOO_MANY})
"""Statuses below 500 that ask for a retry."""

_PASS = (discord.GatewayNotFound, discord.RateLimited, *NETWORK_ERRORS, *UNREADABLE)

ANSWERED = 40060

DEAD_TOKEN = frozenset({10015, 50027})
"""Unknown webhook, invalid webhook token."""


def code_of(error: BaseException) -> int:
    return error.code if isinstance(error, discord.HTTPException) else 0


def is_closed(error: BaseException) -> bool:
    """Return True if the error means that the bot can't send to the channel."""
    return code_of(error) in CLOSED_TO_US


def passes(error: BaseException) -> bool:
    match cause_of(error):
        case discord.HTTPException(status=status):
            return status >= 500 or status in PASSING or code_of(error) == TOO_MANY_CREATES
        case cause:
            return isinstance(cause, _PASS)


def in_one_line(error: BaseException) -> str:
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
    cause = error.os_error
    # Their numbers are no system error codes.
    own_numbers = isinstance(cause, (ssl.SSLError, socket.gaierror))
    plain = None if own_numbers or not cause.errno else os.strerror(cause.errno)
    why = plain or cause.strerror or str(cause)
    return f"there is no connection to {error.host}:{error.port}: {why[:1].lower()}{why[1:]}"


def place_of(error: BaseException) -> str:
    """Return an error's type and line of code without its message, which may contain a token."""
    kind, frames = type(error).__name__, list(walk_tb(error.__traceback__))
    if not frames:
        return kind
    frame, line = frames[-1]
    return f"{kind} in {Path(frame.f_code.co_filename).name}, line {line}"


def cause_of(error: BaseException) -> BaseException:
    """Return the cause of a `GatewayNotFound`; other errors as they are."""
    hides = isinstance(error, discord.GatewayNotFound) and error.__cause__ is not None
    return error.__cause__ or error if hides else error


async def quietly(
    request: Coroutine[Any, Any, object], what: str, about: Callable[[], About]
) -> None:
    """Make a request whose failure is harmless: only log it. `what` names the request, `about` returns the logger."""
    try:
        await request
    except REQUEST_ERRORS as error:
        about().info("%s failed, which does no harm (%s)", what, in_one_line(error))
