"""Where a bank keeps everything: each test of a bank runs on a file and on a server.

A test that asks for `where`, or for a `bank` that is there, runs on both. One that asks for `path` looks into the file,
and runs on that alone.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import postgres

__all__ = ["path", "postgres", "pytest_generate_tests", "where"]

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
    """The path of a file that is not there yet, or the address of a database that is up to date."""
    if request.param == "SQLite":
        yield tmp_path / "bank.db"
    else:
        with request.getfixturevalue("postgres").database("template1") as address:
            yield address
