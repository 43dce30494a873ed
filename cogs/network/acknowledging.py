"""Clicks that are acknowledged because the board is on its way in another request."""

import asyncio

from cogs.network.payload import BotInteraction
from cogs.network.tries import acknowledge


class Acknowledging:
    """The acknowledgements of a board: each click needs an answer within three seconds."""

    def __init__(self) -> None:
        self._tasks: dict[int, asyncio.Task[None]] = {}
        """By the id of the interaction."""

    def __bool__(self) -> bool:
        return bool(self._tasks)

    def begin(self, via: BotInteraction) -> None:
        """Acknowledge a click, in a task of its own, unless it is."""
        if via.response.is_done():
            return
        task = asyncio.create_task(acknowledge(via), name="acknowledge")
        self._tasks[via.id] = task
        task.add_done_callback(lambda _: self._tasks.pop(via.id, None))

    async def done(self, via: BotInteraction) -> None:
        """Wait until this click is acknowledged, or can't be any more."""
        if (task := self._tasks.get(via.id)) is not None:
            await asyncio.wait([task])

    async def finish(self) -> None:
        """Wait until every click is."""
        if self._tasks:
            await asyncio.wait(self._tasks.values())

    def give_up(self) -> None:
        """Acknowledge nothing more."""
        for task in self._tasks.values():
            task.cancel()
