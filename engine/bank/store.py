"""The interface of the storage, and what a file and a server share: background reads and regular checks."""

import asyncio
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol, TypeVar

from engine.bank import rollbacks
from engine.bank.database import Database
from engine.bank.errors import BankClosed, BankError
from engine.bank.worker_threads import ErrorMapping, ThreadPool
from engine.values.bank import BucketLock


@dataclass(frozen=True, slots=True)
class ShardRange:
    """The Discord shards of this process, of `count` in all; `shard_of` returns a guild's shard."""

    numbers: tuple[int, ...] = (0,)
    count: int = 1
    shard_of: Callable[[int], int] = lambda _: 0

    def has(self, guild_id: int) -> bool:
        """Return True if a guild is on one of these shards. Tools have none and see all guilds."""
        return not self.numbers or self.shard_of(guild_id) in self.numbers


NOTHING = ShardRange((), 0)
"""For tools, which play no tables."""


T = TypeVar("T")

Function = Callable[[Database], T]
"""A transaction. It neither commits nor rolls back, and its result does not need the database."""

LOOK_SECONDS: Final = 1.0
"""Between two checks of ownership."""


STOP_SECONDS: Final = 0.05
"""Between two attempts to stop a read: one between two statements may have no effect."""


class Reader(Protocol):
    """A connection for reads, one at a time, on any thread."""

    def read(self, function: Function[T]) -> T:
        """Run the function on a snapshot and return its result."""

    def stop(self) -> None:
        """End the current statement, or refuse the next one, from another thread."""

    def close(self) -> None:
        """Close the connection."""


class BackgroundReader:
    """Runs reads one at a time on a separate thread and connection. Belongs to the event loop that made it."""

    def __init__(self, open_reader: Callable[[], Reader], to_bank_error: ErrorMapping) -> None:
        self._threads = ThreadPool("background", 1, to_bank_error)
        self._open = open_reader
        self._to_bank_error = to_bank_error
        self._reader: Reader | None = None
        self._closed = False

    async def read(self, function: Function[T]) -> T:
        """Run the function on a snapshot and return its result. Raises its errors, or a `BankError`."""
        if self._closed:
            raise BankClosed
        outcome = await self._threads.run(partial(self._attempt, function))
        if self._closed:
            raise BankClosed
        return outcome.unwrap()

    async def close(self) -> None:
        """Stop all reads and refuse new ones. Returns when the connection is closed."""
        self._closed = True
        ending = asyncio.ensure_future(self._threads.close())
        while not ending.done():
            if (reader := self._reader) is not None:
                with suppress(sqlite3.ProgrammingError):  # it has just closed its connection
                    await asyncio.to_thread(reader.stop)
            await asyncio.wait((ending,), timeout=STOP_SECONDS)
        self._close_reader()

    def _attempt(self, function: Function[T]) -> T:
        was_open = self._reader is not None
        try:
            if self._reader is None:
                self._reader = self._open()
            if self._closed:
                raise BankClosed
            return self._reader.read(function)
        except BaseException as error:
            self._close_reader()
            if was_open and isinstance(self._to_bank_error(error), BankError) and not self._closed:
                return self._attempt(function)
            raise

    def _close_reader(self) -> None:
        reader, self._reader = self._reader, None
        if reader is not None:
            reader.close()


class Gauges(Protocol):
    """Receives commit times and failures of the storage. Never blocks and never raises."""

    def now(self) -> float:
        """Return seconds of a monotonic clock."""

    def committed(self, seconds: float) -> None:
        """Record a saved transaction and its seconds since the request."""

    def database_failed(self) -> None:
        """Count a transaction or read that failed with a `BankError`."""


class ScheduledCall(Protocol):
    def cancel(self) -> None:
        """Cancel the call."""


CallLater = Callable[[float, Callable[[], None]], ScheduledCall]
"""Calls back once, after this many seconds."""


class Watch:
    """Checks at intervals, until `stop`, that this process still owns the database."""

    def __init__(
        self, look: Callable[[], asyncio.Future[Any]], call_later: CallLater, seconds: float
    ) -> None:
        self._look_on_thread = look
        self._call_later = call_later
        self._seconds = seconds
        self._looking: asyncio.Future[Any] | None = None
        self._timer = self._later()

    def stop(self) -> None:
        self._timer.cancel()

    def look(self) -> asyncio.Future[Any]:
        """Return the running check, or start one; it logs its findings. Restart the interval."""
        self._timer.cancel()
        self._timer = self._later()
        if self._looking is None or self._looking.done():  # the thread may be busy for a while
            self._looking = self._look_on_thread()
        return self._looking

    def _later(self) -> ScheduledCall:
        return self._call_later(self._seconds, self._look_again)

    def _look_again(self) -> None:
        self.look()


class FreeTurn:
    """A lock that is always free, without rivals."""

    async def end(self) -> None:
        """Do nothing: no other process waits."""


class Store(ABC):
    """The base class of storage, which runs functions as transactions.

    Methods may raise a function's errors or a `BankError`. The methods about ownership suit a file; a store for several
    processes overrides them.
    """

    look_seconds = LOOK_SECONDS

    def __init__(
        self, open_reader: Callable[[], Reader], to_bank_error: ErrorMapping, gauges: Gauges | None
    ) -> None:
        self._background = BackgroundReader(open_reader, to_bank_error)
        # A person's file may take half a minute: lists and statistics don't wait for it.
        self._long = BackgroundReader(open_reader, to_bank_error)
        self._gauges = gauges
        self._watch: Watch | None = None

    async def run(self, function: Function[T]) -> T:
        """Run the function and return its result once that is durable. A cancelled caller only stops waiting."""
        return await self._timed(self._write(function))

    async def run_idempotent(self, function: Function[T]) -> T:
        """Run an idempotent function like `run`; retry it once if the outcome is unknown."""
        return await self.run(function)

    async def _timed(self, work: Coroutine[Any, Any, T]) -> T:
        if self._gauges is None:
            return await work
        began = self._gauges.now()
        result = await self._counting_failures(work)
        self._gauges.committed(self._gauges.now() - began)
        return result

    def read(self, function: Function[T]) -> Coroutine[Any, Any, T]:
        """Run the function on a snapshot and return its result; it can't write."""
        return self._counting_failures(self._read(function))

    def read_in_background(self, function: Function[T]) -> Coroutine[Any, Any, T]:
        """Run the function like `read`, on a separate thread, so that clicks don't wait."""
        return self._counting_failures(self._background.read(function))

    def read_long(self, function: Function[T]) -> Coroutine[Any, Any, T]:
        """Run a function that takes seconds in the background; only other long reads wait for it."""
        return self._counting_failures(self._long.read(function))

    async def _counting_failures(self, work: Coroutine[Any, Any, T]) -> T:
        try:
            return await work
        except BankError:
            if self._gauges is not None:
                self._gauges.database_failed()
            raise

    @abstractmethod
    def _write(self, function: Function[T]) -> Coroutine[Any, Any, T]:
        """Run the function as a transaction, for `run`."""

    @abstractmethod
    def _read(self, function: Function[T]) -> Coroutine[Any, Any, T]:
        """Run the function on a snapshot, for `read`."""

    async def claim(self, at: float) -> bool:
        """Become the owner of this process's tables; return True for the one process that does work common to all.

        `at` in Unix seconds. Raises `PlayedElsewhere` while another process owns any.
        """
        return True

    async def until_lost(self) -> None:
        """Wait until another process has taken over the tables. Requires `watch`."""
        await asyncio.get_running_loop().create_future()

    async def ensure_owner(self) -> None:  # noqa: B027 - a lone process owns its tables
        """Check that this process owns its tables, usually without a request.

        Raises `PlayedElsewhere`, or another `StorageTrouble` while this is unknown.
        """

    async def take_turn(self, bucket: int) -> BucketLock | None:
        """Take the lock numbered `bucket`; None while another process holds it. The end of this process releases it."""
        return FreeTurn()

    async def beat(self) -> None:
        """Save a heartbeat: a read would not notice a full disk or a read-only server."""
        await self.run(rollbacks.beat)

    async def wipe(self) -> None:  # noqa: B027 - nothing to do where none are left
        """Remove the bytes of deleted data, if the database leaves them behind."""

    def watch(self, call_later: CallLater) -> None:
        """Check at intervals that this process still owns the database, until `close`."""
        self._watch = Watch(self._look, call_later, self.look_seconds)

    @abstractmethod
    def _look(self) -> asyncio.Future[Any]:
        """Check the files or renew the leases, and log findings."""

    async def close(self) -> None:
        """Refuse new work, commit pending work, and close the database."""
        if self._watch is not None:
            self._watch.stop()
        await asyncio.gather(self._background.close(), self._long.close())
