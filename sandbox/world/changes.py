"""Waits for a change of the world, without polling."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 120.0
"""Seconds after which a wait counts as a hang; it says nothing about speed, for the machine may be busy."""


class Changes:
    """Wakes everyone who waits at each change."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def announce(self) -> None:
        """Wake everyone who waits."""
        waiting, self._waiting = self._waiting, set()
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def wait_for(self, predicate: Callable[[], T], timeout: float) -> T:
        """The first true value of `predicate`, asked now and after each change.

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
