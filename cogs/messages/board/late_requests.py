"""Redraws boards after requests with unknown outcome.

Discord may still execute a request that failed without a refusal, or that a previous process sent, and draw an old
board over a newer one.
"""

import asyncio
from collections.abc import Callable


class LateRequests:
    def __init__(self, soon: float, late: float, correct: Callable[[], None]) -> None:
        """Call `correct`, which redraws the board, `soon` and `late` seconds after a request of unknown outcome."""
        self._soon = soon
        self._late = late
        self._correct = correct
        self._end = 0.0
        """By the event loop's clock."""
        self._corrections: list[float] = []
        """Times by the same clock."""
        self._timer: asyncio.TimerHandle | None = None

    def __bool__(self) -> bool:
        """Return True while a late effect is possible."""
        return _now() < self._end

    @property
    def is_scheduled(self) -> bool:
        return self._timer is not None

    def expect(self, *, soon: bool = True) -> None:
        """Plan redraws of the board after a request of unknown outcome; without `soon` only the last redraw."""
        now = _now()
        self._end = now + self._late
        self._corrections = [now + self._soon, self._end] if soon else [self._end]

    def schedule(self) -> None:
        self.unschedule()
        if self._corrections:
            self._timer = asyncio.get_running_loop().call_later(self._seconds(), self._due)

    def unschedule(self) -> float:
        """Stop the timer; return the seconds it had left."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        return self._seconds()

    def corrected(self) -> None:
        del self._corrections[:1]

    def give_up(self) -> None:
        self._corrections.clear()
        self.unschedule()

    def _due(self) -> None:
        self._timer = None
        self._correct()

    def _seconds(self) -> float:
        return max(self._corrections[0] - _now(), 0) if self._corrections else 0.0


def _now() -> float:
    return asyncio.get_running_loop().time()
