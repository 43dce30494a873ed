"""The clock that tables are given, and the real one."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A call that was put off."""

    def cancel(self) -> None:
        """Do not call any more; nothing happens when it was called already."""


class Clock(Protocol):
    """Tells the time and calls back later."""

    def now(self) -> float:
        """Unix seconds, UTC."""

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Call back once, as soon as `now()` has reached `when` (Unix seconds)."""


def _steady() -> float:
    """Seconds by a clock that nobody sets; where there is such a one, it runs on while the machine sleeps."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class RealClock:
    """The time of day as it was at the start, and from there on by a clock that nobody sets.

    So a deadline is kept when the machine's clock is put forward or back. Calls need a running event loop.
    """

    def __init__(self) -> None:
        self._start = time.time() - _steady()

    def now(self) -> float:
        """Unix seconds, UTC."""
        return self._start + _steady()

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Call back once, when `now()` has reached `when` or at once where it is past."""
        loop = asyncio.get_running_loop()
        return loop.call_later(max(when - self.now(), 0), callback)
