"""Pauses of the task that shows a table: between steps, before retries, and for the rate limit."""

import asyncio
from enum import Enum, auto

from cogs.discord_link.requests import PAUSE_SECONDS


class EndedBy(Enum):
    NOTHING = auto()
    """Also without a pause."""
    VIEWS = auto()
    CLICKS = auto()
    """A click, which can be answered. New views alone must not cause more retries."""


class Pauses:
    def __init__(self) -> None:
        self.current = EndedBy.NOTHING
        self._wake: asyncio.Event | None = None
        """Set only during a pause: it takes 700 bytes a table."""
        self.hurried = False
        """True while the bot stops: no long pauses."""

    async def rest(self, seconds: float | None, ended_by: EndedBy) -> None:
        if self.hurried and seconds is not None:
            # None between the dealer's cards, a short one before a retry.
            short = 0 if ended_by is EndedBy.NOTHING else min(seconds, PAUSE_SECONDS)
            await asyncio.sleep(short)
            return
        self.current, self._wake = ended_by, asyncio.Event()
        try:
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        except TimeoutError:
            pass
        finally:
            self.current, self._wake = EndedBy.NOTHING, None

    def end(self) -> None:
        if self._wake is not None:
            self._wake.set()
