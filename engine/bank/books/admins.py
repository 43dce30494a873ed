"""The log of admins' actions in a guild: ended rounds, closed tables and changed settings."""

from operator import attrgetter
from typing import Final

from engine.bank.books import people
from engine.bank.database import Database
from engine.values.tables import AdminAct, EndedByAdmin

_ENDS: Final = (
    "SELECT at, user_id, channel_id, what, NULL, CAST(admin_end.round_number AS TEXT)"
    " FROM admin_end JOIN person ON person.id = admin JOIN game_table ON game_table.id = table_id"
    " WHERE admin_end.guild_id = ? ORDER BY admin_end.id DESC LIMIT ?"
)
_CHANGES: Final = (
    "SELECT at, user_id, channel_id, what, old, new"
    " FROM setting_change JOIN person ON person.id = admin"
    " WHERE guild_id = ? ORDER BY setting_change.id DESC LIMIT ?"
)


def save_end(
    connection: Database, at: float, guild_id: int, table_id: int, number: int, end: EndedByAdmin
) -> None:
    """Log that an admin ended round `number` or closed the table. Idempotent. `at` in Unix seconds."""
    admin = people.number(connection, end.admin_id)
    connection.execute(
        "INSERT INTO admin_end (at, guild_id, table_id, round_number, what, admin)"
        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (at, guild_id, table_id, number, end.what.value, admin),
    )


def admin_log(connection: Database, guild_id: int, limit: int) -> list[AdminAct]:
    """Return at most `limit` actions of a guild's admins, newest first."""
    ends = connection.execute(_ENDS, (guild_id, limit)).fetchall()
    changes = connection.execute(_CHANGES, (guild_id, limit)).fetchall()
    acts = [AdminAct(True, *row) for row in ends] + [AdminAct(False, *row) for row in changes]
    return sorted(acts, key=attrgetter("at"), reverse=True)[:limit]
