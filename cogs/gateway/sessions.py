"""When a shard may begin a session: Discord counts those of a day, and takes one of each bucket in five seconds.

Both count all processes of the bot together. Discord takes the token back of a bot that begins too many. The library
lets the first shard of each process identify at once, and the others one after another; so each shard waits here before
it connects. A bucket is a shard's number modulo what Discord calls `max_concurrency`.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import NamedTuple

import discord
import yarl

from cogs.gateway.request_errors import cause_of, in_one_line, passes
from cogs.gateway.requests import Errands
from cogs.gateway.retry import Backoff, CannotStart, Waits
from engine.values.bank import StorageTrouble, Turn

log = logging.getLogger(__name__)

NO_TOKEN = "Discord does not accept this DISCORD_TOKEN."  # noqa: S105 - a sentence about it

SECONDS = 5.0
"""Between two identifies of a bucket."""

AGAIN = 0.25
"""Seconds between two looks whether another process is done."""

TakeTurn = Callable[[int], Awaitable[Turn | None]]
"""Takes the turn of a bucket among all processes; None while another one has it. Raises `StorageTrouble`."""


class Gateway(NamedTuple):
    """What Discord says of its gateway."""

    url: yarl.URL
    shards: int
    """How many it recommends."""
    at_once: int
    """How many may identify within `SECONDS`, of each bucket one."""


class SessionBudget:
    """Asks where the gateway is until it gets an answer, and waits while too few sessions are left."""

    def __init__(self, client: discord.Client, waits: Waits) -> None:
        self._client = client
        self._waits = waits
        self._backoff = Backoff()
        self._left: int | None = None
        self._until = waits.clock.now()

    @property
    def left(self) -> int | None:
        """How many were left when Discord was last asked; None if that is out of date."""
        return self._left if self._waits.clock.now() < self._until else None

    async def find(self, sessions: int | None, *, known: bool) -> Gateway:
        """Wait until this many sessions may begin; None means as many as Discord recommends.

        `known` says that there was a gateway before. Raises `Stopped`, and `CannotStart` for what a person must mend.
        """
        while True:
            try:
                shards, url, limit = await self._client.http.get_bot_gateway()
            except Exception as error:
                self._judge(error, known=known)
                seconds = self._backoff.next()
                why = f"no connection to the gateway: {in_one_line(error)}"
                log.warning("%s; tried again in %.0f s", why, seconds)
            else:
                self._backoff.reset()
                needed = shards if sessions is None else sessions
                self._left = limit.get("remaining")
                seconds = limit.get("reset_after", 0) / 1000
                self._until = self._waits.clock.now() + seconds
                left = needed if self._left is None else self._left
                if left >= min(needed, limit.get("total", needed)):
                    return Gateway(yarl.URL(url), shards, max(limit.get("max_concurrency", 1), 1))
                few = f"only {left} of the {needed} sessions" if left else "no more sessions"
                log.warning("Discord lets the bot begin %s for %.0f s", few, seconds)
            await self._waits.pause(seconds)

    def _judge(self, error: Exception, *, known: bool) -> None:
        if self._waits.stopped or not isinstance(error, discord.GatewayNotFound):
            return
        if getattr(cause_of(error), "status", None) == 401:
            raise CannotStart(NO_TOKEN) from None
        if not known and not passes(error):
            text = f"DISCORD_API_URL ({address()}) knows no gateway: {in_one_line(error)}."
            raise CannotStart(text) from None


class Identifying:
    """Gives a turn to one shard of each bucket at a time. `at_once` is the number of buckets."""

    def __init__(self, waits: Waits, take_turn: TakeTurn) -> None:
        self.at_once = 1
        self._clock = waits.clock
        self._waits = waits
        self._take_turn = take_turn
        self._locks = defaultdict[int, asyncio.Lock](asyncio.Lock)
        self._free_at = dict[int, float]()
        self._ending = Errands("turn")

    @asynccontextmanager
    async def turn(self, shard: int) -> AsyncIterator[None]:
        """This shard identifies in the block, and none of its bucket does for `SECONDS` after it. Raises `Stopped`."""
        bucket = shard % self.at_once
        async with self._locks[bucket]:
            wait = self._free_at.get(bucket, 0) - self._clock.now()
            if wait > 0:
                await self._waits.pause(wait)
            turn = await self._turn_of_all(bucket)
            try:
                yield
            finally:
                self._free_at[bucket] = self._clock.now() + SECONDS
                self._clock.call_at(self._free_at[bucket], partial(self._end, turn))

    async def _turn_of_all(self, bucket: int) -> Turn:
        """While the bank can't say whose turn it is, nobody could play anyway."""
        told = ""
        while True:
            try:
                if (turn := await self._take_turn(bucket)) is not None:
                    return turn
            except StorageTrouble as error:
                if (trouble := in_one_line(error)) != told:
                    log.warning("no session can be begun: %s", trouble)
                told = trouble
            await self._waits.pause(AGAIN)

    def _end(self, turn: Turn) -> None:
        self._ending.begin(turn.end())


def address() -> str:
    """The address of Discord's REST API."""
    return discord.http.Route.BASE
