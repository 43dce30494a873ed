"""Runs long work on a database in processes of their own, on all cores; a bot beside them goes first."""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager, closing, suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from engine.bank.errors import explained
from engine.bank.sqlite.store import FileReader
from engine.bank.store import Function, Reader
from engine.bank.threads import Attempted, attempted

T = TypeVar("T")
R = TypeVar("R")


@asynccontextmanager
async def in_processes(
    work: Callable[[T], R], parts: Sequence[T], *, most: int | None = None
) -> AsyncIterator[AsyncIterator[R]]:
    """The results of the work on each part, in order, while the block runs; its end stops what has not begun.

    There are as many processes as cores, or `most`. They import anew what they need: `work` is a function of a module,
    or a `partial` of one.
    """
    loop, spawn = asyncio.get_running_loop(), multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(most, mp_context=spawn, initializer=_stand_back)
    try:
        yield _in_order([loop.run_in_executor(pool, work, part) for part in parts])
    finally:
        pool.shutdown(cancel_futures=True)


async def _in_order(results: Iterable[Awaitable[R]]) -> AsyncIterator[R]:
    for result in results:
        yield await result


def read_once(where: Path | str, function: Function[T]) -> Attempted[T]:
    """Run the function on one state of a database that a bank has open, from whatever thread or process."""
    open_reader: Callable[[], Reader]
    if isinstance(where, Path):
        open_reader, meaning = partial(FileReader, where), explained
    else:
        from engine.bank.postgres.errors import meaning
        from engine.bank.postgres.store import reader_at

        open_reader = partial(reader_at, where)

    def read() -> T:
        with closing(open_reader()) as reader:
            return reader.read(function)

    return attempted(read, meaning)


def _stand_back() -> None:
    """Leave Ctrl-C to the process that has begun this one, and let whoever plays go first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A service may not be allowed to.
    with suppress(AttributeError, OSError):
        os.nice(10)
