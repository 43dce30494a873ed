"""Banks in a real file and on a real server, with direct access to the database."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from engine.bank.bank import Bank
from engine.values.tables import SavedTable
from tests.databases import path, postgres, pytest_generate_tests, where
from tests.postgres import Postgres

from .outside import another_program
from .values import NOW, Rows, opened
from .wire import Wire, wire

__all__ = ["path", "postgres", "pytest_generate_tests", "where"]


@pytest_asyncio.fixture
async def bank(where: Path | str) -> AsyncIterator[Bank]:
    """An open bank; its audit must have no findings at the end."""
    async with Bank.open(where, lambda: NOW) as opened:
        yield opened
        assert await opened.audit() == []


@pytest_asyncio.fixture
async def of(bank: Bank) -> SavedTable:
    """A table with Ann and Ben."""
    return await opened(bank)


@pytest.fixture
def address(postgres: Postgres) -> Iterator[str]:
    """A new bank on a server."""
    with postgres.database("template1") as address:
        yield address


@pytest.fixture
def line(address: str) -> Iterator[Wire]:
    """A proxy in front of that server."""
    with wire(address) as line:
        yield line


@pytest.fixture
def rows(where: Path | str) -> Rows:
    """Queries over a separate connection."""

    def ask(query: str) -> list[Any]:
        with another_program(where) as connection:
            return list(connection.execute(query).fetchall())

    return ask
