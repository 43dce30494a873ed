"""Runs a bank's functions on a PostgreSQL server: each in a transaction of its own, on threads with a connection each.

A connection that is found dead is made anew. Where it was lost before the COMMIT nothing is kept, and the function is
run once more; where it was lost on the way of the COMMIT, the server is asked first what became of it.
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
from engine.bank.store import Aside, Function, Gauges, Store
from engine.bank.threads import Crew

log = logging.getLogger(__name__)

T = TypeVar("T")

CONNECTIONS: Final = 6
"""Transactions that run at the same time; beside them a process has the session that holds its shards."""

LOCK_SECONDS: Final = 0.05
"""Wait for a statement that was ended."""

ONCE_SECONDS: Final = 5.0
"""Wait for a connection that is made for one read."""


class ServerStore(Store):
    """A database on a server. Belongs to the event loop that opened it."""

    def __init__(
        self, address: Address, shards: Shards, seconds: float, gauges: Gauges | None = None
    ) -> None:
        """`seconds` is how long to wait for a connection or for a lock."""
        super().__init__(Aside(partial(ServerReader, address, seconds), meaning), gauges)
        self._loop = asyncio.get_running_loop()
        self._open: Opener = partial(open_connection, address, seconds)
        self._claim_shards = partial(shards.claim, address, seconds)
        self._look_at_shards = partial(shards.look, address, seconds)
        self._shards = shards
        self._lost = asyncio.Event()
        self._turns = set[Connection]()
        self._take_turn = partial(take_turn, address, seconds, self._turns)
        self._heard: int | None = None
        """The descriptor of the session that holds the shards, while nothing is asked there."""
        self._trouble = ""
        """What was logged last of the lock on the shards."""
        self._threads = Crew("bank", CONNECTIONS, meaning)
        self._own = local()
        self._connections: set[Connection] = set()
        self._closed = False

    async def claim(self) -> bool:
        """See `SharedBank`."""
        self._lost.clear()
        self._ignore()
        is_caretaker = await self._hop(self._claim_shards)
        self._listen()
        return is_caretaker

    async def until_lost(self) -> None:
        """See `SharedBank`. Somebody has to `watch`."""
        await self._lost.wait()

    async def make_sure(self) -> None:
        """See `TableBank`. Somebody has to `watch`. Looks first where a look is under way or due."""
        if self._watch is None or (self._heard is not None and not _has_spoken(self._heard)):
            return
        (await asyncio.shield(self._watch.look())).unwrap()
        if not self._shards.are_claimed:
            raise NotOurs
        if self._trouble:
            raise DatabaseAway(self._trouble)

    async def take_turn(self, bucket: int) -> Turn | None:
        """See `SharedBank`."""
        return await self._hop(partial(self._take_turn, bucket))

    async def notice_rollback(self, at: float) -> None:
        """Mark the tables if the server was rolled back. `at` in Unix seconds."""
        if await self.run(partial(rollbacks.notice_on_server, at=at)):
            rollbacks.warn()

    async def close(self) -> None:
        """Refuse new work, finish what was begun, close the connections."""
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
        """Look whether the shards are still held; also when the session ends."""
        self._ignore()  # what comes now is the answer to the look
        looking = self._threads.run(self._hold_shards)
        looking.add_done_callback(lambda _: self._listen())
        return looking

    def _listen(self) -> None:
        """Look at once when the server says something in the session that nobody asked: that is its end."""
        self._ignore()
        socket = self._shards.socket
        if self._watch is not None and socket is not None and not self._closed:
            # Some loops can't do this, and have the look of each second.
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
        """Attempt it on this thread's connection; if that is lost and nothing is kept, on a new one."""
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
                away = DatabaseAway("the connection was lost before anything was kept")
                raise Lost(doubt.session) from away
            value: T = doubt.value
            return value

    def _was_kept(self, doubt: Unknown) -> bool:
        """Ask the server. Raises `CommitCutOff` where it can't be asked."""
        try:
            kept = transaction.was_kept(self._connection(), doubt)
        except (psycopg.Error, StorageFailed) as error:
            log.error("a commit was cut off, and its outcome is unknown: %s", meaning(error))
            lost = "the connection was lost, and nobody knows what is kept"
            raise CommitCutOff(lost) from doubt.__cause__
        if kept:
            log.warning("a commit was carried out, though the connection was lost")
        return kept

    def _connection(self) -> Connection:
        """This thread's connection. Raises `StorageFailed` if there is none, and none can be made."""
        connection: Connection | None = getattr(self._own, "connection", None)
        if connection is None or connection.closed:
            self._connections.discard(connection)
            self._own.connection = connection = self._open()
            self._connections.add(connection)
        return connection


def _has_spoken(socket: int) -> bool:
    """Whether the server has sent something there that nobody has read. Only where loops can hear it, too."""
    looking = select.poll()
    looking.register(socket, select.POLLIN)
    return bool(looking.poll(0))


class ServerReader:
    """A connection for reads: see `Reader`."""

    def __init__(self, address: Address, seconds: float) -> None:
        """Raises `StorageFailed`. Nobody waits for one who thinks for long between two statements."""
        self._connection = open_connection(address, seconds, idle=0)
        self.close = self._connection.close

    def read(self, function: Function[T]) -> T:
        """Run the function on one state of the database."""
        return transaction.read(self._connection, function)

    def stop(self) -> None:
        """End its statement. Where the server can't be asked to, the line is lost, and so is the statement."""
        # `cancel` itself would hold up every thread until the server has answered.
        with suppress(psycopg.Error):
            self._connection.cancel_safe(timeout=ONCE_SECONDS)
        # Between two statements there is nothing to end, but there need be no other.
        if self._connection.lock.acquire(timeout=LOCK_SECONDS):
            self._connection.close()
            self._connection.lock.release()


def reader_at(text: str) -> ServerReader:
    """A connection for one read. Raises `BankError`."""
    return ServerReader(Address(text), ONCE_SECONDS)
