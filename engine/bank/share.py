"""Which guilds' tables a process plays, where several processes share a database on a server."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Share:
    """The shards with these `numbers`; `shard_of` says which shard a guild belongs to. Everything, unless told so."""

    numbers: tuple[int, ...] = (0,)
    shard_of: Callable[[int], int] = lambda _: 0


NOTHING = Share(())
"""For who plays no tables: nothing is claimed, and nobody is asked."""
