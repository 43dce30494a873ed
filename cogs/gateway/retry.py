"""What has failed is tried again: how long to wait between two tries, and what ends the tries."""

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
"""Seconds between two tries, at most."""

AGAIN = 2.0
"""Seconds between two tries whether the database is there."""

TOLD_AGAIN = 60.0
"""Seconds between two lines that say that it is not."""


class CannotStart(Exception):
    """The bot can't start; the message has one sentence for the host on each line."""


class DoneElsewhere(Exception):
    """Another process is to do this, and is not done yet: look again in a while."""


class Later(Exception):
    """This fails for the reason that the message gives, and may pass."""


class Stopped(Exception):
    """The bot stops: nothing is begun any more."""


class Backoff:
    """How long to wait before the next try: about 1, 2, 4 … times `first` seconds, at most `longest`.

    `luck` is from 0 to 1; half of each wait is random, so bots that were cut off together don't come back together.
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
        """Seconds."""
        most = min(self._first * 2.0**self._tries, self._longest)
        self._tries = min(self._tries + 1, 10)
        return most * (1 + self._luck()) / 2

    def reset(self) -> None:
        """It went well: begin with short waits again."""
        self._tries = 0


class Waits:
    """Pauses that end at once when the bot stops."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.stopped = False
        self._over = set[asyncio.Event]()

    def stop(self) -> None:
        """End every pause."""
        self.stopped = True
        for over in self._over:
            over.set()

    async def pause(self, seconds: float) -> None:
        """Return when this time has passed. Raises `Stopped`."""
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
    """Return what the work returns. Cancel it after this time; then raise `TimeoutError`."""
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
    """Return when this time has passed."""
    await Waits(clock).pause(seconds)


async def until_there(clock: Clock, work: Callable[[], Awaitable[T]]) -> T:
    """Do what needs the database, with as many tries as it takes while that is away. Raises what the work raises."""
    silent_until = -math.inf
    while True:
        try:
            return await work()
        except StorageAway as error:
            if clock.now() >= silent_until:
                log.warning("waiting for the database: %s", error)
                silent_until = clock.now() + TOLD_AGAIN
        await pause(clock, AGAIN)
