"""How long to wait before what has failed at Discord is tried again."""

import asyncio
import random
from collections.abc import Callable

from engine.clock import Clock

LONGEST = 60.0
"""Seconds between two tries, at most."""


class DoneElsewhere(Exception):
    """Another process is to do this, and is not done yet: look again in a while."""


class Backoff:
    """How long to wait before the next try: about 1, 2, 4 … seconds, at most a minute; `luck` is from 0 to 1."""

    def __init__(self, luck: Callable[[], float] = random.random) -> None:
        self._luck = luck
        self._tries = 0

    def next(self) -> float:
        """Seconds, half of them random: bots that were cut off together don't come back together."""
        longest = min(2.0**self._tries, LONGEST)
        self._tries = min(self._tries + 1, 10)
        return longest * (1 + self._luck()) / 2

    def reset(self) -> None:
        """It went well: begin with short waits again."""
        self._tries = 0


async def pause(clock: Clock, seconds: float) -> None:
    """Return when so much time has passed."""
    over = asyncio.Event()
    timer = clock.call_at(clock.now() + seconds, over.set)
    try:
        await over.wait()
    finally:
        timer.cancel()
