"""The private parts of discord.py that the bot uses.

`tests/bot/test_library.py` notices a release that changes them.
"""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextvars import ContextVar
from functools import partial
from typing import Any

import aiohttp
import discord
import yarl
from discord import AppCommandOptionType, app_commands
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.http import HTTPClient, MultipartParameters, Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from cogs.gateway.ownership import Ownership
from cogs.gateway.payloads import check_interaction, lightened
from cogs.gateway.request_errors import REQUEST_ERRORS, TOO_MANY, place_of

__all__ = ["DiscordWebSocket", "ReconnectWebSocket"]

log = logging.getLogger(__name__)

BEGINS = "READY"
"""Without this event there is no session: the shard begins another one."""

FEW = 256
"""Rate limits that are not worth tidying up."""

NEARLY = 1.0
"""Seconds by which a latency may be below the heartbeat's interval and is still taken for it."""

SHORT = 0.05
"""Seconds that a request takes by itself before it is sent."""


def guard(client: discord.Client, ownership: Ownership) -> None:
    """From now on an event that can't be read is one line in the log; the library would end the connection.

    Interactions are read where and when this process is to answer them.
    """
    parsers = client._connection.parsers
    for name, parse in parsers.items():
        if name != BEGINS:
            parsers[name] = partial(_parse_if_readable, name, parse)
    read = parsers["INTERACTION_CREATE"]
    parsers["INTERACTION_CREATE"] = lambda data: ownership.hear(partial(read, data))


def _parse_if_readable(name: str, parse: Callable[[Any], None], data: Any) -> None:
    try:
        if name == "INTERACTION_CREATE":
            check_interaction(data)
            data = lightened(data)
        parse(data)
    except Exception as error:
        # Nothing of what was in it is told.
        log.warning("an event could not be read: %s (%s)", name, place_of(error))


def tidy_seldom(http: HTTPClient) -> None:
    """From now on the rate limits of many channels are tidied up when twice as many as were left have come together.

    The library looks at all of them whenever there is a new one, which takes longer with each.
    """
    tidy, full = http._try_clear_expired_ratelimits, FEW

    def tidy_if_full() -> None:
        nonlocal full
        if len(http._buckets) > full:
            tidy()
            full = max(FEW, 2 * len(http._buckets))

    http._try_clear_expired_ratelimits = tidy_if_full  # type: ignore[method-assign]


def set_shards(client: discord.AutoShardedClient, count: int, numbers: Iterable[int]) -> None:
    """How many shards there are, and which of them this client runs."""
    client.shard_count = client._connection.shard_count = count
    client._connection.shard_ids = numbers  # type: ignore[assignment]  # a range will do


_opened: ContextVar[DiscordWebSocket] = ContextVar("opened")
"""The socket that this task has opened last: the library lets go of one whose handshake fails."""


class _Socket(DiscordWebSocket):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _opened.set(self)

    @property
    def latency(self) -> float:
        """Seconds until the last heartbeat was answered; infinite while unknown.

        The library notes a heartbeat only after it is sent. If the answer is quicker, it measures from the heartbeat
        before, so a latency of about the interval is wrong. A real one can't be that long.
        """
        beats, seconds = self._keep_alive, super().latency
        wrong = beats is not None and seconds > (beats.interval or math.inf) - NEARLY
        return math.inf if wrong else seconds


async def open_socket(
    client: discord.Client,
    shard: int,
    gateway: yarl.URL | None,
    old: DiscordWebSocket | None,
    seconds: float,
) -> DiscordWebSocket:
    """A socket of a shard after its handshake: a new session at this address, or one that resumes that of the old one.

    Raises what a handshake fails with, and `TimeoutError` after so many seconds of the event loop.
    """
    try:
        # Unlike `wait_for`, which swallows a cancellation that comes together with the end of what it waits for.
        async with asyncio.timeout(seconds):
            return await _Socket.from_client(
                client,
                initial=True,  # or the library would wait: the shard has had its turn
                shard_id=shard,
                gateway=old.gateway if old else gateway,
                session=old.session_id if old else None,
                sequence=old.sequence if old else None,
                resume=old is not None,
            )
    except BaseException:
        if (opened := _opened.get(None)) is not None:
            await opened.socket.close()
        raise


async def forget_connections(http: HTTPClient) -> None:
    """The library opens new ones with each login, and would leave the old ones open."""
    await http.close()
    http.clear()
    http.connector = discord.utils.MISSING


def measure_waits(
    http: HTTPClient, now: Callable[[], float], waited: Callable[[float], None]
) -> None:
    """From now on, before the login, `waited` is told the seconds that requests wait for rate limits.

    The library waits without a word: before it sends a request whose bucket is empty, and after Discord has refused one
    (429). Both end when the request is sent, so a wait is the time between asking the library and that.
    """
    request, trace = http.request, http.http_trace or aiohttp.TraceConfig()
    waiting: ContextVar[list[float]] = ContextVar("waiting")

    async def timed(route: Route, **kwargs: Any) -> Any:
        before = waiting.set([now()])
        try:
            return await request(route, **kwargs)
        finally:
            waiting.reset(before)

    async def sent(*_: object) -> None:
        if (since := waiting.get([])) and (seconds := now() - since.pop()) >= SHORT:
            waited(seconds)

    async def answered(_: object, __: object, params: aiohttp.TraceRequestEndParams) -> None:
        if params.response.status == TOO_MANY:
            waiting.get([]).append(now())

    http.request = timed  # type: ignore[method-assign]
    http.http_trace = trace
    trace.on_request_start.append(sent)
    trace.on_request_end.append(answered)


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
