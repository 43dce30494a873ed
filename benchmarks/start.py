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
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.clicks import NO_PAUSES, OURS, contestant
from benchmarks.kit.bots import ROOT, Figures, started
from benchmarks.kit.filled import move_to, open_tables
from benchmarks.kit.harness import HEADINGS, Row, command, in_turn, row, text_table
from benchmarks.kit.people import paced, places, sandbox_for
from cogs.gateway.wire import KEPT_OPEN

COUNTED = 40, 120
"""Tables of the two runs that are compared to find what one takes in memory."""

CLICKS, CLICKS_A_SECOND = 7, 20
"""Clicks at each table before that, and how many there are a second."""

STILL = NO_PAUSES | dict.fromkeys(("BET_SECONDS", "TURN_SECONDS", "NUDGE_SECONDS"), "3600")
"""What is under way belongs to no table: after the clicks nothing more happens."""

HOSTED = ("hosted",)
PLAYED = 15.0
"""Seconds for which people click at our bot's tables once all boards are shown."""

IDLE = KEPT_OPEN + 5
"""Seconds after which the connections are closed that nobody uses: they belong to no table."""

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


def start_once(kind: Sequence[str], tables: int, seats: int, requests: int, model: Path) -> Figures:
    """The milestones of a start on a copy of this file, which stays as it is; our bot is also played at."""
    return asyncio.run(_start(kind, tables, seats, requests, model))


async def _start(
    kind: Sequence[str], tables: int, seats: int, requests: int, model: Path
) -> Figures:
    with TemporaryDirectory() as folder:
        database = Path(shutil.copy(model, folder))
        async with sandbox_for(tables, seats) as sandbox:
            everywhere, world = places(sandbox), sandbox.world
            users = [[one.id for one in place.people] for place in everywhere]
            move_to(database, world.home.id, list(world.channels), users)
            # As at every start but the first, when pictures are drawn and uploaded.
            settings = STILL | {"DATABASE": str(database), "CARD_PICTURES": "off"}
            settings["REQUESTS_PER_SECOND"] = str(requests)
            async with started(*kind, api_url=sandbox.api_url, settings=settings) as process:
                found = await process.ask("shown")
                if kind == HOSTED:
                    clicks = await paced(everywhere, CLICKS_A_SECOND, PLAYED)
                    after = await process.ask("size")
                    found["answered"] = len(clicks.answers) - clicks.refused
                    found["made"], found["played memory"] = clicks.made, after["memory"]
                return found


def of_starts(options: argparse.Namespace) -> Iterator[Row]:
    """What starts cost."""
    with TemporaryDirectory() as folder:
        model = Path(folder, "start.db")
        tables = open_tables(model, options.tables, seats=options.seats, seed=options.seed)
        kinds = HOSTED, ("bare", "0")
        samples = in_turn(
            options.repeats,
            *(
                partial(start_once, kind, tables, options.seats, options.requests, model)
                for kind in kinds
            ),
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
    of_ours, _ = samples
    for label, name in (
        (f"clicks made in {PLAYED:g} s after that", "made"),
        ("of these carried out", "answered"),
        ("then, MB", "played memory"),
    ):
        yield label, f"{median(one[name] for one in of_ours):.0f}", "", "", ""


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
            async with contestant(kind, tables, seats, Path(folder, "start.db"), STILL) as bot:
                await bot.at_pace(CLICKS_A_SECOND, CLICKS * tables / CLICKS_A_SECOND)
                await asyncio.sleep(IDLE)
                await bot.processes[0].ask("shown")
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
        requests=(10_000, 45, "a second that the bot may send; Discord takes 50 of most"),
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
