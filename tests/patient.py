"""A sandbox that gives a bot time: on a busy machine a correct answer may take longer than three seconds."""

from typing import Any

from sandbox import LoopClock, StartLimit
from sandbox.world.clock import Timer
from sandbox.world.objects import DISCORD_EPOCH_MS, Snowflakes
from tests.driver import Sandbox

SLOWER = 20.0
"""Real seconds in one of Discord's seconds: a bot has a minute for its first answer instead of three seconds."""

APART = 20.0
"""Seconds between two ids of `FreshIds`; more than any machine is delayed."""


AT_ONCE = StartLimit(seconds=0)
"""No minimum interval between the identifies of a bot's sessions; Discord's is five seconds."""


class PatientClock(LoopClock):
    """A clock that is `slower` times slower than the loop's; its seconds are called Discord's seconds."""

    def __init__(self, slower: float = SLOWER) -> None:
        self._slower = slower

    def now(self) -> float:
        """The time in Discord's seconds."""
        return super().now() / self._slower

    def call_later(self, seconds: float, call: Any) -> Timer:
        """Call `call` once, after this many of Discord's seconds."""
        return super().call_later(seconds * self._slower, call)


class FreshIds(Snowflakes):
    """Snowflakes for a bot in another process, whose clock advances even while the process gets no processor time.

    Each id is `APART` seconds newer than the last, so it looks new to the bot even after a long wait. An id with an
    `age` uses the real clock and looks late.
    """

    def __init__(self) -> None:
        super().__init__()
        self._moment = self._unix()

    def next(self, age: float = 0.0) -> int:
        """Return a new id, made `age` seconds ago."""
        self._moment += 0 if age else APART
        self._last += 1
        milliseconds = int((self.now() - age if age else self._moment) * 1000) - DISCORD_EPOCH_MS
        return (milliseconds << 22) + (self._last & 0x3FFFFF)


def sandbox_for_processes(slower: float = SLOWER, **options: Any) -> Sandbox:
    """Return a sandbox that tolerates a bot process waiting for processor time."""
    sandbox = Sandbox(clock=PatientClock(slower), starts=AT_ONCE, **options)
    sandbox.world.snowflakes = FreshIds()
    return sandbox
