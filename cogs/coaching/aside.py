"""What thinks and draws beside the event loop, so that no click waits for it: a thread, and a process.

The thread is for what takes a millisecond or ten: numpy lets the loop in every few. `python -m benchmarks.coach
--hints 10` measures it.

The process is started by the first question, goes after everything else, is begun anew where it has died, and ends with
the bot, even with one that is killed: its input ends then. It brings numpy and Pillow, which the bot itself need not
have. Questions and answers are pickled, each after its length, on pipes that nobody else knows."""

import asyncio
import os
import pickle
import sys
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

from cogs.coaching import aside_process
from cogs.coaching.aside_process import LENGTH
from cogs.language.sentences import Sorry

T = TypeVar("T")

MOST_WAITING = 32
"""Questions that are worked or wait at a time; whoever asks then is asked to try again."""


class _Closed(Exception):
    """The bot stops, and works no more."""


class Worker:
    """One thread, which is started by the first question."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._waiting = 0
        self._closed = False

    async def do(self, work: Callable[[], T]) -> T:
        """What this work returns; a caller that is cancelled leaves the queue.

        Raises `Sorry` where too many wait, and when the bot stops.
        """
        if self._waiting >= MOST_WAITING:
            raise Sorry("sorry-many-ask")
        self._waiting += 1
        try:
            if self._closed:
                raise _Closed
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, partial(self._do, work))
        except _Closed:
            raise Sorry("why-house-closing") from None
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        """Finish what is in work; those who wait for other answers get `Sorry`."""
        self._closed = True
        await asyncio.to_thread(self._thread.shutdown)

    def _do(self, work: Callable[[], T]) -> T:
        if self._closed:
            raise _Closed
        return work()


TRIES = 2
"""Where the process has died of a question, it is asked once more."""

_ROOT = Path(__file__).parent.parent.parent


class Died(Exception):
    """The process has ended in the middle of a question, and so did the next one."""


class _Pipes(NamedTuple):
    """The process, and the ways to it and from it."""

    process: asyncio.subprocess.Process
    questions: StreamWriter
    answers: StreamReader


class Aside:
    """One process, which answers one question after another."""

    def __init__(self) -> None:
        self._pipes: _Pipes | None = None
        self._one_at_a_time = asyncio.Lock()
        self._waiting = 0
        self._closed = False

    async def do(self, work: Callable[[], T]) -> T:
        """What this work returns or raises; both it and that have to be picklable. A caller who is cancelled leaves.

        Raises `Sorry` where too many wait and when the bot stops, and `Died`.
        """
        if self._waiting >= MOST_WAITING:
            raise Sorry("sorry-many-ask")
        question = pickle.dumps(work)
        self._waiting += 1
        try:
            await self._one_at_a_time.acquire()
            asked = asyncio.create_task(self._ask(question), name="asked aside")
            # What is in work is finished whoever waits for it: the next answer belongs to the next question.
            asked.add_done_callback(lambda _: self._one_at_a_time.release())
            done, value = await asyncio.shield(asked)
        finally:
            self._waiting -= 1
        if not done:
            raise value
        found: T = value
        return found

    async def close(self) -> None:
        """Finish what is in work; those who wait for other answers get `Sorry`."""
        self._closed = True
        async with self._one_at_a_time:
            await self._end()

    async def _ask(self, question: bytes) -> tuple[bool, Any]:
        for _ in range(TRIES):
            if self._closed:
                raise Sorry("why-house-closing")
            pipes = await self._running()
            try:
                pipes.questions.write(LENGTH.pack(len(question)) + question)
                await pipes.questions.drain()
                (length,) = LENGTH.unpack(await pipes.answers.readexactly(LENGTH.size))
                answer: tuple[bool, Any] = pickle.loads(await pipes.answers.readexactly(length))  # noqa: S301 - our own
            except (asyncio.IncompleteReadError, ConnectionError):
                await self._end()
            else:
                return answer
        raise Died

    async def _running(self) -> "_Pipes":
        if self._pipes is None:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", aside_process.__name__),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=os.environ | {"PYTHONPATH": os.pathsep.join([str(_ROOT), *sys.path])},
            )
            questions, answers = process.stdin, process.stdout
            self._pipes = _Pipes(
                process, cast(StreamWriter, questions), cast(StreamReader, answers)
            )
        return self._pipes

    async def _end(self) -> None:
        if (pipes := self._pipes) is not None:
            self._pipes = None
            pipes.questions.close()
            await pipes.process.wait()
