"""The only place for users' ids and names, so that forgetting a user changes few rows.

Everything else in the database refers to people by number. In a file, an index on the ids could not be cleaned: SQLite
leaves copies of cells in the pages that it splits, and only a rewrite of the whole index removes them. So the index is
built in memory when the file is opened, and the same transactions update it. In the file, rows are appended and never
grow, so no page is ever split and each id is stored once. Names are padded with zeros to a fixed length for the same
reason.

A server has a normal index: its pages are out of reach anyway.
"""

import sqlite3
from collections.abc import Collection
from typing import Any, Final

from engine.bank.database import Database, first, places, write_rows
from engine.bank.errors import Contradiction
from engine.values.tables import MOST_OF_A_NAME, Called

_IN_FILE: Final = (
    # The table decides: the index may be out of date if another program writes to the file.
    "(SELECT known.user_id, id FROM memory.known"
    " JOIN person ON id = known.person AND person.user_id = known.user_id) AS who"
)
_AS_THEY_ARE: Final = "person AS who"

_EVERYWHERE: Final = 0
"""The guild id for names that apply everywhere."""


def index(file: sqlite3.Connection) -> None:
    """Build the index of people by their ids, once per connection; a million people take half a second."""
    file.execute("ATTACH ':memory:' AS memory")
    file.execute(
        "CREATE TABLE memory.known (user_id INTEGER PRIMARY KEY, person INTEGER NOT NULL UNIQUE) STRICT"
    )
    file.execute(
        # Unsorted: to sort many ids, SQLite would write them to a temporary file. The audit reports two people with one
        # id; here the first one counts.
        "INSERT INTO memory.known (user_id, person) SELECT user_id, id FROM person WHERE true"
        " ON CONFLICT (user_id) DO NOTHING"
    )


def find(connection: Database, user_id: int) -> int | None:
    """Return a person's number, or None if they are unknown; ids below zero stand for forgotten people."""
    query = f"SELECT who.id FROM {_by_id(connection)} WHERE who.user_id = ?"  # noqa: S608
    person: int | None = first(connection, query, user_id)
    return person


def number(connection: Database, user_id: int) -> int:
    """Return a person's number; on first sight they get one, but no account. The caller holds the user.

    Raises `Contradiction` for an id below zero that stands for no person.
    """
    found = find(connection, user_id)
    if found is None and isinstance(connection, sqlite3.Connection) and _catch_up(connection):
        found = find(connection, user_id)
    return _add(connection, user_id) if found is None else found


def keep_names(connection: Database, guild_id: int, called: Called) -> None:
    """Save a user's display names where they have changed. The caller holds the user."""
    person = number(connection, called.user_id)
    write_rows(
        connection,
        "INSERT INTO person_name (person, guild_id, name) VALUES {rows}"
        " ON CONFLICT (person, guild_id) DO UPDATE SET name = excluded.name"
        " WHERE person_name.name <> excluded.name",
        [
            (person, _EVERYWHERE, _packed(called.everywhere)),
            (person, guild_id, _packed(called.here)),
        ],
    )


def names(connection: Database, guild_id: int | None, user_ids: Collection[int]) -> dict[int, str]:
    """Return users' display names by id: in a guild if known, otherwise (or with None) everywhere."""
    return _names(connection, _by_id(connection), "user_id", user_ids, guild_id)


def names_of_all(
    connection: Database, guild_id: int | None, persons: Collection[int]
) -> dict[int, str]:
    """Like `names`, for people's numbers; needs no index of people."""
    return _names(connection, _AS_THEY_ARE, "id", persons, guild_id)


def _names(
    connection: Database, people: str, column: str, ids: Collection[int], guild_id: int | None
) -> dict[int, str]:
    if not ids:
        return {}
    rows = connection.execute(
        f"SELECT who.user_id, name FROM {people} JOIN person_name ON person = who.id"  # noqa: S608
        f" WHERE who.{column} IN ({places(len(ids))}) AND guild_id IN (?, ?) ORDER BY guild_id",
        (*ids, _EVERYWHERE, guild_id or _EVERYWHERE),
    )
    return {user_id: name for user_id, packed in rows if (name := _unpacked(packed))}


def names_of(connection: Database, person: int) -> list[dict[str, Any]]:
    """Return all names of a person, with the guild of each; None is everywhere."""
    rows = connection.execute(
        "SELECT guild_id, name FROM person_name WHERE person = ? ORDER BY guild_id", (person,)
    )
    return [{"guild_id": guild_id or None, "name": _unpacked(name)} for guild_id, name in rows]


def forget(connection: Database, person: int) -> None:
    """Replace a person's id by a meaningless one that is never reused, and their names by zeros."""
    connection.execute("UPDATE person_name SET name = ? WHERE person = ?", (_packed(""), person))
    connection.execute("UPDATE person SET user_id = -id WHERE id = ?", (person,))
    if isinstance(connection, sqlite3.Connection):
        connection.execute("UPDATE memory.known SET user_id = -person WHERE person = ?", (person,))


def _by_id(connection: Database) -> str:
    """Return the `FROM` source for finding people by id: `who.user_id` is the id, `who.id` the number."""
    return _IN_FILE if isinstance(connection, sqlite3.Connection) else _AS_THEY_ARE


def _packed(name: str) -> bytes:
    return name[:MOST_OF_A_NAME].encode().ljust(4 * MOST_OF_A_NAME, b"\0")


def _unpacked(packed: bytes) -> str:
    return packed.rstrip(b"\0").decode()


def _catch_up(file: sqlite3.Connection) -> int:
    """Index the people whom another program has added; return how many."""
    return file.execute(
        "INSERT INTO memory.known (user_id, person) SELECT user_id, id FROM person"
        " WHERE id > (SELECT COALESCE(MAX(known.person), 0) FROM memory.known)"
        " ON CONFLICT (user_id) DO UPDATE SET person = excluded.person"
    ).rowcount


def _add(connection: Database, user_id: int) -> int:
    if user_id < 0:
        raise Contradiction(f"no person has the id {user_id}")
    person = first(connection, "INSERT INTO person (user_id) VALUES (?) RETURNING id", user_id)
    if isinstance(connection, sqlite3.Connection):
        connection.execute(
            "INSERT INTO memory.known (user_id, person) VALUES (?, ?)"
            " ON CONFLICT (user_id) DO UPDATE SET person = excluded.person",
            (user_id, person),
        )
    return int(person)
