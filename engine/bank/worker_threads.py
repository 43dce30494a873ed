"""Worker threads for a database, and the outcomes of their work."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Thread
from typing import Any, Generic, TypeVar

from engine.bank.errors import StorageFailed

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """A function's outcome: it returned `value`, and its transaction is saved."""

    value: T = field(repr=False)

    def unwrap(self) -> T:
        return self.value


@dataclass(frozen=True, slots=True)
class Failed:
    """A function's outcome: it or its commit raised `error`. A value, as a future refuses `StopIteration`."""

    error: BaseException

    def unwrap(self) -> Any:
        raise self.error


Outcome = Done[T] | Failed

ErrorMapping = Callable[[BaseException], BaseException]
"""Turns an error of a database into a `BankError`; returns any other as it is."""


def outcome_of(work: Callable[[], T], to_bank_error: ErrorMapping) -> Outcome[T]:
    """Call `work` and return its outcome, with an error translated by `to_bank_error`."""
    try:
        return Done(work())
    except BaseException as error:
        return Failed(to_bank_error(error))


class ThreadPool:
    """Worker threads for an event loop. Jobs start in order; a thread is added while all are busy.

    An executor of the standard library would cost as much processor time as handling a message.
    """

    def __init__(self, name: str, most: int, to_bank_error: ErrorMapping) -> None:
        self._name = name
        self._loop = asyncio.get_running_loop()
        self._most = most
        self._to_bank_error = to_bank_error
        self._threads = 0
        self._undone = 0
        self._jobs = SimpleQueue[tuple[Callable[[], Any], asyncio.Future[Outcome[Any]]]]()

    def run(self, work: Callable[[], T]) -> asyncio.Future[Outcome[T]]:
        """Queue `work`; return a future of its outcome. It runs even if the caller stops waiting."""
        future: asyncio.Future[Outcome[T]] = self._loop.create_future()
        if self._threads < min(self._undone + 1, self._most) and not self._start():
            future.set_result(Failed(StorageFailed("the system has no room for another thread")))
        else:
            self._undone += 1
            self._jobs.put((work, future))
        return future

    def _start(self) -> bool:
        try:
            Thread(target=self._work, name=self._name, daemon=True).start()
        except RuntimeError:
            return self._threads > 0
        self._threads += 1
        return True

    async def close(self) -> None:
        """Finish all jobs, then stop the threads. Later jobs would never run. Idempotent."""
        ending, self._threads, self._most = self._threads, 0, 0
        await asyncio.gather(*(self.run(_end) for _ in range(ending)))

    def _work(self) -> None:
        while True:
            work, future = self._jobs.get()
            outcome = outcome_of(work, self._to_bank_error)
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._finish, future, outcome)
            if work is _end:
                return
            del work, future, outcome  # keep no references while waiting

    def _finish(self, future: asyncio.Future[Outcome[T]], outcome: Outcome[T]) -> None:
        self._undone -= 1
        if not future.cancelled():
            future.set_result(outcome)


def _end() -> None:
    """End the worker thread, as its last job."""
