"""The bot in the tests' own process, without leftovers in the event loop."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

import bot
from cogs.coaching.workers import WorkerThread
from cogs.health.metrics import Metrics
from cogs.startup.client import BlackjackBot
from engine.clock import Clock
from engine.live.table import Luck
from tests.waiting import heard_out


def on_a_thread(_: Clock) -> WorkerThread:
    """Replacement for the worker process."""
    return WorkerThread("worker")


@asynccontextmanager
async def hosted_bot(
    settings: Mapping[str, Any],
    *,
    clock: Clock,
    luck: Luck,
    invites: bool = True,
    metrics: Metrics | None = None,
    thinks_on_a_thread: bool = True,
) -> AsyncIterator[BlackjackBot]:
    """Run the bot like `bot.running_bot`, and wait for the client's last events at the end of the block.

    The coach's worker is a thread, as a process for each test would have to calculate every chart again.
    """
    async with AsyncExitStack() as stack:
        with pytest.MonkeyPatch.context() as patched:
            if thinks_on_a_thread:
                patched.setattr("cogs.startup.client.WorkerProcess", on_a_thread)
            built = bot.running_bot(
                settings, clock=clock, luck=luck, invites=invites, metrics=metrics
            )
            running = await stack.enter_async_context(built)
        yield running
    # Closing the loop while an event is pending would leave a coroutine that was never awaited.
    await heard_out()
