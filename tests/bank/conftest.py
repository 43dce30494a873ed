"""A bank in a real file and on a real server, and the same database seen from outside.

A test that asks for `where` or `bank` runs on both. One that asks for `path` looks into the file, and runs on that
alone.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from engine.bank import Bank
from tests.postgres import postgres

from .outside import another_program
from .values import NOW

__all__ = ["postgres"]

KINDS = ("SQLite", "PostgreSQL")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test on each kind of database that it is about."""
    if "where" in metafunc.fixturenames:
        kinds = KINDS[:1] if "path" in metafunc.fixturenames else KINDS
        metafunc.parametrize("where", kinds, indirect=True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a bank keeps its file."""
    return tmp_path / "bank.db"


@pytest.fixture
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path | str]:
    """Where a bank keeps everything: the path of a file, or the address of a database that is up to date."""
    if request.param == "SQLite":
        yield tmp_path / "bank.db"
    else:
        with request.getfixturevalue("postgres").database("template1") as address:
            yield address


@pytest_asyncio.fixture
async def bank(where: Path | str) -> AsyncIterator[Bank]:
    """An open bank, whose books must be in order when the test is done with it."""
    async with Bank.open(where, lambda: NOW) as opened:
        yield opened
        assert await opened.audit() == []


@pytest.fixture
def rows(where: Path | str) -> Callable[[str], list[Any]]:
    """Ask the database itself, by a connection of one's own."""

    def ask(query: str) -> list[Any]:
        with another_program(where) as connection:
            return list(connection.execute(query).fetchall())

    return ask
