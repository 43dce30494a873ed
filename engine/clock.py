"""The clock that tables are given, and the real one.

People's clocks are put forward and back; what is decided goes by a clock that runs on evenly. So there are two kinds of
moments: those of `now`, which are compared with each other and never leave this process, and those that `shown` makes
of them, which are drawn on boards, kept in the bank and put into names of files.
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
        """Do not call any more; nothing happens when it was called already."""


class Clock(Protocol):
    """Tells the time and calls back later."""

    def now(self) -> float:
        """Unix seconds, UTC, as far as was known at the start: for deciding."""

    def shown(self, when: float) -> float:
        """What people's clocks show at this moment of `now`, in Unix seconds, UTC: for whatever leaves this process."""

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Call back once, as soon as `now()` has reached `when` (Unix seconds)."""


def wall_time(clock: Clock) -> float:
    """What people's clocks show now, in Unix seconds, UTC."""
    return clock.shown(clock.now())


def call_later(clock: Clock, seconds: float, callback: Callable[[], None]) -> Timer:
    """Call back once, after so many seconds of this clock."""
    return clock.call_at(clock.now() + seconds, callback)


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
