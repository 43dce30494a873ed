"""A Discord that gives a bot time: on a busy machine an honest answer may take longer than three seconds."""

from typing import Any

from sandbox import LoopClock, Sandbox
from sandbox.world import DISCORD_EPOCH_MS, Snowflakes, Timer

SLOWER = 20.0
"""How many of our seconds one of Discord's lasts: a bot has a minute for its first answer instead of three seconds."""

APART = 60.0
"""Seconds between two ids of `FreshIds`: more than any machine is late."""


class PatientClock(LoopClock):
    """The loop's clock, so many times slower. What is told in seconds of this clock is told in Discord's seconds."""

    def __init__(self, slower: float = SLOWER) -> None:
        self._slower = slower

    def now(self) -> float:
        """Discord's seconds."""
        return super().now() / self._slower

    def call_later(self, seconds: float, call: Any) -> Timer:
        """Call `call` once, after so many of Discord's seconds."""
        return super().call_later(seconds * self._slower, call)


class FreshIds(Snowflakes):
    """Ids for a bot in a process of its own, whose clock goes on whether the process gets its turn or not.

    Each is born a minute after the one before. A bot judges how late an event is by the freshest that it has seen, and
    so none is late but one that is to be.
    """

    def __init__(self) -> None:
        super().__init__()
        self._moment = self._unix()

    def next(self, age: float = 0.0) -> int:
        """A new id; one that has an `age` is born so many seconds before the freshest."""
        self._moment += 0 if age else APART
        self._last += 1
        milliseconds = int((self._moment - age) * 1000) - DISCORD_EPOCH_MS
        return (milliseconds << 22) + (self._last & 0x3FFFFF)


def sandbox_for_processes(slower: float = SLOWER, **options: Any) -> Sandbox:
    """A sandbox for a bot in a process of its own, however long that has to wait for its turn."""
    sandbox = Sandbox(clock=PatientClock(slower), **options)
    sandbox.world.snowflakes = FreshIds()
    return sandbox
