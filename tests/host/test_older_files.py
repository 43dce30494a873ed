"""A file of before people had numbers is brought up: all that is told of it is as it was, and no id lingers."""

import asyncio
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

import bot
from benchmarks.kit.filled import unseal
from engine.bank.bank import Bank
from engine.records.counting import recount
from engine.rules.rule_sets import HOTSEAT, VEGAS
from engine.table.commands import PlaceBet
from engine.table.state import Stage
from engine.values.tables import SavedSettings, TableMessage
from tests.bank.older import as_schema
from tests.bank.users import places_of, traces_of
from tests.bank.values import kept_of
from tests.clock import START

from .evening import house_of, play_evening
from .test_forgetting import click

ANN, BEN, CAT = 5, 80351110224678913, 80351110224678914
"""A user's id may be the number of somebody else."""

ADMIN, LEFT = 7, 80351110224678915
FIRST = 80351110224600000
"""Of an evening's players, the guests of table n are `FIRST + 100 * n` and the next one."""

GUESTS = [FIRST + 100 * table + place for table in range(1, 4) for place in range(2)]
GONE = GUESTS[2]


def now() -> float:
    """The time at which a file is opened."""
    return START


async def lived_in(path: Path) -> None:
    """Rounds that are over, two that run, one that was ended; admins without accounts; three who are forgotten."""
    async with Bank.open(path, now) as bank:
        for one, texts in ((ADMIN, {"seats": "2"}), (BEN, {}), (LEFT, {"seats": "4"})):
            await bank.change_settings(SavedSettings(guild_id=1, channel_id=70, texts=texts), one)
        await play_evening(bank, 3, rules=(HOTSEAT, VEGAS, VEGAS), first_user=FIRST)
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
            "leaders": [await bank.leaderboard(CAT, guild, 1, 0, 99) for guild in (None, 1)],
            "people": [
                [
                    await bank.known_wallet(user),
                    await bank.statistics(user),
                    await bank.balance_over_time(user, 99),
                    await bank.history(user, 0, 99),
                    (await bank.leaderboard(user, 1, 1, 0, 1)).rank,
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
    await as_schema(3, path, today)
    return path, today


async def test_all_that_is_told_is_as_it_was(older: tuple[Path, Path]) -> None:
    """Tables, rounds, logs, leaders, and all that is kept of each user; forgotten ones keep their names."""
    path, today = older
    before = await told_by(today)
    assert await told_by(path) == before
    assert await told_by(path) == before
    assert schema_of(path) == schema_of(today)
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA foreign_key_check").fetchall() == []
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


async def test_ids_stand_in_one_place_afterwards(older: tuple[Path, Path]) -> None:
    """No byte of what was written before lingers, in the open file already; and who is forgotten then is gone."""
    path, _ = older
    ids = [user for user in GUESTS if user not in (GONE, FIRST)]
    assert {traces_of(path, user) > 1 for user in ids} == {True}
    async with Bank.open(path, now) as bank:
        assert {user: traces_of(path, user) for user in ids} == dict.fromkeys(ids, 1)
        assert {tuple(places_of(path, user)) for user in ids} == {("person.user_id",)}
        await bank.forget(ids[0])
        assert traces_of(path, ids[0]) == 0


async def test_the_audit_leaves_an_older_file_alone(
    older: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """A bot of before may have it open: status 2, one sentence, and no byte is changed; after a bot it is audited."""
    path, _ = older
    before = bytes_of(path)
    told = partial(asyncio.to_thread, told_by_the_audit, path, capsys)
    status, words = await told()
    assert status == 2
    assert "start the bot first" in words
    assert len(words.splitlines()) == 1
    assert bytes_of(path) == before
    async with Bank.open(path, now) as bank:
        assert await told() == (0, "The books are in order.\n")
        await bank.wallet(CAT)


def told_by_the_audit(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """What the tool says of a file, and its exit status."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DATABASE", str(path))
        status = bot.main(["audit"])
    told = capsys.readouterr()
    return status, told.out + told.err


def bytes_of(path: Path) -> bytes:
    """What is in a file."""
    return path.read_bytes()


async def test_tables_go_on(older: tuple[Path, Path]) -> None:
    """The rounds that ran are played to their ends, and new people get numbers that nobody had."""
    path, _ = older
    async with Bank.open(path, now) as bank:
        house = house_of(bank, Random(2))
        shown = [table for table, _ in await house.resume()]
        resumed = [table for table in shown if table.view.stage is not Stage.CLOSED]
        assert len(resumed) == 2
        for table in resumed:
            for seat in table.view.awaited:
                await table.submit(click(table.view, seat.user_id))
            while table.view.awaited:
                await table.submit(click(table.view, table.view.awaited[0].user_id))
            await table.submit(PlaceBet(user_id=CAT, cents=500))
        await house.stop()
        assert (await bank.wallet(CAT)).in_play == 1_000
        assert [finding async for finding in recount(bank)] == []
