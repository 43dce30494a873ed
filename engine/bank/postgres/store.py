"""Runs transactions on a PostgreSQL server, on worker threads with one connection each.

If a connection is lost, they run again as in `docs/decisions/lost-connections.md`.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from threading import local
from typing import Any, Final, TypeVar

import psycopg

from engine.bank import rollbacks
from engine.bank.errors import (
    BankClosed,
    BankError,
    CommitOutcomeUnknown,
    DatabaseAway,
    NotOurs,
    StorageFailed,
)
from engine.bank.postgres import transaction
from engine.bank.postgres.connection import Address, Connection, Opener, open_connection
from engine.bank.postgres.errors import Lost, to_bank_error
from engine.bank.postgres.leases import RENEW_SECONDS, Leases
from engine.bank.postgres.turns import Turn, take_turn
from engine.bank.store import Function, Gauges, ShardRange, Store
from engine.bank.worker_threads import ThreadPool
from engine.clock import steady

log = logging.getLogger(__name__)

T = TypeVar("T")

CONNECTIONS: Final = 6

LOCK_SECONDS: Final = 0.05
"""The wait for a cancelled statement."""

ONCE_SECONDS: Final = 5.0
"""The wait for a connection of one read."""


class ServerStore(Store):
    """The storage on a PostgreSQL server. Belongs to the event loop that opened it."""

    look_seconds = RENEW_SECONDS

    def __init__(
        self, address: Address, share: ShardRange, seconds: float, gauges: Gauges | None = None
    ) -> None:
        """Set the longest wait for a connection or a lock, in `seconds`."""
        super().__init__(partial(ServerReader, address, seconds), to_bank_error, gauges)
        self._loop = asyncio.get_running_loop()
        self._open: Opener = partial(open_connection, address, seconds)
        self._leases = Leases(share, address, steady)
        self._lost = asyncio.Event()
        self._turns = set[Connection]()
        self._take_turn = partial(take_turn, address, seconds, self._turns)
        self._trouble = ""
        """Why the last renewal failed."""
        self._threads = ThreadPool("bank", CONNECTIONS, to_bank_error)
        self._own = local()
        self._connections: set[Connection] = set()
        self._closed = False

    async def claim(self, at: float) -> bool:
        self._lost.clear()
        is_caretaker = await self._on_thread(self._claim)
        # The server may have been restored, or replaced by a replica, since this process started.
        await self.notice_rollback(at)
        return is_caretaker

    async def until_lost(self) -> None:
        await self._lost.wait()

    async def ensure_owner(self) -> None:
        """Raise `NotOurs` or `DatabaseAway` unless this process owns its tables; renew ended leases first.

        Requires `watch`.
        """
        if self._watch is None or self._leases.are_valid:
            return
        (await asyncio.shield(self._watch.look())).unwrap()
        if not self._leases.are_claimed:
            raise NotOurs
        if not self._leases.are_valid:
            raise DatabaseAway(self._trouble or "the lease on the tables is not renewed yet")

    async def take_turn(self, bucket: int) -> Turn | None:
        return await self._on_thread(partial(self._take_turn, bucket))

    async def notice_rollback(self, at: float) -> None:
        """Mark all open tables if the server was restored to an earlier state. `at` in Unix seconds."""
        if await self.run(partial(rollbacks.notice_on_server, at=at)):
            rollbacks.warn()

    async def run_idempotent(self, function: Function[T]) -> T:
        return await self._timed(self._write_as_owner(partial(self._write_idempotent, function)))

    async def close(self) -> None:
        self._closed = True
        await super().close()
        await self._threads.close()
        await asyncio.to_thread(self._release)
        for connection in self._connections | self._turns:
            connection.close()

    def _write(self, function: Function[T]) -> Coroutine[Any, Any, T]:
        return self._write_as_owner(partial(self._write_on_thread, function))

    def _read(self, function: Function[T]) -> Coroutine[Any, Any, T]:
        return self._on_thread(
            partial(self._retry_if_lost, partial(transaction.read, function=function))
        )

    async def _write_as_owner(self, work: Callable[[], T]) -> T:
        if self._leases.are_claimed:
            await self.ensure_owner()
        try:
            return await self._on_thread(work)
        except NotOurs:
            self._lose()
            raise

    async def _on_thread(self, work: Callable[[], T]) -> T:
        if self._closed:
            raise BankClosed
        return (await self._threads.run(work)).unwrap()

    def _look(self) -> asyncio.Future[Any]:
        return self._threads.run(self._renew)

    def _lose(self) -> None:
        if self._leases.are_claimed:
            self._leases.are_claimed = False
            self._lost.set()

    # On worker threads

    def _claim(self) -> bool:
        self._leases.are_claimed = False
        began = steady()
        is_caretaker = self._write_idempotent(self._leases.claim)
        self._leases.hold_since(began)
        self._leases.are_claimed = True
        return is_caretaker

    def _renew(self) -> None:
        if not self._leases.are_claimed:
            return
        began, trouble = steady(), ""
        try:
            self._write_idempotent(self._leases.renew)
        except NotOurs as error:
            log.error("this process lost its lease on the tables (%s)", error)
            self._loop.call_soon_threadsafe(self._lose)
        except (psycopg.Error, BankError, Lost) as error:
            trouble = str(to_bank_error(error))
            if trouble != self._trouble:
                log.error("this process could not renew its lease on the tables (%s)", trouble)
        else:
            if not self._leases.are_valid:
                log.warning("this process renewed its lease on the tables (it had ended)")
            self._leases.hold_since(began)
        self._trouble = trouble

    def _release(self) -> None:
        for connection in self._connections:
            if self._leases.are_claimed and not connection.closed:
                with suppress(psycopg.Error, BankError, Lost):
                    transaction.write(connection, self._leases.release)
                    return

    def _write_on_thread(self, function: Function[T]) -> T:
        return self._retry_if_lost(partial(transaction.write, function=function))

    def _write_idempotent(self, function: Function[T]) -> T:
        try:
            return self._write_on_thread(function)
        except CommitOutcomeUnknown as cut:
            why = to_bank_error(cut.__cause__ or cut)
            log.warning("the bank tries a commit again (it was cut off: %s)", why)
        try:
            return self._write_on_thread(function)
        except BaseException as error:
            trouble = to_bank_error(error)
            if not isinstance(trouble, StorageFailed) or isinstance(trouble, CommitOutcomeUnknown):
                raise
            # The first commit may have been carried out.
            raise CommitOutcomeUnknown(str(trouble)) from error

    def _retry_if_lost(self, attempt: Callable[[Connection], T]) -> T:
        try:
            return attempt(self._connection())
        except Lost:
            return attempt(self._connection())

    def _connection(self) -> Connection:
        connection: Connection | None = getattr(self._own, "connection", None)
        if connection is None or connection.closed:
            self._connections.discard(connection)
            self._own.connection = connection = self._open()
            self._connections.add(connection)
        return connection


class ServerReader:
    """A connection for reads from a server."""

    def __init__(self, address: Address, seconds: float) -> None:
        """Open the connection, without an idle limit: nothing waits for a reader's locks. Raises `StorageFailed`."""
        self._connection = open_connection(address, seconds, idle=0)
        self.close = self._connection.close

    def read(self, function: Function[T]) -> T:
        return transaction.read(self._connection, function)

    def stop(self) -> None:
        """Cancel the running statement and close the connection, even if the server can't be reached."""
        # `cancel` would block every thread until the server has answered.
        with suppress(psycopg.Error):
            self._connection.cancel_safe(timeout=ONCE_SECONDS)
        # Between two statements there is nothing to cancel.
        if self._connection.lock.acquire(timeout=LOCK_SECONDS):
            self._connection.close()
            self._connection.lock.release()


def reader_at(text: str) -> ServerReader:
    """Connect to the server at this address for one read. Raises `BankError`."""
    return ServerReader(Address(text), ONCE_SECONDS)
