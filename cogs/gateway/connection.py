"""The bot's connection to Discord: the login, and a connection for each shard that this process runs, which is opened,
served, and opened again unless a person must mend something.

The library's own `AutoShardedClient.connect` ends all shards with an error of one, keeps to the first address for ever,
and waits up to a quarter of an hour between two tries; so the loop is our own."""

import asyncio
import logging
import math
from collections.abc import Callable
from contextlib import nullcontext, suppress
from statistics import fmean
from typing import Any, NoReturn

import discord
import yarl
from discord import app_commands
from discord.ext import commands

from cogs.gateway.discord_time import DiscordTime
from cogs.gateway.library import (
    DiscordWebSocket,
    ReconnectWebSocket,
    forget_connections,
    open_socket,
    set_shards,
    tidy_seldom,
)
from cogs.gateway.loops import Loop, Loops
from cogs.gateway.request_errors import UNREADABLE, in_one_line, passes, place_of
from cogs.gateway.requests import LONGEST_LIMIT, RequestBudget, single_tries
from cogs.gateway.retry import Backoff, CannotStart, Stopped, Waits
from cogs.gateway.sessions import NO_TOKEN, Identifying, SessionBudget, TakeTurn, address
from cogs.gateway.wire import Wire
from engine.clock import Clock

log = logging.getLogger(__name__)

HANDSHAKE = 60.0
"""Seconds of the event loop for a handshake, and for its answer before others identify."""

FAREWELL_SECONDS = 1.0
"""How long the gateway may take to close a connection when the bot stops."""

MOST_BREAKS = 5
"""So often in ten minutes a shard is back at once. Then it takes its time: Discord counts the sessions of a day."""

BREAK_SECONDS = 600.0

MOST_RESUMES = 3
"""Tries to resume a session before a new one is begun, perhaps at another address."""

_SHARDS = "the bot is in more servers than its shards may serve; SHARDS=auto takes as many as Discord recommends"
_INTENTS = "the bot's application is not allowed the events that it asks for (intents)"

SESSION_OVER = (4007, 4009)
"""The gateway's close codes for an unknown sequence and a session that has timed out."""

LASTING = {
    4004: NO_TOKEN,
    4010: "Discord closes the gateway (4010 Invalid shard): SHARDS or PROCESS is not what it was told before.",
    4011: f"Discord closes the gateway (4011 Sharding required): {_SHARDS}.",
    4012: "Discord closes the gateway (4012 Invalid API version): a newer discord.py is needed.",
    4013: f"Discord closes the gateway (4013 Invalid intents): {_INTENTS}.",
    4014: f"Discord closes the gateway (4014 Disallowed intents): {_INTENTS}.",
}
"""What a person must mend, by the gateway's close code. It ends all shards."""


class Shard:
    """Keeps one shard on the gateway."""

    def __init__(self, number: int, client: "ConnectedBot") -> None:
        self.number = number
        self.is_up = False
        self.socket: DiscordWebSocket | None = None
        """The last one; None before the first."""
        self._client = client
        self._waits = client.waits
        self._backoff = Backoff()
        self._breaks = app_commands.Cooldown(MOST_BREAKS, BREAK_SECONDS)
        self._was_up = False
        self._old: DiscordWebSocket | None = None
        """The socket whose session is to be resumed."""
        self._resumes = 0

    def up(self) -> None:
        """The gateway has begun or resumed the session."""
        self.is_up = self._was_up = True
        self._resumes = 0

    async def stay(self, gateway: yarl.URL | None) -> None:
        """Serve the shard until the bot stops; at first at this address. Raises `CannotStart`."""
        while not self._waits.stopped:
            try:
                await self._one_socket(gateway)
            except Exception as error:
                was_up, self.is_up = self.is_up, False
                if self._waits.stopped:
                    return
                self._client.dispatch("disconnect")
                self._client.dispatch("shard_disconnect", self.number)
                await self._mend(error, was_up=was_up)
            gateway = None

    async def _mend(self, error: Exception, *, was_up: bool) -> None:
        """Prepare the next socket: as a rule, wait. Raises `CannotStart`."""
        if isinstance(error, CannotStart):
            raise error
        if isinstance(error, discord.ConnectionClosed) and error.code in LASTING:
            raise CannotStart(LASTING[error.code]) from None
        resumed = self._old is not None
        await self._remember(error)
        # A session that can't be resumed is no failure yet: a new one is begun.
        lost = resumed and self._old is None and isinstance(error, ReconnectWebSocket)
        # Back at once, but for one of many breaks.
        now = self._waits.clock.now()
        if (was_up or lost) and self._breaks.update_rate_limit(now) is None:
            self._backoff.reset()
            return
        seconds = self._backoff.next()
        which = f"shard {self.number}: " if (self._client.shard_count or 1) > 1 else ""
        why = f"no connection to the gateway: {what(error)}"
        log.warning("%s%s; tried again in %.0f s", which, why, seconds)
        self._client.loops.note(Loop.GATEWAY)
        with suppress(Stopped):
            await self._waits.pause(seconds)

    async def _one_socket(self, gateway: yarl.URL | None) -> NoReturn:
        """One socket, from the handshake until it breaks."""
        if self._old is None and gateway is None:
            gateway = (await self._client.sessions.find(1, known=self._was_up)).url
        turn = nullcontext() if self._old else self._client.identifying.turn(self.number)
        async with turn:
            self.socket = socket = await open_socket(
                self._client, self.number, gateway, self._old, HANDSHAKE
            )
            # With its session it is known that Discord has the identify; sent, it may still be on its way.
            latest = self._client.loop.time() + HANDSHAKE
            while socket.session_id is None and self._client.loop.time() < latest:
                await socket.poll_event()
        while True:
            await socket.poll_event()

    async def _remember(self, error: Exception) -> None:
        """Note what the next socket resumes: nothing if resuming has failed, or the session can't be trusted."""
        socket = self.socket
        nonsense = not _is_of_the_network(error)
        if nonsense and socket is not None and socket.open:
            with suppress(Exception):  # it may be broken
                await socket.close(code=4000)
        self._resumes += 1
        hopeless = nonsense or self._resumes > MOST_RESUMES
        self._old = None if hopeless or socket is None or _is_over(socket) else socket


def _is_over(socket: DiscordWebSocket) -> bool:
    """Whether its session can't be resumed."""
    return socket.session_id is None or socket.socket.close_code in SESSION_OVER


def _is_of_the_network(error: Exception) -> bool:
    """Whether a network or Discord fails with this; anything else was sent and could not be read."""
    failed = passes(error) and not isinstance(error, UNREADABLE)
    return failed or isinstance(error, (ReconnectWebSocket, discord.DiscordException))


def what(error: Exception) -> str:
    """What went wrong, for the log."""
    if isinstance(error, ReconnectWebSocket):
        return "it was closed"
    if _is_of_the_network(error):
        return in_one_line(error)
    return f"what came can't be read ({place_of(error)})"


class ConnectedBot(commands.AutoShardedBot):
    """A client that logs in and stays on the gateway, however often its connections break.

    Without `shard_count` it runs as many shards as Discord recommends.
    """

    def __init__(
        self,
        clock: Clock,
        budget: RequestBudget,
        discord_time: DiscordTime,
        *,
        take_turn: TakeTurn,
        taken: Callable[[int], None],
        **options: Any,
    ) -> None:
        """`taken` is called with the id of each interaction whose answer Discord has taken."""
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            http_trace=single_tries(budget, discord_time),
            max_ratelimit_timeout=LONGEST_LIMIT,
            **options,
        )
        tidy_seldom(self.http)
        self.budget = budget
        self.wire = Wire(self, budget, discord_time, taken)
        self.waits = Waits(clock)
        """Once they are stopped, nothing is connected any more."""
        self.loops = Loops(clock)
        self.sessions = SessionBudget(self, self.waits)
        self.identifying = Identifying(self.waits, take_turn)
        self._shards: dict[int, Shard] = {}

    @property
    def is_whole(self) -> bool:
        """Whether all shards of this process are connected."""
        return bool(self._shards) and all(shard.is_up for shard in self._shards.values())

    @property
    def latencies(self) -> list[tuple[int, float]]:
        """Each shard whose latency is known, with the seconds until its last heartbeat was answered."""
        found = ((n, one.socket.latency) for n, one in self._shards.items() if one.socket)
        return [(number, seconds) for number, seconds in found if math.isfinite(seconds)]

    @property
    def latency(self) -> float:
        """The mean of them; not a number where there are none."""
        seconds = [latency for _, latency in self.latencies]
        return fmean(seconds) if seconds else math.nan

    async def login(self, token: str) -> None:
        """Log in, with as many tries as it takes. Raises `CannotStart` for what a person must mend."""
        if not token.strip().isprintable():
            raise CannotStart(NO_TOKEN)
        self.wire.first_answers.use()
        backoff = Backoff()
        while not self.waits.stopped:
            try:
                await super().login(token)
                return
            except Exception as error:
                # With the application known, the login is done: what follows it fails for reasons of its own.
                if self.application is not None:
                    raise
                _judge_login(error)
                seconds = backoff.next()
                log.warning("the login fails: %s; tried again in %.0f s", what(error), seconds)
            try:
                await self.waits.pause(seconds)
            except Stopped:
                return
            await forget_connections(self.http)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Serve the gateway until closed. One shard's trouble does not touch the others. Raises `CannotStart`."""
        try:
            url = await self._prepare()
        except Stopped:
            return
        serving = [
            asyncio.create_task(shard.stay(url), name=f"shard {number}")
            for number, shard in self._shards.items()
        ]
        try:
            # An error that ends one shard ends all.
            await asyncio.gather(*serving)
        finally:
            for task in serving:
                task.cancel()
            await asyncio.wait(serving)

    async def _prepare(self) -> yarl.URL:
        """Find out which shards there are, and where. Raises `Stopped`, `CannotStart`."""
        count, ids = self.shard_count, self.shard_ids
        gateway = await self.sessions.find(len(ids) if ids else count, known=False)
        self.identifying.at_once = gateway.at_once
        count = count or gateway.shards
        set_shards(self, count, ids or range(count))
        self._shards = {number: Shard(number, self) for number in ids or range(count)}
        return gateway.url

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Note at once, and not in a task of its own, when a shard's session has begun or goes on.

        `online` says that all shards of this process are connected, and `offline` that one no longer is.

        Nobody listens to what the library tells of each event before it reads it, nor to anything once the client is
        closed: its first seconds may end after it has.
        """
        if event in ("shard_connect", "shard_resumed"):
            self._shards[args[0]].up()
            if self.is_whole:
                self.loops.passed(Loop.GATEWAY)
                self.dispatch("online")
        elif event == "shard_disconnect":
            self.dispatch("offline")
        if event != "socket_event_type" and not self.is_closed():
            super().dispatch(event, *args, **kwargs)

    async def close(self) -> None:
        """Leave the gateway, and close all connections."""
        self.waits.stop()
        await self.wire.close()
        sockets = [shard.socket.close(1000) for shard in self._shards.values() if shard.socket]
        with suppress(TimeoutError):  # Discord may not say farewell
            async with asyncio.timeout(FAREWELL_SECONDS):
                await asyncio.gather(*sockets, return_exceptions=True)
        await super().close()


def _judge_login(error: Exception) -> None:
    if isinstance(error, discord.LoginFailure) or getattr(error, "status", None) == 401:
        raise CannotStart(NO_TOKEN) from None
    if isinstance(error, discord.HTTPException) and not passes(error):
        text = (
            f"DISCORD_API_URL ({address()}) answers with {in_one_line(error)} instead of a login."
        )
        raise CannotStart(text) from None
