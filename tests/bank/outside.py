"""A bank's database as another program sees it, and what another program may do to it."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import psycopg

from engine.bank.postgres.statements import Prepared

_LAWLESS: Final = """
SET session_replication_role = replica;
DO $$ DECLARE law record; BEGIN
    FOR law IN SELECT conrelid::regclass AS place, conname FROM pg_constraint
        WHERE contype IN ('c', 'u') AND connamespace = current_schema()::regnamespace
    LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', law.place, law.conname); END LOOP;
END $$;
"""
"""No trigger, foreign key, check or unique key is in the way any more."""

REFUSALS: Final = (sqlite3.IntegrityError, psycopg.IntegrityError, psycopg.DataError)
"""What either database raises where its schema refuses something."""


@contextmanager
def another_program(where: Path | str) -> Iterator[Any]:
    """A connection with an `execute`; what it does is kept at the end."""
    if isinstance(where, Path):
        with closing(sqlite3.connect(where)) as file, file:
            file.execute("PRAGMA foreign_keys = ON")
            yield file
    else:
        with psycopg.connect(where) as connection:
            yield connection


def tamper(where: Path | str, sql: str) -> None:
    """Change the books behind the bank's back, whatever the schema says against it."""
    if isinstance(where, Path):
        with closing(sqlite3.connect(where)) as file:
            file.execute("PRAGMA ignore_check_constraints = ON")
            file.executescript(sql)
    else:
        with another_program(where) as connection:
            connection.execute(_LAWLESS + re.sub(r"DROP TRIGGER \w+;", "", sql))


def plan_on_server(connection: Any, how: str, sql: str, values: Any) -> list[Any]:
    """What a server says of the way in which it does a statement of the books."""
    preparing, calling = (text.replace("s0", "asked", 1) for text in Prepared().call(sql, values))
    connection.execute(preparing)
    plan: list[Any] = connection.execute(f"EXPLAIN {how} {calling}").fetchall()
    connection.execute("DEALLOCATE asked")
    return plan
