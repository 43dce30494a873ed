"""Tasks on the event loop after the bot's start. Players can play even if they fail."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from cogs.discord_link.loops import Loop, Loops
from cogs.discord_link.request_errors import REQUEST_ERRORS, TOO_MANY_CREATES, code_of, passes
from cogs.discord_link.retry import DoneElsewhere, pause
from engine.clock import Clock

log = logging.getLogger(__name__)


LOOK_AGAIN = 60.0
"""Seconds between two checks for another process."""


FULL_DAY_PAUSE = 3_600.0
"""Seconds between two registrations after Discord's daily limit of new commands."""


def _pause_after(error: Exception) -> float | None:
    """Return the seconds until a retry; None for the usual backoff. Raises `DoneElsewhere` and refusals."""
    if isinstance(error, DoneElsewhere) or (
        isinstance(error, REQUEST_ERRORS) and not passes(error)
    ):
        raise error
    if isinstance(error, discord.RateLimited):
        return error.retry_after
    return FULL_DAY_PAUSE if code_of(error) == TOO_MANY_CREATES else None


class BackgroundTasks:
    """Runs each task until it succeeds or Discord refuses it."""

    def __init__(self, clock: Clock, loops: Loops) -> None:
        self._clock = clock
        self._loops = loops
        self._tasks: dict[Loop, asyncio.Task[None]] = {}

    def begin(self, name: Loop, work: Callable[[], Awaitable[object]]) -> None:
        if name in self._tasks:
            self._tasks[name].cancel()
        self._tasks[name] = asyncio.create_task(self._do(name, work), name=name)

    async def settled(self, *names: Loop) -> None:
        """Wait until these tasks, by default all, have succeeded or given up."""
        tasks = [self._tasks[name] for name in names or self._tasks if name in self._tasks]
        if tasks:
            await asyncio.wait(tasks)

    async def stop(self) -> None:
        """Cancel unfinished tasks; the next start repeats them."""
        for task in self._tasks.values():
            task.cancel()
        await self.settled()
        for name in self._tasks:
            self._loops.ended(name)
        self._tasks.clear()

    async def _do(self, name: Loop, work: Callable[[], Awaitable[object]]) -> None:
        while True:
            try:
                await self._loops.until_done(name, work, _pause_after)
                return
            except DoneElsewhere:
                log.debug("this process leaves %s to another one", name)
                await pause(self._clock, LOOK_AGAIN)
            except REQUEST_ERRORS as error:
                self._loops.failed(name, error, "the bot gives up until its next start")
                return
