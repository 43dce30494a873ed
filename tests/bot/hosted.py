"""The bot in the process of the tests; when it has stopped, nothing of it is left in the event loop."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar
from typing import Any, Final

import bot
from cogs.coaching.workers import WorkerProcess, WorkerThread
from cogs.health.metrics import Metrics
from cogs.startup import client
from cogs.startup.client import BlackjackBot
from engine.clock import Clock
from engine.live.table import Luck
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
    luck: Luck,
    invites: bool = True,
    metrics: Metrics | None = None,
    thinks_on_a_thread: bool = True,
) -> AsyncIterator[BlackjackBot]:
    """Like `bot.running_bot`; the end of the block is also that of the client's last events.

    The coach's worker is a thread: a process for each test would have to compute every chart again.
    """
    async with AsyncExitStack() as stack:
        is_on_a_thread = _on_a_thread.set(thinks_on_a_thread)
        built = bot.running_bot(settings, clock=clock, luck=luck, invites=invites, metrics=metrics)
        try:
            running = await stack.enter_async_context(built)
        finally:
            _on_a_thread.reset(is_on_a_thread)
        yield running
    # A loop that is closed while an event is on its way leaves a coroutine behind that nobody awaits.
    await heard_out()
