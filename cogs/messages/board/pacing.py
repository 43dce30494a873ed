"""The pauses of a screen: between steps, before retries, and for the rate limit."""

import asyncio
from enum import Enum, auto

from cogs.discord_link.requests import PAUSE_SECONDS


class EndedBy(Enum):
    """The event that ends a pause early."""

    NOTHING = auto()
    """Also while there is no pause."""
    VIEWS = auto()
    """A new view, or a click."""
    CLICKS = auto()
    """A click, which can be answered. New views alone must not cause more retries."""


class Pauses:
    """At most one pause at a time."""

    def __init__(self) -> None:
        self.current = EndedBy.NOTHING
        self._wake: asyncio.Event | None = None
        """None while there is no pause: it takes 700 bytes a table."""
        self.hurried = False
        """True while the bot stops: no long pauses."""

    async def rest(self, seconds: float | None, ended_by: EndedBy) -> None:
        """Pause at most this many seconds."""
        if self.hurried and seconds is not None:
            # No pause between the dealer's cards, but a short one before a retry.
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
        """End the current pause."""
        if self._wake is not None:
            self._wake.set()
