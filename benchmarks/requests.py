"""What tables cost Discord beside the answers to clicks, and what happens where Discord takes less than they need.

First tables of every rule set, with one person, with four, and with one and two AI players: the requests that Discord
counts, a round. Then many tables of one person at a Discord that takes fewer requests a second and refuses the others
(429): how far boards are behind, and whether every click is answered in time. All limits of Discord are in force.
"""

import asyncio
import sqlite3
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.kit.bots import started
from benchmarks.kit.harness import Row, command, number, percentile, text_table
from benchmarks.kit.people import Clicks, open_tables, paced, places, sandbox_for
from engine.rules.rule_sets import RULE_SETS

COMPANY = ("mirror", "careful")
COMPANIES = {"one person": (1, 0), "four": (4, 0), "one and two AI players": (1, 2)}
"""How many people and AI players sit at a table."""

DISCORD_TAKES, OURS = 50, 45
"""Requests a second, and how many of them the bot makes."""

DEALER_SECONDS = 1.0
"""The bot's own default: a token takes five edits in two seconds, and a quicker dealer would wear it out."""

THINK = 0.4
"""Seconds between two clicks of one person, where a round's requests are counted."""

ROUNDS = """
    SELECT channel_id, COUNT(*) FROM round JOIN game_table ON game_table.id = table_id
    WHERE state = 'settled' GROUP BY channel_id
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What tables have cost, by the rule set; `refused` are the requests that were answered 429."""

    counted: Counter[str]
    rounds: Counter[str]
    refused: int
    clicks: Clicks


async def play(
    tables: int, users: int, ai_players: int, *, seconds: int, think: float, takes: int
) -> Played:
    """A table in each channel, the rule sets in turn, for so many seconds; the dealer pauses at Discord's own pace."""
    sandbox = sandbox_for(tables, users, requests_per_second=takes)
    dealer = DEALER_SECONDS if takes == DISCORD_TAKES else 0
    with TemporaryDirectory() as folder:
        database = Path(folder, "requests.db")
        settings = {
            "DATABASE": str(database),
            "DEALER_SECONDS": str(dealer),
            "REQUESTS_PER_SECOND": str(takes * OURS // DISCORD_TAKES),
        }
        async with sandbox, started("hosted", api_url=sandbox.api_url, settings=settings):
            await sandbox.wait_for(lambda: sandbox.bot_online and sandbox.world.commands)
            everywhere = places(sandbox)
            keys = dict(zip((place.channel.id for place in everywhere), cycle(RULE_SETS)))
            await open_tables(everywhere)
            for place in everywhere:
                for who in COMPANY[:ai_players]:
                    await place.people[0].command(place.channel, "company", who=who)

            def counted() -> Counter[str]:
                found = sandbox.requests_to("*", "/channels/**")
                return Counter(keys[int(one.path.split("/")[2])] for one in found)

            before = counted()
            clicks = await paced(everywhere, tables * users / think, seconds)
            rounds = Counter[str]()
            with closing(sqlite3.connect(database)) as connection:
                for channel_id, count in connection.execute(ROUNDS):
                    rounds[keys[channel_id]] += count
            refused = sum(one.status == 429 for one in sandbox.requests)
            return Played(counted=counted() - before, rounds=rounds, refused=refused, clicks=clicks)


async def rounds_cost(seconds: int) -> list[Row]:
    """The table of requests a round, by rule set and company."""
    columns = [
        await play(len(RULE_SETS), users, ais, seconds=seconds, think=THINK, takes=DISCORD_TAKES)
        for users, ais in COMPANIES.values()
    ]
    rows: list[Row] = [("requests a round", *COMPANIES)]
    for key in RULE_SETS:
        costs = (played.counted[key] / (played.rounds[key] or 1) for played in columns)
        rows.append((key, *map(number, costs)))
    return [*rows, ("answered 429", *(str(played.refused) for played in columns))]


async def held(tables: int, takes: int, seconds: int, think: float) -> list[Row]:
    """Figures of tables at a Discord that takes so many requests a second."""
    played = await play(tables, 1, 0, seconds=seconds, think=think, takes=takes)
    clicks = played.clicks
    return [
        ("answered 429", str(played.refused)),
        ("requests a second", number(played.counted.total() / seconds)),
        ("rounds a second", number(played.rounds.total() / seconds)),
        ("clicks without an answer in time", str(clicks.made - len(clicks.answers))),
        ("answer, p99 ms", number(percentile(clicks.answers, 0.99))),
        ("boards behind, median ms", number(median(clicks.boards))),
        ("boards behind, p99 ms", number(percentile(clicks.boards, 0.99))),
        ("boards behind, at most ms", number(max(clicks.boards))),
    ]


def main(arguments: Sequence[str]) -> int:
    """Play and print."""
    parser = command(
        "requests",
        __doc__,
        tables=(1_000, 40, "tables at once where Discord takes less"),
        takes=(49, 8, "requests a second that Discord takes there"),
        seconds=(3_600, 60, "how long"),
        cost_seconds=(3_600, 60, "how long for each company of the first part; 1 leaves it out"),
    )
    parser.add_argument("--think", type=float, default=1.0, help="seconds between two clicks")
    options = parser.parse_args(arguments)
    if options.cost_seconds > 1:
        print(text_table(asyncio.run(rounds_cost(options.cost_seconds))), end="\n\n", flush=True)
    print(f"{options.tables} tables of one person, {options.takes} requests a second")
    figures = held(options.tables, options.takes, options.seconds, options.think)
    print(text_table(asyncio.run(figures)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
