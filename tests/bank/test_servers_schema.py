"""A server's database that grows, and one that can't be used: each with one sentence."""

import asyncio

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import BankError, DatabaseTooNew, DatabaseTooOld, NotADatabase
from engine.bank.schema import Migration, known_migrations
from tests.postgres import Postgres

from .outside import another_program
from .values import ANN, NOW, WELCOME

NEWEST = known_migrations("postgresql")[-1].number


async def test_a_new_database_is_made_ready_once(postgres: Postgres) -> None:
    """However many processes start on it at the same time."""

    async def start(address: str) -> int:
        async with Bank.open(address, lambda: NOW) as bank:
            return (await bank.wallet(ANN)).balance

    with postgres.database() as address:
        assert await asyncio.gather(*(start(address) for _ in range(4))) == [WELCOME] * 4
        with another_program(address) as connection:
            steps = connection.execute("SELECT number, applied_at FROM migration ORDER BY number")
            assert steps.fetchall() == [
                (step.number, NOW) for step in known_migrations("postgresql")
            ]


async def test_a_database_of_another_program_is_left_alone(postgres: Postgres) -> None:
    """Nothing is made in it."""
    with postgres.database() as address:
        with another_program(address) as connection:
            connection.execute("CREATE TABLE theirs (n int)")
        with pytest.raises(NotADatabase, match="another program"):
            async with Bank.open(address, lambda: NOW):
                pass
        with another_program(address) as connection:
            tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            assert connection.execute(tables).fetchall() == [("theirs",)]


async def test_a_newer_database_is_refused(postgres: Postgres) -> None:
    """By a bot and by a tool."""
    with postgres.database("template1") as address:
        with another_program(address) as connection:
            connection.execute(f"INSERT INTO migration VALUES ({NEWEST + 1}, 'later', 0)")
        for tool in False, True:
            with pytest.raises(DatabaseTooNew, match=f"has schema {NEWEST + 1}"):
                async with Bank.open(address, lambda: NOW, tool=tool):
                    pass


async def test_a_tool_makes_nothing(postgres: Postgres) -> None:
    """An empty database is too old for it."""
    with postgres.database() as address, pytest.raises(DatabaseTooOld, match="start the bot first"):
        async with Bank.open(address, lambda: NOW, tool=True):
            pass


async def test_a_migration_that_fails_leaves_nothing(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database stands as it did before it, and the next try begins there."""
    steps = known_migrations("postgresql")
    sql = "CREATE TABLE half (n BIGINT); CREATE TABLE half (n BIGINT)"
    broken = (*steps, Migration(number=NEWEST + 1, name="broken", sql=sql))
    with postgres.database() as address:
        with monkeypatch.context() as patch:
            patch.setattr("engine.bank.postgres.opening.known_migrations", lambda _: broken)
            with pytest.raises(BankError, match=rf"migration {NEWEST + 1} \(broken\) could not"):
                async with Bank.open(address, lambda: NOW):
                    pass
        async with Bank.open(address, lambda: NOW) as bank:
            assert await bank.audit() == []
        with another_program(address) as connection:
            half = "SELECT COUNT(*) FROM pg_tables WHERE tablename = 'half'"
            assert connection.execute(half).fetchall() == [(0,)]
