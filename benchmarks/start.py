"""A start with many open tables, each in the middle of a round, beside the start of a bare bot on the same sandbox.

The bot runs in a process of its own. Each start begins with the same file.
"""

import argparse
import asyncio
import os
import shutil
from collections.abc import Iterator, Sequence
from functools import partial
from operator import itemgetter
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.kit.bots import Figures
from benchmarks.kit.contestants import NO_PAUSES, PATIENCE, all_open, contestant, started
from benchmarks.kit.filled import move_to, open_tables
from benchmarks.kit.harness import HEADINGS, Row, in_turn, options_of, row, text_table
from benchmarks.kit.people import paced, places, sandbox_for
from cogs.gateway.wire import KEPT_OPEN

COUNTED = 40, 120
"""Tables of the two runs that are compared to find what one takes in memory."""

CLICKS, CLICKS_A_SECOND = 7, 20
"""Clicks at each table before that, and how many there are a second."""

STILL = NO_PAUSES | dict.fromkeys(("BET_SECONDS", "TURN_SECONDS", "NUDGE_SECONDS"), "3600")
"""What is under way belongs to no table: after the clicks nothing more happens."""

PLAYED = 15.0
"""Seconds for which people click at our bot's tables once all boards are shown."""

IDLE = KEPT_OPEN + 5
"""Seconds after which the connections are closed that nobody uses: they belong to no table."""

COMPARED = {
    "to READY, s": "ready seconds",
    "to READY, s of work": "ready worked",
    "at READY, MB": "ready memory",
    "until all boards are shown, s": "shown seconds",
    "until then, s of work": "shown worked",
    "then, MB": "shown memory",
}
OF_OURS = {
    "clicks made after that": "made",
    "of these carried out": "answered",
    "then, MB": "played memory",
}


async def start_once(kind: str, model: Path, tables: int, options: argparse.Namespace) -> Figures:
    """The milestones of a start on a copy of this file, which stays as it is; our bot is also played at."""
    found: Figures = {}
    with TemporaryDirectory() as folder:
        database = Path(shutil.copy(model, folder))
        async with sandbox_for(tables, options.seats) as sandbox:
            everywhere, world = places(sandbox), sandbox.world
            users = [[one.id for one in place.people] for place in everywhere]
            move_to(database, world.home.id, list(world.channels), users)
            # As at every start but the first, when pictures are drawn and uploaded.
            settings = STILL | {"DATABASE": str(database), "CARD_PICTURES": "off"}
            settings["REQUESTS_PER_SECOND"] = str(options.requests)

            async def note(milestone: str) -> None:
                for name, value in (await process.ask("size")).items():
                    found[f"{milestone} {name}"] = value

            async with started(kind, sandbox, settings) as process:
                await sandbox.wait_for(lambda: sandbox.bot_online, PATIENCE)
                await note("ready")
                await all_open(sandbox, everywhere)
                await note("shown")
                if kind == "hosted":
                    clicks = await paced(everywhere, CLICKS_A_SECOND, PLAYED)
                    await note("played")
                    found["made"] = clicks.made
                    found["answered"] = len(clicks.answers) - clicks.refused
    return found


def of_starts(options: argparse.Namespace) -> Iterator[Row]:
    """What starts cost."""
    with TemporaryDirectory() as folder:
        model = Path(folder, "start.db")
        tables = open_tables(model, options.tables, seats=options.seats)
        sides = (
            lambda kind=kind: asyncio.run(start_once(kind, model, tables, options))
            for kind in ("hosted", "bare")
        )
        samples = in_turn(options.repeats, *sides)
    yield "open tables", f"{tables:,}", "0", "", ""
    for label, name in COMPARED.items():
        yield row(label, samples, itemgetter(name))
    for label, name in OF_OURS.items():
        yield label, f"{median(one[name] for one in samples[0]):.0f}", "", "", ""


def a_table(kind: str, seats: int) -> float:
    """KB of a table whose players have clicked, its screen and its channel with it.

    What there is once does not count: only what there is more of with more tables.
    """
    few, many = (asyncio.run(traced(kind, tables, seats)) for tables in COUNTED)
    return 1_000 * (many - few) / (COUNTED[1] - COUNTED[0])


async def traced(kind: str, tables: int, seats: int) -> float:
    """The MB of all objects of a bot after some rounds."""
    os.environ["PYTHONTRACEMALLOC"] = "1"
    try:
        with TemporaryDirectory() as folder:
            settings = STILL | {"DATABASE": str(Path(folder, "start.db"))}
            async with contestant(kind, sandbox_for(tables, seats), settings) as bot:
                await bot.at_pace(CLICKS_A_SECOND, CLICKS * tables / CLICKS_A_SECOND)
                await asyncio.sleep(IDLE)
                return (await bot.ask("traced"))["traced"]
    finally:
        del os.environ["PYTHONTRACEMALLOC"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    options = options_of(
        arguments,
        __doc__,
        tables=(1_000, "open tables, at least"),
        seats=(4, "players at each, or as many as its rules let in"),
        requests=(45, "a second that the bot may send; Discord takes 50 of most"),
        repeats=(3, "starts of the bot and of the floor, in turn"),
        no_objects=(False, "without a table's memory"),
    )
    rows = [*of_starts(options)]
    if not options.no_objects:
        sides = (partial(a_table, kind, options.seats) for kind in ("quick", "bare"))
        rows.append(row(f"a table of {options.seats}, KB", in_turn(1, *sides), float))
    print(text_table([HEADINGS, *rows]))


if __name__ == "__main__":
    main()
