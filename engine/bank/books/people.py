"""The only place where users' ids are kept, so that forgetting a user changes one row.

Everything else in the database names people by their numbers. In a file, an index on the ids would be a second place,
which can't be cleaned: SQLite leaves copies of cells in the pages that it splits, and only a rewrite of the whole index
removes them. So the index is built in memory when the file is opened, and the same transactions keep it up to date. In
the file, rows are added at the end and never grow, so no page is ever split and each id stands there once.

A server has an index of its own: its pages are out of reach anyway.
"""

import sqlite3
from typing import Final

from engine.bank.database import Database
from engine.bank.errors import Contradiction

_FIND_IN_FILE: Final = (
    # The table decides: the index may be out of date if another program writes to the file.
    "SELECT id FROM memory.known JOIN person ON id = known.person AND person.user_id = known.user_id"
    " WHERE known.user_id = ?"
)
_FIND_ON_SERVER: Final = "SELECT id FROM person WHERE user_id = ?"


def index(file: sqlite3.Connection) -> None:
    """Build the index of people by their ids, once per connection; a million people take half a second."""
    file.execute("ATTACH ':memory:' AS memory")
    file.execute(
        "CREATE TABLE memory.known (user_id INTEGER PRIMARY KEY, person INTEGER NOT NULL UNIQUE) STRICT"
    )
    file.execute(
        # Unsorted: to sort many ids, SQLite would write them to a temporary file.
        # The audit reports two people with one id; here the first one counts.
        "INSERT INTO memory.known (user_id, person) SELECT user_id, id FROM person WHERE true"
        " ON CONFLICT (user_id) DO NOTHING"
    )


def find(connection: Database, user_id: int) -> int | None:
    """Return a person's number, or None if they are not known; ids below zero stand for forgotten people."""
    query = _FIND_IN_FILE if isinstance(connection, sqlite3.Connection) else _FIND_ON_SERVER
    row = connection.execute(query, (user_id,)).fetchone()
    return row[0] if row else None


def number(connection: Database, user_id: int) -> int:
    """Return a person's number; on first sight they get one, but no account. The transaction holds the user.

    Raises `Contradiction` for an id below zero that stands for nobody.
    """
    found = find(connection, user_id)
    if found is None and isinstance(connection, sqlite3.Connection) and _catch_up(connection):
        found = find(connection, user_id)
    return _add(connection, user_id) if found is None else found


def rename(connection: Database, person: int) -> None:
    """Replace a person's id by one without meaning, which nobody else ever gets."""
    connection.execute("UPDATE person SET user_id = -id WHERE id = ?", (person,))
    if isinstance(connection, sqlite3.Connection):
        connection.execute("UPDATE memory.known SET user_id = -person WHERE person = ?", (person,))


def _catch_up(file: sqlite3.Connection) -> int:
    """Index the people whom another program has added; returns how many."""
    return file.execute(
        "INSERT INTO memory.known (user_id, person) SELECT user_id, id FROM person"
        " WHERE id > (SELECT COALESCE(MAX(known.person), 0) FROM memory.known)"
        " ON CONFLICT (user_id) DO UPDATE SET person = excluded.person"
    ).rowcount


def _add(connection: Database, user_id: int) -> int:
    if user_id < 0:
        raise Contradiction(f"nobody was given the name {user_id}")
    (person,) = connection.execute(
        "INSERT INTO person (user_id) VALUES (?) RETURNING id", (user_id,)
    ).fetchone()
    if isinstance(connection, sqlite3.Connection):
        connection.execute(
            "INSERT INTO memory.known (user_id, person) VALUES (?, ?)"
            " ON CONFLICT (user_id) DO UPDATE SET person = excluded.person",
            (user_id, person),
        )
    return int(person)
