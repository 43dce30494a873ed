"""The turns in which shards identify: Discord takes one identify of each bucket in five seconds, from all processes.

A bucket is a shard's number modulo what Discord calls `max_concurrency`. By itself the library lets the first shard of
each process identify at once.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple

from cogs.gateway.request_errors import in_one_line
from cogs.gateway.requests import Errands
from cogs.gateway.retry import Waits
from engine.clock import Timer
from engine.values.bank import StorageTrouble, Turn

log = logging.getLogger(__name__)

SECONDS = 5.0
"""Between two identifies of a bucket."""

AGAIN = 0.25
"""Seconds between two looks whether another process is done."""

LONGEST_TURN = 60.0
"""Seconds after which a turn ends whose session never begins."""

TakeTurn = Callable[[int], Awaitable[Turn | None]]
"""Takes the turn of a bucket among all processes; None while another one has it. Raises `StorageTrouble`."""


class _Held(NamedTuple):
    """The turn of a shard."""

    bucket: int
    turn: Turn
    timer: Timer


class Identifying:
    """Gives each bucket's turn to one shard at a time."""

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
        """Wait until this shard may identify; it has the turn until `end`. Raises `Stopped`."""
        self.end(shard)
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
        """While the bank can't say whose turn it is, nobody could play anyway."""
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
