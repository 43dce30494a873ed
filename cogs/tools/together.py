"""Several processes of the bot that share a database, to try what several machines would do.

Nothing starts a process again that has ended: that is left to the person who tries it.
"""

import asyncio
import os
import shlex
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

from cogs.gateway.retry import CannotStart

GOODBYE = 20.0
"""Seconds that a process has to stop."""

Process = asyncio.subprocess.Process


@asynccontextmanager
async def together(
    command: Sequence[str], settings: Sequence[Mapping[str, str]]
) -> AsyncIterator[list[asyncio.Task[None]]]:
    """Run a process with each of these settings beside those of the environment, until the end of the block.

    Yields a task for each, which is done when the process has ended and that is told.
    """
    running = [
        await asyncio.create_subprocess_exec(*command, env={**os.environ, **own})
        for own in settings
    ]
    for process, own in zip(running, settings, strict=True):
        print(f"Process {own['PROCESS']} runs as PID {process.pid}", flush=True)
    ends = [
        asyncio.create_task(_end(process, own, command))
        for process, own in zip(running, settings, strict=True)
    ]
    try:
        yield ends
    finally:
        for end in ends:
            end.cancel()
        await asyncio.gather(*map(_stop, running))


async def _end(process: Process, own: Mapping[str, str], command: Sequence[str]) -> None:
    await process.wait()
    again = shlex.join([*(f"{name}={value}" for name, value in own.items()), *command])
    print(f"Process {own['PROCESS']} has ended. It can be started again with:\n{again}", flush=True)


async def _stop(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.terminate()
    try:
        await asyncio.wait_for(process.wait(), GOODBYE)
    except TimeoutError:
        process.kill()
        await process.wait()


async def before_any_ends(
    ready: Coroutine[Any, Any, object], ends: Sequence[asyncio.Task[None]]
) -> None:
    """Return when it is `ready`. Raises what that raises, and `CannotStart` if a process ends before."""
    waiting = asyncio.ensure_future(ready)
    try:
        await asyncio.wait([waiting, *ends], return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done():
            raise CannotStart("A process has ended before anybody could play; it has said why.")
        waiting.result()
    finally:
        waiting.cancel()
