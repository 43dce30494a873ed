"""The schemas refuse invalid rows; both databases migrate safely and have the same schema."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Literal

import psycopg
import pytest

from engine.bank.bank import Bank
from engine.bank.errors import DatabaseTooNew, DatabaseTooOld, MigrationFailed, NotADatabase
from engine.bank.schema import Migration, known_migrations
from engine.bank.store import ShardRange
from engine.values.tables import SavedSettings
from tests.postgres import Postgres

from .outside import REFUSALS, another_program
from .played import bet
from .users import ANN, account, person
from .values import NOW, WELCOME, Rows, change, commit, opened

POSTING = "INSERT INTO posting (source, target, cents, kind, round_id, seat, hand, step, at) VALUES"


INVALID = (
    f"{POSTING} (2, 3, 1000000, 'welcome', NULL, 0, 0, 0, 1.0)",
    f"{POSTING} (2, 3, 1000000, 'welcome', NULL, 0, 0, 1, 1.0)",
    f"{POSTING} (3, 5, 500, 'bet', 1, 1, 0, 0, 1.0)",
    f"{POSTING} (3, 5, 500, 'bet', NULL, 1, 0, 9, 1.0)",
    f"{POSTING} (2, 3, 500, 'donation', 1, 1, 0, 9, 1.0)",
    f"{POSTING} (3, 99, 500, 'bet', 1, 1, 0, 9, 1.0)",
    f"{POSTING} (3, 5, 500, 'bet', 99, 1, 0, 9, 1.0)",
    f"{POSTING} (3, 5, 'much', 'bet', 1, 1, 0, 9, 1.0)",
    f"UPDATE account SET balance = -1 WHERE {account(ANN)}",
    "UPDATE account SET balance = -1 WHERE kind = 'stake'",
    "INSERT INTO account (kind, owner) VALUES ('house', 1)",
    "INSERT INTO account (kind, owner) VALUES ('bank', 0)",
    f"INSERT INTO account (kind, owner) VALUES ('player', {person(ANN)})",
    f"UPDATE person SET user_id = -9 WHERE user_id = {ANN}",
    "UPDATE seat SET person = 99",
    f"DELETE FROM person WHERE user_id = {ANN}",
    "INSERT INTO round (table_id, number, rules, opened_at) VALUES (1, 2, '', 1.0)",
    "UPDATE round SET state = 'settled'",
    "UPDATE round SET table_id = 99",
    "DELETE FROM game_table",
    "UPDATE posting SET cents = 1",
    "DELETE FROM posting",
    "UPDATE setting_change SET admin = 2",
    "DELETE FROM setting_change",
)


async def test_the_schema_refuses_invalid_rows(where: Path | str) -> None:
    """Duplicate gifts, keys and rounds, broken sums, dangling references, and changes of a log."""
    settings = SavedSettings(guild_id=20, channel_id=10, texts={"seats": "2"})
    async with Bank.open(where, lambda: NOW) as bank:
        of = await opened(bank)
        await commit(bank, change(of, postings=(bet(ANN, 500),)))
        await bank.change_settings(settings, ANN)
    on_server = ("TRUNCATE posting",) if isinstance(where, str) else ()
    assert [sql for sql in (*INVALID, *on_server) if not _refuses(where, sql)] == []


def _refuses(where: Path | str, sql: str) -> bool:
    try:
        with another_program(where) as connection:
            connection.execute(sql)
    except REFUSALS:
        return True
    return False


NEWEST = known_migrations()[-1].number


@contextmanager
def one_more_migration(sql: str) -> Iterator[None]:
    """Add a migration to the program."""

    def steps(kind: Literal["sqlite", "postgresql"] = "sqlite") -> tuple[Migration, ...]:
        return (*known_migrations(kind), Migration(number=NEWEST + 1, name="later", sql=sql))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.bank.sqlite.store.known_migrations", steps)
        patch.setattr("engine.bank.postgres.opening.known_migrations", steps)
        yield


async def test_a_failed_migration_changes_nothing(where: Path | str, rows: Rows) -> None:
    """A corrected one succeeds. Then a program without it refuses the database, as a bot and as a tool."""
    once = "CREATE TABLE half (n BIGINT);"
    broken, message = (
        f"{once} INSERT INTO half VALUES (1); SELEKT 1;",
        r"migration \d+ \(later\).*SELEKT",
    )
    with one_more_migration(broken), pytest.raises(MigrationFailed, match=message):
        async with Bank.open(where, lambda: NOW):
            pass
    async with Bank.open(where, lambda: NOW) as bank:
        assert await bank.audit() == []
    with one_more_migration(once):
        async with Bank.open(where, lambda: NOW):
            pass
    assert rows("SELECT * FROM half") == []
    assert rows("SELECT MAX(number) FROM migration") == [(NEWEST + 1,)]
    for tool in False, True:
        with pytest.raises(DatabaseTooNew, match=f"has schema {NEWEST + 1}"):
            async with Bank.open(where, lambda: NOW, tool=tool):
                pass


async def test_no_migration_runs_while_a_bot_plays(address: str) -> None:
    """The bot of the older version is known by its leases, or by its locks if its schema has no leases yet."""

    async def refuses() -> None:
        with pytest.raises(DatabaseTooOld, match="stop all bots before you start a newer one"):
            async with Bank.open(address, lambda: NOW):
                pass

    async with Bank.open(address, lambda: NOW, share=ShardRange()) as bank:
        await bank.claim()
        with one_more_migration("SELECT 1;"):
            await refuses()
    with another_program(address) as connection:
        connection.execute("DROP TABLE lease")
        connection.execute("DELETE FROM migration WHERE number = %s", (NEWEST,))
    with another_program(address) as connection:
        connection.execute("SELECT pg_advisory_lock(1651113985, 0)")
        await refuses()


async def test_a_new_database_is_initialized_once(postgres: Postgres) -> None:
    """Even if several processes start on it at the same time."""

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


async def test_a_database_of_another_program_is_unchanged(postgres: Postgres) -> None:
    with postgres.database() as other:
        with another_program(other) as connection:
            connection.execute("CREATE TABLE theirs (n int)")
        with pytest.raises(NotADatabase, match="another program"):
            async with Bank.open(other, lambda: NOW):
                pass
        with another_program(other) as connection:
            tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            assert connection.execute(tables).fetchall() == [("theirs",)]


SPELLINGS: Final = (
    (r"--[^\n]*", ""),
    (r"(?s)\)\s*STRICT.*$", ")"),
    (r"\bAUTOINCREMENT\b", ""),
    (r"\bINTEGER\b", "BIGINT"),
    (r"\bREAL\b", "DOUBLE PRECISION"),
    (r"\bBLOB\b", "BYTEA"),
    (r"\bold IS NOT new\b", "old IS DISTINCT FROM new"),
)

ONLY_ON_A_SERVER: Final = {
    ("columns", "lease", "shard", "bigint", True, None),
    ("columns", "lease", "owner", "text", True, None),
    ("columns", "lease", "count", "bigint", True, None),
    ("columns", "lease", "until", "double precision", True, None),
    ("constraints", "lease", "PRIMARY KEY (shard)"),
    ("indexes", "lease", "UNIQUE (shard)"),
    # SQLite has only the index.
    ("constraints", "person", "UNIQUE (user_id)"),
}

DESCRIBED: Final = (
    """
    SELECT 'columns', relname, attname, format_type(atttypid, atttypmod), attnotnull,
        CASE attidentity WHEN '' THEN pg_get_expr(adbin, adrelid) END
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
    """,
    # Without `NOT NULL`: the columns' rows have it, and only PostgreSQL 18 makes it a constraint.
    """
    SELECT 'constraints', conrelid::regclass::text, pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND contype <> 'n'
    """,
    """
    SELECT 'indexes', tablename, regexp_replace(indexdef, '^CREATE( UNIQUE)? INDEX .* USING btree', '\\1')
    FROM pg_indexes WHERE schemaname = current_schema()
    """,
    """
    SELECT 'names', tablename, indexname FROM pg_indexes
    WHERE schemaname = current_schema() AND indexname !~ '_(key|pkey)$'
    """,
)
"""Queries for all properties of tables, and for the names of indexes."""


def statements_of_sqlite(path: Path) -> list[str]:
    """The statements that create a file's tables and indexes, in PostgreSQL's dialect."""
    with another_program(path) as file:
        saved = file.execute(
            "SELECT sql FROM sqlite_schema WHERE type IN ('table', 'index') AND sql IS NOT NULL"
            " AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        ).fetchall()
    found = [sql for (sql,) in saved]
    for pattern, instead in SPELLINGS:
        found = [re.sub(pattern, instead, sql) for sql in found]
    return found


def run_all(connection: Any, statements: list[str]) -> None:
    """Run statements that depend on each other, in any order that works."""
    left = statements
    while left:
        again = []
        for statement in left:
            try:
                with connection.transaction():
                    connection.execute(statement)
            except psycopg.errors.UndefinedTable:
                again.append(statement)
        assert len(again) < len(left), again
        left = again


def described(connection: Any, schema: str) -> set[tuple[Any, ...]]:
    """Columns, keys, checks and indexes of all tables."""
    connection.execute(f"SET search_path TO {schema}")
    found = [row for query in DESCRIBED for row in connection.execute(query).fetchall()]
    return {tuple(map(_plain, row)) for row in found}


def _plain(part: object) -> object:
    blanks = r'\s+COLLATE "C"|\s+(?=\()|^\s+'
    return re.sub(blanks, " ", part).strip() if isinstance(part, str) else part


def test_both_schemas_are_equal(new_file: Path, address: str) -> None:
    """Tables, columns, types, keys, checks and indexes, except for `ONLY_ON_A_SERVER`.

    Triggers as well: each undeletable table on PostgreSQL has one more, against TRUNCATE; SQLite empties tables with
    DELETE.
    """
    with another_program(new_file) as file:
        triggers = "SELECT tbl_name, name FROM sqlite_schema WHERE type = 'trigger'"
        triggers_here = set(file.execute(triggers).fetchall())
    with another_program(address) as connection:
        theirs = described(connection, "public")
        triggers = "SELECT tgrelid::regclass::text, tgname FROM pg_trigger WHERE NOT tgisinternal"
        triggers_there = set(connection.execute(triggers).fetchall())
        connection.execute("CREATE SCHEMA of_sqlite; SET search_path TO of_sqlite")
        run_all(connection, statements_of_sqlite(new_file))
        ours = described(connection, "of_sqlite")
        connection.rollback()
    assert len(ours) > 150
    assert sorted(ours - theirs, key=str) == []
    assert sorted(theirs - ours - ONLY_ON_A_SERVER, key=str) == []
    saved = {table for table, name in triggers_here if name == f"{table}_is_never_deleted"}
    emptied = {(table, f"{table}_is_never_emptied") for table in saved}
    assert emptied
    assert triggers_there == triggers_here | emptied


def test_both_have_the_same_migrations() -> None:
    """From PostgreSQL's first migration on, each has a file in both folders."""
    sqlite, postgresql = known_migrations("sqlite"), known_migrations("postgresql")
    first, *later = postgresql
    assert [(step.number, step.name) for step in later] == [
        (step.number, step.name) for step in sqlite if step.number > first.number
    ]
    assert postgresql[-1].number == sqlite[-1].number
