"""Runs a bank's functions on a PostgreSQL server, each in its own transaction, on threads with one connection each.

A dead connection is replaced. If it was lost before the COMMIT, nothing is saved and the function runs again; if it was
lost during the COMMIT, the server is asked for the outcome first.
"""

import asyncio
import logging
import select
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from threading import local
from typing import Any, Final, TypeVar

import psycopg

from engine.bank import rollbacks
from engine.bank.errors import BankClosed, CommitCutOff, DatabaseAway, NotOurs, StorageFailed
from engine.bank.postgres import transaction
from engine.bank.postgres.connection import Address, Connection, Opener, open_connection
from engine.bank.postgres.errors import Lost, meaning
from engine.bank.postgres.shards import Shards, Turn, take_turn
from engine.bank.postgres.transaction import Unknown
from engine.bank.store import Function, Gauges, Store
from engine.bank.threads import Crew

log = logging.getLogger(__name__)

T = TypeVar("T")

CONNECTIONS: Final = 6
"""The number of concurrent transactions; a process also has the session that holds its shards."""

LOCK_SECONDS: Final = 0.05
"""The wait for a statement that was cancelled."""

ONCE_SECONDS: Final = 5.0
"""The wait for a connection that is made for one read."""


class ServerStore(Store):
    """A database on a server. Belongs to the event loop that opened it."""

    def __init__(
        self, address: Address, shards: Shards, seconds: float, gauges: Gauges | None = None
    ) -> None:
        """Set the wait for a connection or a lock, in `seconds`."""
        super().__init__(partial(ServerReader, address, seconds), meaning, gauges)
        self._loop = asyncio.get_running_loop()
        self._open: Opener = partial(open_connection, address, seconds)
        self._claim_shards = partial(shards.claim, address, seconds)
        self._look_at_shards = partial(shards.look, address, seconds)
        self._shards = shards
        self._lost = asyncio.Event()
        self._turns = set[Connection]()
        self._take_turn = partial(take_turn, address, seconds, self._turns)
        self._heard: int | None = None
        """The descriptor of the session that holds the shards, while it is idle."""
        self._trouble = ""
        """The last trouble logged about the lock on the shards."""
        self._threads = Crew("bank", CONNECTIONS, meaning)
        self._own = local()
        self._connections: set[Connection] = set()
        self._closed = False

    async def claim(self) -> bool:
        self._lost.clear()
        self._ignore()
        is_caretaker = await self._hop(self._claim_shards)
        self._listen()
        return is_caretaker

    async def until_lost(self) -> None:
        """See `SharedBank`. Requires `watch`."""
        await self._lost.wait()

    async def make_sure(self) -> None:
        """See `TableBank`. Requires `watch`. Checks the lock first if a check is running or due."""
        if self._watch is None or (self._heard is not None and not _has_spoken(self._heard)):
            return
        (await asyncio.shield(self._watch.look())).unwrap()
        if not self._shards.are_claimed:
            raise NotOurs
        if self._trouble:
            raise DatabaseAway(self._trouble)

    async def take_turn(self, bucket: int) -> Turn | None:
        return await self._hop(partial(self._take_turn, bucket))

    async def notice_rollback(self, at: float) -> None:
        """Mark the tables if the server was rolled back. `at` in Unix seconds."""
        if await self.run(partial(rollbacks.notice_on_server, at=at)):
            rollbacks.warn()

    async def close(self) -> None:
        self._closed = True
        self._ignore()
        await super().close()
        await self._threads.close()
        for connection in self._connections | self._turns:
            connection.close()
        self._shards.release()

    def _write(self, function: Function[T]) -> Coroutine[Any, Any, T]:
        return self._hop(partial(self._written, function))

    def _read(self, function: Function[T]) -> Coroutine[Any, Any, T]:
        return self._hop(partial(self._twice, partial(transaction.read, function=function)))

    async def _hop(self, work: Callable[[], T]) -> T:
        if self._closed:
            raise BankClosed
        return (await self._threads.run(work)).unwrap()

    def _look(self) -> asyncio.Future[Any]:
        """Start a check that the shards are still held; also runs when the session ends."""
        self._ignore()  # the next message is the answer to this check
        looking = self._threads.run(self._hold_shards)
        looking.add_done_callback(lambda _: self._listen())
        return looking

    def _listen(self) -> None:
        """Check at once when the server sends an unsolicited message in the session: that means its end."""
        self._ignore()
        socket = self._shards.socket
        if self._watch is not None and socket is not None and not self._closed:
            # Loops without `add_reader` rely on the check every second.
            with suppress(NotImplementedError):
                self._loop.add_reader(socket, self._watch.look)
                self._heard = socket

    def _ignore(self) -> None:
        if self._heard is not None:
            self._loop.remove_reader(self._heard)
            self._heard = None

    # On the threads

    def _hold_shards(self) -> None:
        trouble = ""
        try:
            self._look_at_shards()
        except (NotOurs, psycopg.Error) as error:
            trouble = str(meaning(error))
            if trouble != self._trouble:
                log.error("the lock on the tables is lost: %s", trouble)
            if isinstance(error, NotOurs):
                self._loop.call_soon_threadsafe(self._lost.set)
        self._trouble = trouble

    def _written(self, function: Function[T]) -> T:
        try:
            return self._twice(partial(transaction.write, function=function, shards=self._shards))
        except NotOurs:
            if self._watch is not None:
                self._loop.call_soon_threadsafe(self._watch.look)
            raise

    def _twice(self, attempt: Callable[[Connection], T]) -> T:
        """Run the attempt on this thread's connection; if that is lost and nothing is saved, retry on a new one."""
        try:
            return self._once(attempt)
        except Lost as lost:
            transaction.stop(self._connection(), lost.session)
        return self._once(attempt)

    def _once(self, attempt: Callable[[Connection], T]) -> T:
        try:
            return attempt(self._connection())
        except Unknown as doubt:
            if not self._was_kept(doubt):
                away = DatabaseAway("the connection was lost before anything was saved")
                raise Lost(doubt.session) from away
            value: T = doubt.value
            return value

    def _was_kept(self, doubt: Unknown) -> bool:
        """Ask the server if the commit took effect. Raises `CommitCutOff` if it can't be asked."""
        try:
            kept = transaction.was_kept(self._connection(), doubt)
        except (psycopg.Error, StorageFailed) as error:
            log.error("a commit was cut off, and its outcome is unknown: %s", meaning(error))
            lost = "the connection was lost, and the outcome of the commit is unknown"
            raise CommitCutOff(lost) from doubt.__cause__
        if kept:
            log.warning("a commit took effect, though the connection was lost")
        return kept

    def _connection(self) -> Connection:
        """Return this thread's connection, opening one if needed. Raises `StorageFailed`."""
        connection: Connection | None = getattr(self._own, "connection", None)
        if connection is None or connection.closed:
            self._connections.discard(connection)
            self._own.connection = connection = self._open()
            self._connections.add(connection)
        return connection


def _has_spoken(socket: int) -> bool:
    """True if the server has sent unread data there. Works only where event loops can watch sockets, too."""
    looking = select.poll()
    looking.register(socket, select.POLLIN)
    return bool(looking.poll(0))


class ServerReader:
    """A connection for reads: see `Reader`."""

    def __init__(self, address: Address, seconds: float) -> None:
        """Open it, without an idle limit: nothing waits for a reader's locks. Raises `StorageFailed`."""
        self._connection = open_connection(address, seconds, idle=0)
        self.close = self._connection.close

    def read(self, function: Function[T]) -> T:
        return transaction.read(self._connection, function)

    def stop(self) -> None:
        """Cancel its statement and close the connection, even if the server can't be reached."""
        # `cancel` would block every thread until the server has answered.
        with suppress(psycopg.Error):
            self._connection.cancel_safe(timeout=ONCE_SECONDS)
        # Between two statements there is nothing to cancel, and no further one is wanted.
        if self._connection.lock.acquire(timeout=LOCK_SECONDS):
            self._connection.close()
            self._connection.lock.release()


def reader_at(text: str) -> ServerReader:
    """Return a connection for one read. Raises `BankError`."""
    return ServerReader(Address(text), ONCE_SECONDS)
