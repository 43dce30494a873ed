"""A file of before people had numbers is brought up: all that is told of it is as it was, and no id lingers."""

import asyncio
import logging
import shutil
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.kit.filled import unseal
from engine.bank.bank import Bank
from engine.records.counting import count_rounds, recount
from engine.rules.rule_sets import HOTSEAT, RULE_SETS, VEGAS
from engine.table.commands import PlaceBet
from engine.values.played import LEAST_ROUNDS
from engine.values.tables import SavedSettings, TableMessage
from tests.bank.older import as_schema
from tests.bank.users import places_of, traces_of
from tests.bank.values import kept_of
from tests.bot.process import Finished
from tests.clock import START

from .conftest import ROUNDS, Tool
from .evening import house_of, play_evening

ANN, BEN, CAT = 5, 80351110224678913, 80351110224678914
"""A user's id may be the number of somebody else."""

ADMIN, LEFT = 7, 80351110224678915
FIRST = 80351110224600000
"""Of an evening's players, the guests of table n are `FIRST + 100 * n` and the next one."""

GUESTS = [FIRST + 100 * table + place for table in range(1, 4) for place in range(2)]
GONE = GUESTS[2]


now = partial(float, START)
"""The time at which a file is opened."""


async def lived_in(path: Path) -> None:
    """Rounds that are over, two that run, one that was ended; admins without accounts; three who are forgotten."""
    async with Bank.open(path, now) as bank:
        for one, texts in ((ADMIN, {"seats": "2"}), (BEN, {}), (LEFT, {"seats": "4"})):
            await bank.change_settings(SavedSettings(guild_id=1, channel_id=70, texts=texts), one)
        await play_evening(bank, LEAST_ROUNDS, rules=(HOTSEAT, VEGAS, VEGAS), first_user=FIRST)
        for number, kept in enumerate(await bank.owed_goodbyes(), start=1):
            shown = TableMessage(number, kept.table.round_number - 1)
            await bank.remember_message(kept.table.table_id, shown)
        for user in (GONE, LEFT, FIRST):
            await bank.wallet(user)
            await bank.forget(user)
        house = house_of(bank, Random(1))
        for channel in (70, 71, 72):
            table = await house.open(HOTSEAT, channel_id=channel, guild_id=1, opener=ANN)
            for user in (BEN + channel, ANN):
                await table.submit(PlaceBet(user_id=user, cents=500))
        await house.stop()
        await bank.close_table(table.table_id, by=ADMIN)


async def told_by(path: Path) -> dict[str, Any]:
    """All that a bank says of its tables, rounds and people."""
    users = [*GUESTS, ANN, *(BEN + channel for channel in (70, 71, 72)), ADMIN, LEFT, -1, -2, CAT]
    async with Bank.open(path, now) as bank:
        rounds = await bank.settled_rounds(0, 999)
        assert [finding async for finding in recount(bank)] == []
        return {
            "tables": [await bank.open_tables(), await bank.owed_goodbyes()],
            "rounds": [rounds, [await bank.kept_round(one.round_id) for one in rounds]],
            "admins": await bank.settings_log(70, 99),
            "leaders": [await bank.leaderboard(CAT, guild, 0, 99) for guild in (None, 1)],
            "people": [
                [
                    await bank.known_wallet(user),
                    await bank.statistics(user),
                    await bank.balance_over_time(user, 99),
                    await bank.history(user, 0, 99),
                    (await bank.leaderboard(user, 1, 0, 1)).rank,
                    await kept_of(bank, user),
                ]
                for user in users
            ],
        }


def schema_of(path: Path) -> list[tuple[str, str]]:
    """What there is in a file, and how it was made; the quotes that a renaming leaves do not count."""
    with closing(sqlite3.connect(path)) as file:
        rows = file.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY 1")
        return [(name, sql.replace('"', "")) for name, sql in rows]


@pytest.fixture
async def older(tmp_path: Path) -> tuple[Path, Path]:
    """A file of schema 3, and one of today that tells the same."""
    path, today = tmp_path / "older.db", tmp_path / "today.db"
    await lived_in(today)
    unseal(today)
    with closing(sqlite3.connect(today)) as file, file:
        # Schema 3 did not keep who closes a table, but whose round that ends.
        file.execute("UPDATE admin_end SET what = 'round', round_number = 1")
    await as_schema(3, path, today)
    return path, today


async def test_all_that_is_told_is_as_it_was(older: tuple[Path, Path]) -> None:
    """Tables, rounds, logs, leaders, and all that is kept of each user; forgotten ones keep their names.

    Ids stand in one place afterwards, and who is forgotten then is gone.
    """
    path, today = older
    ids = [user for user in GUESTS if user not in (GONE, FIRST)]
    assert {traces_of(path, user) > 1 for user in ids} == {True}
    before = await told_by(today)
    assert await told_by(path) == before
    assert await told_by(path) == before
    assert schema_of(path) == schema_of(today)
    assert {tuple(places_of(path, user)) for user in ids} == {("person.user_id",)}
    async with Bank.open(path, now) as bank:
        await bank.forget(ids[0])
        assert [traces_of(path, user) for user in ids[:2]] == [0, 1]
        assert (await bank.wallet(CAT)).in_play == 0
        assert await bank.audit() == []
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA foreign_key_check").fetchall() == []
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


async def test_the_audit_leaves_an_older_file_alone(
    older: tuple[Path, Path], tool: Tool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot of before may have it open: status 2, one sentence, and no byte is changed; after a bot it is audited."""
    path, _ = older
    monkeypatch.setenv("DATABASE", str(path))
    before = Path.read_bytes(path)
    told = await asyncio.to_thread(tool, "audit")
    assert told.status == 2
    (line,) = told.errors.splitlines()
    assert "start the bot first" in line
    assert Path.read_bytes(path) == before
    async with Bank.open(path, now) as bank:
        told = await asyncio.to_thread(tool, "audit")
        assert told == Finished(status=0, output="The books are in order.\n", errors="")
        await bank.wallet(CAT)


# Of before results were kept


def results_in(path: Path) -> list[list[object]]:
    """All results, their sums, and the names of the rules."""
    queries = (
        "SELECT round_id, seat, user_id, hands, staked, net, naturals, ended_at"
        " FROM result JOIN person ON person.id = person ORDER BY round_id, seat",
        "SELECT user_id, guild_id, rule_set, rounds, won, lost, naturals, staked, net"
        " FROM tally JOIN person ON person.id = person ORDER BY user_id, guild_id, rule_set",
        "SELECT id, rule_set FROM round ORDER BY id",
    )
    with closing(sqlite3.connect(path)) as file:
        return [file.execute(query).fetchall() for query in queries]


async def test_older_rounds_get_results(
    database: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Rounds that were played under schema 1 get the results that they would have today, once.

    One whose log is damaged is named, and has none; a voided one has its rules' name.
    """
    older, damaged = tmp_path / "older.db", tmp_path / "damaged.db"
    await as_schema(1, older, database)
    shutil.copyfile(older, damaged)
    async with Bank.open(older, now) as bank:
        assert results_in(older)[:2] == [[], []]
        for counted in (ROUNDS * len(RULE_SETS), 0):
            assert [finding async for finding in recount(bank)] == []
            assert await count_rounds(bank) == counted
        assert [finding async for finding in recount(bank)] == []
    assert results_in(older) == results_in(database)
    with closing(sqlite3.connect(damaged)) as file, file:
        file.execute("UPDATE move SET text = 'deal Zz' WHERE round_id = 2 AND n = 1")
        file.execute("UPDATE round SET state = 'voided', voided_by = 1 WHERE id = 3")
    async with Bank.open(damaged, now) as bank:
        for counted in (ROUNDS * len(RULE_SETS) - 1, 0):
            caplog.clear()
            assert await count_rounds(bank) == counted
            (line,) = [r.getMessage() for r in caplog.records if r.levelno == logging.ERROR]
            assert line.startswith("round 2 can't be counted from its log: ")
        told = {one.round_id: one for one in (await bank.history(100, 0, 99)).rounds}
    assert (1 in told, 2 in told) == (True, False)
    assert (told[3].rule_set in RULE_SETS, told[3].net) == (True, 0)
