"""Fixtures that run the tests of a bank on SQLite and on PostgreSQL.

A test with the fixture `where`, or a `bank`, runs on both. A test that also uses `path` looks into the file and runs
on SQLite only; its file does not exist yet.
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
    """Parametrize tests that use `where` by kind of database."""
    if "where" in metafunc.fixturenames:
        kinds = KINDS[:1] if "path" in metafunc.fixturenames else KINDS
        metafunc.parametrize("where", kinds, indirect=True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The path of a bank's file."""
    return tmp_path / "bank.db"


@pytest.fixture(scope="session")
def new_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an empty bank. Copying it is quicker than running all migrations."""
    path = tmp_path_factory.mktemp("new") / "bank.db"

    async def make() -> None:
        async with Bank.open(path, lambda: 0.0):
            pass

    asyncio.run(make())
    return path


@pytest.fixture
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path | str]:
    """The path or address of a migrated, empty database. With `path`, the file does not exist yet."""
    if request.param == "SQLite":
        if "path" not in request.fixturenames:
            shutil.copy(request.getfixturevalue("new_file"), tmp_path / "bank.db")
        yield tmp_path / "bank.db"
    else:
        with request.getfixturevalue("postgres").database("template1") as address:
            yield address
