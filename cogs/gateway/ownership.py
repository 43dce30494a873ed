"""When this process may play the tables of its shards: while no other process does.

A standby process connects but ignores clicks until it owns the tables: that is, until the other process leaves, so that
a restart takes the tables away for a moment only. A process whose lease has ended, and whose tables another one has
taken over, lets go of them and stands by in the same way. Clicks during the resumption are answered afterwards.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from cogs.gateway.loops import Loop, Loops
from cogs.gateway.retry import TOLD_AGAIN, Backoff, pause, until_there
from engine.clock import Clock
from engine.values.bank import PlayedElsewhere, SharedBank

log = logging.getLogger(__name__)

AGAIN = 1.0
"""Seconds between two tries to take the tables."""

Begin = Callable[[bool], Awaitable[None]]
"""Resumes the tables. The argument is true for the one process that also does the work for all."""

Leave = Callable[[], Coroutine[Any, Any, None]]


class Ownership:
    """Calls `begin` when the tables are this process's, and `leave` when they no longer are."""

    def __init__(
        self, bank: SharedBank, clock: Clock, begin: Begin, leave: Leave, loops: Loops
    ) -> None:
        self.is_ours = False
        """True while this process plays, and answers what is clicked."""
        self._bank = bank
        self._clock = clock
        self._begin = begin
        self._leave = leave
        self._loops = loops
        self._task: asyncio.Task[None] | None = None
        self._leaving: asyncio.Task[None] | None = None
        self._resumed = asyncio.Event()
        """Not set while the tables are being resumed."""
        self._resumed.set()

    async def answers(self) -> bool:
        """Return whether this process answers a click that has just come, once the tables are resumed."""
        await self._resumed.wait()
        return self.is_ours

    def hear_nothing(self) -> None:
        """The bot stops: answer no more interactions. A process that waits for the tables may answer later ones."""
        self.is_ours = False

    async def start(self) -> None:
        """Take the tables, or wait for them in a task if another process plays. Raises `StorageTrouble`.

        A database that is away is waited for here: without it nobody could play.
        """
        try:
            await until_there(self._clock, self._claim)
        except PlayedElsewhere as error:
            log.info("this process waits until the tables are free: %s", error)
        self._task = asyncio.create_task(self._keep(), name="ownership")

    async def stop(self) -> None:
        """Claim nothing any more. This process keeps what it owns until its bank is closed."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
            self._task = None
        if self._leaving is not None:
            await asyncio.wait([self._leaving])

    async def _keep(self) -> None:
        while True:
            if not self.is_ours:
                await self._take()
            await self._bank.until_lost()
            self.is_ours = False
            log.error("another process plays these tables now: this one lets go of them, and waits")
            try:
                await self._let_go()
            except Exception as error:
                self._loops.failed(Loop.TABLES, error)

    async def _let_go(self) -> None:
        """Leave to the end even if this process is stopped meanwhile: a table half let go of would live on."""
        self._leaving = asyncio.create_task(self._leave(), name="leaving")
        await asyncio.shield(self._leaving)

    async def _take(self) -> None:
        """Return when the tables are this process's."""
        backoff, silent_until = Backoff(), self._clock.now() + TOLD_AGAIN
        while not self.is_ours:
            try:
                await self._claim()
            except PlayedElsewhere as error:
                if self._clock.now() >= silent_until:
                    log.info("this process still waits until the tables are free: %s", error)
                    silent_until = self._clock.now() + TOLD_AGAIN
                await pause(self._clock, AGAIN)
            except Exception as error:
                self._loops.failed(Loop.TABLES, error)
                await pause(self._clock, backoff.next())

    async def _claim(self) -> None:
        is_caretaker = await self._bank.claim()
        self._resumed.clear()
        try:
            await self._begin(is_caretaker)
        except Exception:
            await self._let_go()
            raise
        else:
            self._loops.passed(Loop.TABLES)
            self.is_ours = True
        finally:
            self._resumed.set()
