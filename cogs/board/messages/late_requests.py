"""Requests whose outcome is unknown: Discord may still carry them out, and draw an old picture over a newer one.

A request is in this state after it failed without a refusal. After a start, so is whatever the process before had under
way when it ended.
"""

import asyncio


class LateRequests:
    """True while a request of unknown outcome may still be carried out. Says when to draw the board once more."""

    def __init__(self, soon: float, late: float) -> None:
        """`soon` is the pause before a first correction; after `late` no request is carried out. Both in seconds."""
        self._soon = soon
        self._late = late
        self._over = 0.0
        """When the last one can't be carried out any more, by the clock of the event loop."""
        self._corrections: list[float] = []
        """When to draw the board once more."""

    def __bool__(self) -> bool:
        return _now() < self._over

    def expect(self, *, soon: bool = True) -> None:
        """Note that a request may be carried out late. Without `soon`, one correction at the end is enough."""
        now = _now()
        self._over = now + self._late
        self._corrections = [now + self._soon, self._over] if soon else [self._over]

    @property
    def next(self) -> float | None:
        """Seconds until the next correction; None if there is none to make."""
        return max(self._corrections[0] - _now(), 0) if self._corrections else None

    def correct(self) -> None:
        """Note that the next correction is being made."""
        del self._corrections[:1]

    def give_up(self) -> None:
        """Correct nothing."""
        self._corrections.clear()


def _now() -> float:
    return asyncio.get_running_loop().time()
