"""Which guilds' tables a process plays, where several processes share a database on a server."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShardRange:
    """The shards with these `numbers`, of `count`; `shard_of` says which shard a guild belongs to. By default, all.

    Processes that play on one database have the same `count`.
    """

    numbers: tuple[int, ...] = (0,)
    count: int = 1
    shard_of: Callable[[int], int] = lambda _: 0

    def has(self, guild_id: int) -> bool:
        """Whether a guild's tables are among these; a tool, which plays none, sees all."""
        return not self.numbers or self.shard_of(guild_id) in self.numbers


NOTHING = ShardRange((), 0)
"""For tools: they play no tables and claim nothing."""
