"""Users, and searches for their ids and names in a bank's tables and in the bytes of its files."""

import sqlite3
from contextlib import closing
from pathlib import Path

ANN, BEN, CAT = 80351110224678912, 80351110224678913, 80351110224678914


def person(user_id: int) -> str:
    """SQL for the number that refers to a user in every table except `person`."""
    return f"(SELECT id FROM person WHERE user_id = {user_id})"


def account(user_id: int) -> str:
    """SQL condition for a user's account."""
    return f"kind = 'player' AND owner = {person(user_id)}"


def places_of(path: Path, user_id: int) -> list[str]:
    """Return every `table.column` that holds this number."""
    with closing(sqlite3.connect(path)) as connection:
        return [
            f"{table}.{column}"
            for table, column in _columns(connection)
            if connection.execute(
                f'SELECT 1 FROM "{table}" WHERE "{column}" = ?', (user_id,)
            ).fetchone()
        ]


def traces_of(path: Path, sought: int | str) -> int:
    """Count an id in the files, as SQLite stores it or as text, or count a name."""
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
