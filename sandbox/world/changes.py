"""Waiting for the server's state to become something, without polling."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 120.0
"""Seconds after which it counts as a hang that something does not happen. It ends a wait that has no other end, and
says nothing of how soon anything should be: the machine may be busy."""


class Changes:
    """Wakes whoever waits each time that anything changed."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def announce(self) -> None:
        """Something changed."""
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
