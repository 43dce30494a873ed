"""Several processes on one database: ownership of tables, and turns to begin gateway sessions.

A standby connects, but ignores clicks until it owns its shards' tables, so a restart interrupts play only briefly. A
process that has lost its tables becomes a standby. Clicks during a resumption are answered afterwards.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, NamedTuple

from cogs.discord_link.loops import Loop, Loops
from cogs.discord_link.request_errors import in_one_line
from cogs.discord_link.requests import Errands
from cogs.discord_link.retry import LOG_SECONDS, Backoff, Waits, pause, until_there
from engine.bank.bank import Bank
from engine.clock import Clock, Timer
from engine.values.bank import BucketLock, PlayedElsewhere, StorageTrouble

log = logging.getLogger(__name__)

CLAIM_SECONDS = 1.0

IDENTIFY_SECONDS = 5.0
"""Between two identifies in a bucket."""

TURN_CHECK_SECONDS = 0.25

LONGEST_TURN = 60.0
"""Seconds until a turn without a session ends."""

TakeTurn = Callable[[int], Awaitable[BucketLock | None]]
"""Takes a bucket's turn among all processes, or returns None. Raises `StorageTrouble`."""

Begin = Callable[[bool], Awaitable[None]]
"""Resumes the tables; True for the caretaker, the one process for common work."""

Leave = Callable[[], Coroutine[Any, Any, None]]


class Ownership:
    """Claims this process's tables. Calls `begin` after a claim, `leave` after losing them."""

    def __init__(self, bank: Bank, clock: Clock, begin: Begin, leave: Leave, loops: Loops) -> None:
        self.is_ours = False
        self._bank = bank
        self._clock = clock
        self._begin = begin
        self._leave = leave
        self._loops = loops
        self._task: asyncio.Task[None] | None = None
        self._leaving: asyncio.Task[None] | None = None
        self._resumed = asyncio.Event()
        self._resumed.set()

    async def answers(self) -> bool:
        """Return True if this process answers interactions. Waits while its tables are being resumed."""
        await self._resumed.wait()
        return self.is_ours

    def hear_nothing(self) -> None:
        """Stop answering interactions, so that a standby may."""
        self.is_ours = False

    async def start(self) -> None:
        """Claim the tables now, or in a background task if another process owns them.

        Waits for an unreachable database. Raises `StorageTrouble`.
        """
        try:
            await until_there(self._clock, self._claim)
        except PlayedElsewhere as error:
            log.info("this process waits for the tables (%s)", error)
        self._task = asyncio.create_task(self._save(), name="ownership")

    async def stop(self) -> None:
        """Stop claiming tables. Owned ones stay owned until the bank is closed."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
            self._task = None
        if self._leaving is not None:
            await asyncio.wait([self._leaving])

    async def _save(self) -> None:
        while True:
            if not self.is_ours:
                await self._claim_eventually()
            await self._bank.until_lost()
            self.is_ours = False
            log.error("another process has taken the tables, this one releases them and waits")
            try:
                await self._release()
            except Exception as error:
                self._loops.failed(Loop.TABLES, error)

    async def _release(self) -> None:
        """Leave the tables; finish that even if the bot stops, or their tasks would run on."""
        self._leaving = asyncio.create_task(self._leave(), name="leaving")
        await asyncio.shield(self._leaving)

    async def _claim_eventually(self) -> None:
        backoff, next_log_at = Backoff(), self._clock.now() + LOG_SECONDS
        while not self.is_ours:
            try:
                await self._claim()
            except PlayedElsewhere as error:
                if self._clock.now() >= next_log_at:
                    log.info("this process still waits for the tables (%s)", error)
                    next_log_at = self._clock.now() + LOG_SECONDS
                await pause(self._clock, CLAIM_SECONDS)
            except Exception as error:
                self._loops.failed(Loop.TABLES, error)
                await pause(self._clock, backoff.next())

    async def _claim(self) -> None:
        is_caretaker = await self._bank.claim()
        self._resumed.clear()
        try:
            await self._begin(is_caretaker)
        except Exception:
            await self._release()
            raise
        else:
            self._loops.passed(Loop.TABLES)
            self.is_ours = True
        finally:
            self._resumed.set()


class _Held(NamedTuple):
    bucket: int
    turn: BucketLock
    timer: Timer


class Identifying:
    """Lets one shard per bucket (number modulo `max_concurrency`) begin a session (identify) at a time.

    The library counts only within a process.
    """

    def __init__(self, waits: Waits, take_turn: TakeTurn) -> None:
        self._clock = waits.clock
        self._waits = waits
        self._take_turn = take_turn
        self._locks = defaultdict[int, asyncio.Lock](asyncio.Lock)
        self._free_at = dict[int, float]()
        self._held = dict[int, _Held]()
        self._ending = Errands("turn")

    async def begin(self, shard: int, bucket: int) -> None:
        """Wait for the shard's turn to identify, which lasts until `end`. Raises `Stopped`."""
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
        """End the shard's turn. Its bucket is free after `IDENTIFY_SECONDS`."""
        if (held := self._held.pop(shard, None)) is not None:
            held.timer.cancel()
            free_at = self._free_at[held.bucket] = self._clock.now() + IDENTIFY_SECONDS
            self._locks[held.bucket].release()
            self._clock.call_at(free_at, partial(self._pass_on, held.turn))

    def _pass_on(self, turn: BucketLock) -> None:
        self._ending.begin(turn.end())

    async def _turn_of_all(self, bucket: int) -> BucketLock:
        logged = ""
        while True:
            try:
                if (turn := await self._take_turn(bucket)) is not None:
                    return turn
            except StorageTrouble as error:
                if (trouble := in_one_line(error)) != logged:
                    log.warning("the bot can't begin a session in bucket %d (%s)", bucket, trouble)
                logged = trouble
            await self._waits.pause(TURN_CHECK_SECONDS)
