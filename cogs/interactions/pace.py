"""Rate limits per user and per channel."""

from discord.ext.commands import CooldownMapping

from cogs.language import words
from engine.clock import Clock


class Cooldowns:
    """One limit per kind of key: `times` actions in a period of `seconds`.

    A key is dropped when its period ends.
    """

    def __init__(self, clock: Clock, seconds: float, *times: int) -> None:
        self._clock = clock
        self._limits = [CooldownMapping[int].from_cooldown(most, seconds, int) for most in times]

    def take(self, *keys: int) -> str | None:
        """Count an action for these keys, one per limit.

        If a limit is reached, count nothing and return the time of the next try as a Discord timestamp.
        """
        now = self._clock.now()
        buckets = [one.get_bucket(key, now) for one, key in zip(self._limits, keys, strict=True)]
        wait = max(bucket.get_retry_after(now) for bucket in buckets if bucket)
        if wait:
            return words.relative(self._clock.shown(now + wait))
        for bucket in filter(None, buckets):
            bucket.update_rate_limit(now)
        return None
