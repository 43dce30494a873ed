"""A start with many open tables, each in the middle of a round, beside the start of a bare bot on the same sandbox.

The bot runs in a process of its own. Each start begins with the same file.
"""

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.clicks import OURS, contestant
from benchmarks.kit.bots import ROOT, Figures, started
from benchmarks.kit.filled import move_to, open_tables
from benchmarks.kit.harness import HEADINGS, Row, command, in_turn, row, text_table
from benchmarks.kit.people import sandbox_for

COUNTED = 40, 120
"""Tables of the two runs that are compared to find what one takes in memory."""

CLICKS, CLICKS_A_SECOND = 7, 40
"""Clicks at each table before that, and how many there are a second."""

IDLE = 17.0
"""Seconds after which aiohttp has closed the connections that nobody uses: they belong to no table."""

BUILT_OF = "bot, cogs.startup.client, engine.bank.bank, engine.live.open_tables, engine.records.achievements"
"""All that a bot is built of."""


def imported(modules: str) -> Figures:
    """What a new process needs to import these modules."""
    program = f"import {modules}, json, benchmarks.kit.bots as b\nprint(json.dumps(b.size()))"
    written = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=written, capture_output=True, check=True
    )
    found: Figures = json.loads(done.stdout)
    return found


def of_imports(repeats: int) -> Iterator[Row]:
    """What importing costs, beside discord.py alone."""
    for label, modules in (("import of bot", "bot"), ("import of all a bot is built of", BUILT_OF)):
        imported(modules)  # the first time writes what Python compiles
        samples = in_turn(repeats, partial(imported, modules), partial(imported, "discord"))
        yield row(f"{label}, ms of work", samples, lambda one: 1_000 * one["worked"])
        yield row(f"{label}, MB", samples, lambda one: one["memory"])


def start_once(kind: Sequence[str], tables: int, model: Path) -> Figures:
    """The milestones of a start on a copy of this file, which stays as it is."""
    return asyncio.run(_start(kind, tables, model))


async def _start(kind: Sequence[str], tables: int, model: Path) -> Figures:
    with TemporaryDirectory() as folder:
        database = Path(shutil.copy(model, folder))
        async with sandbox_for(tables, 1) as sandbox:
            move_to(database, sandbox.world.home.id, list(sandbox.world.channels))
            # As at every start but the first, when pictures are drawn and uploaded.
            settings = {"DATABASE": str(database), "CARD_PICTURES": "off"}
            async with started(*kind, api_url=sandbox.api_url, settings=settings) as process:
                return await process.ask("shown")


def of_starts(options: argparse.Namespace) -> Iterator[Row]:
    """What starts cost."""
    with TemporaryDirectory() as folder:
        model = Path(folder, "start.db")
        tables = open_tables(model, options.tables, seats=options.seats, seed=options.seed)
        kinds = ("hosted",), ("bare", "0")
        samples = in_turn(
            options.repeats,
            *(partial(start_once, kind, tables, model) for kind in kinds),
        )
    for label, name in (
        (f"{tables:,} tables to READY, s", "ready seconds"),
        ("to READY, s of work", "ready worked"),
        ("at READY, MB", "ready memory"),
        ("until all boards are shown, s", "shown seconds"),
        ("until then, s of work", "shown worked"),
        ("then, MB", "shown memory"),
    ):
        yield row(label, samples, itemgetter(name))


def of_objects(seats: int) -> Iterator[Row]:
    """What a table takes in memory whose players have clicked, its screen and its channel with it."""
    samples = in_turn(1, *(partial(a_table, kind, seats) for kind in (OURS, "bare")))
    yield row(f"a table of {seats}, KB", samples, float)


def a_table(kind: str, seats: int) -> float:
    """What there is once does not count: only what there is more of with more tables."""
    few, many = (asyncio.run(_traced(kind, tables, seats)) for tables in COUNTED)
    return 1_000 * (many - few) / (COUNTED[1] - COUNTED[0])


async def _traced(kind: str, tables: int, seats: int) -> float:
    """The MB of all objects of a bot after some rounds."""
    os.environ["PYTHONTRACEMALLOC"] = "1"
    try:
        with TemporaryDirectory() as folder:
            async with contestant(kind, tables, seats, Path(folder, "start.db")) as bot:
                await bot.at_pace(CLICKS_A_SECOND, CLICKS * tables / CLICKS_A_SECOND)
                await asyncio.sleep(IDLE)
                return (await bot.processes[0].ask("traced"))["traced"]
    finally:
        del os.environ["PYTHONTRACEMALLOC"]


def main(arguments: Sequence[str]) -> int:
    """Measure and print; the exit status is 0."""
    parser = command(
        "start",
        __doc__,
        tables=(50_000, 1_000, "open tables, at least"),
        seats=(4, 4, "players at each, or as many as its rules let in"),
        repeats=(100, 3, "starts of the bot and of the floor, in turn"),
        seed=(1_000_000, 1, "decides the cards"),
    )
    parser.add_argument("--no-objects", action="store_true", help="without a table's memory")
    options = parser.parse_args(arguments)
    rows = [*of_imports(options.repeats), *of_starts(options)]
    objects = () if options.no_objects else of_objects(options.seats)
    print(text_table([HEADINGS, *rows, *objects]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
