"""The sandbox's clock, and waiting for changes without polling."""

import asyncio
from collections.abc import Callable
from typing import Protocol, TypeVar


class Timer(Protocol):
    """A scheduled call."""

    def cancel(self) -> None:
        """Cancel the call."""


class Clock(Protocol):
    """A monotonic clock that schedules calls; tests replace it."""

    def now(self) -> float:
        """Return the seconds since a fixed moment."""
        ...

    def call_later(self, seconds: float, call: Callable[[], object]) -> Timer: ...


class LoopClock:
    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def call_later(self, seconds: float, call: Callable[[], object]) -> Timer:
        return asyncio.get_running_loop().call_later(seconds, call)


T = TypeVar("T")


class Changes:
    """Wakes waiting tasks at each change of the sandbox's state."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def announce(self) -> None:
        waiting, self._waiting = self._waiting, set()
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def wait_for(self, predicate: Callable[[], T], timeout: float) -> T:
        """Wait for the first true value of `predicate` and return it.

        It is called now and after each change. Raises TimeoutError after `timeout` seconds.
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
