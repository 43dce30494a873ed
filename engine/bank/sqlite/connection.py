"""Sends work from the event loop to the thread that owns the database connection.

A read is one message to the thread (a hop), and so is a batch of writes. Writes that come while a batch runs are the
next one. There is no writer task: each batch starts the next by a callback, so only a caller's own wait can be
cancelled.
"""

import asyncio
import sqlite3
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar

from engine.bank.errors import BankClosed, explained
from engine.bank.sqlite import transaction
from engine.bank.sqlite.files import DatabaseFiles
from engine.bank.sqlite.transaction import Function, Guard
from engine.bank.threads import Attempted, Crew, Failed

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Job:
    function: Function[Any]
    outcome: asyncio.Future[Attempted[Any]]


@dataclass(slots=True)
class Connection:
    """One open database: `run` writes, `read` reads. Belongs to the event loop that opened it."""

    _crew: Crew
    """Of one thread."""
    _file: sqlite3.Connection
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
        """Open the file and let `prepare` make it ready. Raises what `prepare` does, `BankError` or `OSError`.

        With `claim`, the bank notices when an older copy is written over the file. A bot claims its file, which it
        holds for long. One that is not `checked` is still to be read whole: see `note_check`.
        """

        def guarded() -> Guard:
            prepare(file)
            files.opened()
            if claim:
                files.claim(file)
            return Guard(file, files)

        files, crew = DatabaseFiles(path), Crew(1, explained)
        files.damaged = False if checked else None
        try:
            file = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        except sqlite3.Error as error:
            files.close()
            raise explained(error) from error
        try:
            guard = (await crew.run(guarded)).unwrap()
        except BaseException:
            await crew.run(file.close)
            await crew.close()
            files.close()
            raise
        return cls(crew, file, files, guard)

    async def run(self, function: Function[T]) -> T:
        """Run the function as a transaction and return its result once that is durable.

        Raises what the function raises, or a `BankError` if it can't be kept. A cancelled caller stops waiting, but
        its transaction still runs.
        """
        self._require_open()
        loop = asyncio.get_running_loop()
        job = _Job(function, loop.create_future())
        self._pending.append(job)
        if not self._busy:
            self._busy = True
            # Not at once: other callers that are ready in this turn of the loop share the commit.
            loop.call_soon(self._begin)
        result: T = (await job.outcome).unwrap()
        return result

    async def read(self, function: Function[T]) -> T:
        """Run the function on one state of the database; it can't write. Raises like `run`."""
        self._require_open()

        def work() -> T:
            self._guard.require_own_content()
            return transaction.read(self._file, function)

        return (await self._crew.run(work)).unwrap()

    async def alone(self, function: Function[T]) -> T:
        """Run a function that can't be part of a transaction between two transactions. Raises like `run`."""
        self._require_open()

        def work() -> T:
            self._guard.look_at_files()
            return function(self._file)

        return (await self._crew.run(work)).unwrap()

    def require_own_content(self) -> None:
        """Raise `DatabaseReplaced` if the database is known to be overwritten; from any thread."""
        self._guard.require_own_content()

    def look_at_files(self) -> asyncio.Future[Any]:
        """Let the thread check, as before each commit, whether the files are still those that were opened.

        If they are not, that is logged, and the bank keeps nothing more. Only while the connection is open.
        """
        # A write raises what this fails with to its caller.
        return self._crew.run(self._guard.look_at_files)

    @property
    def is_checked(self) -> bool:
        """Whether it is known that the file is sound, or that it is not."""
        return self._files.damaged is not None

    async def note_check(self, finding: str | None) -> None:
        """The whole file was read; with a finding the bank reads and keeps nothing more."""
        await self._crew.run(partial(self._files.note_check, self._file, finding))

    async def close(self) -> None:
        """Refuse new work, keep what is pending, close the file."""
        self._closing = True
        async with self._ending:
            if not self._ended:
                self._begin()  # the thread works in order: what is queued here comes before the closing
                await self._crew.run(self._end)
                await self._crew.close()
                self._ended = True

    def _end(self) -> None:
        self._guard.prepare_to_close()
        self._file.close()
        self._guard.close()
        self._files.close()

    def _require_open(self) -> None:
        if self._closing:
            raise BankClosed

    def _begin(self) -> None:
        batch, self._pending = self._pending, []
        if batch:
            functions = [job.function for job in batch]
            write = partial(transaction.write, self._file, functions, self._guard)
            self._crew.begin(write, partial(self._finish, batch))

    def _finish(self, batch: list[_Job], written: Attempted[list[Attempted[Any]]]) -> None:
        outcomes = [written] * len(batch) if isinstance(written, Failed) else written.value
        for job, outcome in zip(batch, outcomes, strict=True):
            if not job.outcome.cancelled():  # the caller may be cancelled
                job.outcome.set_result(outcome)
        self._busy = bool(self._pending)
        if self._busy:
            asyncio.get_running_loop().call_soon(self._begin)
