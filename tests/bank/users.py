"""Users, and where their ids or names stand in a bank: in the columns of its tables, and in the bytes of its files."""

import sqlite3
from contextlib import closing
from pathlib import Path

ANN, BEN, CAT = 80351110224678912, 80351110224678913, 80351110224678914


def person(user_id: int) -> str:
    """The number that stands for a user everywhere but in one table, as SQL."""
    return f"(SELECT id FROM person WHERE user_id = {user_id})"


def account(user_id: int) -> str:
    """The condition that finds a user's account, as SQL."""
    return f"kind = 'player' AND owner = {person(user_id)}"


def places_of(path: Path, user_id: int) -> list[str]:
    """Every column of every table that holds this number."""
    with closing(sqlite3.connect(path)) as connection:
        return [
            f"{table}.{column}"
            for table, column in _columns(connection)
            if connection.execute(
                f'SELECT 1 FROM "{table}" WHERE "{column}" = ?', (user_id,)
            ).fetchone()
        ]


def traces_of(path: Path, sought: int | str) -> int:
    """How often an id stands in the files as SQLite writes it, or as text; or how often a name does."""
    forms = [str(sought).encode()]
    if isinstance(sought, int):
        forms.append(sought.to_bytes(8, "big"))
    files = (Path(f"{path}{suffix}") for suffix in ("", "-wal", "-shm"))
    contents = [file.read_bytes() for file in files if file.exists()]
    return sum(content.count(form) for content in contents for form in forms)


def _columns(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    return [
        (table, column)
        for (table,) in tables
        for (column,) in connection.execute("SELECT name FROM pragma_table_info(?)", (table,))
    ]
