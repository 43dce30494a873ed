"""Which process plays the tables of which shard: one at a time, whatever happens to processes and connections.

A process that owns a shard holds a lock of its session, which the server takes away when the session ends. That alone
is not enough: a process whose session was cut lives on, and may write while the next owner has read its tables already.
So each owner has an epoch, one more than the last. Each transaction that writes to a table looks whether the epoch is
still its process's, and meanwhile keeps a new owner waiting who is about to raise it. A process that was owner once is
fenced: it can't write any more.
"""

import logging
from contextlib import suppress
from typing import Any, Final

import psycopg

from engine.bank.errors import BankInUse, NotOurs
from engine.bank.server.address import Address
from engine.bank.server.asking import one
from engine.bank.share import NOTHING, Share

log = logging.getLogger(__name__)

_OWNER: Final = 0x626A0001
"""The first number of the locks that sessions hold; the second is the shard's."""

_WRITER: Final = 0x626A0002
"""The first number of the locks that transactions share, and that an owner takes alone to raise the epoch."""

_OWN: Final = "SELECT pg_try_advisory_lock(CAST($1 AS int), CAST($2 AS int))"
_KEEP_WRITERS_OUT: Final = "SELECT pg_advisory_xact_lock(CAST($1 AS int), CAST($2 AS int))"
_HOLD: Final = (
    "SELECT pg_advisory_xact_lock_shared(CAST($1 AS int), CAST($2 AS int))"
    " UNION ALL SELECT pg_advisory_xact_lock(id) FROM unnest($3::bigint[]) AS id"
)
_EPOCH: Final = "SELECT epoch FROM shard WHERE number = $1"
_OWNED: Final = (
    "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = CAST($1 AS oid)"
    " AND objsubid = 2 AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
)
_RAISE: Final = (
    "INSERT INTO shard (number, epoch) VALUES ($1, 1)"
    " ON CONFLICT (number) DO UPDATE SET epoch = shard.epoch + 1 RETURNING epoch"
)


class Shards:
    """The shards that a process plays, by `numbers`, from the claim on."""

    def __init__(self, share: Share = NOTHING) -> None:
        self.numbers = sorted(share.numbers)
        self._shard_of = share.shard_of
        self._epochs: dict[int, int] = {}
        self._session: psycopg.Connection[Any] | None = None

    def claim(self, address: Address, seconds: float) -> None:
        """Become the owner of all of them, in a session of its own. Raises `BankInUse`, `psycopg.Error`."""
        session = self._owning_session(address, seconds)
        try:
            with session.transaction():
                for number in self.numbers:
                    session.execute(_KEEP_WRITERS_OUT, (_WRITER, number))
                self._epochs = {number: _raised(session, number) for number in self.numbers}
        except BaseException:
            _end(session)
            raise
        self._session = session

    def look(self, address: Address, seconds: float) -> None:
        """Look whether the session lives; if not, begin another, where nobody else has become owner meanwhile.

        Raises `NotOurs` where somebody has, and `psycopg.Error` while the server is away. For one thread at a time.
        """
        if self._session is None or _lives(self._session):
            return
        try:
            session = self._owning_session(address, seconds)
        except BankInUse as error:
            raise NotOurs from error
        try:
            if self._epochs != {number: _epoch(session, number) for number in self.numbers}:
                raise NotOurs
        except BaseException:
            _end(session)
            raise
        self._session = session
        log.warning("the lock on the tables is held again")

    def release(self) -> None:
        """Let others become owners."""
        if self._session is not None:
            _end(self._session)

    def hold(self, connection: psycopg.Connection[Any], guild_id: int, ids: list[int]) -> None:
        """Let nobody become owner of the guild's shard, and nobody write about these ids, until the transaction ends.

        Raises `NotOurs` if somebody else is owner by now.
        """
        number = self._shard_of(guild_id)
        connection.execute(_HOLD, (_WRITER, number, ids))
        # In a statement of its own, which sees what was committed while the lock was waited for.
        if _epoch(connection, number) != self._epochs.get(number):
            raise NotOurs

    def _owning_session(self, address: Address, seconds: float) -> psycopg.Connection[Any]:
        session = address.connect(seconds)
        try:
            for number in self.numbers:
                if one(session, _OWN, (_OWNER, number)) != (True,):
                    raise BankInUse(address)
        except BaseException:
            _end(session)
            raise
        return session


def somebody_plays(connection: psycopg.Connection[Any]) -> bool:
    """Whether a process owns any shard of the connection's database."""
    return bool(one(connection, _OWNED, (_OWNER,))[0])


def _end(session: psycopg.Connection[Any]) -> None:
    """Give its locks back at once: the server notices a moment later only that a session was closed."""
    with suppress(psycopg.Error):
        session.execute("SELECT pg_advisory_unlock_all()")
    session.close()


def _lives(session: psycopg.Connection[Any]) -> bool:
    try:
        session.execute("SELECT 1")
    except psycopg.Error:
        session.close()
        return False
    return True


def _epoch(connection: psycopg.Connection[Any], number: int) -> int | None:
    row = connection.execute(_EPOCH, (number,)).fetchone()
    return row and row[0]


def _raised(session: psycopg.Connection[Any], number: int) -> int:
    return int(one(session, _RAISE, (number,))[0])
