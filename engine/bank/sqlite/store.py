"""Runs transactions on a SQLite file, on one thread that owns the connection.

Writes that arrive while a batch runs form the next batch.
"""

import asyncio
import logging
import sqlite3
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import aiosqlite

from engine.bank import rollbacks
from engine.bank.errors import BankClosed, BankError, DatabaseDamaged, StorageFailed, explained
from engine.bank.schema import known_migrations
from engine.bank.sqlite import transaction
from engine.bank.sqlite.files import (
    DatabaseFiles,
    create_private,
    damage,
    leave_in_use,
    require_place,
    was_left_in_use,
)
from engine.bank.sqlite.lock import is_held
from engine.bank.sqlite.opening import prepare
from engine.bank.sqlite.witness import read_witness, write_witness
from engine.bank.store import BackgroundReader, Function, Gauges, Store
from engine.bank.worker_threads import Failed, Outcome, outcome_of

log = logging.getLogger(__name__)

T = TypeVar("T")

_Waiting = tuple[Function[Any], asyncio.Future[Outcome[Any]]]

WIPE_TRIES: Final = 5
WIPE_PAUSE: Final = 0.2
"""In seconds."""


class _Thread(aiosqlite.Connection):
    """An aiosqlite connection, for its thread. It needs a private queue, so the dependency is pinned below 0.23."""

    stopped: asyncio.Future[Any] | None = None

    def stop(self) -> asyncio.Future[Any] | None:
        """Stop the thread and keep its future, which aiosqlite drops after a failed open."""
        self.stopped = super().stop()
        return self.stopped

    def put(self, work: Callable[[], T], outcome: asyncio.Future[Outcome[T]] | None = None) -> None:
        """Queue `work`; its `Outcome` becomes the future's result, because a future refuses some errors."""
        self._tx.put_nowait((outcome, partial(outcome_of, work, explained)))


class File(Store):
    """The storage in a SQLite file, which one process uses. Belongs to the event loop that opened it."""

    _file: sqlite3.Connection
    _files: DatabaseFiles

    def __init__(
        self, path: Path, set_up: Callable[[sqlite3.Connection], None], gauges: Gauges | None
    ) -> None:
        super().__init__(partial(FileReader, path, self._require_sound), explained, gauges)
        self._path = path
        self._set_up = set_up
        self._thread = _Thread(self._connect, iter_chunk_size=64)
        self._loop = asyncio.get_running_loop()
        self._waiting = deque[_Waiting]()
        self._ordered = False
        self._closing = False
        self._ending = asyncio.Lock()
        self._has_witness = False
        self._checker: BackgroundReader | None = None
        self._checking: asyncio.Task[None] | None = None
        self._is_checked = True

    async def open(self) -> None:
        """Open the file. Raises `BankError`."""
        try:
            await self._thread
        except BaseException as error:
            if self._thread.stopped is not None:
                await self._thread.stopped
            raise explained(error) from error

    def _connect(self) -> sqlite3.Connection:
        file = sqlite3.connect(self._path, isolation_level=None)
        try:
            self._set_up(file)
            self._files = DatabaseFiles(self._path)
        except BaseException:
            file.close()
            raise
        self._file = file
        return file

    async def _write(self, function: Function[T]) -> T:
        self._require_open()
        outcome: asyncio.Future[Outcome[T]] = self._loop.create_future()
        self._waiting.append((function, outcome))
        if not self._ordered:
            self._ordered = True
            # Deferred, so that other callers that are ready in this loop iteration share the commit.
            self._loop.call_soon(self._order)
        return (await outcome).unwrap()

    def _order(self) -> None:
        self._thread.put(self._save_waiting)

    def _save_waiting(self) -> None:
        self._ordered = False
        batch = [self._waiting.popleft() for _ in range(len(self._waiting))]
        if batch:
            functions = [function for function, _ in batch]
            check = self._files.require_unchanged
            write = partial(transaction.write, self._file, functions, check)
            self._loop.call_soon_threadsafe(_finish, batch, outcome_of(write, explained))

    async def _read(self, function: Function[T]) -> T:
        def work() -> T:
            self._require_sound()
            return transaction.read(self._file, function)

        return (await self._do(work)).unwrap()

    async def between_transactions(self, function: Callable[[sqlite3.Connection], T]) -> T:
        """Run a function between two transactions. Raises its errors or a `BankError`."""

        def work() -> T:
            self._files.require_unchanged()
            return function(self._file)

        return (await self._do(work)).unwrap()

    def _do(self, work: Callable[[], T]) -> asyncio.Future[Outcome[T]]:
        """Run `work` on the thread, even if the caller stops waiting. Raises `BankClosed`."""
        self._require_open()
        future: asyncio.Future[Outcome[T]] = self._loop.create_future()
        self._thread.put(work, future)
        return future

    def _require_open(self) -> None:
        if self._closing:
            raise BankClosed

    def _require_sound(self) -> None:
        self._files.require_sound()

    def _look(self) -> asyncio.Future[Any]:
        # A write raises this check's error to its caller.
        return self._do(self._files.require_unchanged)

    async def notice_rollback(self, at: float) -> None:
        """Mark all tables as rolled back if the file is a restored older copy; `at` in Unix seconds.

        Then write the witness, a small file next to it that reveals the next restore.
        """
        witness = await asyncio.to_thread(read_witness, self._path)
        if witness is None and not await self.read(rollbacks.beats):
            # Before the first beat, so that a kill leaves no beat without a witness.
            await asyncio.to_thread(write_witness, self._path, witness := 0)
        notice = partial(rollbacks.notice_in_file, at=at, witness=witness)
        count, rolled_back = await self.run(notice)
        await asyncio.to_thread(write_witness, self._path, count)
        self._has_witness = True
        if rolled_back:
            rollbacks.warn()

    async def beat(self) -> None:
        count = await self.run(rollbacks.beat)
        if self._has_witness:
            await asyncio.to_thread(write_witness, self._path, count)

    async def wipe(self) -> None:
        """Truncate the write-ahead log, which may hold deleted data.

        While a reader prevents it, retry a few times, and leave it to the next call or start.
        """
        for _ in range(WIPE_TRIES):
            with suppress(BankError):
                if await self.between_transactions(transaction.empty_log):
                    return
            await asyncio.sleep(WIPE_PAUSE)
        log.warning("deleted ids stay in the write-ahead log (the bank could not truncate it yet)")

    def check_in_background(self) -> None:
        """Start a check of the whole file on a separate thread and connection."""
        log.info("the bank checks the database in the background (it was not closed cleanly)")
        self._is_checked = False
        self._checker = BackgroundReader(partial(FileReader, self._path), explained)
        self._checking = asyncio.create_task(self._check(self._checker), name="check")

    async def _check(self, checker: BackgroundReader) -> None:
        try:
            finding = await checker.read(damage)
        except DatabaseDamaged as error:
            finding = str(error)
        except BankClosed:
            return
        except BankError as error:
            log.warning("the bank could not check the database (%s)", error)
            return
        if finding is None:
            self._is_checked = True
            log.info("the database is sound")
        else:
            await self._do(partial(self._files.note_damage, finding))

    async def checked(self) -> None:
        """Wait until a running check of the whole file has ended."""
        if self._checking is not None:
            await self._checking

    async def close(self) -> None:
        if self._has_witness:
            with suppress(BankError):  # errors of the file are logged already
                await self.beat()
            self._has_witness = False
        await super().close()
        if self._checker is not None:
            await self._checker.close()
        await self.checked()
        self._closing = True
        async with self._ending:
            self._order()  # the thread works in order, so pending writes precede the closing
            await self._thread.close()
            if not self._is_checked:
                leave_in_use(self._path)


def _finish(batch: list[_Waiting], written: Outcome[list[Outcome[Any]]]) -> None:
    outcomes = [written] * len(batch) if isinstance(written, Failed) else written.value
    for (_, waiter), outcome in zip(batch, outcomes, strict=True):
        if not waiter.cancelled():
            waiter.set_result(outcome)


class _Stoppable(sqlite3.Connection):
    """A connection that remembers an interrupt between two statements, which SQLite would lose."""

    is_stopped = False

    def execute(self, *statement: Any) -> sqlite3.Cursor:
        if self.is_stopped:
            raise sqlite3.OperationalError("interrupted")
        return super().execute(*statement)


class FileReader:
    """A connection for reads from a file that a bank has open."""

    def __init__(self, path: Path, require_sound: Callable[[], None] = lambda: None) -> None:
        """Open the file; `require_sound` raises if it is known to be damaged. Raises `sqlite3.Error`."""
        self._file = sqlite3.connect(
            f"{path.resolve().as_uri()}?mode=ro",
            uri=True,
            isolation_level=None,
            check_same_thread=False,
            factory=_Stoppable,
        )
        self._require_sound = require_sound
        self.close = self._file.close

    def read(self, function: Function[T]) -> T:
        self._require_sound()
        return transaction.read(self._file, function)

    def stop(self) -> None:
        """Interrupt the current statement and refuse further ones."""
        self._file.is_stopped = True
        self._file.interrupt()


async def open_file(
    path: Path, at: float, *, busy_timeout: int, claim: bool, tool: bool, gauges: Gauges | None
) -> File:
    """Open or create a SQLite file, bring its schema up to date, and return its store: see `Bank.open`.

    A tool first checks the whole file, unless a bot plays; a bot does in the background, after an unclean end. Raises
    `BankError` with the path and the reason.
    """
    check = tool and not is_held(path)
    set_up = partial(
        prepare,
        at=at,
        busy_timeout=busy_timeout,
        migrations=known_migrations(),
        tool=tool,
        check=check,
    )
    try:
        require_place(path)
        create_private(path)
        was_in_use = was_left_in_use(path)
        file = File(path, set_up, gauges)
        await file.open()
    except OSError as error:
        raise StorageFailed(f"can't use {path}: {error.strerror or error}") from error
    except BankError as error:
        raise type(error)(f"can't use {path}: {error}") from error
    try:
        if claim:
            await file.notice_rollback(at)
        if was_in_use and not tool:
            file.check_in_background()
    except BaseException:
        await file.close()
        raise
    return file
