"""`--sandbox`: the bot with a small Discord of its own, to be tried by whoever opens a page.

With `--processes` there are several that share a database, to try what several machines would do. Nothing starts a
process again that has ended: that is left to the person who tries it.
"""

import asyncio
import math
import os
import shlex
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from cogs.gateway.retry import CannotStart
from cogs.startup.settings import of_each

if TYPE_CHECKING:
    from cogs.startup.client import BlackjackBot
    from sandbox import Sandbox

SANDBOX_TOKEN: Final = "sandbox"  # noqa: S105 - the sandbox takes any token


GOODBYE = 15.0
"""Seconds that a process has to stop, fewer than this one has itself (`STOP_SECONDS` of `cogs/startup/process.py`)."""

Process = asyncio.subprocess.Process


@asynccontextmanager
async def sandbox_at(port: int, servers: int = 1) -> AsyncIterator["Sandbox"]:
    """A sandbox on this port, with so many servers, which lie on as many shards. Raises `CannotStart`."""
    from sandbox import PortInUseError, Sandbox, StartLimit

    # Whoever tries the bot does not wait until the next process may begin its session.
    at_once = StartLimit(max_concurrency=servers, seconds=0)
    sandbox = Sandbox(port=port, guilds=servers, shards=servers, starts=at_once)
    try:
        await sandbox.start()
    except PortInUseError as error:
        raise CannotStart(f"{str(error).removesuffix('.')} with --port.") from None
    try:
        yield sandbox
    finally:
        await sandbox.stop()


def tell_where_to_play(bot: "BlackjackBot", url: str) -> None:
    """Print the address as soon as somebody can play there: the tables are open, and the commands known."""
    from cogs.gateway.loops import Loop

    async def tell() -> None:
        bot.remove_listener(tell, "on_online")
        await bot.background.settled(Loop.COMMANDS)
        print(f"Play at {url} (Ctrl-C stops)", flush=True)

    bot.add_listener(tell, "on_online")


async def run_together(
    command: Sequence[str], count: int, port: int, metrics_port: int | None
) -> None:
    """A sandbox, and so many processes of this command on it, until cancelled. Raises `CannotStart`."""
    async with sandbox_at(port, count) as sandbox:
        shared = {"DISCORD_API_URL": sandbox.api_url, "DISCORD_TOKEN": SANDBOX_TOKEN}
        each = [shared | one for one in of_each(count, metrics_port)]
        async with together(command, each) as ends:
            ready = sandbox.wait_for(
                lambda: sandbox.bot_online and sandbox.world.commands, math.inf
            )
            await before_any_ends(ready, ends)
            print(f"Play at {sandbox.url} (Ctrl-C stops)", flush=True)
            await asyncio.Event().wait()


@asynccontextmanager
async def together(
    command: Sequence[str], settings: Sequence[Mapping[str, str]]
) -> AsyncIterator[list[asyncio.Task[None]]]:
    """Run a process with each of these settings beside those of the environment, until the end of the block.

    Yields a task for each, which is done when the process has ended and that is told.
    """
    running, ends = list[Process](), list[asyncio.Task[None]]()
    for own in settings:
        process = await asyncio.create_subprocess_exec(*command, env={**os.environ, **own})
        print(f"Process {own['PROCESS']} runs as PID {process.pid}", flush=True)
        running.append(process)
        ends.append(asyncio.create_task(_end(process, own, command)))
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
