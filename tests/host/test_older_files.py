"""A file of version 1.0.0 is migrated: its data is unchanged, and play continues."""

import asyncio
import re
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import DatabaseUnsupported
from engine.records.counting import recount
from engine.table.state import Stage
from tests.bank.outside import tamper
from tests.bank.users import places_of, traces_of
from tests.bot.process import Finished
from tests.clock import START

from .conftest import Tool
from .evening import decision, house_of
from .older import GUESTS, PLAYING, SCHEMA, by_1_0_0

now = partial(float, START)
"""The time at which files are opened."""


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """The file of version 1.0.0."""
    return by_1_0_0(tmp_path / "older.db")


def schema_of(path: Path) -> list[tuple[str, str]]:
    """Return the schema's entries, normalised: no comments, whitespace or quotes."""
    with closing(sqlite3.connect(path)) as file:
        rows = file.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY 1")
        return [(name, re.sub(r'--.*|"|\s', "", sql)) for name, sql in rows]


async def test_migrated_data_is_unchanged(older: Path, tmp_path: Path) -> None:
    """Rounds, money and running tables; user ids are in one place, and a deleted user leaves no trace."""
    async with Bank.open(tmp_path / "new.db", now):
        pass
    for _ in range(2):  # the second migration does nothing
        async with Bank.open(older, now) as bank:
            assert [finding async for finding in recount(bank)] == []
            nets = {
                user: [one.net for one in (await bank.history(user, 0, 9)).rounds]
                for user in GUESTS
            }
            assert nets == GUESTS
            wallets = {user: await bank.wallet(user) for user in PLAYING}
            assert {user: (one.balance, one.in_play) for user, one in wallets.items()} == PLAYING
            assert [one.table.channel_id for one in await bank.open_tables()] == [70, 71]
            assert len(await bank.settled_rounds(0, 99)) == 9
            assert len(await bank.unjudged_rounds(0.0, 99)) == 9
    assert schema_of(older) == schema_of(tmp_path / "new.db")
    first, *_ = GUESTS
    assert {tuple(places_of(older, user)) for user in GUESTS} == {("person.user_id",)}
    async with Bank.open(older, now) as bank:
        await bank.forget(first)
        assert [traces_of(older, user) for user in GUESTS] == [0, 2, 2, 2, 2]
    with closing(sqlite3.connect(older)) as file:
        assert file.execute("PRAGMA foreign_key_check").fetchall() == []
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


async def test_play_continues(older: Path) -> None:
    """Running rounds are finished."""
    async with Bank.open(older, now) as bank:
        house = house_of(bank, Random(1))
        for table in await house.resume():
            view = table.view
            while view.stage is Stage.PLAYING:
                view = await table.submit(decision(view, view.awaited[0], Random(1)))
        await house.stop()
        assert [finding async for finding in recount(bank)] == []
        assert len(await bank.settled_rounds(0, 99)) == 11


async def test_the_audit_leaves_an_older_file_alone(
    older: Path, tool: Tool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older bot may use it: status 2, one sentence, no change; after a migration it is audited."""
    monkeypatch.setenv("DATABASE", str(older))
    before = Path.read_bytes(older)
    finished = await asyncio.to_thread(tool, "audit")
    assert finished.status == 2
    (line,) = finished.errors.splitlines()
    assert "start the bot first" in line
    assert Path.read_bytes(older) == before
    async with Bank.open(older, now):
        finished = await asyncio.to_thread(tool, "audit")
        assert finished == Finished(status=0, output="The books are in order.\n", errors="")


async def test_a_file_of_before_1_0_0_is_refused(older: Path) -> None:
    """The sentence says what to do."""
    tamper(older, f"DELETE FROM migration WHERE number = {SCHEMA}")
    before = Path.read_bytes(older)
    with pytest.raises(
        DatabaseUnsupported, match=r"schema 19, of a version before 1\.0\.0: start version 1\.0\.0"
    ):
        async with Bank.open(older, now):
            pass
    assert Path.read_bytes(older) == before
