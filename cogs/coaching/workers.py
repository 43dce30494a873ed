"""A thread and a process that compute off the event loop.

The thread is for work of one to ten milliseconds: numpy releases the interpreter's lock often enough for the event
loop (`python -m benchmarks.coach --hints 10`). The process has numpy and Pillow, for charts, reviews and pictures.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, TypeVar

from cogs.discord_link.retry import Later, within
from cogs.language.error_sentences import Sorry
from engine.clock import Clock
from engine.processes import Workers

log = logging.getLogger(__name__)

T = TypeVar("T")

MOST_WAITING = 32
"""In progress or queued; further ones raise `Busy`."""

SECONDS = 30.0
"""For the process, and for its answer."""

TRIES = 2
"""The second try is for a dead process."""


class Busy(Sorry):
    def __init__(self) -> None:
        super().__init__("sorry-many-ask")


class Closing(Sorry):
    """Raised when the bot is stopping."""

    def __init__(self) -> None:
        super().__init__("why-house-closing")


class NoWorker(Sorry, Later):
    """Raised if the process can't start, died, or did not answer in time."""

    def __init__(self, why: str) -> None:
        super().__init__("sorry-no-worker")
        self.why = why

    def __str__(self) -> str:
        return self.why


class _Closed(Exception):
    """Raised if the thread is closed."""


class WorkerThread:
    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._waiting = 0
        self._closed = False

    async def do(self, work: Callable[[], T]) -> T:
        """Run work in the thread and return its result. Raises `Busy`, `Closing`.

        A cancelled caller's work leaves the queue.
        """
        if self._waiting >= MOST_WAITING:
            raise Busy
        self._waiting += 1
        try:
            if self._closed:
                raise _Closed
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, partial(self._do, work))
        except _Closed:
            raise Closing from None
        finally:
            self._waiting -= 1

    def refuse(self) -> None:
        """Refuse further and queued work, with `Closing`."""
        self._closed = True

    async def close(self) -> None:
        """Refuse all work, without waiting for what is running."""
        self.refuse()
        self._thread.shutdown(wait=False)

    def _do(self, work: Callable[[], T]) -> T:
        if self._closed:
            raise _Closed
        return work()


class WorkerProcess:
    """Runs one function at a time in a process, which is started when needed."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._pool: Workers | None = None
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._closed = False

    async def do(self, work: Callable[[], T]) -> T:
        """Run work in the process; return its result or raise its error, pickled.

        A cancelled caller's work leaves the queue. Raises `Busy`, `NoWorker`; `Sorry` at the stop.
        """
        if self._waiting >= MOST_WAITING:
            raise Busy
        self._waiting += 1
        try:
            await self._take_turn()
            # The process continues for a cancelled caller.
            task = asyncio.create_task(self._ask(work), name="worker")
            task.add_done_callback(self._end_turn)
            return await asyncio.shield(task)
        finally:
            self._waiting -= 1

    def refuse(self) -> None:
        self._closed = True

    async def close(self) -> None:
        """Refuse all work and kill the process."""
        self.refuse()
        self._kill()

    async def _take_turn(self) -> None:
        try:
            await within(self._clock, SECONDS, self._turn.acquire())
        except TimeoutError:
            raise Busy from None

    def _end_turn(self, task: asyncio.Task[Any]) -> None:
        self._turn.release()
        if not task.cancelled():
            task.exception()  # mark as retrieved: the caller may be cancelled

    async def _ask(self, work: Callable[[], T]) -> T:
        for _ in range(TRIES):
            if self._closed:
                raise Closing
            try:
                answer = self._submit(work)
                return await within(self._clock, SECONDS, answer)
            except BrokenProcessPool:
                self._kill()
            except TimeoutError:
                if not answer.cancelled():
                    raise  # by the work itself
                raise self._given_up(f"no answer within {SECONDS:g} s") from None
        raise self._given_up("the process died of a question")

    def _submit(self, work: Callable[[], T]) -> asyncio.Future[T]:
        try:
            if self._pool is None:
                self._pool = Workers(1)
            return asyncio.wrap_future(self._pool.submit(work))
        except BrokenProcessPool:
            raise
        except (OSError, RuntimeError) as error:
            raise self._given_up(f"no process can be started: {error}") from error

    def _given_up(self, why: str) -> NoWorker:
        self._kill()
        if not self._closed:
            log.warning("the bot gave up a chart, review or picture (%s)", why)
        return NoWorker(why)

    def _kill(self) -> None:
        if self._pool is not None:
            pool, self._pool = self._pool, None
            pool.kill()
