"""Work beside the tables after a start. If it fails, players can play all the same."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from cogs.gateway.request_errors import REQUEST_ERRORS, in_one_line, passes
from cogs.gateway.requests import raise_at_limits
from cogs.gateway.retry import Backoff, DoneElsewhere, pause
from engine.clock import Clock
from engine.values.bank import StorageTrouble

log = logging.getLogger(__name__)


LOOK_AGAIN = 60.0
"""Seconds between two looks whether another process is done."""


class BackgroundTasks:
    """Each is a task of its own, tried again while its error may pass; a failure is one line in the log."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def begin(self, name: str, work: Callable[[], Awaitable[object]]) -> None:
        """Begin a task, in place of an earlier one of this `name`, which the log uses, as in "the commands"."""
        if name in self._tasks:
            self._tasks[name].cancel()
        self._tasks[name] = asyncio.create_task(self._do(name, work), name=name)

    async def settled(self, *names: str) -> None:
        """Wait until these tasks, or all, are done or given up."""
        tasks = [self._tasks[name] for name in names or self._tasks if name in self._tasks]
        if tasks:
            await asyncio.wait(tasks)

    async def stop(self) -> None:
        """Leave the rest for the next start."""
        for task in self._tasks.values():
            task.cancel()
        await self.settled()
        self._tasks.clear()

    async def _do(self, name: str, work: Callable[[], Awaitable[object]]) -> None:
        backoff = Backoff()
        raise_at_limits()
        warn = log.warning
        while True:
            try:
                await work()
            except DoneElsewhere:
                log.debug("%s: another process is at it", name)
                await pause(self._clock, LOOK_AGAIN)
                continue
            except REQUEST_ERRORS as error:
                if not passes(error):
                    log.warning("%s: given up: %s", name, in_one_line(error))
                    return
                warn("%s: tried until it is done: %s", name, in_one_line(error))
                warn = log.debug
                if isinstance(error, discord.RateLimited):
                    await pause(self._clock, error.retry_after)
                    continue
            except StorageTrouble as error:
                warn("%s: tried until it is done: %s", name, error)
                warn = log.debug
            except Exception:
                log.exception("%s: given up", name)
                return
            else:
                return
            await pause(self._clock, backoff.next())
