"""Requests of unknown outcome: Discord may still execute them and draw an old board over a newer one.

A request is in this state after a failure that is not a refusal. So are, after a start, the requests that
were in flight when the previous process ended.
"""

import asyncio


class LateRequests:
    """True while a late request may still be executed. Schedules corrections: drawing the board again."""

    def __init__(self, soon: float, late: float) -> None:
        """`soon`: pause before the first correction; after `late` Discord executes no request. Both in seconds."""
        self._soon = soon
        self._late = late
        self._end = 0.0
        """The end of the time in which a late request is possible, by the event loop's clock."""
        self._corrections: list[float] = []
        """Times of the corrections, by the same clock."""

    def __bool__(self) -> bool:
        return _now() < self._end

    def expect(self, *, soon: bool = True) -> None:
        """Schedule corrections for a possibly late request; without `soon` only the one at the end."""
        now = _now()
        self._end = now + self._late
        self._corrections = [now + self._soon, self._end] if soon else [self._end]

    @property
    def next(self) -> float | None:
        """Seconds until the next correction, or None."""
        return max(self._corrections[0] - _now(), 0) if self._corrections else None

    def correct(self) -> None:
        """Remove the next correction, because it is being made."""
        del self._corrections[:1]

    def give_up(self) -> None:
        """Cancel all corrections."""
        self._corrections.clear()


def _now() -> float:
    return asyncio.get_running_loop().time()
