"""A start with many open tables, each in the middle of a round, beside the start of a bare bot on the same server.

The bot runs in a process of its own, on a stand-in for Discord that costs little. Each start begins with the same file.
"""

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.bot import Contestant, Size, bare, hosted
from benchmarks.clicks.stand_in import StandIn
from benchmarks.files.filled import move_to, open_tables
from benchmarks.measuring import HEADINGS, add_counts, compared, text_table
from cogs.startup.settings import SETTINGS
from sandbox import Sandbox

ROOT = Path(__file__).resolve().parent.parent

PATIENCE = 600.0
"""Seconds for everything to be shown."""

COUNTED = 40, 120
"""Tables of the two runs that are compared to find what one takes in memory."""

CLICKS, CLICKS_A_SECOND = 7, 80
"""Clicks at each table before that, and how many there are a second."""

IDLE = 17.0
"""Seconds after which aiohttp has closed the connections that nobody uses: they belong to no table."""

Hosting = Callable[[Size], AbstractAsyncContextManager[Contestant]]

BUILT_OF = "bot, cogs.startup.client, engine.bank, engine.live.house, engine.records"
"""All that a bot is built of."""

Milestones = dict[str, dict[str, float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """So many tables with so many users each; `repeats` starts of both bots."""

    tables: int
    seats: int
    repeats: int
    seed: int


# Imports


def imported(modules: str) -> tuple[float, float]:
    """Milliseconds of work that a new process needs to import these modules, and its MB then."""
    program = f"import {modules}\nfrom benchmarks.bots.started import tell\ntell('imported')"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={
            name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
        },
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(done.stdout)
    return 1_000 * told["work"], told["memory"]


def of_imports(repeats: int) -> Iterator[tuple[str, ...]]:
    """What importing costs, beside discord.py alone."""
    for label, modules in (("import of bot", "bot"), ("import of all a bot is built of", BUILT_OF)):
        imported(modules)  # the first time writes what Python compiles
        samples = compared(repeats, partial(imported, modules), partial(imported, "discord"))
        yield samples.row(f"{label}, ms of work", lambda one: one[0], rate=False)
        yield samples.row(f"{label}, MB", lambda one: one[1], rate=False)


# Starts


async def started(kind: str, stand_in: StandIn, database: Path) -> Milestones:
    """The milestones of a start of this kind."""
    names = {setting.name for setting in SETTINGS}
    settings = {
        "DISCORD_API_URL": stand_in.api_url,
        "DATABASE": str(database),
        # As at every start but the first, when they are drawn and uploaded.
        "CARD_PICTURES": "off",
    }
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.bots.started", kind),
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name not in names} | settings,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            return await _milestones(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def _milestones(process: asyncio.subprocess.Process) -> Milestones:
    found: Milestones = {}
    if process.stdout is None:
        raise RuntimeError("the bot has no pipe")
    while "shown" not in found:
        line = await process.stdout.readline()
        if not line:
            raise RuntimeError("the bot has ended")
        told = json.loads(line)
        found[told.pop("milestone")] = told
    return found


def standing_in(tables: int) -> StandIn:
    """A Discord with so many channels."""
    channels = [f"table-{number}" for number in range(tables)]
    return StandIn(Sandbox(users=1, channels=channels))


async def start_once(kind: str, tables: int, database: Path) -> Milestones:
    """A start on a file with so many tables."""
    async with standing_in(tables) as stand_in:
        move_to(database, stand_in.world.home.id, list(stand_in.boards))
        return await started(kind, stand_in, database)


def start_on_copy(kind: str, tables: int, model: Path) -> Milestones:
    """A start on a copy of this file, which stays as it is."""
    with TemporaryDirectory() as folder:
        copy = Path(shutil.copy(model, folder))
        return asyncio.run(start_once(kind, tables, copy))


def of_starts(plan: Plan) -> Iterator[tuple[str, ...]]:
    """What starts cost."""
    with TemporaryDirectory() as folder:
        model = Path(folder, "start.db")
        tables = open_tables(model, plan.tables, seats=plan.seats, seed=plan.seed)
        samples = compared(
            plan.repeats,
            partial(start_on_copy, "real", tables, model),
            partial(start_on_copy, "bare", tables, model),
        )
    for label, milestone, figure in (
        (f"{tables:,} tables to READY, s", "ready", "seconds"),
        ("to READY, s of work", "ready", "work"),
        ("at READY, MB", "ready", "memory"),
        ("until all boards are shown, s", "shown", "seconds"),
        ("until then, s of work", "shown", "work"),
        ("then, MB", "shown", "memory"),
    ):
        yield samples.row(label, partial(_figure, milestone, figure), rate=False)


def _figure(milestone: str, figure: str, of: Milestones) -> float:
    return of[milestone][figure]


# Memory


def of_objects(plan: Plan) -> Iterator[tuple[str, ...]]:
    """What a table takes in memory whose players have clicked, its screen and its channel with it."""
    label = f"a table of {plan.seats}, KB"
    yield compared(1, partial(_a_table, hosted, plan), partial(_a_table, bare, plan)).row(
        label, float, rate=False
    )


def _a_table(contestant: Hosting, plan: Plan) -> float:
    """What there is once does not count: only what there is more of with more tables."""
    few, many = (asyncio.run(_traced(contestant, tables, plan.seats)) for tables in COUNTED)
    return 1_000 * (many - few) / (COUNTED[1] - COUNTED[0])


async def _traced(contestant: Hosting, tables: int, seats: int) -> float:
    """The MB of all objects of a bot after some rounds."""
    os.environ["PYTHONTRACEMALLOC"] = "1"
    try:
        async with contestant(Size(tables=tables, users=seats, rate=1)) as bot:
            await bot.at_pace(CLICKS_A_SECOND, CLICKS * tables / CLICKS_A_SECOND)
            await asyncio.sleep(IDLE)
            return (await bot.process.size())["traced"]
    finally:
        del os.environ["PYTHONTRACEMALLOC"]


def parse_arguments(arguments: Sequence[str]) -> Plan:
    """The command line's options."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.start", description=__doc__)
    add_counts(
        parser,
        ("tables", 50_000, 1_000, "open tables, at least"),
        ("seats", 4, 4, "players at each, or as many as its rules let in"),
        ("repeats", 100, 3, "starts of the bot and of the floor, in turn"),
        ("seed", 1_000_000, 1, "decides the cards"),
    )
    return Plan(**vars(parser.parse_args(arguments)))


def main(arguments: Sequence[str]) -> int:
    """Measure and print; the exit status is 0."""
    plan = parse_arguments(arguments)
    print(text_table([HEADINGS, *of_imports(plan.repeats), *of_starts(plan), *of_objects(plan)]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
