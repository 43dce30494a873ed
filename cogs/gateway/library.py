"""The private parts of discord.py that the bot uses.

`tests/bot/test_library.py` notices a release that changes them.
"""

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

from cogs.gateway.payloads import note_newest
from cogs.gateway.request_errors import (
    NETWORK_ERRORS,
    REQUEST_ERRORS,
    in_one_line,
    place_of,
)
from cogs.gateway.retry import LONGEST

log = logging.getLogger(__name__)

BEGINS = "READY"
"""Without this event there is no session: the shard begins another one."""


def guard(client: discord.Client) -> None:
    """From now on an event that can't be read is one line in the log; the library would end the connection."""
    parsers = client._connection.parsers
    for name, parse in parsers.items():
        if name != BEGINS:
            parsers[name] = partial(_parse_if_readable, name, parse)


def _parse_if_readable(name: str, parse: Callable[[Any], None], data: Any) -> None:
    try:
        if name == "INTERACTION_CREATE":
            note_newest(data)
        parse(data)
    except Exception as error:
        # The event's content stays out of the log.
        log.warning("an event could not be read: %s (%s)", name, place_of(error))


_opened: ContextVar["_Socket | None"] = ContextVar("opened", default=None)
"""The socket that this task has opened last. The library lets go of one whose handshake fails; its thread beats on."""


class _Socket(DiscordWebSocket):
    """A socket of which no fault ends the client: what can't be read begins a new session, and a handshake that fails
    is a broken connection. The library would close the client, with all its shards."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _opened.set(self)

    @classmethod
    async def from_client(cls, client: discord.Client, **options: Any) -> "_Socket":
        """See the library. Raises `ConnectionClosed`, and `NoGateway` for whatever else goes wrong."""
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
        """See the library."""
        try:
            await super().received_message(msg)
        except (ReconnectWebSocket, discord.DiscordException, *NETWORK_ERRORS):
            raise
        except Exception as error:
            log.warning("what the gateway has sent can't be read (%s)", place_of(error))
            await self.close(code=4000)
            raise ReconnectWebSocket(self.shard_id, resume=False) from None


class NoGateway(ConnectionError):
    """There is no connection to the gateway, for the reason that the message gives."""


def _why(error: Exception) -> str:
    """Why a handshake has failed."""
    if isinstance(error, ReconnectWebSocket):
        return "it was closed"
    if isinstance(error, REQUEST_ERRORS):
        return in_one_line(error)
    return f"what came can't be read ({place_of(error)})"


class _Backoff(ExponentialBackoff[Literal[False]]):
    """The library's own, which waits for up to 17 minutes, with a bound."""

    def delay(self) -> float:
        """Seconds."""
        return min(super().delay(), LONGEST)


discord.shard.DiscordWebSocket = _Socket  # type: ignore[misc]
discord.shard.ExponentialBackoff = _Backoff  # type: ignore[attr-defined, assignment]


def api_address() -> str:
    """The address of Discord's REST API."""
    return Route.BASE


def set_api(url: str) -> None:
    """From now on requests go to this address."""
    Route.BASE = url


def set_gateway(url: str) -> None:
    """From now on sessions begin at this address. The library knows Discord's own."""
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url)


def _in_one_line(record: logging.LogRecord) -> bool:
    """Make a warning of one line of what fails at Discord, and leave everything else as it is."""
    if record.exc_info and isinstance(error := record.exc_info[1], REQUEST_ERRORS):
        record.msg, record.args = "%s (%s)", (record.getMessage(), in_one_line(error))
        record.exc_info = None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
    return True


for _name in ("discord.shard", "discord.app_commands.tree"):
    logging.getLogger(_name).addFilter(_in_one_line)
