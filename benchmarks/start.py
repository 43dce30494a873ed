"""Measure a start with many open tables in mid-round, against the start of a bot that only answers clicks.

Each bot runs in a separate process. Each start uses a new simulated Discord and a copy of the same file.
"""

import argparse
import asyncio
import os
import shutil
from collections.abc import Sequence
from functools import partial
from operator import methodcaller
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time

from benchmarks.kit.bots import Figures
from benchmarks.kit.changes import interleaved, sittings
from benchmarks.kit.contestants import NO_TIMERS, OURS, PATIENCE, all_open, contestant, started
from benchmarks.kit.harness import HEADINGS, in_turn, options_of, row, text_table
from benchmarks.kit.people import paced, places, sandbox_for
from cogs.discord_link.first_answers import KEPT_OPEN
from engine.bank.bank import Bank
from engine.rules.rule_sets import RULE_SETS

COUNTED = 40, 120
"""Tables in the two runs whose difference gives the memory of one table."""

CLICKS, CLICKS_A_SECOND = 7, 20
"""Clicks at each table before the memory is measured, and clicks per second."""

PLAYED = 15.0
"""Seconds of clicks at our bot's tables once all boards are shown."""

IDLE = KEPT_OPEN + 5
"""Seconds after which idle connections are closed, so that they don't count as a table's memory."""

MEASURED = {"seconds": "s", "worked": "s of work", "memory": "MB"}


async def fill(path: Path, tables: int, seats: int) -> None:
    """Create a database with a table in mid-round, of varying rules, in each channel of a simulated Discord."""
    where = [
        (place.channel.guild.id, place.channel.id, [user.id for user in place.people])
        for place in places(sandbox_for(tables, seats))
    ]
    start = time()
    played = sittings(where, 0, rule_sets=RULE_SETS.values(), start=start, under_way=True)
    async with Bank.open(path, lambda: start) as bank:
        await asyncio.gather(*(bank.open_table(o.table, o.shoe) for o in played))
        await asyncio.gather(*map(bank.commit, interleaved(played)))


async def start_once(kind: str, model: Path, options: argparse.Namespace) -> Figures:
    """Start a bot on a copy of the file `model`, and click at our bot's tables. Return the figures measured."""
    found: Figures = {}
    with TemporaryDirectory() as folder:
        database = Path(shutil.copy(model, folder))
        async with sandbox_for(options.tables, options.seats) as sandbox:
            everywhere = places(sandbox)
            # Only the first start of a bot draws and uploads pictures.
            settings = NO_TIMERS | {"DATABASE": str(database), "CARD_PICTURES": "off"}
            settings["REQUESTS_PER_SECOND"] = str(options.requests)
            async with started(kind, sandbox, settings) as process:

                async def note(milestone: str) -> None:
                    size = await process.ask("size")
                    found.update(
                        {f"{milestone}: {MEASURED[name]}": size[name] for name in MEASURED}
                    )

                await sandbox.wait_for(lambda: sandbox.bot_online, PATIENCE)
                await note(f"{options.tables:,} tables, to READY")
                await all_open(sandbox, everywhere)
                await note("all boards are shown")
                if kind == OURS:
                    clicks = await paced(everywhere, CLICKS_A_SECOND, PLAYED)
                    await note("played")
                    found["clicks made"] = clicks.made
                    found["carried out"] = len(clicks.answers) - clicks.refused
    return found


def a_table(kind: str, seats: int) -> float:
    """Return the memory in KB of a table after clicks, including its screen and channel.

    Memory that doesn't grow with the number of tables isn't included.
    """
    few, many = (asyncio.run(traced(kind, tables, seats)) for tables in COUNTED)
    return 1_000 * (many - few) / (COUNTED[1] - COUNTED[0])


async def traced(kind: str, tables: int, seats: int) -> float:
    """Return the memory in MB of all of a bot's objects after some rounds."""
    os.environ["PYTHONTRACEMALLOC"] = "1"
    try:
        with TemporaryDirectory() as folder:
            settings = NO_TIMERS | {"DATABASE": str(Path(folder, "start.db"))}
            async with contestant(kind, sandbox_for(tables, seats), settings) as bot:
                await bot.at_pace(CLICKS_A_SECOND, CLICKS * tables / CLICKS_A_SECOND)
                await asyncio.sleep(IDLE)
                return (await bot.ask("traced"))["traced"]
    finally:
        del os.environ["PYTHONTRACEMALLOC"]


def main(arguments: Sequence[str] | None = None) -> None:
    options = options_of(
        arguments,
        __doc__,
        tables=(1_000, "open tables"),
        seats=(4, "players at each, or as many as its rules let in"),
        requests=(45, "a second that the bot may send; Discord takes 50 of most"),
        repeats=(3, "starts of the bot and of the floor, in turn"),
        no_objects=(False, "without a table's memory"),
    )
    kinds = OURS, "bare"
    with TemporaryDirectory() as folder:
        model = Path(folder, "start.db")
        asyncio.run(fill(model, options.tables, options.seats))

        def start(kind: str) -> Figures:
            return asyncio.run(start_once(kind, model, options))

        samples = in_turn(options.repeats, *(partial(start, kind) for kind in kinds))
    rows = [row(name, samples, methodcaller("get", name, 0.0)) for name in samples[0][0]]
    if not options.no_objects:
        sides = (partial(a_table, kind, options.seats) for kind in kinds)
        rows.append(row(f"a table of {options.seats}, KB", in_turn(1, *sides), float))
    print(text_table([HEADINGS, *rows]))


if __name__ == "__main__":
    main()
