"""Threads on which a database is worked at, and what comes of it there."""

import asyncio
from abc import ABC, abstractmethod
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

Meaning = Callable[[BaseException], BaseException]
"""Turns an error of a database into a `BankError`; returns any other error as it is."""


def attempted(work: Callable[[], T], meaning: Meaning) -> Attempted[T]:
    """Do it; an error is told by its `meaning`."""
    try:
        return Done(work())
    except BaseException as error:
        return Failed(meaning(error))


class Worker(ABC):
    """Does beside the event loop what is asked there."""

    @abstractmethod
    def begin(self, work: Callable[[], T], finish: Callable[[Attempted[T]], None]) -> None:
        """Do this; `finish` gets what came of it, a turn of the loop before whoever awaits a future."""

    def run(self, work: Callable[[], T]) -> asyncio.Future[Attempted[T]]:
        """Do this, even if nobody waits for it any more."""
        future: asyncio.Future[Attempted[T]] = asyncio.get_running_loop().create_future()

        def finish(outcome: Attempted[T]) -> None:
            if not future.cancelled():
                future.set_result(outcome)

        self.begin(work, finish)
        return future


class Crew(Worker):
    """Threads that do what the loop asks for that has made them, in its turn; one more is started when all are busy.

    An executor would cost as much of the processor as a message to a server.
    """

    def __init__(self, name: str, most: int, meaning: Meaning) -> None:
        """There are as many as this at `most`, all of one name."""
        self._name = name
        self._loop = asyncio.get_running_loop()
        self._most = most
        self._meaning = meaning
        self._threads = 0
        self._undone = 0
        self._jobs = SimpleQueue[tuple[Callable[[], Any], Callable[[Attempted[Any]], None]]]()

    def begin(self, work: Callable[[], T], finish: Callable[[Attempted[T]], None]) -> None:
        """See `Worker`."""
        if self._threads < min(self._undone + 1, self._most) and not self._start():
            error = StorageFailed("the system has no room for another thread")
            self._loop.call_soon(finish, Failed(error))
            return
        self._undone += 1
        self._jobs.put((work, finish))

    def _start(self) -> bool:
        """Start a thread. Return False if that fails and there is no other."""
        try:
            Thread(target=self._work, name=self._name, daemon=True).start()
        except RuntimeError:
            return self._threads > 0
        self._threads += 1
        return True

    async def close(self) -> None:
        """Return when all is done that was asked for; nothing else may be asked for then. Twice is once."""
        ending, self._threads, self._most = self._threads, 0, 0
        await asyncio.gather(*(self.run(_end) for _ in range(ending)))

    def _work(self) -> None:
        while True:
            work, finish = self._jobs.get()
            outcome = attempted(work, self._meaning)
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._finish, finish, outcome)
            if work is _end:
                return
            del work, finish, outcome  # nothing is held while this waits

    def _finish(self, finish: Callable[[Attempted[T]], None], outcome: Attempted[T]) -> None:
        self._undone -= 1
        finish(outcome)


def _end() -> None:
    """The last work of a thread."""
