"""A clock that stands still until a test moves it."""

from collections.abc import Callable
from dataclasses import dataclass, field

START = 1_800_000_000.0
"""Unix seconds, UTC."""


@dataclass(eq=False, kw_only=True)
class ManualTimer:
    """A scheduled call."""

    when: float
    callback: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


@dataclass(kw_only=True)
class ManualClock:
    """Shows `time` (Unix seconds, UTC); `advance` moves it and makes the due calls in order.

    `corrected` is how many seconds users' clocks were put forward since the start.
    """

    time: float = START
    corrected: float = 0
    timers: list[ManualTimer] = field(default_factory=list)

    def now(self) -> float:
        """Unix seconds, UTC."""
        return self.time

    def shown(self, when: float) -> float:
        """Return the time that users' clocks show at `when`."""
        return when + self.corrected

    def call_at(self, when: float, callback: Callable[[], None]) -> ManualTimer:
        """Call back once, when the clock reaches or passes `when`."""
        timer = ManualTimer(when=when, callback=callback)
        self.timers.append(timer)
        return timer

    def advance(self, seconds: float) -> None:
        """Move the clock forward and run the due callbacks."""
        self.time += seconds
        due = [timer for timer in self.timers if timer.cancelled or timer.when <= self.time]
        self.timers = [timer for timer in self.timers if timer not in due]
        for timer in sorted(due, key=lambda timer: timer.when):
            if not timer.cancelled:
                timer.callback()
