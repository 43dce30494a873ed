"""What waits for a while, and for no longer than the bot runs."""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from typing import TypeVar

from cogs.network.backoff import pause
from engine.clock import Clock
from engine.values.errors import StorageAway

log = logging.getLogger(__name__)

T = TypeVar("T")

AGAIN = 2.0
"""Seconds between two tries whether the database is there."""

TOLD_AGAIN = 60.0
"""Seconds between two lines that say that it is not."""


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


class Stopped(Exception):
    """The bot stops: nothing is begun any more."""


class Waits:
    """Pauses that end at once when the bot stops."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._over = set[asyncio.Event]()
        self.stopped = False

    def stop(self) -> None:
        """Wait for nothing any more."""
        self.stopped = True
        for over in self._over:
            over.set()

    async def pause(self, seconds: float) -> None:
        """Return when so much time has passed. Raises `Stopped`."""
        over = asyncio.Event()
        timer = self._clock.call_at(self._clock.now() + seconds, over.set)
        self._over.add(over)
        try:
            if not self.stopped:
                await over.wait()
        finally:
            self._over.discard(over)
            timer.cancel()
        if self.stopped:
            raise Stopped
