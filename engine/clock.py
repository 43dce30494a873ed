"""The clock of the tables.

Wall clocks get set, so deadlines use a steady one, `now`, whose times never leave this process. `shown` turns them into
wall time for boards, the bank and file names.
"""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

TOLERATED: Final = 0.75
"""Tolerated seconds of a wrong correction. Above half a second, so that about n + ½ is not rounded up one
time and down the next.
"""

WEEK: Final = 7 * 86_400.0
"""Seconds."""

_A_MONDAY: Final = 4 * 86_400.0
"""5 January 1970, 00:00, in Unix seconds, UTC."""


class Timer(Protocol):
    """A scheduled call."""

    def cancel(self) -> None:
        """Cancel the call, unless it was made."""


class Clock(Protocol):
    """Tells the time and calls back later. Times are Unix seconds, UTC."""

    def now(self) -> float:
        """Return the steady clock's time: for deadlines."""

    def shown(self, when: float) -> float:
        """Turn a time of `now` into wall time: for all times that leave this process."""

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Call back once, as soon as `now()` reaches `when`."""


def wall_time(clock: Clock) -> float:
    """Return the wall time in Unix seconds, UTC."""
    return clock.shown(clock.now())


def call_later(clock: Clock, seconds: float, callback: Callable[[], None]) -> Timer:
    """Call back once, after this many seconds."""
    return clock.call_at(clock.now() + seconds, callback)


def week_began(at: float) -> float:
    """Return the start of a time's week, Monday 00:00; both in Unix seconds, UTC."""
    return at - (at - _A_MONDAY) % WEEK


steady: Callable[[], float] = (
    partial(time.clock_gettime, time.CLOCK_BOOTTIME)
    if hasattr(time, "CLOCK_BOOTTIME")
    else time.monotonic
)
"""Seconds of a clock that is never set and, if the system has one, runs while the machine sleeps."""


class RealClock:
    """A steady clock that starts at the wall time. `call_at` needs a running event loop."""

    def __init__(self) -> None:
        self._start = time.time() - steady()
        self._correction = 0
        """Whole seconds by which the wall clock was set forward since the start; negative for back."""

    def now(self) -> float:
        """Return the steady clock's time."""
        return self._start + steady()

    def shown(self, when: float) -> float:
        """Turn a time of `now` into wall time, by whole seconds.

        With fractions, a deadline might be displayed one second later the next time.
        """
        ahead = time.time() - self.now()
        if abs(ahead - self._correction) > TOLERATED:
            self._correction = round(ahead)
        return when + self._correction

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Call back once `now()` reaches `when`, or at once if that is past."""
        loop = asyncio.get_running_loop()
        return loop.call_later(max(when - self.now(), 0), callback)
