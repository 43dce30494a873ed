"""Interactions that are acknowledged because their answer is not there yet, or on its way in another request."""

import asyncio

from cogs.network.payload import BotInteraction
from cogs.network.request_errors import quietly
from cogs.network.tries import answer


class Acknowledging:
    """Acknowledgements that are under way: each interaction needs an answer within three seconds."""

    def __init__(self) -> None:
        self._tasks: dict[int, asyncio.Task[None]] = {}
        """By the id of the interaction."""

    def __bool__(self) -> bool:
        return bool(self._tasks)

    def begin(self, via: BotInteraction) -> None:
        """Acknowledge an interaction, in a task of its own, unless it is answered. Nobody but its author sees that."""
        if via.response.is_done():
            return
        acknowledgement = answer(via.response.defer, ephemeral=True)
        task = asyncio.create_task(quietly(acknowledgement), name="acknowledge")
        self._tasks[via.id] = task
        task.add_done_callback(lambda _: self._tasks.pop(via.id, None))

    async def done(self, via: BotInteraction) -> None:
        """Wait until this one is acknowledged, or can't be any more."""
        if (task := self._tasks.get(via.id)) is not None:
            await asyncio.wait([task])

    async def finish(self) -> None:
        """Wait until every one is."""
        if self._tasks:
            await asyncio.wait(self._tasks.values())

    def give_up(self) -> None:
        """Acknowledge nothing more."""
        for task in self._tasks.values():
            task.cancel()
