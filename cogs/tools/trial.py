"""`--sandbox`: runs the bot on a simulated Discord with a web page to play on.

`--processes` runs several processes on one database, like several machines. They are not restarted.
"""

import asyncio
import math
import os
import shlex
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from cogs.discord_link.retry import CannotStart
from cogs.host.environment import of_each

if TYPE_CHECKING:
    from cogs.startup.client import BlackjackBot
    from sandbox import Sandbox

SANDBOX_TOKEN: Final = "sandbox"  # noqa: S105 - the sandbox takes any token


GRACE_SECONDS = 15.0
"""For a child process, below `STOP_SECONDS` of `cogs/host/process.py`."""

Process = asyncio.subprocess.Process


@asynccontextmanager
async def sandbox_at(port: int, servers: int = 1) -> AsyncIterator["Sandbox"]:
    """Run a simulated Discord with this many servers, one shard each. Raises `CannotStart`."""
    from sandbox import PortInUseError, Sandbox, StartLimit

    # All processes identify at once.
    at_once = StartLimit(max_concurrency=servers, seconds=0)
    sandbox = Sandbox(port=port, guilds=servers, shards=servers, starts=at_once)
    try:
        await sandbox.start()
    except PortInUseError as error:
        raise CannotStart(f"{str(error).removesuffix('.')} with --port.") from None
    except OSError as error:
        why = os.strerror(error.errno) if error.errno else error
        raise CannotStart(
            f"Nothing can listen on port {port}: {why}. Choose another one with --port."
        ) from None
    try:
        yield sandbox
    finally:
        await sandbox.stop()


def tell_where_to_play(bot: "BlackjackBot", url: str) -> None:
    from cogs.discord_link.loops import Loop

    async def announce() -> None:
        bot.remove_listener(announce, "on_online")
        await bot.background.settled(Loop.COMMANDS)
        print(f"Play at {url} (Ctrl-C stops)", flush=True)

    bot.add_listener(announce, "on_online")


async def run_together(
    command: Sequence[str], count: int, port: int, metrics_port: int | None
) -> None:
    """Run a sandbox and `count` bot processes until cancelled. Raises `CannotStart`."""
    async with sandbox_at(port, count) as sandbox:
        shared = {"DISCORD_API_URL": sandbox.api_url, "DISCORD_TOKEN": SANDBOX_TOKEN}
        each = [shared | one for one in of_each(count, metrics_port)]
        async with together(command, each) as ends:
            ready = sandbox.world.changes.wait_for(
                lambda: sandbox.bot_online and sandbox.world.commands, math.inf
            )
            await before_any_ends(ready, ends)
            print(f"Play at {sandbox.url} (Ctrl-C stops)", flush=True)
            await asyncio.Event().wait()


@asynccontextmanager
async def together(
    command: Sequence[str], settings: Sequence[Mapping[str, str]]
) -> AsyncIterator[list[asyncio.Task[None]]]:
    """Run `command` in a process per mapping of environment variables until the block ends.

    Yield a task per process, which prints its end.
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
        await asyncio.wait_for(process.wait(), GRACE_SECONDS)
    except TimeoutError:
        process.kill()
        await process.wait()


async def before_any_ends(
    ready: Coroutine[Any, Any, object], ends: Sequence[asyncio.Task[None]]
) -> None:
    """Run `ready` and raise its errors. Raises `CannotStart` if a process ends first."""
    waiting = asyncio.ensure_future(ready)
    try:
        await asyncio.wait([waiting, *ends], return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done():
            raise CannotStart("A process has ended before anybody could play; it has said why.")
        waiting.result()
    finally:
        waiting.cancel()
