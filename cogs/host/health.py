"""Health checks: the bot is connected, and its database accepts writes.

A healthy bot touches a health file, next to the database or in the working directory. An unhealthy or stopping one
deletes it; after a crash or hang it grows old.
"""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from engine.clock import Clock

if TYPE_CHECKING:
    from discord.ext import commands

    from cogs.discord_link.loops import Loops
    from engine.bank.bank import Bank

log = logging.getLogger(__name__)

BEAT = 10.0

OLD = 45.0
"""Seconds; a busy machine may miss a few checks."""

NOT_CONNECTED = "not connected to Discord"
NO_DATABASE = "the database keeps nothing"
WAITING = "another process plays the tables"


def file_of(database: Path | str, process: int | None = None) -> Path:
    """Return the health file's path: next to the database, or in the working directory for a database server."""
    if isinstance(database, Path):
        return database.with_name(f"{database.name}.alive")
    return Path("blackjack.alive" if process is None else f"blackjack-{process}.alive")


def is_alive(file: Path, now: float) -> bool:
    """Return True if the health file was touched recently; `now` in Unix seconds."""
    try:
        # A clock that was set back must not revive a dead bot.
        return abs(now - file.stat().st_mtime) <= OLD
    except OSError:
        return False


class Pulse:
    """Checks the bot's health and touches the health file."""

    def __init__(
        self, bank: "Bank", file: Path, clock: Clock, plays: Callable[[], bool], loops: "Loops"
    ) -> None:
        from cogs.discord_link.loops import Loop, Repeating  # slow; the tool `health` needs neither

        self._bank = bank
        self._plays = plays
        self._file = file
        self._clock = clock
        self._checks = Repeating(loops, Loop.HEALTH, self._beat, lambda _: BEAT)
        self.connected = False
        self._saved_at: float | None = None
        """The last write; None after a failure."""
        self._delete()

    def trouble(self) -> str | None:
        """Return in one line why the bot is unhealthy; None if it is healthy."""
        if not self.connected:
            return NOT_CONNECTED
        if self._saved_at is None or self._clock.now() - self._saved_at > OLD:
            return NO_DATABASE
        return None if self._plays() else WAITING

    async def up(self) -> None:
        self._checks.cancel()
        self.connected = True
        self._checks.start(0)

    async def down(self) -> None:
        self._checks.cancel()
        self.connected = False
        self._delete()

    async def _beat(self) -> float:
        try:
            await self._bank.beat()
        except Exception:
            self._saved_at = None
            self._delete()
            raise
        self._saved_at = self._clock.now()
        if self._plays():  # otherwise it may be another process's file
            self._touch()
        return BEAT

    def _touch(self) -> None:
        try:
            # Not in a thread: a late touch could recreate a stopped bot's file.
            self._file.touch()
        except OSError as error:
            why = error.strerror or error
            log.warning("the bot could not touch health file %s (%s)", self._file, why)

    def _delete(self) -> None:
        # Otherwise the file grows old.
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
    """Run health checks while the bot is connected; `plays` returns True while it owns its tables."""
    from cogs.discord_link.loops import Loops

    signs = Pulse(bank, file, clock, plays, loops or Loops(clock))
    bot.add_listener(signs.up, "on_online")
    bot.add_listener(signs.down, "on_offline")
    try:
        yield signs
    finally:
        await signs.down()
