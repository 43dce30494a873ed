"""Sliding windows, the strictest reading of Discord's rate limits."""

from collections import defaultdict, deque
from collections.abc import Callable

from sandbox.wire.limits import Limit


class SlidingWindows:
    """Records the times of events by name, in seconds of the clock `now`."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self._times: defaultdict[str, deque[float]] = defaultdict(deque)

    def wait(self, name: str, limit: Limit) -> float:
        """Return the seconds until the limit allows the event again; 0 if it does now."""
        times, now = self._times[name], self.now()
        while times and times[0] <= now - limit.seconds:
            times.popleft()
        return times[0] + limit.seconds - now if len(times) >= limit.requests else 0.0

    def left(self, name: str, limit: Limit) -> int:
        """Return how often the limit allows the event now."""
        self.wait(name, limit)
        return limit.requests - self.counted(name)

    def count(self, name: str, times: int = 1) -> None:
        self._times[name].extend([self.now()] * times)

    def counted(self, name: str) -> int:
        """Return how many events of this name are recorded; `wait` and `left` drop expired ones."""
        return len(self._times[name])

    def first(self, name: str) -> float:
        """Return the time of the oldest event of this name in its window."""
        return self._times[name][0]

    def forget(self, name: str) -> None:
        self._times.pop(name, None)
