"""Count events in sliding windows, the strictest way to read Discord's limits."""

from collections import defaultdict, deque
from collections.abc import Callable

from sandbox.wire.limits import Limit


class SlidingWindows:
    """Knows when each thing has happened, by its name, in the seconds of the clock `now`."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self._times: defaultdict[str, deque[float]] = defaultdict(deque)

    def wait(self, name: str, limit: Limit) -> float:
        """Return how many seconds pass until it may happen again; 0 if it may now."""
        times, now = self._times[name], self.now()
        while times and times[0] <= now - limit.seconds:
            times.popleft()
        return times[0] + limit.seconds - now if len(times) >= limit.requests else 0.0

    def left(self, name: str, limit: Limit) -> int:
        """Return how often it may happen now."""
        self.wait(name, limit)
        return limit.requests - self.counted(name)

    def count(self, name: str, times: int = 1) -> None:
        """Note that it has happened."""
        self._times[name].extend([self.now()] * times)

    def counted(self, name: str) -> int:
        """How often it has happened in the window that was asked for last."""
        return len(self._times[name])

    def first(self, name: str) -> float:
        """When the first of these was."""
        return self._times[name][0]

    def forget(self, name: str) -> None:
        """Begin again."""
        self._times.pop(name, None)
