"""The bot's connection to Discord.

The library logs in, and keeps the shards on the gateway. Here are as many tries as it takes, turns to identify, and
sentences for what the host must mend.
"""

import asyncio
import logging
import math
from collections import defaultdict
from collections.abc import Awaitable, Callable
from functools import partial
from statistics import fmean
from typing import Any, NamedTuple

import discord
import yarl
from discord.ext import commands

from cogs.gateway.discord_time import DiscordTime
from cogs.gateway.library import NoGateway, api_address, set_gateway
from cogs.gateway.loops import Loop, Loops
from cogs.gateway.request_errors import cause_of, in_one_line, passes
from cogs.gateway.requests import LONGEST_LIMIT, Errands, RequestBudget, single_tries
from cogs.gateway.retry import Backoff, CannotStart, Stopped, Waits
from cogs.gateway.wire import Wire
from engine.clock import Clock, Timer
from engine.values.bank import StorageTrouble, Turn

log = logging.getLogger(__name__)

MOST_LATENCY = 30.0
"""Seconds beyond which a latency is wrong: the library measures from the heartbeat before, 41 s earlier, if an answer
is quicker than its own note that it has sent one. A real one would have ended the connection."""

SECONDS = 5.0
"""Between two identifies of a bucket."""

AGAIN = 0.25
"""Seconds between two looks whether another process is done."""

LONGEST_TURN = 60.0
"""Seconds after which a turn ends whose session never begins."""

CLOSING_SECONDS = 1.0
"""Seconds after which the library's loop is cancelled when the client is closed."""

TakeTurn = Callable[[int], Awaitable[Turn | None]]
"""Takes the turn of a bucket among all processes; None while another one has it. Raises `StorageTrouble`."""

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
"""Sentences for close codes of the gateway that only the host can mend. They end all shards."""


class _Held(NamedTuple):
    """The turn of a shard."""

    bucket: int
    turn: Turn
    timer: Timer


class Identifying:
    """Gives each bucket's turn to one shard at a time. A bucket is a shard's number modulo `max_concurrency`.

    By itself the library lets the first shard of each process identify at once.
    """

    def __init__(self, waits: Waits, take_turn: TakeTurn) -> None:
        self._clock = waits.clock
        self._waits = waits
        self._take_turn = take_turn
        self._locks = defaultdict[int, asyncio.Lock](asyncio.Lock)
        self._free_at = dict[int, float]()
        self._held = dict[int, _Held]()
        """By shard."""
        self._ending = Errands("turn")

    async def begin(self, shard: int, bucket: int) -> None:
        """Wait until this shard may identify, unless it may. It has the turn until `end`. Raises `Stopped`."""
        if shard in self._held:
            return
        lock = self._locks[bucket]
        await lock.acquire()
        try:
            if (wait := self._free_at.get(bucket, 0) - self._clock.now()) > 0:
                await self._waits.pause(wait)
            turn = await self._turn_of_all(bucket)
        except BaseException:
            lock.release()
            raise
        latest = self._clock.now() + LONGEST_TURN
        timer = self._clock.call_at(latest, partial(self.end, shard))
        self._held[shard] = _Held(bucket, turn, timer)

    def end(self, shard: int) -> None:
        """The shard's session has begun, or its connection is broken. None of its bucket identifies for `SECONDS`."""
        if (held := self._held.pop(shard, None)) is not None:
            held.timer.cancel()
            free_at = self._free_at[held.bucket] = self._clock.now() + SECONDS
            self._locks[held.bucket].release()
            self._clock.call_at(free_at, partial(self._pass_on, held.turn))

    def _pass_on(self, turn: Turn) -> None:
        self._ending.begin(turn.end())

    async def _turn_of_all(self, bucket: int) -> Turn:
        """Wait for the turn. A bank that is away is waited for: without it no table could be played anyway."""
        logged = ""
        while True:
            try:
                if (turn := await self._take_turn(bucket)) is not None:
                    return turn
            except StorageTrouble as error:
                if (trouble := in_one_line(error)) != logged:
                    log.warning("no session can be begun: %s", trouble)
                logged = trouble
            await self._waits.pause(AGAIN)


class _LaunchAgain(Exception):
    """A shard could not be launched."""


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
        self.budget = budget
        self.wire = Wire(self, budget, discord_time, taken)
        self.waits = Waits(clock)
        """Once they are stopped, nothing is connected any more."""
        self.loops = Loops(clock)
        self.sessions_left: int | None = None
        """How many sessions all processes could still begin when Discord was last asked."""
        self._identifying = Identifying(self.waits, take_turn)
        self._connected = set[int]()
        """The shards that have a session."""
        self._serving: asyncio.Task[None] | None = None
        self._launching: int | None = None
        self._buckets = 1

    @property
    def is_whole(self) -> bool:
        """True while all shards of this process are connected."""
        return bool(self.shard_count) and len(self._connected) == len(self._own_shards)

    @property
    def _own_shards(self) -> "list[int] | range":
        return self.shard_ids or range(self.shard_count or 0)

    @property
    def latencies(self) -> list[tuple[int, float]]:
        """Each shard whose latency is known, with the seconds until its last heartbeat was answered."""
        return [(shard, seconds) for shard, seconds in super().latencies if seconds < MOST_LATENCY]

    @property
    def latency(self) -> float:
        """The mean of `latencies` in seconds; not a number if there are none."""
        seconds = [latency for _, latency in self.latencies]
        return fmean(seconds) if seconds else math.nan

    async def login(self, token: str) -> None:
        """Log in, with as many tries as it takes. Raises `CannotStart` for what the host must mend."""
        if not token.strip().isprintable():
            raise CannotStart(NO_TOKEN)
        self.wire.first_answers.use()
        backoff = Backoff()
        while not self.waits.stopped:
            try:
                await super().login(token)
                return
            except Exception as error:
                # With the application known, the login is done: `setup_hook` has failed.
                if self.application is not None:
                    raise
                _judge_login(error)
                seconds = backoff.next()
                log.warning(
                    "the login fails: %s; tried again in %.0f s", in_one_line(error), seconds
                )
            try:
                await self.waits.pause(seconds)
            except Stopped:
                return
            # The library opens new connections with each login, and would leave these open.
            await self.http.close()
            self.http.clear()
            self.http.connector = discord.utils.MISSING

    async def connect(self, *, reconnect: bool = True) -> None:
        """Serve the gateway until closed. Raises `CannotStart`."""
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
        """Ask where the gateway is, and wait while too few sessions are left. Raises `Stopped`, `CannotStart`."""
        backoff = Backoff()
        while True:
            try:
                recommended, url, limit = await self.http.get_bot_gateway()
            except Exception as error:
                _judge_gateway(error)
                seconds, why = backoff.next(), in_one_line(error)
                log.warning("no gateway is found: %s; tried again in %.0f s", why, seconds)
                self.loops.note(Loop.GATEWAY)
            else:
                set_gateway(url)
                self.shard_count = self.shard_count or recommended
                needed, left = len(self._own_shards), limit["remaining"]
                self.sessions_left = left
                self._buckets = max(limit["max_concurrency"], 1)
                if left >= min(needed, limit["total"]):
                    return
                seconds = limit["reset_after"] / 1000
                few = f"only {left} of the {needed} sessions" if left else "no more sessions"
                log.warning("Discord lets the bot begin %s for %.0f s", few, seconds)
            await self.waits.pause(seconds)

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Connect a shard for the first time, with as many tries as it takes.

        The library nests its tries, which end with a `RecursionError` after 82 minutes: here each begins where the
        first did.
        """
        if self._launching == shard_id:
            raise _LaunchAgain
        self._launching = shard_id
        while not self.waits.stopped:
            try:
                # Not in a handshake: the library closes a socket that waits for a minute.
                await self._identifying.begin(shard_id, shard_id % self._buckets)
                await super().launch_shard(gateway, shard_id, initial=initial)
                break
            except _LaunchAgain:
                self.loops.note(Loop.GATEWAY)
            except Stopped:
                break
        self._launching = None

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the shard's turn. Raises `NoGateway` while Discord would take the token back for another session."""
        limits = await self.fetch_session_start_limits()
        self.sessions_left = limits.remaining
        if not limits.remaining:
            seconds = limits.reset_after / 1000
            raise NoGateway(f"Discord lets the bot begin no more sessions for {seconds:.0f} s")
        shard = shard_id or 0
        await self._identifying.begin(shard, shard % self._buckets)

    async def on_shard_connect(self, shard_id: int) -> None:
        """A session has begun."""
        self._identifying.end(shard_id)
        await self.on_shard_resumed(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """A session goes on. `online` says that all shards of this process are connected."""
        self._connected.add(shard_id)
        if self.is_whole:
            self.loops.passed(Loop.GATEWAY)
            self.dispatch("online")

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """A connection has broken, or could not be made. `offline` says that a shard is not connected."""
        self._identifying.end(shard_id)
        if shard_id not in self._connected:
            self.loops.note(Loop.GATEWAY)
        self._connected.discard(shard_id)
        self.dispatch("offline")

    async def close(self) -> None:
        """Leave the gateway, and close all connections."""
        self.waits.stop()
        await self.wire.first_answers.close()
        await super().close()
        if self._serving is not None:
            # It may be in a pause of a minute. If it has called this, it is done by then.
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
