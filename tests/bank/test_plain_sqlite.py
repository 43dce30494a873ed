"""Where SQLite was not built to overwrite what is deleted, who is forgotten is gone from the file all the same."""

import asyncio
import sqlite3
from functools import partial
from pathlib import Path

import pytest

from engine.bank.bank import Bank

from .older import as_schema
from .users import traces_of
from .values import NOW

USERS = [0x0E1234567890ABCD + number * 0x10001 for number in range(1_200)]
"""Enough for a tree of pages, some of which split."""
LEAVING = (0, 10, 600, 1_199)


class _Plain(sqlite3.Connection):
    """What SQLite is unless somebody asks for more when it is built."""

    def __init__(self, *arguments: object, **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        self.execute("PRAGMA secure_delete = OFF")


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file of these tests is opened so."""
    monkeypatch.setattr("sqlite3.connect", partial(sqlite3.connect, factory=_Plain))


async def lingering(path: Path) -> dict[int, int]:
    """How often those who leave stand in the files afterwards, and one who stays."""
    async with Bank.open(path, lambda: NOW) as bank:
        for number in LEAVING:
            await bank.forget(USERS[number])
        assert await bank.audit() == []
        return {number: traces_of(path, USERS[number]) for number in (*LEAVING, 20)}


GONE = dict.fromkeys(LEAVING, 0) | {20: 1}


async def fill(path: Path) -> None:
    """A file in which all of them have an account."""
    async with Bank.open(path, lambda: NOW) as bank:
        await asyncio.gather(*map(bank.wallet, USERS))


async def test_a_file_that_is_brought_up_to_date(path: Path, tmp_path: Path) -> None:
    """Each id stood everywhere, and in an index: neither the migration nor the file written anew leaves a copy."""
    await fill(tmp_path / "later.db")
    await as_schema(3, path, tmp_path / "later.db")
    assert await lingering(path) == GONE
