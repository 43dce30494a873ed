"""The bot in the process of the tests; when it has stopped, nothing of it is left in the event loop."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import bot
from cogs.health.metrics import Metrics
from cogs.startup.client import BlackjackBot
from engine.clock import Clock
from engine.live.table import Luck
from tests.waiting import heard_out


@asynccontextmanager
async def hosted_bot(
    settings: Mapping[str, Any],
    *,
    clock: Clock,
    luck: Luck,
    invites: bool = True,
    metrics: Metrics | None = None,
) -> AsyncIterator[BlackjackBot]:
    """Like `bot.running_bot`; the end of the block is also that of the client's last events."""
    async with bot.running_bot(
        settings, clock=clock, luck=luck, invites=invites, metrics=metrics
    ) as running:
        yield running
    # A loop that is closed while an event is on its way leaves a coroutine behind that nobody awaits.
    await heard_out()
