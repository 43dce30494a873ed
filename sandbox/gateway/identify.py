"""Parses IDENTIFY, the gateway's login, and limits new sessions per day."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from sandbox.gateway.frames import GatewayClose
from sandbox.wire.json_text import Json, is_int
from sandbox.wire.numbers import PRIVILEGED, Intent
from sandbox.world.clock import Clock

ALL_INTENTS = (1 << 26) - 1

GUILDS_A_SHARD = 2_500


@dataclass(frozen=True, slots=True)
class Shard:
    """Shard `id` of `count`: the part of a bot's guilds that one gateway session serves."""

    id: int = 0
    count: int = 1

    def holds(self, guild_id: int) -> bool:
        return (guild_id >> 22) % self.count == self.id


@dataclass(frozen=True, slots=True, kw_only=True)
class Identify:
    """The data of an IDENTIFY frame; `named` is True if the bot specified its shard."""

    intents: Intent
    shard: Shard
    named: bool


def read_token(data: Json) -> str:
    """Return the bot token in an IDENTIFY or RESUME frame; raises GatewayClose 4004 if it is missing."""
    token = data.get("token")
    bare = token.removeprefix("Bot ").strip() if isinstance(token, str) else ""
    if not bare:
        raise GatewayClose(4004, "Authentication failed.")
    return bare


def read_identify(data: Json, guild_ids: Iterable[int]) -> Identify:
    """Return an IDENTIFY frame's intents and shard.

    Raises GatewayClose 4010 for an invalid shard, 4011 for one with over 2,500 guilds, 4013 for invalid and 4014 for
    privileged intents.
    """
    intents, shard = _intents(data), _shard(data.get("shard"))
    if sum(map(shard.holds, guild_ids)) > GUILDS_A_SHARD:
        raise GatewayClose(4011, "Sharding required.")
    return Identify(intents=intents, shard=shard, named=data.get("shard") is not None)


def _intents(data: Json) -> Intent:
    intents = data.get("intents")
    if not isinstance(intents, int) or not 0 <= intents <= ALL_INTENTS:
        raise GatewayClose(4013, "Invalid intent(s).")
    if intents & PRIVILEGED:
        raise GatewayClose(4014, "Disallowed intent(s).")
    return Intent(intents)


def _shard(asked: object) -> Shard:
    match asked:
        case None:
            return Shard()
        case [number, count] if is_int(number) and is_int(count) and 0 <= number < count:
            return Shard(number, count)
    raise GatewayClose(4010, "Invalid shard.")


DAY = 24 * 60 * 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class StartLimit:
    """At most `total` new gateway sessions in 24 hours, and one per bucket of shards every `seconds`.

    A shard's bucket is `shard id % max_concurrency`.
    """

    total: int = 1_000
    max_concurrency: int = 1
    seconds: float = 5.0


class SessionStarts:
    """Counts new gateway sessions; the 24 hours begin with the first one."""

    def __init__(self, limit: StartLimit, clock: Clock) -> None:
        self._limit = limit
        self._clock = clock
        self._used = 0
        self._end = 0.0
        self._free: dict[int, float] = {}

    def spend(self) -> bool:
        """Count a new session. Return False if the daily limit is reached."""
        if self._left() == 0:
            return False
        if self._used == 0:
            self._end = self._clock.now() + DAY
        self._used += 1
        return True

    def admit(self, shard_id: int) -> bool:
        """Return True if the shard may start a session now, and begin its bucket's pause."""
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
        """Return the limit as Discord's `session_start_limit` object."""
        left = self._left()
        wait = self._end - self._clock.now() if self._used else 0.0
        return {
            "total": self._limit.total,
            "remaining": left,
            "reset_after": math.ceil(wait * 1000),
            "max_concurrency": self._limit.max_concurrency,
        }
