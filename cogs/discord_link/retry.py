"""Backoff, pauses, and exceptions that end or delay a task."""

import asyncio
import logging
import math
import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

from engine.clock import Clock, call_later
from engine.values.bank import StorageAway

log = logging.getLogger(__name__)

T = TypeVar("T")

LONGEST = 60.0
"""Seconds between two tries."""

AGAIN = 2.0
"""Seconds between two tries to reach the database."""

LOG_SECONDS = 60.0


class CannotStart(Exception):
    """Raised for errors that the host has to fix; the message has a sentence per line."""


class DoneElsewhere(Exception):
    """Raised if another process has to do the work first; check again later."""


class Later(Exception):
    """Raised for a temporary failure, with the reason."""


class Stopped(Exception):
    """Raised by pauses when the bot is stopping."""


class Backoff:
    """Exponential pauses between retries: about 1, 2, 4 … times `first` seconds, at most `longest`.

    Half of each is random (`luck` returns 0 to 1): bots cut off together should not return together.
    """

    def __init__(
        self,
        luck: Callable[[], float] = random.random,
        *,
        first: float = 1.0,
        longest: float = LONGEST,
    ) -> None:
        self._luck = luck
        self._first = first
        self._longest = longest
        self._tries = 0

    def next(self) -> float:
        """Return the next pause in seconds."""
        most = min(self._first * 2.0**self._tries, self._longest)
        self._tries = min(self._tries + 1, 10)
        return most * (1 + self._luck()) / 2

    def reset(self) -> None:
        self._tries = 0


class Waits:
    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.stopped = False
        self._over = set[asyncio.Event]()

    def stop(self) -> None:
        self.stopped = True
        for over in self._over:
            over.set()

    async def pause(self, seconds: float) -> None:
        """Wait this many seconds. Raises `Stopped` if the bot stops."""
        over = asyncio.Event()
        timer = call_later(self.clock, seconds, over.set)
        self._over.add(over)
        try:
            if not self.stopped:
                await over.wait()
        finally:
            self._over.discard(over)
            timer.cancel()
        if self.stopped:
            raise Stopped


async def within(clock: Clock, seconds: float, work: Awaitable[T]) -> T:
    """Return the work's result. After `seconds`, cancel it and raise `TimeoutError`."""
    working, late = asyncio.ensure_future(work), False

    def give_up() -> None:
        nonlocal late
        late = working.cancel()

    timer = call_later(clock, seconds, give_up)
    try:
        return await working
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if late and not (task and task.cancelling()):
            raise TimeoutError from None
        raise
    finally:
        timer.cancel()


async def pause(clock: Clock, seconds: float) -> None:
    await Waits(clock).pause(seconds)


async def until_there(clock: Clock, work: Callable[[], Awaitable[T]]) -> T:
    """Run the work and return its result; retry while the database is unreachable. Raises its other errors."""
    next_log_at = -math.inf
    while True:
        try:
            return await work()
        except StorageAway as error:
            if clock.now() >= next_log_at:
                log.warning("the bot waits for the database (%s)", error)
                next_log_at = clock.now() + LOG_SECONDS
        await pause(clock, AGAIN)
