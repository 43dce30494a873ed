"""Sliding windows, the strictest reading of Discord's limits."""

from collections import defaultdict, deque
from collections.abc import Callable

from sandbox.wire.limits import Limit


class SlidingWindows:
    """Times of events by name, in seconds of `now`."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self._times: defaultdict[str, deque[float]] = defaultdict(deque)

    def wait(self, name: str, limit: Limit) -> float:
        """Return the seconds until the event may happen again."""
        times, now = self._times[name], self.now()
        while times and times[0] <= now - limit.seconds:
            times.popleft()
        return times[0] + limit.seconds - now if len(times) >= limit.requests else 0.0

    def left(self, name: str, limit: Limit) -> int:
        """Return how often the event may happen now."""
        self.wait(name, limit)
        return limit.requests - self.counted(name)

    def count(self, name: str, times: int = 1) -> None:
        """Record the event."""
        self._times[name].extend([self.now()] * times)

    def counted(self, name: str) -> int:
        """Return the number of events in the window of the last `wait` or `left`."""
        return len(self._times[name])

    def first(self, name: str) -> float:
        """Return the time of the oldest event of this name in its window."""
        return self._times[name][0]

    def forget(self, name: str) -> None:
        """Drop the event's records."""
        self._times.pop(name, None)
