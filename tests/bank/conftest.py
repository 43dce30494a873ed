"""A bank in a real file, and the same file seen from outside."""

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from engine.bank import Bank

from .values import NOW


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the bank keeps its file."""
    return tmp_path / "bank.db"


@pytest_asyncio.fixture
async def bank(path: Path) -> AsyncIterator[Bank]:
    """An open bank, whose books must be in order when the test is done with it."""
    async with Bank.open(path, lambda: NOW) as opened:
        yield opened
        assert await opened.audit() == []


@pytest.fixture
def rows(path: Path) -> Callable[[str], list[Any]]:
    """Ask the file itself, by a connection of one's own."""

    def ask(query: str) -> list[Any]:
        with closing(sqlite3.connect(path)) as connection:
            return connection.execute(query).fetchall()

    return ask
