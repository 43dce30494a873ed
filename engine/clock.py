"""The clock that tables are given, and the real one.

Wall clocks are put forward and back, so deadlines go by a steady clock. There are two kinds of moments: those of `now`
are compared with each other and never leave this process; `shown` turns them into wall time, which is drawn on boards,
kept in the bank and put into names of files.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final, Protocol

TOLERATED: Final = 0.75
"""Seconds by which a correction may be off before another one counts. More than half a second: else one that lies near
the middle between two whole seconds would be now the one and now the other."""


class Timer(Protocol):
    """A call that was put off."""

    def cancel(self) -> None:
        """Do not call; no effect after the call."""


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
    """Call back once, after so many seconds of this clock."""
    return clock.call_at(clock.now() + seconds, callback)


def _steady() -> float:
    """Seconds by a clock that nobody sets, and that runs on while the machine sleeps where there is one."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class RealClock:
    """Starts at the wall time and goes on by a steady clock, so that deadlines survive a change of the wall clock.

    Calls need a running event loop.
    """

    def __init__(self) -> None:
        self._start = time.time() - _steady()
        self._correction = 0
        """Whole seconds by which people's clocks were put forward since the start."""

    def now(self) -> float:
        """Unix seconds, UTC."""
        return self._start + _steady()

    def shown(self, when: float) -> float:
        """What people's clocks show then, if nobody sets them again; Unix seconds, UTC.

        A correction counts in whole seconds, as moments are shown: otherwise one deadline would be drawn now as this
        second and now as the next.
        """
        ahead = time.time() - self.now()
        if abs(ahead - self._correction) > TOLERATED:
            self._correction = round(ahead)
        return when + self._correction

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Call back once, when `now()` has reached `when` or at once where it is past."""
        loop = asyncio.get_running_loop()
        return loop.call_later(max(when - self.now(), 0), callback)
