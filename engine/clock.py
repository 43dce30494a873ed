"""The clock that tables are given, and the real one.

Wall clocks are set forward and back, so deadlines use a steady clock. Times of `now` are compared with each other and
never leave this process; `shown` turns them into wall time, which is drawn on boards, kept in the bank and used in file
names.
"""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

TOLERATED: Final = 0.75
"""Seconds by which the correction may be wrong before it is replaced. More than half a second: otherwise a difference
near the middle of two whole seconds would be rounded up one time and down the next."""

WEEK: Final = 7 * 86_400.0
"""Seconds of a week."""

_A_MONDAY: Final = 4 * 86_400.0
"""5 January 1970, 00:00, in Unix seconds, UTC."""


class Timer(Protocol):
    """A scheduled call."""

    def cancel(self) -> None:
        """Cancel the call; no effect after it was made."""


class Clock(Protocol):
    """Tells the time and calls back later."""

    def now(self) -> float:
        """Unix seconds, UTC, by the steady clock: for deadlines."""

    def shown(self, when: float) -> float:
        """The wall time at this moment of `now`, in Unix seconds, UTC: for whatever leaves this process."""

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Call back once, as soon as `now()` has reached `when` (Unix seconds)."""


def wall_time(clock: Clock) -> float:
    """The wall time now, in Unix seconds, UTC."""
    return clock.shown(clock.now())


def call_later(clock: Clock, seconds: float, callback: Callable[[], None]) -> Timer:
    """Call back once, after this many seconds of the clock."""
    return clock.call_at(clock.now() + seconds, callback)


def week_began(at: float) -> float:
    """When the week of this moment began, on Monday at 00:00; all in Unix seconds, UTC."""
    return at - (at - _A_MONDAY) % WEEK


_steady: Callable[[], float] = (
    partial(time.clock_gettime, time.CLOCK_BOOTTIME)
    if hasattr(time, "CLOCK_BOOTTIME")
    else time.monotonic
)
"""Seconds of a clock that nobody sets; if the system has one that runs while the machine sleeps, of that one."""


class RealClock:
    """Starts at the wall time and continues by a steady clock, so that deadlines survive a change of the wall clock.

    Calls need a running event loop.
    """

    def __init__(self) -> None:
        self._start = time.time() - _steady()
        self._correction = 0
        """Whole seconds by which the wall clock was set forward since the start; below zero for back."""

    def now(self) -> float:
        """Unix seconds, UTC."""
        return self._start + _steady()

    def shown(self, when: float) -> float:
        """The wall time at this moment, if nobody sets the clock again; Unix seconds, UTC.

        The correction is in whole seconds, because times are shown in whole seconds: otherwise the same deadline could
        be drawn one second later the next time.
        """
        ahead = time.time() - self.now()
        if abs(ahead - self._correction) > TOLERATED:
            self._correction = round(ahead)
        return when + self._correction

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Call back once, when `now()` has reached `when` (Unix seconds), or at once if that is past."""
        loop = asyncio.get_running_loop()
        return loop.call_later(max(when - self.now(), 0), callback)
