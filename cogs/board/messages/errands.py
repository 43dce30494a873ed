"""Tasks that nobody waits for until the bot stops."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from cogs.gateway import tries

T = TypeVar("T")


class Errands:
    """Runs coroutines in tasks of their own, all of one name."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._tasks: set[asyncio.Task[Any]] = set()

    def __bool__(self) -> bool:
        return bool(self._tasks)

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run this."""
        task = asyncio.create_task(work, name=self._name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def finish(self) -> None:
        """Wait until all are done, but no longer than `STOP_SECONDS`."""
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=tries.STOP_SECONDS)

    def give_up(self) -> None:
        """Cancel what is not done. A request that is cut off in a rate limit can hold up all others: do this last."""
        for task in self._tasks:
            task.cancel()
