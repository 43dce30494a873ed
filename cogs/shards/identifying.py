"""Whose turn it is to begin a session: Discord takes one identify of a bucket each five seconds, from all processes.

The library lets the first shard of each process identify at once, and all others one after another; so each shard waits
here, before it connects. A bucket is a shard's number modulo what Discord calls `max_concurrency`.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial

from cogs.network.request_errors import in_one_line
from cogs.shards.waits import Waits
from engine.clock import Clock
from engine.values.bank import Turn
from engine.values.errors import StorageTrouble

log = logging.getLogger(__name__)

SECONDS = 5.0
"""Between two identifies of a bucket."""

AGAIN = 0.25
"""Seconds between two looks whether another process is done."""

TakeTurn = Callable[[int], Awaitable[Turn | None]]
"""Takes the turn of a bucket among all processes; None while another one has it. Raises `StorageTrouble`."""


class Identifying:
    """Gives a turn to one shard of each bucket at a time. `at_once` is the number of buckets."""

    def __init__(self, clock: Clock, waits: Waits, take_turn: TakeTurn) -> None:
        self.at_once = 1
        self._clock = clock
        self._waits = waits
        self._take_turn = take_turn
        self._locks = defaultdict[int, asyncio.Lock](asyncio.Lock)
        self._free_at = dict[int, float]()
        self._ending = set[asyncio.Task[None]]()

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
        """While the bank can't say whose turn it is nobody could play, either."""
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
        ending = asyncio.ensure_future(turn.end())
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)
