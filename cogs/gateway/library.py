"""The private parts of discord.py that the bot uses.

`tests/bot/test_library.py` notices a release that changes them.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Literal

import discord
import yarl
from discord import AppCommandOptionType, app_commands
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.http import MultipartParameters, Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from cogs.gateway.payloads import check_interaction, lightened
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
            check_interaction(data)
            data = lightened(data)
        parse(data)
    except Exception as error:
        # Nothing of what was in it is told.
        log.warning("an event could not be read: %s (%s)", name, place_of(error))


class _Socket(DiscordWebSocket):
    """A socket of which no fault ends the client: what can't be read begins a new session, and a handshake that fails
    is a broken connection. The library would close the client, with all its shards."""

    @classmethod
    async def from_client(cls, client: discord.Client, **options: Any) -> "_Socket":
        """See the library. Raises `ConnectionClosed`, and `NoGateway` for whatever else goes wrong."""
        try:
            return await super().from_client(client, **options)
        except discord.ConnectionClosed:
            raise
        except ReconnectWebSocket:
            raise NoGateway("it was closed") from None
        except REQUEST_ERRORS as error:
            raise NoGateway(in_one_line(error)) from None
        except Exception as error:
            raise NoGateway(f"what came can't be read ({place_of(error)})") from None

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


def set_gateway(url: str) -> None:
    """From now on sessions begin at this address. The library knows Discord's own."""
    _Socket.DEFAULT_GATEWAY = yarl.URL(url)


def _in_one_line(record: logging.LogRecord) -> bool:
    """What passes is a warning of one line."""
    if record.exc_info and (error := record.exc_info[1]) is not None:
        record.msg, record.args = "%s (%s)", (record.getMessage(), in_one_line(error))
        record.exc_info = None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
    return True


logging.getLogger("discord.shard").addFilter(_in_one_line)


class FirstAnswers(AsyncWebhookAdapter):
    """Sends the first answers of interactions by `send`, and tells `taken` whose answer Discord has taken."""

    def __init__(
        self, send: Callable[[int, str, Any], Awaitable[Any]], taken: Callable[[int], None]
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # so in the library
        self._send = send
        self._taken = taken

    def use(self) -> None:
        """Send the answers of this task, and of all tasks that it begins from now on."""
        async_context.set(self)

    async def create_interaction_response(
        self, interaction_id: int, token: str, *, params: MultipartParameters, **via: Any
    ) -> Any:
        """What has become of the answer. Raises what `send` raises."""
        if params.payload is None:  # with files, which is rare
            answer = await super().create_interaction_response(
                interaction_id, token, params=params, **via
            )
        else:
            answer = await self._send(interaction_id, token, params.payload)
        self._taken(interaction_id)
        return answer


_TYPES: dict[AppCommandOptionType, type] = {
    AppCommandOptionType.integer: int,
    AppCommandOptionType.boolean: bool,
}
"""What a value is in JSON; text, for all that are not named."""


class ReadTree(app_commands.CommandTree[Any]):
    """Slash commands that are called as they are, or not at all: the library trips over what is not as it should be."""

    async def unread(self, interaction: discord.Interaction[Any], error: Exception) -> None:
        """To be called with a command that can't be read."""

    async def unanswered(self, interaction: discord.Interaction[Any], error: Exception) -> None:
        """To be called with a command whose answer Discord has not taken."""

    async def _call(self, interaction: discord.Interaction[Any]) -> None:
        try:
            if interaction.type is discord.InteractionType.autocomplete:
                await self._suggest(interaction)
            else:
                await super()._call(interaction)
        except app_commands.AppCommandError as error:
            await self.unread(interaction, error)
        except REQUEST_ERRORS as error:
            await self.unanswered(interaction, error)
        except Exception as error:
            await self.unread(interaction, error)

    async def _suggest(self, interaction: discord.Interaction[Any]) -> None:
        """As the library does, which tells of every answer that comes too late with a traceback."""
        command, options = self._get_app_command_options(interaction.data)
        (focused,) = [option["name"] for option in options if option.get("focused")]
        await command._invoke_autocomplete(interaction, focused, interaction.namespace)

    def _get_app_command_options(self, data: Any) -> tuple[Any, Any]:
        command, options = super()._get_app_command_options(data)
        if not fits(command, options, data.get("resolved", {})):
            raise app_commands.CommandSignatureMismatch(command)
        return command, options


def fits(
    command: app_commands.Command[Any, ..., Any], options: Sequence[Any], resolved: Any
) -> bool:
    """Whether these options are the command's own, with values of their kinds and the users that they name."""
    kinds = {parameter.display_name: parameter.type for parameter in command.parameters}
    return all(_fits(kinds.get(option["name"]), option, resolved) for option in options)


def _fits(kind: AppCommandOptionType | None, option: Any, resolved: Any) -> bool:
    if kind is None or option["type"] != kind.value:
        return False
    value = option["value"]
    if kind is AppCommandOptionType.user:
        return isinstance(value, str) and value in resolved["users"]
    # What is still being typed is text.
    return type(value) is (str if option.get("focused") else _TYPES.get(kind, str))
