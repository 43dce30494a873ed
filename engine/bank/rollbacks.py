"""Detects that the database was restored to an earlier state (`docs/decisions/noticed-rollbacks.md`).

A file counts heartbeats, and its witness, a file next to it, has the same count: a database behind its witness, or
without one, is an older copy. A server's origin is its cluster, its timeline (new after a point-in-time recovery), and
the ids of the database and of a table (new in a restored dump).
"""

import logging
from typing import Final

from engine.bank.books import notes
from engine.bank.database import Database, first
from engine.bank.players import daily, duels

log = logging.getLogger(__name__)

_BEATS: Final = "beats"
_ORIGIN: Final = "origin"

_SERVER: Final = (
    "SELECT CONCAT(system_identifier, ' ', SUBSTR(pg_walfile_name(pg_current_wal_lsn()), 1, 8), ' ',"
    " pg_database.oid, ' ', CAST(CAST('shoe' AS regclass) AS oid))"
    " FROM pg_control_system(), pg_database WHERE datname = current_database()"
)


def beat(connection: Database) -> int:
    """Add one to the database's count of heartbeats, and return it."""
    count = beats(connection) + 1
    notes.save_text(connection, _BEATS, str(count))
    return count


def notice_in_file(connection: Database, at: float, witness: int | None) -> tuple[int, bool]:
    """Compare a file's heartbeats with its `witness`, None if missing; mark the tables of an older copy.

    Return the next count for the witness, and True for an older copy. `at` in Unix seconds.
    """
    count = beats(connection)
    rolled_back = count > 0 if witness is None else witness > count
    if rolled_back:
        _mark(connection, at)
    count = max(count, witness or 0) + 1
    notes.save_text(connection, _BEATS, str(count))
    return count, rolled_back


def notice_on_server(connection: Database, at: float) -> bool:
    """Mark the tables and return True if the server's origin differs from the saved one. `at` in Unix seconds.

    Locks the saved origin against other starting processes.
    """
    here = first(connection, _SERVER)
    is_new = beats(connection) == 0
    beat(connection)
    added = first(
        connection,
        "INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING key",
        *(_ORIGIN, here),
    )
    moved = first(
        connection,
        "UPDATE setting SET value = ? WHERE key = ? AND value <> ? RETURNING key",
        *(here, _ORIGIN, here),
    )
    # Beats without an origin were counted in a file that was copied to this server.
    rolled_back = moved is not None or (added is not None and not is_new)
    if rolled_back:
        _mark(connection, at)
    return rolled_back


def beats(connection: Database) -> int:
    """Return the count of heartbeats; 0 for a new database."""
    return int(notes.saved_text(connection, _BEATS) or 0)


def warn() -> None:
    log.warning(
        "the bank voids running rounds, returns their stakes, and gives every table a new shoe, the daily ten and"
        " open duels new hands (the database is an older copy, such as a restored backup: cards that it was about"
        " to deal may be public)"
    )


def _mark(connection: Database, at: float) -> None:
    connection.execute("UPDATE game_table SET rolled_back = 1 WHERE closed = 0")
    daily.draw_again(connection, at)
    duels.draw_again(connection)
