"""Access to a bank's database from another program, including tampering."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import psycopg

_NO_CONSTRAINTS: Final = """
SET session_replication_role = replica;
DO $$ DECLARE law record; BEGIN
    FOR law IN SELECT conrelid::regclass AS place, conname FROM pg_constraint
        WHERE contype IN ('c', 'u') AND connamespace = current_schema()::regnamespace
    LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', law.place, law.conname); END LOOP;
END $$;
"""
"""Disables triggers and drops foreign keys, checks and unique keys."""

REFUSALS: Final = (sqlite3.IntegrityError, psycopg.IntegrityError, psycopg.DataError)
"""Errors of both databases when the schema rejects a statement."""


@contextmanager
def another_program(where: Path | str) -> Iterator[Any]:
    """Yield a connection with an `execute`; commit at the end."""
    if isinstance(where, Path):
        with closing(sqlite3.connect(where)) as file, file:
            file.execute("PRAGMA foreign_keys = ON")
            yield file
    else:
        with psycopg.connect(where) as connection:
            yield connection


def tamper(where: Path | str, sql: str) -> None:
    """Change the books without the bank, ignoring the schema's checks."""
    if isinstance(where, Path):
        with closing(sqlite3.connect(where)) as file:
            file.execute("PRAGMA ignore_check_constraints = ON")
            file.executescript(sql)
    else:
        with another_program(where) as connection:
            connection.execute(_NO_CONSTRAINTS + re.sub(r"DROP TRIGGER \w+;", "", sql))
