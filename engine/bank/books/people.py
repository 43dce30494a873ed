"""Users' ids and names. All other data refers to people by an internal number."""

from collections.abc import Collection
from typing import Any, Final

from engine.bank.database import Database, first, places, write_rows
from engine.bank.errors import Contradiction
from engine.values.tables import MOST_OF_A_NAME, DisplayName

_EVERYWHERE: Final = 0


def find(connection: Database, user_id: int) -> int | None:
    """Return a user's internal number, or None if unknown. Deleted users have ids below zero."""
    person: int | None = first(connection, "SELECT id FROM person WHERE user_id = ?", user_id)
    return person


def number(connection: Database, user_id: int) -> int:
    """Return a user's internal number; assign a missing one. Lock the user first.

    Raises `Contradiction` for an id below zero that is not a deleted user's.
    """
    person = find(connection, user_id)
    if person is None:
        if user_id < 0:
            raise Contradiction(f"no person has the id {user_id}")
        person = first(connection, "INSERT INTO person (user_id) VALUES (?) RETURNING id", user_id)
    return int(person)


def save_names(connection: Database, guild_id: int, display_name: DisplayName) -> None:
    """Save a user's global name and guild name if they have changed. Lock the user first."""
    person = number(connection, display_name.user_id)
    write_rows(
        connection,
        "INSERT INTO person_name (person, guild_id, name) VALUES {rows}"
        " ON CONFLICT (person, guild_id) DO UPDATE SET name = excluded.name"
        " WHERE person_name.name <> excluded.name",
        [
            (person, _EVERYWHERE, display_name.everywhere[:MOST_OF_A_NAME]),
            (person, guild_id, display_name.here[:MOST_OF_A_NAME]),
        ],
    )


def names(connection: Database, guild_id: int | None, user_ids: Collection[int]) -> dict[int, str]:
    """Return users' display names by id: in the guild if known, otherwise the global name."""
    if not user_ids:
        return {}
    rows = connection.execute(
        "SELECT user_id, name FROM person JOIN person_name ON person = person.id"  # noqa: S608
        f" WHERE user_id IN ({places(len(user_ids))}) AND guild_id IN (?, ?) ORDER BY guild_id",
        (*user_ids, _EVERYWHERE, guild_id or _EVERYWHERE),
    )
    return {user_id: name for user_id, name in rows if name}


def names_of(connection: Database, person: int) -> list[dict[str, Any]]:
    """Return all names of a person with their guilds; None marks the global name."""
    rows = connection.execute(
        "SELECT guild_id, name FROM person_name WHERE person = ? ORDER BY guild_id", (person,)
    )
    return [{"guild_id": guild_id or None, "name": name} for guild_id, name in rows]


def forget(connection: Database, person: int) -> None:
    """Replace a person's Discord id by a meaningless one, and delete their names."""
    connection.execute("DELETE FROM person_name WHERE person = ?", (person,))
    connection.execute("UPDATE person SET user_id = -id WHERE id = ?", (person,))
