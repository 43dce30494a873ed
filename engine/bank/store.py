"""The interface of a bank's storage, and the parts that a file and a server share: background reads and a watch."""

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
from engine.bank.threads import Crew, Meaning
from engine.values.bank import BucketLock


@dataclass(frozen=True, slots=True)
class ShardRange:
    """The shards with these `numbers`, of `count`; `shard_of` returns the shard of a guild. The default is one for all.

    All processes on one database have the same `count`.
    """

    numbers: tuple[int, ...] = (0,)
    count: int = 1
    shard_of: Callable[[int], int] = lambda _: 0

    def has(self, guild_id: int) -> bool:
        """True if a guild's tables are in this range. A tool, which plays none, sees all."""
        return not self.numbers or self.shard_of(guild_id) in self.numbers


NOTHING = ShardRange((), 0)
"""The range for tools: they play no tables and claim nothing."""


T = TypeVar("T")

Function = Callable[[Database], T]
"""One transaction. It neither commits nor rolls back, and its result does not need the database."""

LOOK_SECONDS: Final = 1.0
"""The interval between checks that the database is still ours."""


STOP_SECONDS: Final = 0.05
"""The interval between attempts to stop a read: an attempt between two statements may have no effect."""


class Reader(Protocol):
    """A connection for reads, one at a time, on any thread."""

    def read(self, function: Function[T]) -> T:
        """Run the function on one state of the database."""

    def stop(self) -> None:
        """End the current statement, or refuse the next one, from another thread."""

    def close(self) -> None:
        """Close the connection."""


class Aside:
    """Runs reads in the background, one at a time, on its own thread and connection.

    Closing the bank stops a read at once. Belongs to the event loop in which it is made.
    """

    def __init__(self, open_reader: Callable[[], Reader], meaning: Meaning) -> None:
        self._crew = Crew("aside", 1, meaning)
        self._open = open_reader
        self._meaning = meaning
        self._reader: Reader | None = None
        self._closed = False

    async def read(self, function: Function[T]) -> T:
        """Run the function on one state of the database. Raises what the function raises, or a `BankError`."""
        if self._closed:
            raise BankClosed
        outcome = await self._crew.run(partial(self._attempt, function))
        if self._closed:
            raise BankClosed
        return outcome.unwrap()

    async def close(self) -> None:
        """Stop all reads and refuse new ones. Returns when the connection is closed."""
        self._closed = True
        ending = asyncio.ensure_future(self._crew.close())
        while not ending.done():
            if (reader := self._reader) is not None:
                with suppress(sqlite3.ProgrammingError):  # it has just closed its connection
                    await asyncio.to_thread(reader.stop)
            await asyncio.wait((ending,), timeout=STOP_SECONDS)
        self._close_reader()

    def _attempt(self, function: Function[T]) -> T:
        """Run the function; retry on a new connection if the one that was open fails."""
        was_open = self._reader is not None
        try:
            if self._reader is None:
                self._reader = self._open()
            if self._closed:
                raise BankClosed
            return self._reader.read(function)
        except BaseException as error:
            self._close_reader()
            if was_open and isinstance(self._meaning(error), BankError) and not self._closed:
                return self._attempt(function)
            raise

    def _close_reader(self) -> None:
        reader, self._reader = self._reader, None
        if reader is not None:
            reader.close()


class Gauges(Protocol):
    """Receives commit times and failures. Never blocks and never raises."""

    def now(self) -> float:
        """Return seconds of a monotonic clock."""

    def committed(self, seconds: float) -> None:
        """Count a durable transaction that took this long since the request."""

    def database_failed(self) -> None:
        """Count a transaction or read that failed with a `BankError`."""


class Timer(Protocol):
    def cancel(self) -> None:
        """Cancel the call."""


CallLater = Callable[[float, Callable[[], None]], Timer]
"""Calls back once, after this many seconds."""


class Watch:
    """Checks every few seconds that the database is still ours, even while idle, until `stop`.

    `look` starts a check on a thread; the check logs its findings.
    """

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
        """Check now unless a check is running, then at intervals again."""
        self._timer.cancel()
        self._timer = self._later()
        if self._looking is None or self._looking.done():  # the thread may be busy for a while
            self._looking = self._look_on_thread()
        return self._looking

    def _later(self) -> Timer:
        return self._call_later(self._seconds, self._look_again)

    def _look_again(self) -> None:
        self.look()


class Alone:
    """The turn of a process without rivals."""

    async def end(self) -> None:
        """Do nothing: no other process waits."""


class Store(ABC):
    """Runs functions as transactions. Every method may raise the function's own errors or a `BankError`.

    This base class serves a database with one process; a store for several overrides more: see `SharedBank` and
    `TableBank`.
    """

    look_seconds = LOOK_SECONDS

    def __init__(
        self, open_reader: Callable[[], Reader], meaning: Meaning, gauges: Gauges | None
    ) -> None:
        """Report commit times and failures to `gauges`."""
        self._aside = Aside(open_reader, meaning)
        # A person's file may take half a minute: lists and statistics don't wait for it.
        self._long = Aside(open_reader, meaning)
        self._gauges = gauges
        self._watch: Watch | None = None

    async def run(self, function: Function[T]) -> T:
        """Run the function and return its result once that is durable.

        A cancelled caller stops waiting; the transaction still runs.
        """
        return await self._timed(self._write(function))

    async def run_again(self, function: Function[T]) -> T:
        """Like `run`, for a function that may be run twice without harm: an unknown outcome is retried once."""
        return await self.run(function)

    async def _timed(self, work: Coroutine[Any, Any, T]) -> T:
        if self._gauges is None:
            return await work
        began = self._gauges.now()
        result = await self._noting(work)
        self._gauges.committed(self._gauges.now() - began)
        return result

    def read(self, function: Function[T]) -> Coroutine[Any, Any, T]:
        """Run the function on one state of the database; it can't write."""
        return self._noting(self._read(function))

    def read_aside(self, function: Function[T]) -> Coroutine[Any, Any, T]:
        """Like `read`, in the background, without delaying clicks."""
        return self._noting(self._aside.read(function))

    def read_long(self, function: Function[T]) -> Coroutine[Any, Any, T]:
        """Like `read_aside`, for a read that takes seconds: only other long reads wait for it."""
        return self._noting(self._long.read(function))

    async def _noting(self, work: Coroutine[Any, Any, T]) -> T:
        try:
            return await work
        except BankError:
            if self._gauges is not None:
                self._gauges.database_failed()
            raise

    @abstractmethod
    def _write(self, function: Function[T]) -> Coroutine[Any, Any, T]:
        """See `run`."""

    @abstractmethod
    def _read(self, function: Function[T]) -> Coroutine[Any, Any, T]:
        """See `read`."""

    async def claim(self) -> bool:
        """Return True: there are no other processes."""
        return True

    async def until_lost(self) -> None:
        """Wait forever: the shards can't be lost."""
        await asyncio.get_running_loop().create_future()

    async def ensure_owner(self) -> None:  # noqa: B027 - nothing to do for a lone process
        """Do nothing: no other process plays here."""

    async def take_turn(self, bucket: int) -> BucketLock | None:
        """Return a turn at once."""
        return Alone()

    async def beat(self) -> None:
        """Write a sign of life. A read would not notice a full disk or a read-only server."""
        await self.run(rollbacks.beat)

    async def wipe(self) -> None:  # noqa: B027 - nothing to do where none are left
        """Remove the bytes of deleted data from databases that leave them behind."""

    def watch(self, call_later: CallLater) -> None:
        """Check every few seconds that the database is still ours, until `close`."""
        self._watch = Watch(self._look, call_later, self.look_seconds)

    @abstractmethod
    def _look(self) -> asyncio.Future[Any]:
        """Start a check, which logs its findings."""

    async def close(self) -> None:
        """Refuse new work, commit pending work, close the database."""
        if self._watch is not None:
            self._watch.stop()
        await asyncio.gather(self._aside.close(), self._long.close())
