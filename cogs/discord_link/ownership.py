"""Ownership of the tables of this process's shards; only one process may own them at a time.

A standby process connects but ignores clicks until the other process leaves and it owns the tables; so a restart
interrupts play only briefly. A process whose lease has ended, and whose tables another one has taken, releases them and
becomes a standby, too. Clicks while tables are being resumed are answered afterwards.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from cogs.discord_link.loops import Loop, Loops
from cogs.discord_link.retry import LOG_SECONDS, Backoff, pause, until_there
from engine.bank.bank import Bank
from engine.clock import Clock
from engine.values.bank import PlayedElsewhere

log = logging.getLogger(__name__)

AGAIN = 1.0
"""Seconds between two tries to claim the tables."""

Begin = Callable[[bool], Awaitable[None]]
"""Resumes the tables. The argument is true for the caretaker, the one process that also does common work."""

Leave = Callable[[], Coroutine[Any, Any, None]]


class Ownership:
    """Calls `begin` after claiming the tables, and `leave` after losing them."""

    def __init__(self, bank: Bank, clock: Clock, begin: Begin, leave: Leave, loops: Loops) -> None:
        self.is_ours = False
        """True while this process owns the tables and answers interactions."""
        self._bank = bank
        self._clock = clock
        self._begin = begin
        self._leave = leave
        self._loops = loops
        self._task: asyncio.Task[None] | None = None
        self._leaving: asyncio.Task[None] | None = None
        self._resumed = asyncio.Event()
        """Cleared while the tables are being resumed."""
        self._resumed.set()

    async def answers(self) -> bool:
        """Wait for a running resumption; return True if this process answers interactions."""
        await self._resumed.wait()
        return self.is_ours

    def hear_nothing(self) -> None:
        """Answer no more interactions: the bot is stopping. A standby process may answer them."""
        self.is_ours = False

    async def start(self) -> None:
        """Claim the tables, or keep trying in a task while another process owns them. Raises `StorageTrouble`.

        Waits for an unreachable database.
        """
        try:
            await until_there(self._clock, self._claim)
        except PlayedElsewhere as error:
            log.info("waiting for the tables (%s)", error)
        self._task = asyncio.create_task(self._save(), name="ownership")

    async def stop(self) -> None:
        """Stop claiming. This process keeps owned tables until its bank is closed."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
            self._task = None
        if self._leaving is not None:
            await asyncio.wait([self._leaving])

    async def _save(self) -> None:
        while True:
            if not self.is_ours:
                await self._claim_eventually()
            await self._bank.until_lost()
            self.is_ours = False
            log.error("another process has taken the tables: releasing them and waiting")
            try:
                await self._release()
            except Exception as error:
                self._loops.failed(Loop.TABLES, error)

    async def _release(self) -> None:
        """Release the tables completely, even if this process is being stopped: leftovers would keep running."""
        self._leaving = asyncio.create_task(self._leave(), name="leaving")
        await asyncio.shield(self._leaving)

    async def _claim_eventually(self) -> None:
        """Retry until the tables are claimed."""
        backoff, next_log_at = Backoff(), self._clock.now() + LOG_SECONDS
        while not self.is_ours:
            try:
                await self._claim()
            except PlayedElsewhere as error:
                if self._clock.now() >= next_log_at:
                    log.info("still waiting for the tables (%s)", error)
                    next_log_at = self._clock.now() + LOG_SECONDS
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
            await self._release()
            raise
        else:
            self._loops.passed(Loop.TABLES)
            self.is_ours = True
        finally:
            self._resumed.set()
