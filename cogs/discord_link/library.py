"""Uses discord.py's private parts; `tests/bot/test_library.py` detects their changes in a release."""

import logging
from collections.abc import Callable
from contextvars import ContextVar
from functools import partial
from typing import Any, Literal

import discord
import yarl
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.http import Route

from cogs.discord_link.payloads import drop_unread, note_newest
from cogs.discord_link.request_errors import (
    NETWORK_ERRORS,
    REQUEST_ERRORS,
    in_one_line,
    place_of,
)
from cogs.discord_link.retry import LONGEST

log = logging.getLogger(__name__)

BEGINS = "READY"
"""The event that must raise if it is unreadable: without it there is no session."""


def guard(client: discord.Client) -> None:
    """Ignore and log unreadable events, for which the library would close the client."""
    parsers = client._connection.parsers
    for name, parse in parsers.items():
        if name != BEGINS:
            parsers[name] = partial(_parse_if_readable, name, parse)


def _parse_if_readable(name: str, parse: Callable[[Any], None], data: Any) -> None:
    try:
        if name == "INTERACTION_CREATE":
            note_newest(data)
            drop_unread(data)
        parse(data)
    except Exception as error:
        # The event's content stays out of the log.
        log.warning("the library could not read event %s (%s)", name, place_of(error))


_opened: ContextVar["_Socket | None"] = ContextVar("opened", default=None)
"""This task's last socket. The library leaves it beating after a failed handshake."""


class _Socket(DiscordWebSocket):
    """A gateway connection whose errors don't close the client with all its shards.

    An unreadable message starts a new session; a failed handshake is a broken connection.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _opened.set(self)

    @classmethod
    async def from_client(cls, client: discord.Client, **options: Any) -> "_Socket":
        """Connect to the gateway. Raises `ConnectionClosed`, and `NoGateway` for all other errors."""
        _opened.set(None)
        try:
            socket = await super().from_client(client, **options)
            if client.is_closed():
                raise NoGateway("the bot has stopped")
            return socket
        except BaseException as error:
            if (opened := _opened.get()) is not None:
                await opened.close()
            if isinstance(error, discord.ConnectionClosed) or not isinstance(error, Exception):
                raise
            raise NoGateway(_why(error)) from None

    async def received_message(self, msg: Any, /) -> None:
        """Handle a gateway message; if it is unreadable, begin a new session."""
        try:
            await super().received_message(msg)
        except (ReconnectWebSocket, discord.DiscordException, *NETWORK_ERRORS):
            raise
        except Exception as error:
            line = "the library could not read a gateway message of shard %s (%s)"
            log.warning(line, self.shard_id, place_of(error))
            await self.close(code=4000)
            raise ReconnectWebSocket(self.shard_id, resume=False) from None


class NoGateway(ConnectionError):
    """Raised with the reason if there is no connection to the gateway."""


def _why(error: Exception) -> str:
    if isinstance(error, ReconnectWebSocket):
        return "it was closed"
    if isinstance(error, REQUEST_ERRORS):
        return in_one_line(error)
    return f"an unreadable message ({place_of(error)})"


class _ShortBackoff(ExponentialBackoff[Literal[False]]):
    """The library's backoff between connections, at most `LONGEST` seconds instead of 17 minutes."""

    def delay(self) -> float:
        return min(super().delay(), LONGEST)


discord.shard.DiscordWebSocket = _Socket  # type: ignore[misc]
discord.shard.ExponentialBackoff = _ShortBackoff  # type: ignore[attr-defined, assignment]


def api_address() -> str:
    return Route.BASE


def set_api(url: str) -> None:
    """Send REST requests to this address from now on."""
    Route.BASE = url


def set_gateway(url: str) -> None:
    """Begin gateway sessions at this address from now on."""
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url)


def _in_one_line(record: logging.LogRecord) -> bool:
    """Reduce a logged request error's traceback to a one-line warning."""
    if record.exc_info and isinstance(error := record.exc_info[1], REQUEST_ERRORS):
        record.msg, record.args = "%s (%s)", (record.getMessage(), in_one_line(error))
        record.exc_info = None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
    return True


for _name in ("discord.shard", "discord.app_commands.tree"):
    logging.getLogger(_name).addFilter(_in_one_line)
