"""Clocks (the event loop's, and one that tests advance), and waiting for changes without polling."""

import asyncio
import heapq
import itertools
from collections.abc import Callable
from typing import Protocol, TypeVar


class Timer(Protocol):
    """A call in the future that can be cancelled."""

    def cancel(self) -> None:
        """Cancel the call."""


class Clock(Protocol):
    """Monotonic seconds, and calls in the future."""

    def now(self) -> float:
        """Seconds since a fixed moment."""
        ...

    def call_later(self, seconds: float, call: Callable[[], object]) -> Timer:
        """Call `call` once, `seconds` from now."""
        ...


class LoopClock:
    """The running event loop's monotonic clock."""

    def now(self) -> float:
        """Seconds on the loop's clock."""
        return asyncio.get_running_loop().time()

    def call_later(self, seconds: float, call: Callable[[], object]) -> Timer:
        """Call `call` once, `seconds` from now."""
        return asyncio.get_running_loop().call_later(seconds, call)


class _Due:
    """A call of the manual clock."""

    def __init__(self, call: Callable[[], object]) -> None:
        self.call: Callable[[], object] | None = call

    def cancel(self) -> None:
        """Cancel the call."""
        self.call = None


class ManualClock:
    """A clock that moves only when it is advanced."""

    def __init__(self) -> None:
        self._now = 0.0
        self._order = itertools.count()
        self._due: list[tuple[float, int, _Due]] = []

    def now(self) -> float:
        """Seconds advanced so far."""
        return self._now

    def call_later(self, seconds: float, call: Callable[[], object]) -> Timer:
        """Call `call` when the clock has been advanced by `seconds`."""
        due = _Due(call)
        heapq.heappush(self._due, (self._now + seconds, next(self._order), due))
        return due

    def advance(self, seconds: float) -> None:
        """Advance by `seconds`, and make all calls due in that time, in order."""
        end = self._now + seconds
        while self._due and self._due[0][0] <= end:
            self._now, _, due = heapq.heappop(self._due)
            if due.call is not None:
                due.call()
        self._now = end


async def sleep(clock: Clock, seconds: float) -> None:
    """Wait for `seconds` on `clock`."""
    woken = asyncio.Event()
    timer = clock.call_later(seconds, woken.set)
    try:
        await woken.wait()
    finally:
        timer.cancel()


T = TypeVar("T")

PATIENCE = 120.0
"""Seconds after which a wait counts as a hang; long, as the machine may be busy."""


class Changes:
    """Wakes all waiting tasks at each change."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def announce(self) -> None:
        """Wake all waiting tasks."""
        waiting, self._waiting = self._waiting, set()
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def wait_for(self, predicate: Callable[[], T], timeout: float) -> T:
        """Wait for the first true value of `predicate`, called now and after each change.

        Raises TimeoutError after `timeout` seconds.
        """
        async with asyncio.timeout(timeout):
            while not (value := predicate()):
                await self._next()
            return value

    async def _next(self) -> None:
        future = asyncio.get_running_loop().create_future()
        self._waiting.add(future)
        try:
            await future
        finally:
            self._waiting.discard(future)
