"""What tables cost Discord beside the answers to clicks, and what happens where Discord takes less than they need.

Tables with one person, with four, and with one and two AI players, by all rule sets in turn: the requests that Discord
counts. Then many tables of one person at a Discord that takes fewer requests a second and refuses the others (429): how
far boards are behind, and whether every click is answered in time. All limits of Discord are in force.
"""

import argparse
import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.kit.contestants import contestant
from benchmarks.kit.harness import Row, number, options_of, percentile, text_table
from benchmarks.kit.people import Clicks, paced, sandbox_for
from engine.rules.rule_sets import RULE_SETS

DISCORD_TAKES, OURS = 50, 45
"""Requests a second, and how many of them the bot makes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """Tables, people and AI players at each, and how they play: seconds between two clicks of one person."""

    tables: int = len(RULE_SETS)
    users: int = 1
    ai_players: Sequence[str] = ()
    think: float = 0.4
    takes: int = DISCORD_TAKES
    dealer: float = 1.0
    """The bot's own default: a token takes five edits in two seconds, and a quicker dealer would wear it out."""


COMPANIES = {
    "one person": Case(),
    "four": Case(users=4),
    "one and two AI players": Case(ai_players=("mirror", "careful")),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What tables have cost; `refused` are the requests that were answered 429."""

    seconds: float
    counted: int
    rounds: int
    refused: int
    clicks: Clicks


async def play(case: Case, seconds: float) -> Played:
    """A table in each channel, the rule sets in turn, for so many seconds."""
    sandbox = sandbox_for(case.tables, case.users, requests_per_second=case.takes)
    with TemporaryDirectory() as folder:
        database = Path(folder, "requests.db")
        settings = {
            "DATABASE": str(database),
            "DEALER_SECONDS": str(case.dealer),
            "REQUESTS_PER_SECOND": str(case.takes * OURS // DISCORD_TAKES),
        }
        async with contestant("hosted", sandbox, settings) as bot:
            for place in bot.places:
                for who in case.ai_players:
                    await place.people[0].command(place.channel, "company", who=who)
            before = len(sandbox.requests_to("*", "/channels/**"))
            clicks = await paced(bot.places, case.tables * case.users / case.think, seconds)
            with closing(sqlite3.connect(database)) as connection:
                (rounds,) = connection.execute(
                    "SELECT COUNT(*) FROM round WHERE state = 'settled'"
                ).fetchone()
            return Played(
                seconds=seconds,
                counted=len(sandbox.requests_to("*", "/channels/**")) - before,
                rounds=rounds,
                refused=sum(one.status == 429 for one in sandbox.requests),
                clicks=clicks,
            )


FIGURES: Mapping[str, Callable[[Played], float]] = {
    "answered 429": lambda one: one.refused,
    "requests a second": lambda one: one.counted / one.seconds,
    "rounds a second": lambda one: one.rounds / one.seconds,
    "requests a round": lambda one: one.counted / max(one.rounds, 1),
    "clicks without an answer in time": lambda one: one.clicks.made - len(one.clicks.answers),
    "answer, p99 ms": lambda one: percentile(one.clicks.answers, 0.99),
    "boards behind, median ms": lambda one: median(one.clicks.boards or [0]),
    "boards behind, p99 ms": lambda one: percentile(one.clicks.boards, 0.99),
    "boards behind, at most ms": lambda one: max(one.clicks.boards, default=0),
}


async def measure(options: argparse.Namespace) -> list[Row]:
    """A column for each company, and for the tables where Discord takes less."""
    held = Case(tables=options.tables, think=options.think, takes=options.takes, dealer=0)
    cases = COMPANIES | {f"{held.tables} tables, {held.takes} requests a second": held}
    found = [await play(case, options.seconds) for case in cases.values()]
    lines = ((name, *(number(read(one)) for one in found)) for name, read in FIGURES.items())
    return [("", *cases), *lines]


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and print."""
    options = options_of(
        arguments,
        __doc__,
        tables=(40, "tables at once where Discord takes less"),
        takes=(8, "requests a second that Discord takes there"),
        think=(1.0, "seconds between two clicks there"),
        seconds=(60.0, "how long each"),
    )
    print(text_table(asyncio.run(measure(options))))


if __name__ == "__main__":
    main()
