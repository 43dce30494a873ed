"""What waits for a while, and for no longer than the bot runs."""

import asyncio

from engine.clock import Clock


class Stopped(Exception):
    """The bot stops: nothing is begun any more."""


class Waits:
    """Pauses that end at once when the bot stops."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._over = set[asyncio.Event]()
        self.stopped = False

    def stop(self) -> None:
        """Wait for nothing any more."""
        self.stopped = True
        for over in self._over:
            over.set()

    async def pause(self, seconds: float) -> None:
        """Return when so much time has passed. Raises `Stopped`."""
        over = asyncio.Event()
        timer = self._clock.call_at(self._clock.now() + seconds, over.set)
        self._over.add(over)
        try:
            if not self.stopped:
                await over.wait()
        finally:
            self._over.discard(over)
            timer.cancel()
        if self.stopped:
            raise Stopped
