"""A manual clock for the sandbox (the simulated Discord)."""

import asyncio
import heapq
import itertools
from collections.abc import Callable

from sandbox import Clock
from sandbox.world.clock import Timer

PATIENCE = 120.0
"""Seconds after which a wait counts as a hang, even on a busy machine."""


class _Due:
    def __init__(self, call: Callable[[], object]) -> None:
        self.call: Callable[[], object] | None = call

    def cancel(self) -> None:
        self.call = None


class ManualClock:
    """A clock that moves only when it is advanced."""

    def __init__(self) -> None:
        self._now = 0.0
        self._order = itertools.count()
        self._due: list[tuple[float, int, _Due]] = []

    def now(self) -> float:
        """Return the seconds advanced so far."""
        return self._now

    def call_later(self, seconds: float, call: Callable[[], object]) -> Timer:
        """Call `call` once the clock has advanced by `seconds`."""
        due = _Due(call)
        heapq.heappush(self._due, (self._now + seconds, next(self._order), due))
        return due

    def advance(self, seconds: float) -> None:
        """Advance by `seconds`, and make all due calls in order."""
        end = self._now + seconds
        while self._due and self._due[0][0] <= end:
            self._now, _, due = heapq.heappop(self._due)
            if due.call is not None:
                due.call()
        self._now = end


async def sleep(clock: Clock, seconds: float) -> None:
    woken = asyncio.Event()
    timer = clock.call_later(seconds, woken.set)
    try:
        await woken.wait()
    finally:
        timer.cancel()
