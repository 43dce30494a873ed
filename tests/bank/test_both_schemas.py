"""The two schemas are one: what SQLite keeps is made on PostgreSQL, and held against what its own migrations make."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest

from engine.bank.bank import Bank
from engine.bank.schema import known_migrations
from tests.postgres import Postgres

from .outside import another_program
from .values import NOW

SPELLINGS: Final = (
    (r"--[^\n]*", ""),
    (r"\)\s*STRICT.*$", ")"),
    (r"\bAUTOINCREMENT\b", ""),
    (r"\bINTEGER\b", "BIGINT"),
    (r"\bREAL\b", "DOUBLE PRECISION"),
    (r"\bBLOB\b", "BYTEA"),
    (r"\bold IS NOT new\b", "old IS DISTINCT FROM new"),
)

ONLY_ON_A_SERVER: Final = {
    ("columns", "shard", "number", "bigint", True, None),
    ("columns", "shard", "epoch", "bigint", True, None),
    ("constraints", "shard", "PRIMARY KEY (number)"),
    ("indexes", "shard", "UNIQUE (number)"),
    # A file has its index of users in memory: on disk it could not be wiped.
    ("constraints", "person", "UNIQUE (user_id)"),
    ("indexes", "person", "UNIQUE (user_id)"),
}

COLUMNS: Final = """
SELECT 'columns', relname, attname, format_type(atttypid, atttypmod), attnotnull,
    CASE attidentity WHEN '' THEN pg_get_expr(adbin, adrelid) END
FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
"""
CONSTRAINTS: Final = """
SELECT 'constraints', conrelid::regclass::text, pg_get_constraintdef(oid)
FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND contype <> 'n'
"""
"""Without `NOT NULL`, which is told of each column, and is a constraint from PostgreSQL 18 on."""
INDEXES: Final = """
SELECT 'indexes', tablename, regexp_replace(indexdef, '^CREATE( UNIQUE)? INDEX .* USING btree', '\\1')
FROM pg_indexes WHERE schemaname = current_schema()
"""
NAMED_INDEXES: Final = """
SELECT 'names', tablename, indexname FROM pg_indexes
WHERE schemaname = current_schema() AND indexname !~ '_(key|pkey)$'
"""


def statements_of_sqlite(path: Path) -> list[str]:
    """What makes the tables and indexes of a file, as PostgreSQL spells it."""
    with closing(sqlite3.connect(path)) as file:
        kept = file.execute(
            "SELECT sql FROM sqlite_schema WHERE type IN ('table', 'index') AND sql IS NOT NULL"
            " AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        ).fetchall()
    return [spelled(sql) for (sql,) in kept]


def spelled(sql: str) -> str:
    """One of them."""
    for pattern, instead in SPELLINGS:
        sql = re.sub(pattern, instead, sql, flags=re.DOTALL if "STRICT" in pattern else 0)
    return sql


def made(connection: Any, statements: list[str]) -> None:
    """Run statements that need each other, in whatever order they can be run."""
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
    found = {
        row
        for query in (COLUMNS, CONSTRAINTS, INDEXES, NAMED_INDEXES)
        for row in connection.execute(query).fetchall()
    }
    return {tuple(_plain(part) for part in row) for row in found}


def _plain(part: object) -> object:
    return (
        re.sub(r'\s+COLLATE "C"|\s+(?=\()|^\s+', " ", part).strip()
        if isinstance(part, str)
        else part
    )


async def test_both_schemas_are_one(path: Path, postgres: Postgres) -> None:
    """Tables, columns, types, keys, checks and indexes; what only one of them has is named here."""
    async with Bank.open(path, lambda: NOW):
        pass
    with postgres.database("template1") as address, another_program(address) as connection:
        theirs = described(connection, "public")
        connection.execute("CREATE SCHEMA of_sqlite; SET search_path TO of_sqlite")
        made(connection, statements_of_sqlite(path))
        ours = described(connection, "of_sqlite")
    assert len(ours) > 150
    assert sorted(ours - theirs, key=str) == []
    assert sorted(theirs - ours - ONLY_ON_A_SERVER, key=str) == []


TRIGGERS_OF_SQLITE: Final = "SELECT tbl_name, name FROM sqlite_schema WHERE type = 'trigger'"
TRIGGERS: Final = "SELECT tgrelid::regclass::text, tgname FROM pg_trigger WHERE NOT tgisinternal"


async def test_both_have_the_same_triggers(path: Path, postgres: Postgres) -> None:
    """And PostgreSQL one more for each table that may not be emptied: in SQLite that is to delete."""
    async with Bank.open(path, lambda: NOW):
        pass
    with another_program(path) as file:
        ours = set(file.execute(TRIGGERS_OF_SQLITE).fetchall())
    with postgres.database("template1") as address, another_program(address) as connection:
        theirs = set(connection.execute(TRIGGERS).fetchall())
    emptied = {(table, f"{table}_is_never_emptied") for table, _ in ours}
    assert theirs == ours | emptied
    assert emptied


def test_both_have_the_same_steps() -> None:
    """From the first one of PostgreSQL on, each migration has a file of its own in both folders."""
    sqlite, postgresql = known_migrations("sqlite"), known_migrations("postgresql")
    first, *later = postgresql
    assert [(step.number, step.name) for step in later] == [
        (step.number, step.name) for step in sqlite if step.number > first.number
    ]
    assert postgresql[-1].number == sqlite[-1].number


@pytest.mark.parametrize("table", ["posting", "setting_change"])
def test_a_log_is_not_emptied(postgres: Postgres, table: str) -> None:
    """`TRUNCATE` is refused as deleting is."""
    with (
        postgres.database("template1") as address,
        another_program(address) as connection,
        pytest.raises(psycopg.IntegrityError, match="append-only"),
    ):
        connection.execute(f"TRUNCATE {table}")
