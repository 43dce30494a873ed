"""Waits for an event, but no longer than something else lasts; and for what a client that is closed still does."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Any

from sandbox import PATIENCE


async def until(event: Awaitable[Any], *, end: Awaitable[Any]) -> bool:
    """Wait for the event, but not beyond the end; return whether it has come. Raises what the event raises."""
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
    """Wait for a state of the bot that nothing announces."""
    async with asyncio.timeout(PATIENCE / 4):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.001)


async def heard_out() -> None:
    """Return when nothing is left of the clients of this loop, all of which are closed: no event on its way to them."""
    tasks = asyncio.all_tasks()
    for task in tasks:
        # discord.py waits two seconds for more guilds before it says that it is ready, closed or not.
        if getattr(task.get_coro(), "__name__", "") in ("_delay_ready", "_delay_shard_ready"):
            task.cancel()
            await asyncio.wait([task])
    while events := [t for t in tasks if t.get_name().startswith("discord.py: ")]:
        await asyncio.wait(events)
        tasks = asyncio.all_tasks()  # those that they have begun


READS = 5_000
"""How often a page is read before patience is at an end."""


def free_port() -> int:
    """One that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        found: int = probe.getsockname()[1]
    return found
