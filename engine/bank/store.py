"""What a bank runs its functions on, and what a file and a server have in common: outcomes, long reads, a watch."""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Generic, Protocol, TypeVar

from engine.bank.database import Database
from engine.bank.errors import BankClosed, BankError, explained
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
        """The same where nobody's click waits. Knows no index of people."""

    async def read_long(self, function: Function[T]) -> T:
        """The same for a read that takes seconds: only others like it wait."""

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

    async def read_long(self, function: Function[T]) -> T:
        """Run it."""
        return await self._noting(self._store.read_long(function))

    async def _noting(self, work: Coroutine[Any, Any, T]) -> T:
        try:
            return await work
        except BankError:
            self._gauges.database_failed()
            raise


class Reader(Protocol):
    """A connection for reads, one at a time, on any thread."""

    def read(self, function: Function[T]) -> Attempted[T]:
        """Run the function on one state of the database."""

    def stop(self) -> None:
        """End its statement, or refuse the next one, from another thread."""

    def close(self) -> None:
        """Close the connection."""


READERS: Final = 2
"""Reads aside that run at the same time. All but one may be long: the others never wait for those."""


class _Place:
    """Runs one read aside at a time, on a connection that stays open for the next ones."""

    def __init__(self, open_reader: Callable[[], Reader]) -> None:
        self._open = open_reader
        self._reader: Reader | None = None
        self._reading: asyncio.Future[Any] | None = None
        self._stopped = False

    async def read(self, threads: Executor, function: Function[T]) -> Attempted[T]:
        """Run the function. Cancelling the caller stops it, and returns when nothing of it runs any more."""
        self._stopped = False
        attempt = partial(self._attempt, function)
        self._reading = asyncio.get_running_loop().run_in_executor(threads, attempt)
        try:
            return await asyncio.shield(self._reading)
        except asyncio.CancelledError:
            await self.stop()
            raise

    async def stop(self) -> None:
        """End what runs here, and close the connection."""
        self._stopped = True
        while self._reading is not None and not self._reading.done():
            if self._reader is not None:
                with suppress(sqlite3.ProgrammingError):  # it has just closed its connection
                    await asyncio.to_thread(self._reader.stop)
            await asyncio.wait((self._reading,), timeout=STOP_SECONDS)
        self._close()

    def _attempt(self, function: Function[T]) -> Attempted[T]:
        """Run it, on a new connection where the one that was kept fails."""
        was_open = self._reader is not None
        outcome = self._attempt_once(function)
        if isinstance(outcome, Failed):
            self._close()
            if was_open and isinstance(outcome.error, BankError) and not self._stopped:
                return self._attempt(function)
        return outcome

    def _attempt_once(self, function: Function[T]) -> Attempted[T]:
        try:
            if self._reader is None:
                self._reader = self._open()
        except BaseException as error:
            return Failed(explained(error))
        return self._reader.read(function)

    def _close(self) -> None:
        reader, self._reader = self._reader, None
        if reader is not None:
            reader.close()


class Aside:
    """Runs reads on threads and connections of their own: no click waits for them, and no short one for a long one.

    Cancelling the caller, or closing the bank, stops a read at once. Belongs to the event loop that first reads.
    """

    def __init__(self, open_reader: Callable[[], Reader]) -> None:
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="aside")
        self._places = tuple(_Place(open_reader) for _ in range(READERS))
        self._free = list(self._places)
        self._turn = asyncio.Semaphore(READERS)
        self._long_turn = asyncio.Semaphore(READERS - 1)
        self._closed = False

    async def read(self, function: Function[T]) -> T:
        """Run the function on one state of the database. Raises what the function raises, or a `BankError`."""
        async with self._turn:
            if self._closed:
                raise BankClosed
            place = self._free.pop()  # the one that was used last: others need not be open
            try:
                outcome = await place.read(self._threads, function)
            finally:
                self._free.append(place)
        if self._closed:
            raise BankClosed
        result: T = outcome.unwrap()
        return result

    async def read_long(self, function: Function[T]) -> T:
        """The same for a read that takes seconds, after the long ones that were requested before."""
        async with self._long_turn:
            return await self.read(function)

    async def close(self) -> None:
        """Stop what is read and refuse all else. Returns when the connections are closed."""
        self._closed = True
        await asyncio.gather(*(place.stop() for place in self._places))
        self._threads.shutdown(wait=False)


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
