"""Limits how often each user, and all users of a channel together, may do something."""

from discord.ext.commands import CooldownMapping

from cogs.language import words
from engine.clock import Clock


class Pace:
    """One limit for each kind of key: this many `times` in any period of these seconds.

    A key is forgotten when its period is over.
    """

    def __init__(self, clock: Clock, seconds: float, *times: int) -> None:
        self._clock = clock
        self._limits = [CooldownMapping[int].from_cooldown(most, seconds, int) for most in times]

    def take(self, *keys: int) -> str | None:
        """Count one more for these keys, one for each limit.

        If a limit is reached, count nothing and return when to try again, as Discord shows times.
        """
        now = self._clock.now()
        buckets = [one.get_bucket(key, now) for one, key in zip(self._limits, keys, strict=True)]
        wait = max(bucket.get_retry_after(now) for bucket in buckets if bucket)
        if wait:
            return words.relative(self._clock.shown(now + wait))
        for bucket in filter(None, buckets):
            bucket.update_rate_limit(now)
        return None
