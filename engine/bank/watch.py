"""Looks once a second whether the database is still this process's, even while nobody plays."""

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

EVERY_SECONDS: Final = 1.0


class Timer(Protocol):
    """A scheduled call."""

    def cancel(self) -> None:
        """Cancel the call."""


CallLater = Callable[[float, Callable[[], None]], Timer]
"""Calls back once, after this many seconds."""


class Watch:
    """Calls `look` until `stop`; what it begins is done on a thread, and logs what it finds."""

    def __init__(self, look: Callable[[], asyncio.Future[None]], call_later: CallLater) -> None:
        self._look_on_thread = look
        self._call_later = call_later
        self._looking: asyncio.Future[None] | None = None
        self._timer = self._later()

    def stop(self) -> None:
        """Stop checking."""
        self._timer.cancel()

    def _later(self) -> Timer:
        return self._call_later(EVERY_SECONDS, self._look_again)

    def _look_again(self) -> None:
        self.look()

    def look(self) -> asyncio.Future[None]:
        """Look now, unless a look is under way, and then once a second again."""
        self._timer.cancel()
        self._timer = self._later()
        if self._looking is None or self._looking.done():  # the thread may be busy for a while
            self._looking = self._look_on_thread()
        return self._looking
