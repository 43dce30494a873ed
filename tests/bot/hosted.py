"""The bot in the tests' own process, without leftovers in the event loop."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar
from typing import Any, Final

import bot
from cogs.coaching.workers import WorkerProcess, WorkerThread
from cogs.host.metrics import Metrics
from cogs.startup import client
from cogs.startup.client import BlackjackBot
from engine.clock import Clock
from engine.round.shoe import RandomBytes
from tests.waiting import heard_out

_on_a_thread: Final = ContextVar("on_a_thread", default=False)
"""True while a bot is made whose coach works on a thread."""


def _worker(clock: Clock) -> WorkerThread | WorkerProcess:
    return WorkerThread("worker") if _on_a_thread.get() else WorkerProcess(clock)


# Once for all: several bots may start at the same time, so none of them can take a patch back.
setattr(client, "WorkerProcess", _worker)  # noqa: B010


@asynccontextmanager
async def hosted_bot(
    settings: Mapping[str, Any],
    *,
    clock: Clock,
    random_bytes: RandomBytes,
    invites: bool = True,
    metrics: Metrics | None = None,
    thinks_on_a_thread: bool = True,
) -> AsyncIterator[BlackjackBot]:
    """Run the bot like `bot.running_bot`, and wait for the client's last events at the end of the block.

    The coach's worker is a thread, as a process for each test would have to calculate every chart again.
    """
    async with AsyncExitStack() as stack:
        is_on_a_thread = _on_a_thread.set(thinks_on_a_thread)
        built = bot.running_bot(
            settings, clock=clock, random_bytes=random_bytes, invites=invites, metrics=metrics
        )
        try:
            running = await stack.enter_async_context(built)
        finally:
            _on_a_thread.reset(is_on_a_thread)
        yield running
    # Closing the loop while an event is pending would leave a coroutine that was never awaited.
    await heard_out()
