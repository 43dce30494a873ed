"""What a page of each leaderboard costs, aside and on the bank's own thread, when everybody in a file has just played.

The floor aside is to look at the sums of as many people once; that of the bank's thread is a look at a wallet.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import thread_time, time
from typing import Any, NamedTuple

from benchmarks.files.filled import FIRST, people_of_a_week
from benchmarks.measuring import compared, compared_alive
from engine.bank.bank import Bank
from engine.bank.books import people
from engine.bank.database import Database
from engine.bank.players.leaderboards import leaderboard, leaderboard_since
from engine.bank.players.skill import skill_board
from engine.bank.schema import known_migrations
from engine.bank.sqlite.connection import Connection
from engine.bank.sqlite.opening import open_connection
from engine.bank.sqlite.store import File, read_once
from engine.clock import week_began
from engine.values.played import Leaderboard

PLACES = 10
"""On a page."""

LEAST_ROUNDS, LEAST_DECISIONS = 5, 50
PERIOD = 30 * 86_400
"""Seconds for which skill counts."""

_SUMS = "SELECT COUNT(*), SUM(net) FROM tally"


class _List(NamedTuple):
    """A leaderboard: the method of a bank, the function that it runs aside, and what both are told."""

    name: str
    ask: Callable[..., Awaitable[Leaderboard[Any]]]
    find: Callable[..., Leaderboard[Any]]
    values: tuple[float, ...]

    def page(self, guild: int | None) -> tuple[Any, ...]:
        """All that is told behind the asker: it is the first page."""
        return guild, *self.values, 0, PLACES


def list_rows(count: int, repeats: int) -> Iterator[tuple[str, ...]]:
    """Two rows for each leaderboard, everywhere and in a guild of a tenth of so many people."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "lists.db")
        guild = people_of_a_week(path, count)
        yield from asyncio.run(_rows(path, guild, repeats))


async def _rows(path: Path, large: int, repeats: int) -> list[tuple[str, ...]]:
    found = []
    async with _opened(path) as (bank, connection):
        for one in _lists(bank):
            for where, guild in (("everywhere", None), ("in a large guild", large)):
                aside = compared(
                    repeats,
                    partial(_time_aside, path, partial(_find, one=one, guild=guild)),
                    partial(_time_aside, path, partial(_add_up, guild=guild)),
                )
                thread = await compared_alive(
                    repeats,
                    partial(_time_of_thread, connection, partial(_show, bank, one, guild)),
                    partial(_time_of_thread, connection, partial(bank.known_wallet, FIRST)),
                )
                name = f"{one.name}, {where}"
                found.append(aside.row(f"{name}: aside, CPU ms", float, rate=False))
                found.append(thread.row(f"{name}: bank's thread, CPU ms", float, rate=False))
    return found


def _lists(bank: Bank) -> tuple[_List, ...]:
    now = time()
    monday = week_began(now - 3_600)  # the week may have begun since the rounds were played
    return (
        _List("this week", bank.leaderboard_since, leaderboard_since, (monday,)),
        _List("money", bank.leaderboard, leaderboard, (LEAST_ROUNDS,)),
        _List("skill", bank.skill_board, skill_board, (now - PERIOD, LEAST_DECISIONS)),
    )


@asynccontextmanager
async def _opened(path: Path) -> AsyncIterator[tuple[Bank, Connection]]:
    connection = await open_connection(path, time(), busy_timeout=0, migrations=known_migrations())
    bank = Bank(File(connection, path), time)
    try:
        await connection.alone(people.index)
        yield bank, connection
    finally:
        await bank.close()


def _find(database: Database, one: _List, guild: int | None) -> None:
    assert one.find(database, 1, *one.page(guild)).standings


def _add_up(database: Database, guild: int | None) -> None:
    where = "" if guild is None else " WHERE guild_id = :guild"
    database.execute(_SUMS + where, {"guild": guild}).fetchone()


async def _show(bank: Bank, one: _List, guild: int | None) -> None:
    """All that a page asks of the bank."""
    found = await one.ask(FIRST, *one.page(guild))
    await bank.names(guild, [standing.user_id for standing in found.standings])


def _time_aside(path: Path, function: Callable[[Database], None]) -> float:
    begun = thread_time()
    read_once(path, function, set()).unwrap()
    return 1_000 * (thread_time() - begun)


async def _time_of_thread(connection: Connection, work: Callable[[], Awaitable[object]]) -> float:
    begun = await connection.alone(_worked)
    await work()
    return 1_000 * (await connection.alone(_worked) - begun)


def _worked(_: sqlite3.Connection) -> float:
    return thread_time()
