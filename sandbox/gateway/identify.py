"""What a bot says when it starts or resumes a session, and the codes that close its socket for a mistake."""

from collections.abc import Iterable
from dataclasses import dataclass

from sandbox.wire.json_text import Json, is_int
from sandbox.wire.numbers import PRIVILEGED, Intent

from .frames import GatewayClose

ALL_INTENTS = (1 << 26) - 1
GUILDS_A_SHARD = 2_500


@dataclass(frozen=True, slots=True)
class Shard:
    """One of `count` parts of a bot's guilds; part 0 of 1 is all of them."""

    id: int = 0
    count: int = 1

    def holds(self, guild_id: int) -> bool:
        """Whether the events of a guild go to this shard."""
        return (guild_id >> 22) % self.count == self.id


@dataclass(frozen=True, slots=True, kw_only=True)
class Identify:
    """Which events a session wants; `named` says whether it named a shard."""

    intents: Intent
    shard: Shard
    named: bool


def read_token(data: Json) -> str:
    """The token of IDENTIFY or RESUME; raises GatewayClose 4004 without one."""
    token = data.get("token")
    bare = token.removeprefix("Bot ").strip() if isinstance(token, str) else ""
    if not bare:
        raise GatewayClose(4004, "Authentication failed.")
    return bare


def read_identify(data: Json, guild_ids: Iterable[int]) -> Identify:
    """The rest of IDENTIFY; raises GatewayClose 4010 to 4014.

    A shard has at most 2,500 of the guilds; a bot in more of them must shard (4011).
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
