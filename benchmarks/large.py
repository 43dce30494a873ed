"""What people ask of a bank that has a year of rounds in it: how long they wait, and how long they keep others waiting.

The file has many people on many servers. A question is put together of the bank's reads, as the bot does it.
"""

import argparse
import asyncio
import resource
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from sqlite3 import connect
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time, time
from typing import Any, NamedTuple

from benchmarks.audit import audit
from benchmarks.bank import opened
from benchmarks.kit.filled import FIRST, archive
from benchmarks.kit.harness import command, number, percentile, text_table
from cogs.commands.privacy import packed
from cogs.tools.database import recounted_in
from engine.bank.bank import Bank
from engine.bank.sqlite.backup import backup
from engine.bank.sqlite.connection import Connection
from engine.clock import week_began
from engine.records.achievements import Search
from engine.records.counting import MANY

LEAST_DECISIONS, PERIOD = 50, 30 * 86_400
"""To stand on a list; seconds for which skill counts."""

PLACES, POINTS, PAGE = 10, 200, 10
"""On a list; on a curve; rounds on a page."""

LIMIT = 10 * 2**20
"""Bytes of a file that Discord takes."""

EVERY = 0.01
"""Seconds between two others who ask while a file is written."""

ALONE_SECONDS = 2.0
"""For which nobody asks for anything."""

Ask = Callable[[Bank], Awaitable[object]]


class Cost(NamedTuple):
    """Milliseconds: work of the bank's own thread, of all threads and processes, and until the answer is there."""

    own: float
    work: float
    wait: float


class People(NamedTuple):
    """Who asks, and where."""

    busiest: int
    somebody: int
    table: int
    channel: int


def people_of(path: Path) -> People:
    """Who has played most, and somebody with a table on the largest server."""
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
    """What is asked, by what it is called in the table."""
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
            ("this week", Bank.leaderboard_since, (week_began(now),)),
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
    await bank.names(page[1], [standing.user_id for standing in found.standings])


def _work() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


@asynccontextmanager
async def _measuring(connection: Connection, found: list[Cost]) -> AsyncIterator[None]:
    own = await connection.alone(lambda _: thread_time())
    work, wait = _work(), perf_counter()
    yield
    wait, work = perf_counter() - wait, _work() - work
    own = await connection.alone(lambda _: thread_time()) - own
    found.append(Cost(*(1_000 * one for one in (own, work, wait))))


async def asked(path: Path, repeats: int) -> Iterator[tuple[str, ...]]:
    """A row for each question, the first of its kind left out; then how long others wait meanwhile."""
    people, found = people_of(path), list[tuple[str, ...]]()
    async with opened(path, time) as (bank, connection):
        for label, ask in questions(people).items():
            costs: list[Cost] = []
            for _ in range(repeats + 1):
                async with _measuring(connection, costs):
                    await ask(bank)
            found.append((label, *(number(median(side)) for side in zip(*costs[1:], strict=True))))
        for label, ask in (
            ("nobody asks for anything", lambda _: asyncio.sleep(ALONE_SECONDS)),
            ("the busiest get their file", _file_of(people.busiest)),
        ):
            waits = await _others(bank, people.somebody, asyncio.ensure_future(ask(bank)))
            found.append(
                (f"others, while {label}", "", number(percentile(waits, 0.99)), number(max(waits)))
            )
    return iter(found)


async def _others(bank: Bank, user: int, meanwhile: asyncio.Future[object]) -> list[float]:
    """Milliseconds that others wait, one every `EVERY`: for their wallet, and for a page of their history in turn."""
    waits: list[float] = []
    asks: Sequence[Ask] = (
        _ask(Bank.known_wallet, user),
        _ask(Bank.history, user, 0, PAGE),
    )

    async def one(ask: Ask, due: float) -> None:
        await ask(bank)
        waits.append(1_000 * (perf_counter() - due))

    async with asyncio.TaskGroup() as tasks:
        count, began = 0, perf_counter()
        while not meanwhile.done():
            due = began + EVERY * count
            await asyncio.sleep(max(due - perf_counter(), 0))
            tasks.create_task(one(asks[count % 2], due))
            count += 1
    await meanwhile
    return waits


def openings(path: Path) -> Iterator[tuple[str, ...]]:
    """Rows for the opening of the file by a bot and by a tool. Nobody has signed it yet, so it is read whole first."""
    for label, tool in (
        ("a bot opens it, which reads it whole", False),
        ("a bot opens it again", False),
        ("a tool opens it", True),
    ):
        yield _timed(label, partial(_open, path, tool))


def _open(path: Path, tool: bool) -> None:
    asyncio.run(_opened(path, tool))


async def _opened(path: Path, tool: bool) -> None:
    call_later = None if tool else asyncio.get_running_loop().call_later
    async with Bank.open(path, time, tool=tool, call_later=call_later):
        pass


def tools(path: Path, *, whole: bool) -> Iterator[tuple[str, ...]]:
    """Rows for the audit and a backup."""
    with closing(connect(path)) as file:
        (newest,) = file.execute("SELECT MAX(id) FROM round").fetchone()
    ids = range(max(newest - MANY, 0) + 1, newest + 1)
    yield _timed(
        f"the newest {len(ids):,} rounds are recounted",
        lambda: recounted_in(path, ids),
    )
    if whole:
        yield _timed("the whole audit", lambda: audit(path))
    with TemporaryDirectory(dir=path.parent) as folder:
        yield _timed("a backup", lambda: backup(path, Path(folder, "backup.db")))


def _timed(label: str, work: Callable[[], object]) -> tuple[str, ...]:
    used, began = _work(), perf_counter()
    work()
    wait, used = perf_counter() - began, _work() - used
    return label, number(used), number(wait)


def report(path: Path, rounds: int, options: argparse.Namespace) -> None:
    """Measure and print."""
    size = path.stat().st_size
    print(f"{rounds:,} rounds, {size / 1e9:.2f} GB, {size / rounds:.0f} bytes a round\n")
    rows = list(openings(path))
    print(text_table([("", "work, s", "s"), *rows, *tools(path, whole=options.audit)]), end="\n\n")
    found = list(asyncio.run(asked(path, options.repeats)))
    headings = (
        "",
        "bank's thread, ms of work",
        "work, ms (others: p99)",
        "ms (others: the longest)",
    )
    print(text_table([headings, *found]))


def main(arguments: Sequence[str]) -> int:
    """Fill a file, or take the one that is there; measure and print."""
    parser = command(
        "large",
        __doc__,
        rounds=(100_000_000, 100_000, "in the file, at least"),
        repeats=(100, 3, "samples of each question"),
    )
    parser.add_argument("--file", type=Path, help="is filled and stays, or is taken as it is")
    parser.add_argument("--audit", action="store_true", help="the whole audit, too")
    options = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        path = options.file or Path(folder, "large.db")
        if not path.exists():
            archive(path, options.rounds)
        with closing(connect(path)) as file:
            (rounds,) = file.execute("SELECT COUNT(*) FROM round").fetchone()
        report(path, rounds, options)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
