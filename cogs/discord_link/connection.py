"""The bot's client for Discord's gateway, with unlimited retries."""

import asyncio
import logging
import math
from collections.abc import Callable
from statistics import fmean
from typing import Any, NamedTuple

import discord
import yarl
from discord.ext import commands

from cogs.discord_link.discord_time import DiscordTime
from cogs.discord_link.library import NoGateway, api_address, set_gateway
from cogs.discord_link.loops import Loop, Loops
from cogs.discord_link.ownership import Identifying, TakeTurn
from cogs.discord_link.request_budget import RequestBudget
from cogs.discord_link.request_errors import cause_of, in_one_line, passes
from cogs.discord_link.requests import LONGEST_LIMIT, single_tries
from cogs.discord_link.retry import Backoff, CannotStart, Stopped, Waits
from cogs.discord_link.wire import Wire
from engine.clock import Clock

log = logging.getLogger(__name__)

MOST_LATENCY = 30.0
"""Seconds. Larger latencies are wrong: if an answer arrives before the library has recorded the
heartbeat, it measures from the previous one.
"""

CLOSING_SECONDS = 1.0

NO_TOKEN = "Discord does not accept this DISCORD_TOKEN."  # noqa: S105 - a sentence about it

_SHARDS = "the bot is in more servers than its shards may serve; SHARDS=auto takes as many as Discord recommends"
_INTENTS = "the bot's application is not allowed the events that it asks for (intents)"

LASTING = {
    4004: NO_TOKEN,
    4010: "Discord closes the gateway (4010 Invalid shard): SHARDS or PROCESS is not what it was told before.",
    4011: f"Discord closes the gateway (4011 Sharding required): {_SHARDS}.",
    4012: "Discord closes the gateway (4012 Invalid API version): a newer discord.py is needed.",
    4013: f"Discord closes the gateway (4013 Invalid intents): {_INTENTS}.",
    4014: f"Discord closes the gateway (4014 Disallowed intents): {_INTENTS}.",
}
"""Errors that the host has to fix, by gateway close code."""


class _LaunchAgain(Exception):
    """Raised if the launch of a shard has failed."""


class _Sessions(NamedTuple):
    """Discord's answer about new sessions of all processes: how many are left until `reset_at`."""

    left: int
    total: int
    reset_at: float


class ConnectedBot(commands.AutoShardedBot):
    """Retries logins and broken connections without limit; by default it has as many shards as Discord recommends."""

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
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            http_trace=single_tries(budget, discord_time),
            max_ratelimit_timeout=LONGEST_LIMIT,
            **options,
        )
        self.budget = budget
        self.wire = Wire(self, budget, discord_time, taken)
        self.waits = Waits(clock)
        self.loops = Loops(clock)
        self._sessions: _Sessions | None = None
        self._identifying = Identifying(self.waits, take_turn)
        self._connected = set[int]()
        self._serving: asyncio.Task[None] | None = None
        self._launching: int | None = None
        self._buckets = 1

    @property
    def is_whole(self) -> bool:
        return bool(self.shard_count) and len(self._connected) == len(self._own_shards)

    @property
    def _own_shards(self) -> "list[int] | range":
        return self.shard_ids or range(self.shard_count or 0)

    @property
    def sessions_left(self) -> int | None:
        """Return the sessions left for all processes, by Discord's last answer; None before the first."""
        if self._sessions is None:
            return None
        left, total, reset_at = self._sessions
        return left if self.waits.clock.now() < reset_at else total

    def _note_sessions(self, left: int, total: int, seconds: float) -> None:
        self._sessions = _Sessions(left, total, self.waits.clock.now() + seconds)

    @property
    def latencies(self) -> list[tuple[int, float]]:
        """Return each shard's number and latest heartbeat latency in seconds, without impossible values."""
        return [(shard, seconds) for shard, seconds in super().latencies if seconds < MOST_LATENCY]

    @property
    def latency(self) -> float:
        """Return the mean of `latencies` in seconds; NaN without any."""
        seconds = [latency for _, latency in self.latencies]
        return fmean(seconds) if seconds else math.nan

    async def login(self, token: str) -> None:
        """Log in, with retries. Raises `CannotStart` for errors that the host has to fix."""
        if not token.strip().isprintable():
            raise CannotStart(NO_TOKEN)
        self.wire.first_answers.use()
        backoff = Backoff()
        while not self.waits.stopped:
            try:
                await super().login(token)
                return
            except Exception as error:
                # The login has succeeded, and `setup_hook` has failed.
                if self.application is not None:
                    raise
                _judge_login(error)
                seconds = backoff.next()
                why = in_one_line(error)
                log.warning("the login failed, next try in %.0f s (%s)", seconds, why)
            try:
                await self.waits.pause(seconds)
            except Stopped:
                return
            # Otherwise each login would leave connections open.
            await self.http.close()
            self.http.clear()
            self.http.connector = discord.utils.MISSING

    async def connect(self, *, reconnect: bool = True) -> None:
        """Run until closed. Raises `CannotStart` for errors that the host has to fix."""
        try:
            await self._find_gateway()
        except Stopped:
            return
        # In a separate task: the library swallows a cancellation during a handshake.
        connecting = super().connect(reconnect=reconnect)
        self._serving = serving = asyncio.create_task(connecting, name="gateway")
        try:
            await asyncio.wait([serving])
        finally:
            serving.cancel()
        if serving.cancelled():
            return
        try:
            serving.result()
        except discord.PrivilegedIntentsRequired:
            raise CannotStart(LASTING[4014]) from None
        except discord.ConnectionClosed as error:
            raise CannotStart(LASTING.get(error.code, str(error))) from None

    async def _find_gateway(self) -> None:
        backoff = Backoff()
        while True:
            try:
                recommended, url, limit = await self.http.get_bot_gateway()
            except Exception as error:
                _judge_gateway(error)
                seconds, why = backoff.next(), in_one_line(error)
                log.warning("the bot found no gateway, next try in %.0f s (%s)", seconds, why)
                self.loops.note(Loop.GATEWAY)
            else:
                set_gateway(url)
                self.shard_count = self.shard_count or recommended
                needed, left = len(self._own_shards), limit["remaining"]
                seconds = limit["reset_after"] / 1000
                self._note_sessions(left, limit["total"], seconds)
                self._buckets = max(limit["max_concurrency"], 1)
                if left >= min(needed, limit["total"]):
                    return
                few = f"only {left} of the {needed} sessions" if left else "no more sessions"
                log.warning("Discord lets the bot begin %s for %.0f s", few, seconds)
            await self.waits.pause(seconds)

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Connect a shard for the first time, with retries in a loop.

        The library would retry recursively, until a `RecursionError` after 82 minutes.
        """
        if self._launching == shard_id:
            raise _LaunchAgain
        self._launching = shard_id
        while not self.waits.stopped:
            try:
                # Before the handshake: the library closes a socket that waits for a minute.
                await self._identifying.begin(shard_id, shard_id % self._buckets)
                await super().launch_shard(gateway, shard_id, initial=initial)
                break
            except _LaunchAgain:
                self.loops.note(Loop.GATEWAY)
            except Stopped:
                break
        self._launching = None

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the shard's turn to begin a session.

        Raises `NoGateway` if no sessions are left: one more would make Discord reset the token.
        """
        limits = await self.fetch_session_start_limits()
        seconds = limits.reset_after / 1000
        self._note_sessions(limits.remaining, limits.total, seconds)
        if not limits.remaining:
            raise NoGateway(f"Discord lets the bot begin no more sessions for {seconds:.0f} s")
        shard = shard_id or 0
        await self._identifying.begin(shard, shard % self._buckets)

    async def on_shard_connect(self, shard_id: int) -> None:
        self._identifying.end(shard_id)
        await self.on_shard_resumed(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Note a connected shard; dispatch the event `online` when all are."""
        self._connected.add(shard_id)
        if self.is_whole:
            self.loops.passed(Loop.GATEWAY)
            self.dispatch("online")

    async def on_shard_disconnect(self, shard_id: int) -> None:
        self._identifying.end(shard_id)
        if shard_id not in self._connected:
            self.loops.note(Loop.GATEWAY)
        self._connected.discard(shard_id)
        self.dispatch("offline")

    async def close(self) -> None:
        self.waits.stop()
        await self.wire.first_answers.close()
        await super().close()
        if self._serving is not None:
            # It may be in a long pause. If it called this method itself, it has ended by then.
            asyncio.get_running_loop().call_later(CLOSING_SECONDS, self._serving.cancel)


def _judge_login(error: Exception) -> None:
    if isinstance(error, discord.LoginFailure) or getattr(error, "status", None) == 401:
        raise CannotStart(NO_TOKEN) from None
    if isinstance(error, discord.HTTPException) and not passes(error):
        text = f"DISCORD_API_URL ({api_address()}) answers with {in_one_line(error)} instead of a login."
        raise CannotStart(text) from None


def _judge_gateway(error: Exception) -> None:
    if getattr(cause_of(error), "status", None) == 401:
        raise CannotStart(NO_TOKEN) from None
    if isinstance(error, discord.GatewayNotFound) and not passes(error):
        text = f"DISCORD_API_URL ({api_address()}) knows no gateway: {in_one_line(error)}."
        raise CannotStart(text) from None
