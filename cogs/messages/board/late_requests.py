"""Requests of unknown outcome: Discord may still execute them and draw an old board over a newer one.

They have failed without a refusal, or the previous process has sent them. A correction draws the board again.
"""

import asyncio
from collections.abc import Callable


class LateRequests:
    """True while a late request may still be executed. Schedules corrections."""

    def __init__(self, soon: float, late: float, correct: Callable[[], None]) -> None:
        """Call `correct`, which draws the board again, `soon` and `late` seconds after a request without a response."""
        self._soon = soon
        self._late = late
        self._correct = correct
        self._end = 0.0
        """The end of the time in which a late request is possible, by the event loop's clock."""
        self._corrections: list[float] = []
        """Their times, by the same clock."""
        self._timer: asyncio.TimerHandle | None = None

    def __bool__(self) -> bool:
        return _now() < self._end

    @property
    def is_scheduled(self) -> bool:
        """True if the timer of a correction runs."""
        return self._timer is not None

    def expect(self, *, soon: bool = True) -> None:
        """Plan corrections for a possibly late request; without `soon` only the one at the end."""
        now = _now()
        self._end = now + self._late
        self._corrections = [now + self._soon, self._end] if soon else [self._end]

    def schedule(self) -> None:
        """Start the timer of the next correction, if any."""
        self.unschedule()
        if self._corrections:
            self._timer = asyncio.get_running_loop().call_later(self._seconds(), self._due)

    def unschedule(self) -> float:
        """Stop the timer; return the seconds until the next correction."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        return self._seconds()

    def corrected(self) -> None:
        """Remove the correction that is being made."""
        del self._corrections[:1]

    def give_up(self) -> None:
        """Cancel all corrections."""
        self._corrections.clear()
        self.unschedule()

    def _due(self) -> None:
        self._timer = None
        self._correct()

    def _seconds(self) -> float:
        return max(self._corrections[0] - _now(), 0) if self._corrections else 0.0


def _now() -> float:
    return asyncio.get_running_loop().time()
