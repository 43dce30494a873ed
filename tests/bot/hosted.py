"""The bot in the process of the tests; when it has stopped, nothing of it is left in the event loop."""

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
    """Stands in for a worker process."""
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
    """Like `bot.running_bot`; the end of the block is also that of the client's last events.

    The coach's worker is a thread: a process for each test would have to compute every chart again.
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
    # A loop that is closed while an event is on its way leaves a coroutine behind that nobody awaits.
    await heard_out()
