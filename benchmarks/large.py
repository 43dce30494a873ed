"""Measure queries on a database with a year of rounds: their duration, and how long they delay other users.

The file has many people on many servers. A question consists of the same database reads as in the bot.
"""

import asyncio
import os
import resource
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import cycle
from pathlib import Path
from sqlite3 import connect
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, time
from typing import Any, NamedTuple

from benchmarks.kit.bots import BANK, size
from benchmarks.kit.changes import FIRST
from benchmarks.kit.contestants import ROOT
from benchmarks.kit.filled import archive
from benchmarks.kit.harness import Row, number, options_of, percentile, text_table
from cogs.pages.privacy import packed
from cogs.tools.database import recounted_in
from engine.bank.bank import Bank
from engine.bank.sqlite.backup import backup
from engine.clock import week_began
from engine.records.achievements import Search
from engine.records.counting import MANY

LEAST_DECISIONS, PERIOD = 50, 30 * 86_400
"""Decisions needed for the leaderboard; seconds over which skill counts."""

PLACES, POINTS, PAGE = 10, 200, 10
"""Places on a leaderboard, points on a curve, rounds on a page."""

LIMIT = 10 * 2**20
"""Discord's limit for a file, in bytes."""

EVERY = 0.01
"""Seconds between two other users' questions while a file is being written."""

ALONE_SECONDS = 2.0
"""Seconds without other questions."""

AUDITED = "posting", "move", "result", "dealt_seat", "round"
"""The tables that an audit reads."""

ASKED = (
    "",
    "bank's thread, ms of work",
    "work, ms (others: p99)",
    "ms (others: the longest)",
)

Ask = Callable[[Bank], Awaitable[object]]


class People(NamedTuple):
    """Ids of the users who ask, and of a table and channel to ask about."""

    busiest: int
    somebody: int
    table: int
    channel: int


def people_of(path: Path) -> People:
    """Find the player with the most rounds, and a player with a table on the largest server."""
    with closing(connect(path)) as file:
        (busiest,) = file.execute(
            "SELECT user_id FROM (SELECT person FROM tally GROUP BY person ORDER BY SUM(rounds) DESC LIMIT 1)"
            " AS most JOIN person ON person.id = most.person"
        ).fetchone()
        newest = file.execute(
            "SELECT user_id, table_id, channel_id FROM game_table JOIN round ON table_id = game_table.id"
            " JOIN result ON result.round_id = round.id JOIN person ON person.id = person"
            " WHERE guild_id = ? ORDER BY game_table.id DESC LIMIT 1",
            (FIRST,),
        ).fetchone()
    return People(busiest, *newest)


def questions(people: People) -> dict[str, Ask]:
    """Return functions that ask the database, such as for a user's history, by their labels in the table."""
    now = time()
    found: dict[str, Ask] = {}
    for who, user in ("busiest", people.busiest), ("somebody", people.somebody):
        found |= {
            f"wallet, {who}": _ask(Bank.known_wallet, user),
            f"/stats, {who}": partial(_stats, user=user, since=now - PERIOD),
            f"/history, {who}": _ask(Bank.history, user, 0, PAGE),
            f"/history, last page, {who}": partial(_last_page, user=user),
            f"own rounds at a table, {who}": _ask(Bank.own_rounds, user, people.table),
        }
    for where, guild in ("everywhere", None), ("on a large server", FIRST):
        asks = (
            ("this week", Bank.leaderboard_since, (week_began(now), 5)),
            ("money", Bank.leaderboard, ()),
            ("skill", Bank.skill_board, (now - PERIOD, LEAST_DECISIONS)),
        )
        for name, ask, values in asks:
            page = (people.somebody, guild, *values, 0, PLACES)
            found[f"/leaderboard, {name}, {where}"] = partial(_list, ask=ask, page=page)
    found |= {
        "a table's sitting": _ask(Bank.sitting, people.table),
        "its rounds, to be reviewed": _ask(Bank.rounds_before, people.table, 99, 60),
        "shoes of a channel": _ask(Bank.shoes_of_channel, people.channel, 0, PAGE),
        "/house status": _ask(Bank.rounds_since, now - 86_400),
        "last rules of a channel": _ask(Bank.last_rule_set, people.channel),
        "personal file, somebody": _file_of(people.somebody),
        "personal file, busiest": _file_of(people.busiest),
    }
    return found


def _ask(method: Callable[..., Awaitable[object]], *values: object) -> Ask:
    return lambda bank: method(bank, *values)


def _file_of(user: int) -> Ask:
    return lambda bank: bank.personal_data(user, partial(packed, limit=LIMIT))


async def _stats(bank: Bank, user: int, since: float) -> None:
    await bank.statistics(user)
    await bank.skill(user, since)
    await bank.achievements(user)
    await bank.balance_over_time(user, POINTS)
    await bank.achievements_ahead(user, Search())


async def _last_page(bank: Bank, user: int) -> None:
    count = (await bank.history(user, 0, 1)).count
    await bank.history(user, max(count - PAGE, 0), PAGE)


async def _list(bank: Bank, ask: Callable[..., Awaitable[Any]], page: tuple[Any, ...]) -> None:
    found = await ask(bank, *page)
    await bank.names(page[1], [standing.user_id for standing in found.entries])


def _work() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


async def cost(bank: Bank, ask: Ask) -> tuple[float, ...]:
    """Return CPU ms of the database thread, CPU ms of all threads and processes, and ms until the answer."""
    own = size()[BANK]
    work, began = _work(), perf_counter()
    await ask(bank)
    wait, work = perf_counter() - began, _work() - work
    own = size()[BANK] - own
    return 1_000 * own, 1_000 * work, 1_000 * wait


async def asked(path: Path, repeats: int) -> list[Row]:
    """Return a row for each question, without its first run, and rows of other users' waiting times."""
    people, found = people_of(path), list[Row]()
    async with Bank.open(path, time) as bank:
        for label, ask in questions(people).items():
            costs = [await cost(bank, ask) for _ in range(repeats + 1)]
            found.append((label, *(number(median(side)) for side in zip(*costs[1:], strict=True))))
        for label, meanwhile in (
            ("nobody asks for anything", asyncio.sleep(ALONE_SECONDS)),
            ("the busiest get their file", _file_of(people.busiest)(bank)),
        ):
            waits = await others(bank, people.somebody, asyncio.ensure_future(meanwhile))
            longest = number(percentile(waits, 0.99)), number(max(waits))
            found.append((f"others, while {label}", "", *longest))
    return found


async def others(bank: Bank, user: int, meanwhile: asyncio.Future[object]) -> list[float]:
    """Return other users' waiting times in ms while a task runs; every `EVERY` seconds one asks."""
    waits: list[float] = []

    async def one(ask: Ask, due: float) -> None:
        await ask(bank)
        waits.append(1_000 * (perf_counter() - due))

    due, asks = (
        perf_counter(),
        cycle((_ask(Bank.known_wallet, user), _ask(Bank.history, user, 0, PAGE))),
    )
    async with asyncio.TaskGroup() as tasks:
        while not meanwhile.done():
            await asyncio.sleep(max(due - perf_counter(), 0))
            tasks.create_task(one(next(asks), due))
            due += EVERY
    await meanwhile
    return waits


def on_whole_file(path: Path, *, audited: bool) -> Iterator[Row]:
    """Yield rows of operations on the whole file. It is unsigned, so the first bot to open it reads all of it."""
    with closing(connect(path)) as file:
        (newest,) = file.execute("SELECT MAX(id) FROM round").fetchone()
    ids = range(max(newest - MANY, 0) + 1, newest + 1)
    with TemporaryDirectory(dir=path.parent) as folder:
        for label, work in (
            ("a bot opens it, which reads it whole", partial(open_once, path)),
            ("a bot opens it again", partial(open_once, path)),
            ("a tool opens it", partial(open_once, path, tool=True)),
            (f"the newest {len(ids):,} rounds are recounted", partial(recounted_in, path, ids)),
            ("the whole audit", partial(audit, path) if audited else None),
            ("all that it looks at, read once", partial(read, path) if audited else None),
            ("a backup", partial(backup, path, Path(folder, "backup.db"))),
        ):
            if work is not None:
                used, began = _work(), perf_counter()
                work()
                yield label, number(_work() - used), number(perf_counter() - began)


def open_once(path: Path, *, tool: bool = False) -> None:
    async def opened_once() -> None:
        call_later = None if tool else asyncio.get_running_loop().call_later
        async with Bank.open(path, time, tool=tool, call_later=call_later):
            pass

    asyncio.run(opened_once())


def audit(path: Path) -> None:
    """Run the host's audit tool. Raises `CalledProcessError` if the accounts are not in order."""
    subprocess.run(
        [sys.executable, str(ROOT / "bot.py"), "audit"],
        env=os.environ | {"DATABASE": str(path.resolve())},
        cwd=path.parent,
        stdout=subprocess.DEVNULL,
        check=True,
    )


def read(path: Path) -> None:
    """Do the least work of an audit, for comparison: read every row once in plain SQL."""
    with closing(connect(path)) as file:
        for name in AUDITED:
            for _ in file.execute(f"SELECT * FROM {name}"):
                pass


def main(arguments: Sequence[str] | None = None) -> None:
    options = options_of(
        arguments,
        __doc__,
        rounds=(100_000, "in the file, at least"),
        repeats=(3, "samples of each question"),
        file=(Path(), "is filled and stays, or is taken as it is"),
        audit=(False, "the whole audit, too"),
    )
    with TemporaryDirectory() as folder:
        path = options.file if options.file.name else Path(folder, "large.db")
        if not path.exists():
            archive(path, options.rounds)
        with closing(connect(path)) as file:
            (rounds,) = file.execute("SELECT COUNT(*) FROM round").fetchone()
        taken = path.stat().st_size
        print(f"{rounds:,} rounds, {taken / 1e9:.2f} GB, {taken / rounds:.0f} bytes a round\n")
        whole = on_whole_file(path, audited=options.audit)
        print(text_table([("", "work, s", "s"), *whole]), end="\n\n", flush=True)
        print(text_table([ASKED, *asyncio.run(asked(path, options.repeats))]))


if __name__ == "__main__":
    main()
