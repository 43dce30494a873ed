"""Waits for events with a limit, and for closed clients to finish."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Any

from tests.driver import PATIENCE


async def until(event: Awaitable[Any], *, end: Awaitable[Any]) -> bool:
    """Wait for the event, but not beyond the end; return whether it happened. Raises what the event raises."""
    waiting, ending = asyncio.ensure_future(event), asyncio.ensure_future(end)
    try:
        await asyncio.wait((waiting, ending), return_when=asyncio.FIRST_COMPLETED)
        if waiting.done():
            waiting.result()
        return waiting.done()
    finally:
        waiting.cancel()
        if ending is not end:
            ending.cancel()


async def until_true(condition: Callable[[], object]) -> None:
    """Poll until a condition holds that no event announces."""
    async with asyncio.timeout(PATIENCE / 4):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.001)


async def heard_out() -> None:
    """Wait until the closed clients of this loop have no event left to process."""
    tasks = asyncio.all_tasks()
    for task in tasks:
        # discord.py waits two seconds for more guilds before it reports ready, even when closed.
        if getattr(task.get_coro(), "__name__", "") in ("_delay_ready", "_delay_shard_ready"):
            task.cancel()
            await asyncio.wait([task])
    while events := [t for t in tasks if t.get_name().startswith("discord.py: ")]:
        await asyncio.wait(events)
        tasks = asyncio.all_tasks()  # including the ones these started


READS = 5_000
"""How many times a test reads a page before it gives up."""


def free_port() -> int:
    """Return a TCP port that is not in use."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        found: int = probe.getsockname()[1]
    return found
