"""Ownership of shards and turns among processes: one owner at a time, even if processes crash or hang.

The owner of a shard holds a session lock, which the server releases when the session ends. But a process whose session
was cut lives on, and may write after the next owner has read the tables. So each owner raises the shard's epoch. Each
transaction that writes to a table checks that the epoch is still its process's, and blocks a new owner from raising it
until the transaction ends. A former owner is fenced: it can no longer write.

The shard of a guild depends on the number of shards. So all owners share a lock on the saved number, and only an
exclusive holder may change it. The change raises all epochs, which fences processes that were cut off with the old
number.
"""

import logging
from contextlib import suppress
from typing import Any, Final, LiteralString

import psycopg

from engine.bank.errors import NotOurs, Occupied, OtherShards
from engine.bank.postgres.connection import Address, Connection, one
from engine.bank.store import NOTHING, ShardRange

log = logging.getLogger(__name__)

_OWNER: Final = 0x626A0001
"""The first key of the session locks on shards; the second key is the shard's number."""

_WRITER: Final = 0x626A0002
"""The first key of the locks that transactions share, and that a new owner takes exclusively to raise the epoch."""

_TURN: Final = 0x626A0004
"""The first key of the locks on turns; the second key is the turn's number."""

_COUNT: Final = 0x626A0005
"""The first key of the lock on the number of shards."""

_CARETAKER: Final = 0x626A0006
"""The first key of the lock of the one process that does the work common to all."""

_OWN: Final = "SELECT pg_try_advisory_lock(CAST($1 AS int), CAST($2 AS int))"
_SHARE: Final = "SELECT pg_try_advisory_lock_shared(CAST($1 AS int), CAST($2 AS int))"
_DISOWN: Final = "SELECT pg_advisory_unlock(CAST($1 AS int), CAST($2 AS int))"
_UNSHARE: Final = "SELECT pg_advisory_unlock_shared(CAST($1 AS int), CAST($2 AS int))"
_KEEP_WRITERS_OUT: Final = "SELECT pg_advisory_xact_lock(CAST($1 AS int), CAST($2 AS int))"
_EPOCH: Final = "SELECT epoch FROM shard WHERE number = $1"
_OWNED: Final = (
    "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = CAST($1 AS oid)"
    " AND objsubid = 2 AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
)
_RAISE: Final = (
    "INSERT INTO shard (number, epoch) VALUES ($1, 1)"
    " ON CONFLICT (number) DO UPDATE SET epoch = shard.epoch + 1 RETURNING epoch"
)
_RAISE_ALL: Final = "UPDATE shard SET epoch = epoch + 1"
_ALL: Final = "SELECT number FROM shard ORDER BY number"
_NOTICE: Final = (
    # A process that vanished without closing its connection blocks others for a few seconds only.
    "SELECT set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),"
    " set_config('tcp_keepalives_count', '3', false)"
)
_END: Final = (
    "SELECT pg_terminate_backend(pid, 2000) FROM pg_locks WHERE pid = $1 AND classid = CAST($2 AS oid)"
    " AND locktype = 'advisory' AND objsubid = 2 AND granted"
)
_LEAVE: Final = "SELECT pg_advisory_unlock_all()"
_KEPT_COUNT: Final = "SELECT value FROM setting WHERE key = 'shards'"
_KEEP_COUNT: Final = (
    "INSERT INTO setting (key, value) VALUES ('shards', $1)"
    " ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)


class Shards:
    """The shards that a process plays, by `numbers`, from the claim on."""

    def __init__(self, share: ShardRange = NOTHING) -> None:
        self.numbers = sorted(share.numbers)
        self._count = share.count
        self._shard_of = share.shard_of
        self._epochs: dict[int, int] = {}
        """The epochs of the claimed shards; empty before `claim` and after losing them."""
        self._session: Connection | None = None
        self._process = 0
        """The server's process id of the claiming session."""

    def claim(self, address: Address, seconds: float) -> bool:
        """Become the owner of all of them in a dedicated session; return whether this process is the caretaker, too.

        Raises `Occupied` or `OtherShards` while another process is an owner, and `psycopg.Error`.
        """
        session = self._to_claim(address, seconds)
        try:
            session.execute(_LEAVE)
            self._own(session, address, may_change=True)
            with session.transaction():
                for number in self.numbers:
                    session.execute(_KEEP_WRITERS_OUT, (_WRITER, number))
                epochs = {number: _first(session, _RAISE, number) for number in self.numbers}
            is_caretaker = _is_true(session, _OWN, _CARETAKER)
        except (Occupied, OtherShards):
            session.execute(_LEAVE)  # until the next try
            raise
        except BaseException:
            _end(session)
            raise
        self._epochs, self._process = epochs, session.info.backend_pid
        return is_caretaker

    def _to_claim(self, address: Address, seconds: float) -> Connection:
        """Return a session for claiming: the last one if it is open, else a new one."""
        self._epochs = {}
        if self._session is None or self._session.closed:
            self._session = _new_session(address, seconds)
        return self._session

    def look(self, address: Address, seconds: float) -> None:
        """Check that the session is alive; if not, open another, unless another process has become owner.

        Raises `NotOurs`, once, if one has, and `psycopg.Error` while the server is away. One thread at a time may call
        this.
        """
        if not self._epochs or (self._session is not None and _lives(self._session)):
            return
        try:
            self._session = self._same_session(address, seconds)
        except NotOurs:
            self._session, self._epochs = None, {}
            raise
        log.warning("the lock on the tables is held again")

    @property
    def are_claimed(self) -> bool:
        """True if this process has claimed them and has not noticed a loss."""
        return bool(self._epochs)

    @property
    def socket(self) -> int | None:
        """The descriptor that becomes readable when the session ends; None without a session."""
        if not self._epochs or self._session is None or self._session.closed:
            return None
        return self._session.fileno()

    def release(self) -> None:
        """Release the locks, so that other processes can claim the shards."""
        if self._session is not None:
            _end(self._session)

    def number_of(self, guild_id: int | None) -> int | None:
        """Return the shard of a guild's tables; None for a tool, which plays none."""
        return None if guild_id is None or not self.numbers else self._shard_of(guild_id)

    def keeps_owner(self, number: int) -> str:
        """Return the statement that blocks new owners of a shard until the transaction ends."""
        return f"SELECT pg_advisory_xact_lock_shared({_WRITER}, {number})"

    def epoch_of(self, number: int) -> str:
        """Return SQL for a shard's epoch. Used after `keeps_owner`, so that it sees commits made during the wait."""
        return f"(SELECT epoch FROM shard WHERE number = {number})"  # noqa: S608

    def require(self, number: int, epoch: bytes | None) -> None:
        """Raise `NotOurs` if another process owns the shard by now."""
        if epoch is None or self._epochs.get(number) != int(epoch):
            raise NotOurs

    def _same_session(self, address: Address, seconds: float) -> Connection:
        """Return a new session that owns the old one's shards. Raises `NotOurs`, `psycopg.Error`."""
        session = _new_session(address, seconds)
        try:
            # The server may not have noticed yet that the old session is lost.
            session.execute(_END, (self._process, _OWNER))
            self._own(session, address, may_change=False)
            if self._epochs != {number: _first(session, _EPOCH, number) for number in self.numbers}:
                raise NotOurs
            _is_true(session, _OWN, _CARETAKER)
        except (Occupied, OtherShards):
            _end(session)
            raise NotOurs from None
        except BaseException:
            _end(session)
            raise
        self._process = session.info.backend_pid
        return session

    def _own(self, session: Connection, address: Address, *, may_change: bool) -> None:
        """Own all of them in this session. Raises `Occupied` or `OtherShards`."""
        self._agree(session, address, may_change=may_change)
        for number in self.numbers:
            if not _is_true(session, _OWN, _OWNER, number):
                raise Occupied(address)

    def _agree(self, session: Connection, address: Address, *, may_change: bool) -> None:
        """Share the lock on the number of shards with processes that use the same number. Raises `OtherShards`."""
        if _is_true(session, _SHARE, _COUNT):
            if _first(session, _KEPT_COUNT) == str(self._count):
                return
            _is_true(session, _UNSHARE, _COUNT)
        if not may_change or not _is_true(session, _OWN, _COUNT):
            raise OtherShards(address, self._count)
        with session.transaction():
            for (number,) in session.execute(_ALL).fetchall():
                session.execute(_KEEP_WRITERS_OUT, (_WRITER, number))
            session.execute(_RAISE_ALL)
            session.execute(_KEEP_COUNT, (str(self._count),))
        _is_true(session, _SHARE, _COUNT)
        _is_true(session, _DISOWN, _COUNT)


def somebody_plays(connection: Connection) -> bool:
    """True if a process owns any shard of the connection's database."""
    return bool(one(connection, _OWNED, (_OWNER,))[0])


def _new_session(address: Address, seconds: float) -> Connection:
    session = address.connect(seconds)
    session.execute(_NOTICE)
    return session


def _end(session: Connection) -> None:
    """Release the session's locks at once, then close it: the server notices a closed session only later."""
    with suppress(psycopg.Error):
        session.execute(_LEAVE)
    session.close()


def _is_true(session: Connection, query: Any, kind: int, number: int = 0) -> bool:
    return bool(one(session, query, (kind, number))[0])


def _lives(session: Connection) -> bool:
    try:
        session.execute("SELECT 1")
    except psycopg.Error:
        session.close()
        return False
    return True


def _first(connection: Connection, query: LiteralString, *values: int) -> Any:
    row = connection.execute(query, values or None).fetchone()
    return row and row[0]


class Turn:
    """A turn of this process: a lock held by a dedicated session."""

    def __init__(self, session: Connection, taken: set[Connection]) -> None:
        """Add its session to `taken` until the turn ends."""
        self._session = session
        self._taken = taken
        taken.add(session)

    async def end(self) -> None:
        self._session.close()
        self._taken.discard(self._session)


def take_turn(address: Address, seconds: float, taken: set[Connection], number: int) -> Turn | None:
    """Take the turn of this number; None while another process has it. Raises `psycopg.Error`."""
    session = address.connect(seconds)
    if _is_true(session, _OWN, _TURN, number):
        return Turn(session, taken)
    session.close()
    return None
