"""A bank's database as another program sees it, and what another program may do to it."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import psycopg

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
