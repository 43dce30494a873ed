"""Runs long database work in worker processes on all cores, at a lower priority than a running bot."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from typing import TypeVar

from engine.bank.errors import explained
from engine.bank.sqlite.store import FileReader
from engine.bank.store import Function, Reader
from engine.bank.worker_threads import Outcome, outcome_of
from engine.processes import Workers

T = TypeVar("T")
R = TypeVar("R")


@asynccontextmanager
async def in_processes(
    work: Callable[[T], R], parts: Sequence[T], *, most: int | None = None
) -> AsyncIterator[AsyncIterator[R]]:
    """Yield the results of `work` on each part, in order; kill the processes when the block ends.

    There are as many processes as cores, or `most`. `work` is a module's function or a `partial` of one.
    """
    loop, pool = asyncio.get_running_loop(), Workers(most)
    try:
        yield _in_order([loop.run_in_executor(pool, work, part) for part in parts])
    finally:
        pool.kill()


async def _in_order(results: Iterable[Awaitable[R]]) -> AsyncIterator[R]:
    for result in results:
        yield await result


def read_once(where: Path | str, function: Function[T]) -> Outcome[T]:
    """Run the function on a snapshot of a database, in any thread or process; return the outcome."""
    open_reader: Callable[[], Reader]
    if isinstance(where, Path):
        open_reader, to_bank_error = partial(FileReader, where), explained
    else:
        from engine.bank.postgres.errors import to_bank_error
        from engine.bank.postgres.store import reader_at

        open_reader = partial(reader_at, where)

    def read() -> T:
        with closing(open_reader()) as reader:
            return reader.read(function)

    return outcome_of(read, to_bank_error)
