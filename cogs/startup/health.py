"""Health checks: a file beside the database, or in the working directory, there and young while all is well.

It is touched every few seconds while the gateway is connected and the database answers. A bot that loses its
connection, or stops, takes it away; the file of a bot that was killed, or that hangs, grows old.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from discord.ext import commands

    from engine.saved import PublicBank

log = logging.getLogger(__name__)

BEAT = 10.0
"""Seconds between two signs."""

OLD = 45.0
"""Seconds after which a sign means nothing; a busy machine may miss a few."""


def file_of(database: Path | str) -> Path:
    """Where the bot on this database leaves its sign: beside a file; for a server, in the working directory."""
    if isinstance(database, Path):
        return database.with_name(f"{database.name}.alive")
    return Path("blackjack.alive")


def is_alive(database: Path | str, now: float) -> bool:
    """Whether the bot on this database has given a sign of late; `now` in Unix seconds."""
    try:
        # Either way: a clock that was set back makes no dead bot alive.
        return abs(now - file_of(database).stat().st_mtime) <= OLD
    except OSError:
        return False


class Pulse:
    """Touches the file while the bot is connected and `bank` answers."""

    def __init__(self, bank: "PublicBank", database: Path | str) -> None:
        self._bank = bank
        self._file = file_of(database)
        self._task: asyncio.Task[None] | None = None
        self._take_away()

    async def up(self) -> None:
        """The bot is connected."""
        self._stop()
        self._task = asyncio.create_task(self._beat(), name="pulse")

    async def down(self) -> None:
        """The bot is not connected, or stops."""
        self._stop()
        self._take_away()

    def _stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _beat(self) -> None:
        while True:
            try:
                await self._bank.kept_text("pulse")
                self._give_sign()
            except Exception as error:
                log.warning("health checks fail, because there is no sign of life: %s", error)
            await asyncio.sleep(BEAT)

    def _give_sign(self) -> None:
        # Here and not in a thread: a sign that comes late would be one of a bot that has gone.
        self._file.touch()

    def _take_away(self) -> None:
        # Where it can't be deleted, it grows old.
        with suppress(OSError):
            self._file.unlink(missing_ok=True)


@asynccontextmanager
async def pulse(
    bot: "commands.AutoShardedBot", bank: "PublicBank", database: Path | str
) -> AsyncIterator[None]:
    """Touch the file meanwhile, whenever the bot is connected."""
    signs = Pulse(bank, database)
    bot.add_listener(signs.up, "on_online")
    bot.add_listener(signs.down, "on_offline")
    try:
        yield
    finally:
        await signs.down()
