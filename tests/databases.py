"""Where a bank keeps everything: each test of a bank runs on a file and on a server.

A test that asks for `where`, or for a `bank` that is there, runs on both. One that asks for `path` looks into the file,
and runs on that alone: the file is not there yet.
"""

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.bank.bank import Bank
from tests.postgres import postgres

__all__ = ["new_file", "path", "postgres", "pytest_generate_tests", "where"]

KINDS = ("SQLite", "PostgreSQL")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test on each kind of database that it is about."""
    if "where" in metafunc.fixturenames:
        kinds = KINDS[:1] if "path" in metafunc.fixturenames else KINDS
        metafunc.parametrize("where", kinds, indirect=True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a bank will keep its file."""
    return tmp_path / "bank.db"


@pytest.fixture(scope="session")
def new_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a bank in which nothing has happened, to be copied: that is quicker than all migrations."""
    path = tmp_path_factory.mktemp("new") / "bank.db"

    async def make() -> None:
        async with Bank.open(path, lambda: 0.0):
            pass

    asyncio.run(make())
    return path


@pytest.fixture
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path | str]:
    """The path of a file, or the address of a database, that is up to date; with `path`, the file is not there yet."""
    if request.param == "SQLite":
        if "path" not in request.fixturenames:
            shutil.copy(request.getfixturevalue("new_file"), tmp_path / "bank.db")
        yield tmp_path / "bank.db"
    else:
        with request.getfixturevalue("postgres").database("template1") as address:
            yield address
