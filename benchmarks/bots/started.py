"""A bot in a process of its own that tells how far its start has come: a line of JSON for each milestone, `imported`,
`ready` (the gateway has begun the session) and `shown` (every board is drawn). It is ended by whoever has started it.

    python -m benchmarks.bots.started real       # DATABASE, DISCORD_API_URL ... as for bot.py
    python -m benchmarks.bots.started bare       # the floor: a client of a few lines
"""

import asyncio
import json
import os
import sys
import time
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

BEGIN = time.perf_counter()

STATM = Path("/proc/self/statm")

SHOWING = ("screen ", "boards ")
"""How the names of tasks begin that show tables."""

PAUSE = 0.02
"""Seconds between two looks whether everything is shown."""


def tell(milestone: str) -> None:
    """Print seconds and seconds of work since the beginning, and resident memory in MB (0 where that is not told)."""
    pages = int(STATM.read_text().split()[1]) if STATM.exists() else 0
    told = {
        "milestone": milestone,
        "seconds": time.perf_counter() - BEGIN,
        "work": time.process_time(),
        "memory": pages * os.sysconf("SC_PAGE_SIZE") / 1e6 if pages else 0.0,
    }
    print(json.dumps(told), flush=True)


def _is_showing() -> bool:
    return any(task.get_name().startswith(SHOWING) for task in asyncio.all_tasks())


async def real() -> None:
    """The bot as it is hosted."""
    import secrets

    import bot
    from cogs.startup.settings import read_settings
    from engine.clock import RealClock
    from engine.round.shoe import SEED_BYTES

    luck = partial(secrets.token_bytes, SEED_BYTES)
    settings = read_settings(os.environ)
    async with bot.running_bot(settings, clock=RealClock(), luck=luck) as running:

        async def on_online() -> None:
            tell("ready")
            while _is_showing():  # noqa: ASYNC110 - no event says that nothing is left to do
                await asyncio.sleep(PAUSE)
            tell("shown")

        tell("imported")
        running.add_listener(on_online)
        await running.start("benchmark")


async def bare() -> None:
    """The floor: it imports no more than it needs, and has nothing to show."""
    import discord
    import yarl
    from discord.gateway import DiscordWebSocket
    from discord.http import Route

    class Bare(discord.Client):
        async def on_connect(self) -> None:
            tell("ready")
            tell("shown")

    tell("imported")
    Route.BASE = os.environ["DISCORD_API_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(Route.BASE)
    async with Bare(intents=discord.Intents(guilds=True)) as client:
        await client.start("benchmark")


KINDS: dict[str, Callable[[], Coroutine[Any, Any, None]]] = {"real": real, "bare": bare}

if __name__ == "__main__":
    asyncio.run(KINDS[sys.argv[1]]())
