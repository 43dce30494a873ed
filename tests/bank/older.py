"""A file as an older program would have left it."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from engine.bank.schema import known_migrations
from engine.bank.sqlite.opening import open_connection

from .values import NOW


def _name(column: str) -> str:
    return f"(SELECT user_id FROM later.person AS one WHERE one.id = {column})"


_BEFORE_SCHEMA_4: Final = {
    ("account", "owner"): f"CASE kind WHEN 'player' THEN {_name('owner')} ELSE owner END",
    ("seat", "user_id"): _name("person"),
    ("dealt_seat", "user_id"): _name("person"),
    ("result", "user_id"): _name("person"),
    ("tally", "user_id"): _name("person"),
    ("round", "voided_by"): _name("voided_by"),
    ("setting_change", "admin_id"): _name("admin"),
    ("forgotten", "id"): "person",
}
"""What stood in columns that name people: users' ids."""


async def as_schema(number: int, path: Path, source: Path) -> None:
    """Make a file of schema 1 to 3, with all that a closed file of this program's keeps and that one kept, too."""
    migrations = known_migrations()[:number]
    connection = await open_connection(path, NOW, busy_timeout=1, migrations=migrations)
    await connection.close()
    with closing(sqlite3.connect(path)) as file:
        file.execute("ATTACH ? AS later", (str(source),))
        file.execute("DELETE FROM account")
        tables = "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name <> 'migration'"
        for (table,) in file.execute(f"{tables} AND name NOT LIKE 'sqlite_%'").fetchall():
            columns = [row[1] for row in file.execute(f"PRAGMA main.table_info({table})")]
            values = [_BEFORE_SCHEMA_4.get((table, column), column) for column in columns]
            file.execute(f"INSERT INTO main.{table} SELECT {', '.join(values)} FROM later.{table}")
        file.commit()
