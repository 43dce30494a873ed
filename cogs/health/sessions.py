"""How many sessions the bot may still begin: Discord counts those of a day, of all processes, and tells when asked.

Each start of a process asks. What was told is true until Discord begins to count anew, or another process starts.
"""

from collections.abc import Callable
from typing import Any

from discord.http import HTTPClient


class SessionsLeft:
    """Listens when a client asks where the gateway is. `now` tells seconds, by a clock that is never set."""

    def __init__(self, http: HTTPClient, now: Callable[[], float]) -> None:
        self._ask = http.get_bot_gateway
        self._now = now
        self._left: int | None = None
        self._until = now()
        http.get_bot_gateway = self._asked  # type: ignore[method-assign]

    @property
    def left(self) -> int | None:
        """As many as were left when Discord was last asked; None where that is out of date."""
        return self._left if self._now() < self._until else None

    async def _asked(self) -> Any:
        told = await self._ask()
        _, _, limit = told
        self._left = limit.get("remaining")
        self._until = self._now() + limit.get("reset_after", 0) / 1000
        return told
