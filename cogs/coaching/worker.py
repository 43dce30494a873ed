"""A thread that thinks or draws beside the event loop, for a bounded number of people at a time.

A thread and no process: what is asked takes a millisecond or ten, and numpy lets the loop in every few. `python -m
benchmarks.coach --hints 10` measures it.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from cogs.language.sentences import Sorry

T = TypeVar("T")

MOST_WAITING = 32
"""Questions that are worked or wait at a time; whoever asks then is asked to try again."""


class _Closed(Exception):
    """The bot stops, and works no more."""


class Worker:
    """One thread, which is started by the first question."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._waiting = 0
        self._closed = False

    async def do(self, work: Callable[[], T]) -> T:
        """What this work returns; a caller that is cancelled leaves the queue.

        Raises `Sorry` where too many wait, and when the bot stops.
        """
        if self._waiting >= MOST_WAITING:
            raise Sorry("sorry-many-ask")
        self._waiting += 1
        try:
            if self._closed:
                raise _Closed
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, partial(self._do, work))
        except _Closed:
            raise Sorry("why-house-closing") from None
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        """Finish what is in work; those who wait for other answers get `Sorry`."""
        self._closed = True
        await asyncio.to_thread(self._thread.shutdown)

    def _do(self, work: Callable[[], T]) -> T:
        if self._closed:
            raise _Closed
        return work()
