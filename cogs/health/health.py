"""Whether the bot is well, for health checks: it is connected, and its database keeps what it is given.

The database is asked every few seconds. While all is well, a file is touched, beside the database or in the working
directory. A bot that is not well, or stops, takes it away; the file of a bot that was killed, or that hangs, grows old.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from cogs.gateway.retry import pause
from engine.clock import Clock

if TYPE_CHECKING:
    from discord.ext import commands

    from cogs.gateway.loops import Loops
    from engine.bank.bank import Bank

log = logging.getLogger(__name__)

BEAT = 10.0
"""Seconds between two signs."""

OLD = 45.0
"""Seconds after which a sign means nothing; a busy machine may miss a few."""

NOT_CONNECTED = "not connected to Discord"
NO_DATABASE = "the database keeps nothing"
WAITING = "another process plays the tables"


def file_of(database: Path | str, process: int | None = None) -> Path:
    """Where a bot leaves its sign: beside the database; for one on a server, in the working directory.

    `process` is its number, where several share a database.
    """
    if isinstance(database, Path):
        return database.with_name(f"{database.name}.alive")
    return Path("blackjack.alive" if process is None else f"blackjack-{process}.alive")


def is_alive(file: Path, now: float) -> bool:
    """Whether a bot has left a sign in this file of late; `now` in Unix seconds."""
    try:
        # Either way: a clock that was set back makes no dead bot alive.
        return abs(now - file.stat().st_mtime) <= OLD
    except OSError:
        return False


class Pulse:
    """Knows whether the bot is well, and touches the file while it is."""

    def __init__(
        self, bank: "Bank", file: Path, clock: Clock, plays: Callable[[], bool], loops: "Loops"
    ) -> None:
        self._bank = bank
        self._plays = plays
        self._file = file
        self._clock = clock
        self._loops = loops
        self._task: asyncio.Task[None] | None = None
        self.connected = False
        """Whether there is a connection to Discord."""
        self._kept_at: float | None = None
        """When the database has last kept something; None after it has not."""
        self._take_away()

    def trouble(self) -> str | None:
        """Why the bot is not well, in a line; None while it is."""
        if not self.connected:
            return NOT_CONNECTED
        if self._kept_at is None or self._clock.now() - self._kept_at > OLD:
            return NO_DATABASE
        return None if self._plays() else WAITING

    async def up(self) -> None:
        """The bot is connected."""
        self._stop()
        self.connected = True
        self._task = asyncio.create_task(self._beat(), name="pulse")

    async def down(self) -> None:
        """The bot is not connected, or stops."""
        self._stop()
        self.connected = False
        self._take_away()

    def _stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _beat(self) -> None:
        from cogs.gateway.loops import Loop  # a health check of the command line does without

        while True:
            try:
                await self._bank.beat()
            except Exception as error:
                self._kept_at = None
                self._take_away()
                self._loops.failed(Loop.HEALTH, error)
            else:
                self._loops.passed(Loop.HEALTH)
                self._kept_at = self._clock.now()
                if self._plays():  # else it may be another process's file
                    self._give_sign()
            await pause(self._clock, BEAT)

    def _give_sign(self) -> None:
        try:
            # Here and not in a thread: a sign that comes late would be one of a bot that has gone.
            self._file.touch()
        except OSError as error:
            log.warning("health checks fail, because there is no sign of life: %s", error)

    def _take_away(self) -> None:
        # Where it can't be deleted, it grows old.
        with suppress(OSError):
            self._file.unlink(missing_ok=True)


@asynccontextmanager
async def pulse(
    bot: "commands.AutoShardedBot",
    bank: "Bank",
    file: Path,
    clock: Clock,
    plays: Callable[[], bool] = lambda: True,
    loops: "Loops | None" = None,
) -> AsyncIterator[Pulse]:
    """Check the database while the bot is connected; `plays` returns True while the bot has the tables."""
    from cogs.gateway.loops import Loops

    signs = Pulse(bank, file, clock, plays, loops or Loops(clock))
    bot.add_listener(signs.up, "on_online")
    bot.add_listener(signs.down, "on_offline")
    try:
        yield signs
    finally:
        await signs.down()
