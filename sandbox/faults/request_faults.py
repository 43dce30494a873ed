"""Faults of requests: an error, a delay, a hold until a test releases it."""

import asyncio
import re
from dataclasses import dataclass, field


def matcher(pattern: str) -> re.Pattern[str]:
    """A path pattern: `*` stands for one part of the path, `**` for any number of them."""
    parts = re.split(r"(\*\*|\*)", pattern)
    wild = {"*": "[^/]+", "**": ".*"}
    return re.compile("".join(wild.get(part) or re.escape(part) for part in parts))


@dataclass(slots=True, kw_only=True, eq=False)
class Fault:
    """Hits the next `times` requests that match."""

    method: str
    path: re.Pattern[str]
    times: int = 1

    def takes(self, method: str, path: str) -> bool:
        """Whether the fault hits this request; counts it if so."""
        if not self.times or method != self.method or not self.path.fullmatch(path):
            return False
        self.times -= 1
        return True


@dataclass(slots=True, kw_only=True, eq=False)
class Failure(Fault):
    """Answers with an error, before or after the request has its effect."""

    status: int
    code: int = 0
    retry_after: float | None = None
    everywhere: bool = False
    before_effect: bool = True


@dataclass(slots=True, kw_only=True, eq=False)
class Delay(Fault):
    """Makes a request wait before it has its effect."""

    seconds: float


@dataclass(slots=True, kw_only=True, eq=False)
class Hold(Fault):
    """Keeps a request waiting until it is released."""

    _arrived: asyncio.Event = field(default_factory=asyncio.Event)
    _released: asyncio.Event = field(default_factory=asyncio.Event)

    async def arrived(self) -> None:
        """Wait until a request is being held."""
        await self._arrived.wait()

    def release(self) -> None:
        """Let the held requests go on, and hold no more."""
        self.times = 0
        self._released.set()

    async def wait(self) -> None:
        """Wait for the release."""
        self._arrived.set()
        await self._released.wait()
