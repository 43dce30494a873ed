"""The bots under test, each in a separate process: `python -m benchmarks.kit.bots KIND SEATS`.

    ours      the bot as hosted, but without click rate limits; DATABASE, DISCORD_API_URL ... as for bot.py
    bare      the floor: answers each click with a view as large as a board with SEATS seats, and sends one at its start
    fair      like bare, and also sends and edits as many messages as tables need
    durable   plays by a few rules and saves each move in the file DATABASE before it answers

For each line on standard input it writes a line of JSON to standard output: `size`, `census` (counts of all objects),
`traced` (MB of all objects, if memory is traced). At the end of its input it stops as after SIGTERM.
"""

import asyncio
import gc
import json
import os
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import discord

BEGIN = time.perf_counter()
STATM = Path("/proc/self/statm")
TICKS = os.sysconf("SC_CLK_TCK")

Figures = dict[str, float]

LOOP, BANK, HINTS = "event loop", "bank", "hints"
THREADS, ASIDE = "threads aside", "processes aside"
PARTS = {"MainThread": LOOP, "asyncio": THREADS, "background": THREADS, "coach": HINTS, "": BANK}
"""A bot's parts by the prefix of their threads' names."""


def size() -> Figures:
    """Return seconds since the start, memory in MB, and CPU seconds: total, by kind of thread, of child processes.

    Figures that the system doesn't provide are 0.
    """
    pages = int(STATM.read_text().split()[1]) if STATM.exists() else 0
    found: Figures = {
        "seconds": time.perf_counter() - BEGIN,
        "memory": pages * os.sysconf("SC_PAGE_SIZE") / 1e6,
        "worked": time.process_time(),
        ASIDE: worked_by(os.getpid(), itself=False),
    }
    for thread in threading.enumerate():
        part = next(part for name, part in PARTS.items() if thread.name.startswith(name))
        with suppress(OSError):
            schedule = Path(f"/proc/self/task/{thread.native_id}/schedstat").read_text()
            found[part] = found.get(part, 0.0) + int(schedule.split()[0]) / 1e9
    return found


def worked_by(pid: int, *, itself: bool) -> float:
    """Return the CPU seconds of a process's living children and, with `itself`, its own; 0 if unavailable."""
    found = 0.0
    for other in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            fields = Path("/proc", other, "stat").read_text().rpartition(")")[2].split()
            if fields[1] == str(pid) or (itself and other == str(pid)):
                found += (int(fields[11]) + int(fields[12])) / TICKS
    return found


async def answer_questions(census: Callable[[], Figures] = dict) -> None:
    """Answer each line of the standard input with a line of JSON, until it ends."""
    questions = {"size": size, "traced": traced, "census": census}
    while line := await asyncio.to_thread(sys.stdin.readline):
        print(json.dumps(questions[line.strip()]()), flush=True)


def traced() -> Figures:
    """Return the memory of all Python objects in MB."""
    gc.collect()
    return {"traced": tracemalloc.get_traced_memory()[0] / 1e6}


async def ours() -> None:
    """Run the blackjack bot as hosted, but without click rate limits."""
    import secrets
    from functools import partial

    import discord
    from discord import ui

    import bot
    from cogs.host.settings import read_settings
    from cogs.interactions import admission
    from cogs.messages.board.screen import Screen
    from cogs.pages.parts import Layout
    from engine.clock import RealClock
    from engine.live.table import Table
    from engine.round.shoe import SEED_BYTES

    kinds = (Table, Screen, Layout, ui.View, ui.Modal, discord.Interaction)
    of_clicks = ("table ", "screen ", "boards ", "acknowledge", "discord.py: on_interaction")
    admission.MOST_CLICKS = sys.maxsize

    def census() -> Figures:
        gc.collect()
        objects = gc.get_objects()
        found = {kind.__name__: float(sum(type(o) is kind for o in objects)) for kind in kinds}
        tasks = sum(task.get_name().startswith(of_clicks) for task in asyncio.all_tasks())
        return {**found, "open tables": len(running.house), "tasks": tasks}

    random_bytes = partial(secrets.token_bytes, SEED_BYTES)
    settings = read_settings(os.environ)
    async with bot.running_bot(settings, clock=RealClock(), random_bytes=random_bytes) as running:
        connection = asyncio.create_task(running.start("benchmark"))
        await answer_questions(census)
        await running.close()
        connection.cancel()  # needed only if it never connected


SEAT = """**1.** <@79228162514264337> · bets $10 · ▸ 🂠 K♠ 7♦ **17**
-# K♠ 7♦ · 17 · stands at 17 or hits"""
HEADER = """## Blackjack
-# Round {} · dealer Quinn · dealer stands on soft 17 · blackjack pays 3:2
-# shuffled · 301 of 312 cards left in the shoe · cut card after 233 cards"""
VERBS = "hit", "stand", "double", "split"
SENT, EDITED = 0.43, 0.06
"""Messages per click that tables send and edit in addition to the answers."""


async def bare(seats: int, *, fair: bool) -> None:
    """Run a bot without rules and database that only answers clicks; if `fair`, it also sends and edits messages."""
    import discord
    from discord import ui

    def board() -> ui.LayoutView:
        number = next(boards)
        numbers = ",".join(map(str, range(1, seats + 1)))
        press = "bj2:table:{}:" + f"{number + 1},{number + 1}:{numbers}:{numbers}"
        parts: list[ui.Item[ui.LayoutView]] = [
            ui.TextDisplay(HEADER.format(number)),
            ui.Separator(),
            ui.TextDisplay("**Dealer Quinn** · K♠ 🂠"),
            *(ui.TextDisplay(SEAT) for _ in range(seats)),
            ui.Separator(),
            ui.TextDisplay("<@79228162514264337> to decide <t:1700000000:R>"),
            ui.ActionRow(*(ui.Button(label=v.title(), custom_id=press.format(v)) for v in VERBS)),
        ]
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.Container(*parts, accent_colour=discord.Colour.green()))
        view.stop()
        return view

    boards, clicked = count(), count(1)

    class Bare(discord.Client):
        async def on_guild_available(self, guild: discord.Guild) -> None:
            for channel in guild.text_channels:
                await channel.send(view=board())

        async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
            number, message = next(clicked), interaction.message
            await interaction.response.edit_message(view=board())
            if fair and message is not None:
                for share, send in (EDITED, message.edit), (SENT, message.channel.send):
                    if int(number * share) != int((number - 1) * share):
                        await send(view=board())

    await connected(Bare(intents=discord.Intents(guilds=True)))


async def durable(seats: int) -> None:
    """Run the simple bot that saves each move before it answers."""
    from benchmarks.kit.durable import Durable

    await connected(Durable(seats, Path(os.environ["DATABASE"])))


async def connected(bot: "discord.Client") -> None:
    """Connect a simple bot to the simulated Discord until standard input ends."""
    import discord
    import yarl
    from discord.gateway import DiscordWebSocket
    from discord.http import Route

    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    Route.BASE = os.environ["DISCORD_API_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(Route.BASE).with_path("/gateway")
    async with bot as client:
        connection = asyncio.create_task(client.start("benchmark"))
        await answer_questions()
        await client.close()
        await connection


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["bare" | "fair" as kind, seats]:
            asyncio.run(bare(int(seats), fair=kind == "fair"))
        case ["durable", seats]:
            asyncio.run(durable(int(seats)))
        case ["ours", _]:
            asyncio.run(ours())
