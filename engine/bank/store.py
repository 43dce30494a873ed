"""What a bank runs its functions on; here, a SQLite file with all that a file needs."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Protocol, TypeVar

from engine.bank.attempt import Attempted
from engine.bank.books import people
from engine.bank.database import Database
from engine.bank.errors import BankError
from engine.bank.schema import known_migrations
from engine.bank.sqlite import aside
from engine.bank.sqlite.aside import Aside
from engine.bank.sqlite.connection import Connection
from engine.bank.sqlite.opening import open_connection
from engine.bank.sqlite.wiping import Wiping, clean_up
from engine.bank.watch import CallLater, Watch
from engine.values.bank import Turn

T = TypeVar("T")

Function = Callable[[Database], T]
"""One transaction: it neither commits nor rolls back, and its result does not need the database."""


class Store(Protocol):
    """Runs functions as transactions. Every method may raise what the function raises, or a `BankError`."""

    async def run(self, function: Function[T]) -> T:
        """Run the function and return its result once that is durable."""

    async def read(self, function: Function[T]) -> T:
        """Run the function on one state of the database; it can't write."""

    async def read_aside(self, function: Function[T]) -> T:
        """The same for a read that takes seconds: nobody waits for it but others like it. Knows no index of people."""

    async def claim(self) -> bool:
        """See `SharedBank`, as for the next two."""

    async def until_lost(self) -> None: ...

    async def take_turn(self, bucket: int) -> Turn | None: ...

    async def make_sure(self) -> None:
        """See `TableBank`."""

    async def wipe(self) -> None:
        """Remove what no row holds any more, where that is left lying about."""

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


class Alone:
    """A turn that nobody else could take."""

    async def end(self) -> None:
        """Nobody waits for it."""


class File:
    """A SQLite file. It has one process, which holds it for as long as it runs: `only_bot`."""

    def __init__(self, connection: Connection, aside: Aside, watch: Watch | None = None) -> None:
        self.connection = connection
        self.wiping = Wiping(connection)
        self._aside = aside
        self._watch = watch
        self.run = connection.run
        self.read = connection.read
        self.read_aside = aside.read

    async def claim(self) -> bool:
        """There are no others."""
        return True

    async def until_lost(self) -> None:
        """Never."""
        await asyncio.get_running_loop().create_future()

    async def make_sure(self) -> None:
        """Nobody else does."""

    async def take_turn(self, bucket: int) -> Turn:
        """At any time."""
        return Alone()

    async def wipe(self) -> None:
        """Remove the bytes of forgotten ids from the file."""
        await self.wiping.wipe()

    async def close(self) -> None:
        """Finish the pending work, then close the file."""
        if self._watch is not None:
            self._watch.stop()
        self.wiping.stop()
        await self._aside.close()
        await self.connection.close()


def read_once(where: Path | str, function: Function[T]) -> Attempted[T]:
    """Run the function on one state of a database that a bank has open, from whatever thread or process."""
    if isinstance(where, Path):
        return aside.read_once(where, function)
    from engine.bank.postgres.aside import read_once

    return read_once(where, function)


async def open_file(
    path: Path, at: float, *, busy_timeout: int, call_later: CallLater | None, tool: bool
) -> File:
    """Open or create the file, and bring its schema up to date; `Bank.open` describes the arguments.

    Raises `BankError`.
    """
    connection = await open_connection(
        path,
        at,
        busy_timeout=busy_timeout,
        migrations=known_migrations(),
        claim=call_later is not None,
        tool=tool,
    )
    watch = Watch(connection.look_at_files, call_later) if call_later is not None else None
    file = File(connection, Aside(path), watch)
    try:
        if not tool:
            await connection.alone(clean_up)
        await connection.alone(people.index)
    except BaseException:
        await file.close()
        raise
    return file
