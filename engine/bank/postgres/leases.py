"""Leases on Discord shards: one process plays a shard's tables, even if others crash, hang or are cut off.

An owner counts each lease by its own clock from before the renewal, so it stops in time. A new owner fences the tables
(`tables.fence`, `docs/decisions/leases.md`).
"""

from collections.abc import Callable
from secrets import token_hex
from typing import Final

from engine.bank.books import tables
from engine.bank.database import Database
from engine.bank.errors import NotOurs, Occupied, OtherShards
from engine.bank.store import ShardRange

SECONDS: Final = 8.0
"""A lease's duration."""

RENEW_SECONDS: Final = 2.0

_CARETAKER: Final = -1
"""The shard number of the common work."""

_CLOCK: Final = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS DOUBLE PRECISION)"
_ONE_AT_A_TIME: Final = "LOCK TABLE lease IN EXCLUSIVE MODE"
_OTHERS: Final = f"SELECT shard, count FROM lease WHERE owner <> ? AND until > {_CLOCK}"  # noqa: S608
_DROP_OTHER_COUNTS: Final = "DELETE FROM lease WHERE count <> ?"
_TAKE: Final = (
    f"INSERT INTO lease (shard, owner, count, until) VALUES (?, ?, ?, {_CLOCK} + ?)"  # noqa: S608
    " ON CONFLICT (shard) DO UPDATE SET owner = excluded.owner, until = excluded.until"
)
_RENEW: Final = f"UPDATE lease SET until = {_CLOCK} + ? WHERE owner = ? RETURNING shard"  # noqa: S608
ARE_HELD: Final = f"SELECT EXISTS (SELECT FROM lease WHERE until > {_CLOCK})"  # noqa: S608
_RELEASE: Final = "DELETE FROM lease WHERE owner = ?"


class Leases:
    def __init__(self, share: ShardRange, where: object, now: Callable[[], float]) -> None:
        """Set the shards. `now` returns seconds of a steady clock; errors name the database as `where`."""
        self._share = share
        self._where = where
        self._now = now
        self._owner = token_hex(8)
        self._until = 0.0
        self.are_claimed = False
        """True from the claim until a loss is noticed."""

    @property
    def are_valid(self) -> bool:
        """True while no other process can have taken a shard."""
        return self.are_claimed and self._now() < self._until

    def claim(self, database: Database) -> bool:
        """Take the leases on all shards; return True if it also got the lease on work common to all processes.

        Idempotent. Raises `Occupied` or `OtherShards`.
        """
        share = self._share
        database.execute(_ONE_AT_A_TIME)
        others = dict(database.execute(_OTHERS, (self._owner,)).fetchall())
        if any(count != share.count for count in others.values()):
            raise OtherShards(self._where, share.count)
        if not others.keys().isdisjoint(share.numbers):
            raise Occupied(self._where)
        is_caretaker = _CARETAKER not in others
        database.execute(_DROP_OTHER_COUNTS, (share.count,))
        for number in (*share.numbers, *([_CARETAKER] if is_caretaker else ())):
            database.execute(_TAKE, (number, self._owner, share.count, SECONDS))
        tables.fence(database, share.has)
        return is_caretaker

    def renew(self, database: Database) -> None:
        """Renew the leases, even expired ones. Raises `NotOurs` if another process has taken a shard."""
        renewed = database.execute(_RENEW, (SECONDS, self._owner)).fetchall()
        if not {shard for (shard,) in renewed}.issuperset(self._share.numbers):
            raise NotOurs

    def release(self, database: Database) -> None:
        database.execute(_RELEASE, (self._owner,))

    def hold_since(self, began: float) -> None:
        """Count the leases from `began`, the start of a claim or renewal that is now saved."""
        self._until = began + SECONDS
