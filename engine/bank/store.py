"""What a bank runs its functions on, and what a file and a server have in common: outcomes, long reads, a watch."""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Generic, Protocol, TypeVar

from engine.bank.database import Database
from engine.bank.errors import BankClosed, BankError
from engine.values.bank import Turn


@dataclass(frozen=True, slots=True)
class ShardRange:
    """The shards with these `numbers`, of `count`; `shard_of` says which shard a guild belongs to. By default, all.

    Processes that play on one database have the same `count`.
    """

    numbers: tuple[int, ...] = (0,)
    count: int = 1
    shard_of: Callable[[int], int] = lambda _: 0

    def has(self, guild_id: int) -> bool:
        """Whether a guild's tables are among these; a tool, which plays none, sees all."""
        return not self.numbers or self.shard_of(guild_id) in self.numbers


NOTHING = ShardRange((), 0)
"""For tools: they play no tables and claim nothing."""


T = TypeVar("T")

Function = Callable[[Database], T]
"""One transaction: it neither commits nor rolls back, and its result does not need the database."""

LOOK_SECONDS: Final = 1.0
"""Between two looks whether the database is still ours."""

STOP_SECONDS: Final = 0.05
"""After which a read is stopped once more: it may have been between two statements."""


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """A function returned `value`, and its transaction is kept. The value stays out of the event loop's logs."""

    value: T = field(repr=False)

    def unwrap(self) -> T:
        """Return the value."""
        return self.value


@dataclass(frozen=True, slots=True)
class Failed:
    """A function, or its commit, raised `error`; nothing is kept, or with `CommitInDoubt` nobody knows yet.

    A value passes between threads where an exception can't: a future refuses some, as `StopIteration`.
    """

    error: BaseException

    def unwrap(self) -> Any:
        """Raise the error."""
        raise self.error


Attempted = Done[T] | Failed


class Store(Protocol):
    """Runs functions as transactions. Every method may raise what the function raises, or a `BankError`.

    `claim`, `until_lost`, `take_turn` and `make_sure` are those of `SharedBank` and `TableBank`.
    """

    async def run(self, function: Function[T]) -> T:
        """Run the function and return its result once that is durable.

        A cancelled caller stops waiting; the transaction still runs.
        """

    async def read(self, function: Function[T]) -> T:
        """Run the function on one state of the database; it can't write."""

    async def read_aside(self, function: Function[T]) -> T:
        """The same for a read that takes seconds: only others like it wait. Knows no index of people."""

    async def claim(self) -> bool: ...

    async def until_lost(self) -> None: ...

    async def take_turn(self, bucket: int) -> Turn | None: ...

    async def make_sure(self) -> None: ...

    async def wipe(self) -> None:
        """Remove the bytes of what was deleted, where the database leaves them."""

    async def close(self) -> None:
        """Refuse new work, keep what is pending, close the database."""


class Gauges(Protocol):
    """Is told how a database does. Never blocks and never raises."""

    def now(self) -> float:
        """Seconds, by a clock that is never set."""

    def committed(self, seconds: float) -> None:
        """A transaction is durable, so long after it was asked for."""

    def database_failed(self) -> None:
        """A transaction or a read has failed, with a `BankError`."""


class Measured:
    """A store whose transactions are timed, and whose failures are counted."""

    def __init__(self, store: Store, gauges: Gauges) -> None:
        self._store = store
        self._gauges = gauges
        self.claim = store.claim
        self.until_lost = store.until_lost
        self.make_sure = store.make_sure
        self.take_turn = store.take_turn
        self.wipe = store.wipe
        self.close = store.close

    async def run(self, function: Function[T]) -> T:
        """Run it, and tell how long it took until it was durable."""
        began = self._gauges.now()
        result = await self._noting(self._store.run(function))
        self._gauges.committed(self._gauges.now() - began)
        return result

    async def read(self, function: Function[T]) -> T:
        """Run it."""
        return await self._noting(self._store.read(function))

    async def read_aside(self, function: Function[T]) -> T:
        """Run it."""
        return await self._noting(self._store.read_aside(function))

    async def _noting(self, work: Coroutine[Any, Any, T]) -> T:
        try:
            return await work
        except BankError:
            self._gauges.database_failed()
            raise


Stops = set[Callable[[], object]]
"""What ends the statement of a read that is under way; empty while there is none."""

ReadOnce = Callable[[Function[Any], Stops], Attempted[Any]]
"""Runs a function on a connection of its own, on any thread."""


@contextmanager
def stoppable(stops: Stops, stop: Callable[[], object]) -> Iterator[None]:
    """Within the block, a read can be stopped by this."""
    stops.add(stop)
    try:
        yield
    finally:
        stops.discard(stop)


class Aside:
    """Runs long reads one at a time, on a thread and a connection of their own, so that nobody else waits.

    Cancelling the caller, or closing the bank, stops a read at once. Belongs to the event loop that first reads.
    """

    def __init__(self, read_once: ReadOnce) -> None:
        self._read_once = read_once
        self._turn = asyncio.Lock()
        self._reading: asyncio.Future[Attempted[Any]] | None = None
        self._stops: Stops = set()
        self._closed = False

    async def read(self, function: Function[T]) -> T:
        """Run the function on one state of the database, after the reads that were requested before.

        Raises what the function raises, or a `BankError`.
        """
        async with self._turn:
            if self._closed:
                raise BankClosed
            work = partial(self._read_once, function, self._stops)
            self._reading = asyncio.ensure_future(asyncio.to_thread(work))
            try:
                outcome = await asyncio.shield(self._reading)
            except asyncio.CancelledError:
                await self._stop()
                raise
        if self._closed:
            raise BankClosed
        result: T = outcome.unwrap()
        return result

    async def close(self) -> None:
        """Stop the running read and refuse all others. Returns when its connection is closed."""
        self._closed = True
        await self._stop()
        async with self._turn:
            pass

    async def _stop(self) -> None:
        while self._reading is not None and not self._reading.done():
            for stop in tuple(self._stops):
                with suppress(sqlite3.ProgrammingError):  # it has just closed its connection
                    await asyncio.to_thread(stop)
            await asyncio.wait((self._reading,), timeout=STOP_SECONDS)


class Timer(Protocol):
    """A scheduled call."""

    def cancel(self) -> None:
        """Cancel the call."""


CallLater = Callable[[float, Callable[[], None]], Timer]
"""Calls back once, after this many seconds."""


class Watch:
    """Looks once a second whether the database is still ours, though nobody plays, until `stop`.

    What `look` begins is done on a thread, and logs what it finds.
    """

    def __init__(self, look: Callable[[], asyncio.Future[None]], call_later: CallLater) -> None:
        self._look_on_thread = look
        self._call_later = call_later
        self._looking: asyncio.Future[None] | None = None
        self._timer = self._later()

    def stop(self) -> None:
        """Stop checking."""
        self._timer.cancel()

    def look(self) -> asyncio.Future[None]:
        """Look now, unless a look is under way, and then once a second again."""
        self._timer.cancel()
        self._timer = self._later()
        if self._looking is None or self._looking.done():  # the thread may be busy for a while
            self._looking = self._look_on_thread()
        return self._looking

    def _later(self) -> Timer:
        return self._call_later(LOOK_SECONDS, self._look_again)

    def _look_again(self) -> None:
        self.look()
