"""Which guilds' tables a process plays, where several processes share a database on a server."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShardRange:
    """The shards with these `numbers`, of `count`; `shard_of` says which shard a guild belongs to.

    Everything, unless told so. All processes that play on a database at a time have the same `count`, by which guilds
    belong to the same shards.
    """

    numbers: tuple[int, ...] = (0,)
    count: int = 1
    shard_of: Callable[[int], int] = lambda _: 0

    def has(self, guild_id: int) -> bool:
        """Whether a guild's tables are among these. Who plays none sees all."""
        return not self.numbers or self.shard_of(guild_id) in self.numbers


NOTHING = ShardRange((), 0)
"""For who plays no tables: nothing is claimed, and nobody is asked."""
