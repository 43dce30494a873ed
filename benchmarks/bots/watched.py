"""The bot in a process of its own. For each line of its standard input it writes its size to its standard output, as a
line of JSON. It stops, as after SIGTERM, when its standard input ends.

    python -m benchmarks.bots.watched            # DATABASE, DISCORD_API_URL ... as for bot.py
    python -m benchmarks.bots.watched --quick    # and people may click as fast as machines
"""

import asyncio
import gc
import json
import os
import secrets
import sys
import time
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path

import discord
from discord import ui

import bot
from benchmarks.bots.sampling import Sampler
from cogs.answers.rate_limit import RateLimit
from cogs.board.components import Layout
from cogs.board.messages.screen import Screen
from cogs.startup.client import BlackjackBot
from cogs.startup.settings import read_settings
from engine.clock import RealClock
from engine.live.table import Table
from engine.round.shoe import SEED_BYTES

CENSUS = "census"
"""The question that takes longer to answer: all objects are counted."""

PROFILE = "profile"
"""The question that begins a profile, and the next time ends it and gets it."""

QUICK = "--quick"

KINDS = (Table, Screen, Layout, ui.View, ui.Modal, discord.Interaction)
"""Objects that must not pile up."""

WORK = ("table ", "screen ", "acknowledge", "discord.py: on_interaction", "CommandTree")
"""How the names of tasks begin that end when there is nothing to do."""

STATM = Path("/proc/self/statm")

Figures = dict[str, float]


class NoRateLimit(RateLimit):
    """Lets users click as fast as a machine, as a benchmark does; stale interactions are still refused."""

    async def lets_in(self, interaction: discord.Interaction[discord.Client]) -> bool:
        """Whether to go on with this interaction."""
        return self.why_stale(interaction) is None


def size_of_process() -> Figures:
    """Resident memory in MB (0 where the system does not tell), and seconds of work; the MB of objects, if traced."""
    pages = int(STATM.read_text().split()[1]) if STATM.exists() else 0
    found = {
        "memory": pages * os.sysconf("SC_PAGE_SIZE") / 1e6 if pages else 0.0,
        "worked": time.process_time(),
    }
    if tracemalloc.is_tracing():
        gc.collect()
        found["traced"] = tracemalloc.get_traced_memory()[0] / 1e6
    return found


def size(running: BlackjackBot) -> Figures:
    """The same, with open tables and tasks at work."""
    return size_of_process() | {
        "tables": len(running.house),
        "tasks": sum(task.get_name().startswith(WORK) for task in asyncio.all_tasks()),
    }


def census() -> Figures:
    """How many objects there are of each of `KINDS`, and in all."""
    gc.collect()
    objects = gc.get_objects()
    found = {kind.__name__: sum(type(o) is kind for o in objects) for kind in KINDS}
    return {**found, "objects": len(objects)}


async def answer_questions(answer: Callable[[str], Figures]) -> None:
    """Answer each line of the standard input with a line of JSON, until it ends."""
    sampler = Sampler()
    while line := await asyncio.to_thread(sys.stdin.readline):
        question = line.strip()
        found = _profile(sampler) if question == PROFILE else answer(question)
        print(json.dumps(found), flush=True)


def _profile(sampler: Sampler) -> Figures:
    if sampler.running:
        return sampler.stop()
    sampler.start()
    return {}


async def serve(*, quick: bool) -> None:
    """Run until the standard input ends."""
    settings = read_settings(os.environ)
    luck = partial(secrets.token_bytes, SEED_BYTES)
    async with bot.running_bot(settings, clock=RealClock(), luck=luck) as running:
        if quick:
            running.rate_limit = NoRateLimit(RealClock().now)
        connection = asyncio.create_task(running.start("benchmark"))
        await answer_questions(
            lambda question: size(running) | (census() if question == CENSUS else {})
        )
        await running.close()
        connection.cancel()  # it ends by itself, unless it was never connected


if __name__ == "__main__":
    asyncio.run(serve(quick=QUICK in sys.argv))
