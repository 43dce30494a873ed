"""The clock and timers of the tables.

Wall clocks get set, so deadlines use a steady clock, `now`, whose times never leave this process. `shown` turns them
into wall time for boards, the bank and file names.
"""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

TOLERATED: Final = 0.75
"""Seconds by which the correction may be wrong; above ½, so that a difference of n + ½ is not rounded up and down in
turn."""

WEEK: Final = 7 * 86_400.0

_A_MONDAY: Final = 4 * 86_400.0
"""5 January 1970, in Unix seconds."""


class Timer(Protocol):
    """A scheduled callback."""

    def cancel(self) -> None:
        """Cancel the callback, unless it has run."""


class Clock(Protocol):
    def now(self) -> float:
        """Return the steady clock's time, for deadlines: Unix seconds that ignore later settings of the wall clock."""

    def shown(self, when: float) -> float:
        """Convert a time from `now` to wall time, in Unix seconds."""

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Call `callback` once, when `now()` reaches `when`."""


def wall_time(clock: Clock) -> float:
    """Return the current wall time in Unix seconds."""
    return clock.shown(clock.now())


def call_later(clock: Clock, seconds: float, callback: Callable[[], None]) -> Timer:
    return clock.call_at(clock.now() + seconds, callback)


def week_began(at: float) -> float:
    """Return the start of a time's week, Monday at 00:00 UTC, in Unix seconds."""
    return at - (at - _A_MONDAY) % WEEK


steady: Callable[[], float] = (
    partial(time.clock_gettime, time.CLOCK_BOOTTIME)
    if hasattr(time, "CLOCK_BOOTTIME")
    else time.monotonic
)
"""Seconds of a clock that is never set, and if possible runs while the machine sleeps."""


class RealClock:
    """A steady clock that starts at the wall time. `call_at` needs a running event loop."""

    def __init__(self) -> None:
        self._start = time.time() - steady()
        self._correction = 0
        """Seconds by which the wall clock was set since the start."""

    def now(self) -> float:
        return self._start + steady()

    def shown(self, when: float) -> float:
        """Convert a time from `now` to wall time, in Unix seconds.

        The correction is in whole seconds, so that a deadline is always displayed in the same second.
        """
        ahead = time.time() - self.now()
        if abs(ahead - self._correction) > TOLERATED:
            self._correction = round(ahead)
        return when + self._correction

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        loop = asyncio.get_running_loop()
        return loop.call_later(max(when - self.now(), 0), callback)
