"""Sends work from the event loop to the thread that owns the database connection.

A read or a batch of writes is one message to the thread (a hop). Writes that arrive while a batch runs form the
next batch. There is no writer task: each batch starts the next by a callback, so cancelling a caller cancels only its
own wait.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar

import aiosqlite

from engine.bank.errors import BankClosed, explained
from engine.bank.sqlite import transaction
from engine.bank.sqlite.files import DatabaseFiles
from engine.bank.sqlite.transaction import Function, Guard
from engine.bank.threads import Attempted, Failed, Worker, attempted

T = TypeVar("T")


class _Thread(aiosqlite.Connection, Worker):
    """aiosqlite's connection, extended to run a whole function in one hop.

    Only `file` and `begin` use private attributes of aiosqlite (`_conn`, and `_tx`, its queue of futures and calls):
    they are why the dependency is pinned below 0.23.
    """

    stopped: asyncio.Future[Any] | None = None

    @property
    def file(self) -> sqlite3.Connection:
        return self._conn

    def begin(self, work: Callable[[], T], finish: Callable[[Attempted[T]], None]) -> None:
        """See `Worker`. Work runs in the order of the calls."""
        loop = asyncio.get_running_loop()

        def attempt() -> None:
            loop.call_soon_threadsafe(finish, attempted(work, explained))

        self._tx.put_nowait((None, attempt))

    def stop(self) -> asyncio.Future[Any] | None:
        """Stop the thread and keep the future of its end: aiosqlite drops it when opening fails."""
        self.stopped = super().stop()
        return self.stopped


@dataclass(frozen=True, slots=True)
class _Job:
    function: Function[Any]
    outcome: asyncio.Future[Attempted[Any]]


@dataclass(slots=True)
class Connection:
    """An open database: `run` writes, `read` reads. Belongs to the event loop that opened it."""

    _thread: _Thread
    _files: DatabaseFiles
    _guard: Guard
    _pending: list[_Job] = field(default_factory=list)
    _busy: bool = False
    _closing: bool = False
    _ending: asyncio.Lock = field(default_factory=asyncio.Lock)
    _ended: bool = False

    @classmethod
    async def open(
        cls, path: Path, prepare: Function[None], *, claim: bool = False, checked: bool = True
    ) -> Self:
        """Open the file and let `prepare` set it up. Raises the errors of `prepare`, `BankError` or `OSError`.

        A bot uses `claim` to hold the file and to notice an older copy written over it. With `checked` False, the whole
        file is still to be read: see `note_check`.
        """

        def guarded() -> Guard:
            prepare(thread.file)
            files.opened()
            if claim:
                files.claim(thread.file)
            return Guard(thread.file, files)

        files = DatabaseFiles(path)
        files.damaged = False if checked else None
        thread = _Thread(partial(sqlite3.connect, path, isolation_level=None), iter_chunk_size=64)
        try:
            await thread
            guard = (await thread.run(guarded)).unwrap()
        except BaseException as error:
            await thread.close()
            if thread.stopped is not None:
                await thread.stopped
            files.close()
            raise explained(error) from error
        return cls(thread, files, guard)

    async def run(self, function: Function[T]) -> T:
        """Run the function as a transaction and return its result once that is durable.

        Raises the function's own errors, or a `BankError` if the result can't be saved. A cancelled caller stops
        waiting, but its transaction still runs.
        """
        self._require_open()
        loop = asyncio.get_running_loop()
        job = _Job(function, loop.create_future())
        self._pending.append(job)
        if not self._busy:
            self._busy = True
            # Deferred, so that other callers that are ready in this loop iteration share the commit.
            loop.call_soon(self._begin)
        result: T = (await job.outcome).unwrap()
        return result

    async def read(self, function: Function[T]) -> T:
        """Run the function on one state of the database; it can't write. Raises like `run`."""
        self._require_open()

        def work() -> T:
            self._guard.require_own_content()
            return transaction.read(self._thread.file, function)

        return (await self._thread.run(work)).unwrap()

    async def alone(self, function: Function[T]) -> T:
        """Run a function between two transactions, for work that can't be part of one. Raises like `run`."""
        self._require_open()

        def work() -> T:
            self._guard.look_at_files()
            return function(self._thread.file)

        return (await self._thread.run(work)).unwrap()

    def require_own_content(self) -> None:
        """Raise `DatabaseReplaced` if the database is known to be overwritten; from any thread."""
        self._guard.require_own_content()

    def look_at_files(self) -> asyncio.Future[Any]:
        """Check on the thread, as before each commit, that the files are still those that were opened.

        If they are not, that is logged, and the bank saves nothing more. Requires an open connection.
        """
        # A write raises this check's error to its caller.
        return self._thread.run(self._guard.look_at_files)

    @property
    def is_checked(self) -> bool:
        """True once the file is known to be sound or damaged."""
        return self._files.damaged is not None

    async def note_check(self, finding: str | None) -> None:
        """Note that the whole file was read. After a finding the bank reads and saves nothing more."""
        await self._thread.run(partial(self._files.note_check, self._thread.file, finding))

    async def close(self) -> None:
        """Refuse new work, commit pending work, close the file."""
        self._closing = True
        async with self._ending:
            if not self._ended:
                self._begin()  # the thread works in order, so pending writes precede the closing
                await self._thread.run(self._guard.prepare_to_close)
                await self._thread.close()
                self._guard.close()
                self._files.close()
                self._ended = True

    def _require_open(self) -> None:
        if self._closing:
            raise BankClosed

    def _begin(self) -> None:
        batch, self._pending = self._pending, []
        if batch:
            functions = [job.function for job in batch]
            write = partial(transaction.write, self._thread.file, functions, self._guard)
            self._thread.begin(write, partial(self._finish, batch))

    def _finish(self, batch: list[_Job], written: Attempted[list[Attempted[Any]]]) -> None:
        outcomes = [written] * len(batch) if isinstance(written, Failed) else written.value
        for job, outcome in zip(batch, outcomes, strict=True):
            if not job.outcome.cancelled():  # the caller may be cancelled
                job.outcome.set_result(outcome)
        self._busy = bool(self._pending)
        if self._busy:
            asyncio.get_running_loop().call_soon(self._begin)
