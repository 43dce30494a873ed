"""The bot's link to Discord: the login and the gateway, tried again for as long as the error may pass.

The library's own `Client.connect` ends with an error when the very first handshake fails, waits up to a quarter of an
hour between two tries, and not at all where a socket is closed right after it was opened; so the loop is our own.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import NoReturn

import aiohttp
import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from cogs.network.backoff import Backoff
from cogs.network.cannot_start import CannotStart
from cogs.network.request_errors import cause_of, in_one_line, passes, place_of
from engine.clock import Clock

log = logging.getLogger(__name__)

HANDSHAKE = 60.0
"""Seconds of the event loop that a handshake may take."""

MOST_BREAKS = 5
"""After which the bot is back at once, in ten minutes. Then it takes its time: Discord counts the sessions of a day."""

BREAK_SECONDS = 600.0

MOST_RESUMES = 3
"""Tries to resume a session before a new one is begun, perhaps at another address."""

NO_TOKEN = "Discord does not accept this DISCORD_TOKEN."  # noqa: S105 - a sentence about it

_SHARDS = "the bot is in more servers than one connection may serve"
_INTENTS = "the bot's application is not allowed the events that it asks for (intents)"

SESSION_OVER = (4007, 4009)
"""Codes with which the gateway closes for a sequence that it doesn't know, or a session that has timed out."""

LASTING = {
    4004: NO_TOKEN,
    4010: f"Discord closes the gateway (4010 Invalid shard): {_SHARDS}.",
    4011: f"Discord closes the gateway (4011 Sharding required): {_SHARDS}.",
    4012: "Discord closes the gateway (4012 Invalid API version): a newer discord.py is needed.",
    4013: f"Discord closes the gateway (4013 Invalid intents): {_INTENTS}.",
    4014: f"Discord closes the gateway (4014 Disallowed intents): {_INTENTS}.",
}
"""What a person must mend, by the code with which the gateway closes."""


class Link:
    """Logs a client in and keeps it on the gateway. Both raise `CannotStart` for what a person must mend."""

    def __init__(self, client: discord.Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._backoff = Backoff()
        self._breaks = app_commands.Cooldown(MOST_BREAKS, BREAK_SECONDS)
        self._stopped = False
        self._wake = asyncio.Event()
        self._is_up = self._was_up = False
        self._old: DiscordWebSocket | None = None
        """The socket whose session is to be resumed."""
        self._resumes = 0
        self._greeted = False
        """Whether a gateway has ever shaken hands."""
        self._opened: aiohttp.ClientWebSocketResponse | None = None
        """The last connection, which the library lets go of where its handshake fails."""
        self._remember_what_is_opened()

    def _remember_what_is_opened(self) -> None:
        connect = self._client.http.ws_connect

        async def remembered(url: str, *, compress: int = 0) -> aiohttp.ClientWebSocketResponse:
            self._opened = await connect(url, compress=compress)
            return self._opened

        self._client.http.ws_connect = remembered  # type: ignore[method-assign]

    def up(self) -> None:
        """To be called when the gateway has begun or resumed the session."""
        self._is_up = self._was_up = True
        self._resumes = 0

    def stop(self) -> None:
        """Wait for nothing any more."""
        self._stopped = True
        self._wake.set()

    async def log_in(self, login: Callable[[], Awaitable[None]]) -> None:
        """Log in, with as many tries as it takes."""
        while not self._stopped:
            try:
                await login()
            except Exception as error:
                # With the application known, the login is done: what follows it fails for reasons of its own.
                if self._client.application is not None:
                    raise
                self._judge_login(error)
                await self._wait(f"the login fails: {_what(error)}")
                await self._forget_connections()
            else:
                return

    def _judge_login(self, error: Exception) -> None:
        if isinstance(error, discord.LoginFailure) or getattr(error, "status", None) == 401:
            raise CannotStart(NO_TOKEN) from None
        if isinstance(error, discord.HTTPException) and not passes(error):
            text = f"DISCORD_API_URL ({_address()}) answers with {in_one_line(error)} instead of a login."
            raise CannotStart(text) from None

    async def _forget_connections(self) -> None:
        """The library opens new ones with each login, and would leave the old ones open."""
        http = self._client.http
        await http.close()
        http.clear()
        http.connector = discord.utils.MISSING

    async def stay(self) -> None:
        """Serve the gateway until the client is closed."""
        while not self._stopped and not self._client.is_closed():
            self._is_up = False
            try:
                await self._one_socket()
            except Exception as error:
                if self._stopped or self._client.is_closed():
                    return
                self._client.dispatch("disconnect")
                self._judge(error)
                resumed = self._old is not None
                await self._remember(error)
                # A session that can't be resumed is no failure yet: a new one is begun.
                lost = resumed and self._old is None and isinstance(error, ReconnectWebSocket)
                if (self._is_up or lost) and self._may_hurry():
                    self._backoff.reset()
                else:
                    await self._wait(f"no connection to the gateway: {_what(error)}")

    def _may_hurry(self) -> bool:
        """Whether to connect again at once, as after every break that is not one of many."""
        return self._breaks.update_rate_limit(self._clock.now()) is None

    async def _one_socket(self) -> NoReturn:
        """One socket, from the handshake until it breaks."""
        old = self._old
        gateway = await self._find_gateway() if old is None else old.gateway
        opening = DiscordWebSocket.from_client(
            self._client,
            initial=not self._greeted,
            shard_id=self._client.shard_id,
            gateway=gateway,
            session=old.session_id if old else None,
            sequence=old.sequence if old else None,
            resume=old is not None,
        )
        try:
            socket = await asyncio.wait_for(opening, HANDSHAKE)
        except BaseException:
            if self._opened is not None:
                await self._opened.close()
            raise
        self._client.ws = socket
        self._greeted = True
        while True:
            await socket.poll_event()

    async def _find_gateway(self) -> yarl.URL:
        """Ask where it is, and wait until Discord lets the bot begin another session: it counts them by the day."""
        while True:
            _, url, limit = await self._client.http.get_bot_gateway()
            if self._stopped or limit.get("remaining", 1) > 0:
                return yarl.URL(url)
            seconds = limit["reset_after"] / 1000
            log.warning("Discord lets the bot begin no more sessions for %.0f s", seconds)
            await self._pause(seconds)

    def _judge(self, error: Exception) -> None:
        if isinstance(error, discord.ConnectionClosed) and error.code in LASTING:
            raise CannotStart(LASTING[error.code]) from None
        if isinstance(error, discord.GatewayNotFound):
            status = getattr(cause_of(error), "status", None)
            if status == 401:
                raise CannotStart(NO_TOKEN) from None
            if not self._was_up and not passes(error):
                text = f"DISCORD_API_URL ({_address()}) knows no gateway: {in_one_line(error)}."
                raise CannotStart(text) from None

    async def _remember(self, error: Exception) -> None:
        """What the next socket is to resume: nothing, where that was tried in vain or the session can't be trusted."""
        socket: DiscordWebSocket | None = self._client.ws
        nonsense = not _is_of_the_network(error)
        if nonsense and socket is not None and socket.open:
            await socket.close(code=4000)
        self._resumes += 1
        hopeless = nonsense or self._resumes > MOST_RESUMES
        self._old = None if hopeless or socket is None or _is_over(socket) else socket

    async def _wait(self, why: str) -> None:
        seconds = self._backoff.next()
        log.warning("%s; tried again in %.0f s", why, seconds)
        await self._pause(seconds)

    async def _pause(self, seconds: float) -> None:
        timer = self._clock.call_at(self._clock.now() + seconds, self._wake.set)
        try:
            await self._wake.wait()
        finally:
            timer.cancel()
        if not self._stopped:
            self._wake.clear()


def _is_over(socket: DiscordWebSocket) -> bool:
    """Whether its session can't be resumed."""
    return socket.session_id is None or socket.socket.close_code in SESSION_OVER


def _is_of_the_network(error: Exception) -> bool:
    """Whether this is what a network or Discord fails with; anything else was sent and could not be read."""
    closed = isinstance(error, (ReconnectWebSocket, discord.ConnectionClosed))
    return closed or passes(error) or isinstance(error, discord.DiscordException)


def _what(error: Exception) -> str:
    if isinstance(error, ReconnectWebSocket):
        return "it was closed"
    return (
        in_one_line(error)
        if _is_of_the_network(error)
        else f"what came can't be read ({place_of(error)})"
    )


def _address() -> str:
    return discord.http.Route.BASE
