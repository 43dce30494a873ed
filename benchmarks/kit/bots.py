"""The bots that are measured, each in a process of its own.

    python -m benchmarks.kit.bots hosted     # ours, as it is hosted; DATABASE, DISCORD_API_URL ... as for bot.py
    python -m benchmarks.kit.bots quick      # and people may click as fast as machines
    python -m benchmarks.kit.bots bare 4     # the floor: builds a view as large as a board of 4 seats for each click
    python -m benchmarks.kit.bots fair 4     # and sends and edits as many messages as tables need

For each line of its standard input it writes figures to its standard output, as a line of JSON: `size`, `work` (of each
part), `census` (all objects are counted), `shown` (once every board is drawn), `traced` (the MB of all objects, where
memory is traced). It stops, as after SIGTERM, when its standard input ends.
"""

import asyncio
import gc
import json
import os
import sys
import threading
import time
import tracemalloc
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

BEGIN = time.perf_counter()
ROOT = Path(__file__).resolve().parents[2]
STATM = Path("/proc/self/statm")
TICKS = os.sysconf("SC_CLK_TCK")
PATIENCE = 600.0
"""Seconds for a bot to answer, and to stop."""

Figures = dict[str, float]

# The process that measures


class Process:
    """A bot in another process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def ask(self, question: str) -> Figures:
        """The answer to one line."""
        if self._process.stdin is None or self._process.stdout is None:
            raise RuntimeError("the bot has no pipes")
        self._process.stdin.write(f"{question}\n".encode())
        async with asyncio.timeout(PATIENCE):
            answer: Figures = json.loads(await self._process.stdout.readline())
        return answer


@asynccontextmanager
async def started(
    *kind: str, api_url: str, settings: Mapping[str, str] | None = None
) -> AsyncIterator[Process]:
    """A bot of this kind; it has stopped at the end of the block."""
    from cogs.startup.settings import SETTINGS

    names = {setting.name for setting in SETTINGS}
    environment = {name: value for name, value in os.environ.items() if name not in names}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.kit.bots", *kind),
        cwd=ROOT,
        env=environment | {"DISCORD_API_URL": api_url, **(settings or {})},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        yield Process(process)
    finally:
        if process.stdin is not None:
            process.stdin.close()
        try:
            async with asyncio.timeout(PATIENCE):
                await process.wait()
        except TimeoutError:
            process.kill()
            raise


# The process that is measured


def size() -> Figures:
    """Seconds since the start, seconds of work, resident memory in MB (0 where the system does not tell)."""
    pages = int(STATM.read_text().split()[1]) if STATM.exists() else 0
    return {
        "seconds": time.perf_counter() - BEGIN,
        "worked": time.process_time(),
        "memory": pages * os.sysconf("SC_PAGE_SIZE") / 1e6,
    }


PARTS = {"MainThread": "event loop", "asyncio": "threads aside", "coach": "hints"}
"""Of threads, by how their names begin; another one is the bank's."""


def work() -> Figures:
    """Seconds of work of each part of a bot that is alive: its kinds of threads, and the processes beside its own."""
    found: Figures = {"processes aside": worked_by(os.getpid(), itself=False)}
    for thread in threading.enumerate():
        part = next((part for name, part in PARTS.items() if thread.name.startswith(name)), "bank")
        with suppress(OSError):
            schedule = Path(f"/proc/self/task/{thread.native_id}/schedstat").read_text()
            found[part] = found.get(part, 0.0) + int(schedule.split()[0]) / 1e9
    return found


def worked_by(pid: int, *, itself: bool) -> float:
    """Seconds of work of a process's children that live, and of `itself`; 0 where the system does not tell."""
    found = 0.0
    for other in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            fields = Path("/proc", other, "stat").read_text().rpartition(")")[2].split()
            if fields[1] == str(pid) or (itself and other == str(pid)):
                found += (int(fields[11]) + int(fields[12])) / TICKS
    return found


async def answer_questions(
    questions: Mapping[str, Callable[[], Awaitable[Figures]]],
    counted: Callable[[], Figures] = dict,
) -> None:
    """Answer each line of the standard input with a line of JSON, until it ends; `counted` is told with the size."""
    while line := await asyncio.to_thread(sys.stdin.readline):
        question = line.strip()
        match question:
            case "size":
                found = size() | counted()
            case "work":
                found = work()
            case "traced":
                gc.collect()
                found = {"traced": tracemalloc.get_traced_memory()[0] / 1e6}
            case _:
                found = await questions[question]()
        print(json.dumps(found), flush=True)


def named(milestone: str) -> Figures:
    """The size at a milestone."""
    return {f"{milestone} {name}": value for name, value in size().items()}


async def hosted(*, quick: bool) -> None:
    """Our bot."""
    import secrets
    from functools import partial

    import discord
    from discord import ui

    import bot
    from cogs.board.messages.screen import Screen
    from cogs.board.parts import Layout
    from cogs.startup.settings import read_settings
    from engine.clock import RealClock
    from engine.live.table import Table
    from engine.round.shoe import SEED_BYTES

    async def lets_in(interaction: discord.Interaction[discord.Client]) -> bool:
        """Users click as fast as a machine; stale interactions are still refused."""
        return running.rate_limit.why_stale(interaction) is None

    kinds = (Table, Screen, Layout, ui.View, ui.Modal, discord.Interaction)
    work = ("table ", "screen ", "boards ", "acknowledge", "discord.py: on_interaction")
    milestones, ready = Figures(), asyncio.Event()

    def is_at_work() -> bool:
        names = "screen ", "boards ", "company "
        return any(task.get_name().startswith(names) for task in asyncio.all_tasks())

    async def on_online() -> None:
        milestones.update(named("ready"))
        ready.set()

    async def shown() -> Figures:
        await ready.wait()
        looked = time.thread_time()
        while is_at_work():  # no event says that nothing is left to do
            # To look at many tables takes a while, which is not to be measured.
            await asyncio.sleep(0.02 + 50 * (time.thread_time() - looked))
            looked = time.thread_time()
        return milestones | named("shown")

    async def census() -> Figures:
        gc.collect()
        objects = gc.get_objects()
        found = {kind.__name__: float(sum(type(o) is kind for o in objects)) for kind in kinds}
        tasks = sum(task.get_name().startswith(work) for task in asyncio.all_tasks())
        return {**found, "open tables": len(running.house), "tasks": tasks}

    luck = partial(secrets.token_bytes, SEED_BYTES)
    settings = read_settings(os.environ)
    async with bot.running_bot(settings, clock=RealClock(), luck=luck) as running:
        if quick:
            running.rate_limit.lets_in = lets_in  # type: ignore[method-assign]
        running.add_listener(on_online)
        connection = asyncio.create_task(running.start("benchmark"))
        budget = running.budget
        await answer_questions({"shown": shown, "census": census}, lambda: {"counted": budget.sent})
        await running.close()
        connection.cancel()  # it ends by itself, unless it was never connected


SEAT = """**1.** <@79228162514264337> · bets $10 · ▸ 🂠 K♠ 7♦ **17**
-# K♠ 7♦ · 17 · stands at 17 or hits"""
HEADER = """## Blackjack
-# Round {} · dealer Quinn · dealer stands on soft 17 · blackjack pays 3:2
-# shuffled · 301 of 312 cards left in the shoe · cut card after 233 cards"""
VERBS = "hit", "stand", "double", "split"
SENT, EDITED = 0.43, 0.06
"""Messages that tables send and edit beside the answers, a click."""


async def bare(seats: int, *, fair: bool) -> None:
    """The floor: it saves nothing and knows no rules."""
    import discord
    import yarl
    from discord import ui
    from discord.gateway import DiscordWebSocket
    from discord.http import Route

    def board() -> ui.LayoutView:
        """As many texts and buttons as a table has while its players decide; each time with other ids."""
        number = next(boards)
        numbers = ",".join(map(str, range(1, seats + 1)))
        press = f"bj1:{number + 1}:{number + 1}:{numbers}:{numbers}"
        parts: list[ui.Item[ui.LayoutView]] = [
            ui.TextDisplay(HEADER.format(number)),
            ui.Separator(),
            ui.TextDisplay("**Dealer Quinn** · K♠ 🂠"),
            *(ui.TextDisplay(SEAT) for _ in range(seats)),
            ui.Separator(),
            ui.TextDisplay("<@79228162514264337> to decide <t:1700000000:R>"),
            ui.ActionRow(*(ui.Button(label=v.title(), custom_id=f"{press}:{v}") for v in VERBS)),
        ]
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.Container(*parts, accent_colour=discord.Colour.green()))
        view.stop()
        return view

    boards, clicked = count(), count(1)

    class Bare(discord.Client):
        async def on_connect(self) -> None:
            milestones.update(named("ready"))
            ready.set()

        async def on_guild_available(self, guild: discord.Guild) -> None:
            for channel in guild.text_channels if seats else ():
                await channel.send(view=board())

        async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
            number = next(clicked)
            await interaction.response.edit_message(view=board())
            message = interaction.message
            if fair and message is not None and _is_due(number, EDITED):
                await message.edit(view=board())
            if fair and message is not None and _is_due(number, SENT):
                await message.channel.send(view=board())

    async def shown() -> Figures:
        await ready.wait()
        return milestones | named("shown")

    milestones, ready = Figures(), asyncio.Event()
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    Route.BASE = os.environ["DISCORD_API_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(Route.BASE).with_path("/gateway")
    async with Bare(intents=discord.Intents(guilds=True)) as client:
        connection = asyncio.create_task(client.start("benchmark"))
        await answer_questions({"shown": shown})
        await client.close()
        await connection


def _is_due(number: int, share: float) -> bool:
    """Whether it is this one's turn, if so large a share of all is to have one."""
    return int(number * share) != int((number - 1) * share)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["bare" | "fair" as kind, seats]:
            asyncio.run(bare(int(seats), fair=kind == "fair"))
        case [kind]:
            asyncio.run(hosted(quick=kind == "quick"))
