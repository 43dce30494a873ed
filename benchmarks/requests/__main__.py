"""What tables cost Discord beside the answers to clicks, and what happens where Discord takes less than they need.

First tables of every rule set, with one person, with four, and with one and two AI players: the requests that Discord
counts, a round. Then many tables of one person at a Discord that takes fewer requests a second and refuses the others
(429): how far boards are behind, and whether every click is answered in time. The bot runs in a process of its own;
this one is its Discord, with all its limits, and the people.
"""

import argparse
import asyncio
import sqlite3
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.bots.watching import watched
from benchmarks.clicks.people import Crowd, NotTaken, Person, Tally
from benchmarks.measuring import add_counts, number, percentile, text_table
from engine.rules.rule_sets import RULE_SETS
from sandbox import Answer, AnswerKind, Channel, Sandbox, User

COMPANY = ("mirror", "careful")
COMPANIES = {"one person": (1, 0), "four": (4, 0), "one and two AI players": (1, 2)}
"""How many people and AI players sit at a table."""

OFTEN = 0.02
"""Seconds between two looks at a board."""

DISCORD_TAKES, OURS = 50, 45
"""Requests a second, and how many of them the bot makes."""

DEALER_SECONDS = 1.0
"""The bot's own default: a token takes five edits in two seconds, and a quicker dealer would wear it out."""

LATEST = 3.0
"""Seconds: Discord's for an answer to a click, and ours for a board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Follower(Person):
    """Waits after each click until the board offers what comes next, and notes how many seconds that took."""

    behind: list[float] = field(default_factory=list)

    async def act(self) -> None:
        """Click what is offered now, if anything is, and wait."""
        answered = len(self.tally.answers)
        start = perf_counter()
        await Person.act(self)
        if len(self.tally.answers) == answered:
            return
        while not self._offers_something():  # noqa: ASYNC110 - no event says so
            await asyncio.sleep(OFTEN)
        self.behind.append(perf_counter() - start)

    def _offers_something(self) -> bool:
        board = self._board()
        return board is not None and any(button.label != "Replay" for button in board.buttons)


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What tables have cost, by the rule set."""

    counted: Counter[str]
    rounds: Counter[str]
    refused: int
    """Requests that were answered 429."""
    tally: Tally
    behind: list[float]


async def play(
    crowd: Crowd, ai_players: int, *, seconds: int, think: float, takes: int, dealer: float
) -> Played:
    """A table in each channel, the rule sets in turn, for so many seconds."""
    tally, behind = Tally(), list[float]()
    with TemporaryDirectory() as folder:
        database = Path(folder, "requests.db")
        settings = {
            "DEALER_SECONDS": str(dealer),
            "REQUESTS_PER_SECOND": str(takes * OURS // DISCORD_TAKES),
        }
        async with crowd.sandbox(takes) as sandbox, watched(sandbox, database, settings):
            people, channels = list[Follower](), dict[int, str]()
            for (channel, users), rules in zip(crowd.at(sandbox), cycle(RULE_SETS)):
                await _open(sandbox, channel, users[0], rules, ai_players)
                channels[channel.id] = rules
                rng = Random(channel.name)
                people += [
                    Follower(user=user, channel=channel, rng=rng, tally=tally, behind=behind)
                    for user in users
                ]
            before = _counted(sandbox, channels)
            end = perf_counter() + seconds
            await asyncio.gather(*(person.live(end, think) for person in people))
            return Played(
                counted=_counted(sandbox, channels) - before,
                rounds=_rounds(database, channels),
                refused=sum(one.status == 429 for one in sandbox.requests),
                tally=tally,
                behind=behind,
            )


async def _open(
    sandbox: Sandbox, channel: Channel, opener: User, rules: str, ai_players: int
) -> None:
    await _taken(sandbox, await opener.command(channel, "blackjack", rules=rules))
    for who in COMPANY[:ai_players]:
        await _taken(sandbox, await opener.command(channel, "company", who=who))


async def _taken(sandbox: Sandbox, answer: Answer) -> None:
    if answer.kind is AnswerKind.FAILED:
        raise NotTaken(f"a command was not taken: {answer.reason}{answer.text}")
    await sandbox.wait_for(partial(getattr, answer, "text"))


def _counted(sandbox: Sandbox, channels: Mapping[int, str]) -> Counter[str]:
    """How many requests for these channels Discord has counted, by the rule set."""
    requests = sandbox.requests_to("*", "/channels/**")
    return Counter(channels[int(one.path.split("/")[2])] for one in requests)


def _rounds(database: Path, channels: Mapping[int, str]) -> Counter[str]:
    """Settled rounds, by the rule set."""
    query = """
        SELECT channel_id, COUNT(*) FROM round JOIN game_table ON game_table.id = table_id
        WHERE state = 'settled' GROUP BY channel_id
    """
    found = Counter[str]()
    with closing(sqlite3.connect(database)) as connection:
        for channel_id, count in connection.execute(query):
            found[channels[channel_id]] += count
    return found


async def rounds_cost(seconds: int) -> list[tuple[str, ...]]:
    """The table of requests a round, by rule set and company."""
    columns = list[Played]()
    for users, ai_players in COMPANIES.values():
        crowd = Crowd(places=len(RULE_SETS), users=users)
        columns.append(
            await play(
                crowd,
                ai_players,
                seconds=seconds,
                think=0.4,
                takes=DISCORD_TAKES,
                dealer=DEALER_SECONDS,
            )
        )
    rows = [("requests a round", *COMPANIES)]
    for rules in RULE_SETS:
        costs = [played.counted[rules] / (played.rounds[rules] or 1) for played in columns]
        rows.append((rules, *map(number, costs)))
    refused = [str(played.refused) for played in columns]
    return [*rows, ("answered 429", *refused)]


async def held(tables: int, takes: int, seconds: int, think: float) -> list[tuple[str, str]]:
    """Figures of tables at a Discord that takes so many requests a second."""
    crowd = Crowd(places=tables, users=1)
    played = await play(crowd, 0, seconds=seconds, think=think, takes=takes, dealer=0)
    answers = played.tally.answers
    return [
        ("answered 429", str(played.refused)),
        ("requests a second", number(played.counted.total() / seconds)),
        ("rounds a second", number(played.rounds.total() / seconds)),
        ("clicks without an answer in time", str(played.tally.failed)),
        ("answer, p99 ms", number(percentile(answers, 0.99))),
        ("boards behind, median s", number(median(played.behind))),
        ("boards behind, p99 s", number(percentile(played.behind, 0.99))),
        ("boards behind, at most s", number(max(played.behind))),
    ]


def main(arguments: Sequence[str]) -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.requests", description=__doc__)
    add_counts(
        parser,
        ("tables", 1_000, 40, "tables at once where Discord takes less"),
        ("takes", 50, 8, "requests a second that Discord takes there"),
        ("seconds", 3_600, 60, "how long"),
        ("cost-seconds", 3_600, 60, "how long for each company of the first part; 1 leaves it out"),
    )
    parser.add_argument(
        "--think", type=float, default=1.0, help="seconds between two clicks of one person"
    )
    options = parser.parse_args(arguments)
    if options.cost_seconds > 1:
        print(text_table(asyncio.run(rounds_cost(options.cost_seconds))), end="\n\n", flush=True)
    print(f"{options.tables} tables of one person, {options.takes} requests a second")
    print(
        text_table(asyncio.run(held(options.tables, options.takes, options.seconds, options.think)))
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
