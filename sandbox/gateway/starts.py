"""How many sessions a bot may start: in 24 hours, and in each bucket of shards every few seconds."""

import math
from dataclasses import dataclass

from sandbox.wire.json_text import Json
from sandbox.world.clock import Clock

DAY = 24 * 60 * 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class StartLimit:
    """At most `total` sessions in 24 hours; in each bucket of shards one every `seconds`.

    A shard's bucket is `shard id % max_concurrency`.
    """

    total: int = 1_000
    max_concurrency: int = 1
    seconds: float = 5.0


class SessionStarts:
    """Counts the sessions that the bot starts; the 24 hours begin with the first of them."""

    def __init__(self, limit: StartLimit, clock: Clock) -> None:
        self._limit = limit
        self._clock = clock
        self._used = 0
        self._end = 0.0
        self._free: dict[int, float] = {}

    def spend(self) -> bool:
        """Count one more start; False when there was none left."""
        if self._left() == 0:
            return False
        if self._used == 0:
            self._end = self._clock.now() + DAY
        self._used += 1
        return True

    def admit(self, shard_id: int) -> bool:
        """Begin the pause of a shard's bucket; False when the last one is not over."""
        bucket, now = shard_id % self._limit.max_concurrency, self._clock.now()
        if now < self._free.get(bucket, now):
            return False
        self._free[bucket] = now + self._limit.seconds
        return True

    def _left(self) -> int:
        if self._clock.now() >= self._end:
            self._used = 0
        return self._limit.total - self._used

    def shape(self) -> Json:
        """The session start limit in Discord's own form; `reset_after` in milliseconds."""
        left = self._left()
        wait = self._end - self._clock.now() if self._used else 0.0
        return {
            "total": self._limit.total,
            "remaining": left,
            "reset_after": math.ceil(wait * 1000),
            "max_concurrency": self._limit.max_concurrency,
        }
