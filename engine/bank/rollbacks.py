"""Notices that the database was rolled back to an earlier state, and marks what was published in between.

A file counts its beats: one at each start, at each stop in good order, and every ten seconds in between. The bot writes
the same count to a witness beside the file (`engine/bank/sqlite/witness.py`), after the commit. A file that is behind
its witness, or has lost it, is an older copy.

A server is known by its cluster, its timeline, and the identities of the database and of a table. Recovery to a point
in time begins a timeline, and a restored dump makes new tables; so neither is the origin that the database has saved.
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
"""Its cluster, its timeline, and the identities of the database and of a table in it."""


def beat(connection: Database) -> int:
    """Count one more beat; return the count."""
    count = beats(connection) + 1
    notes.keep_text(connection, _BEATS, str(count))
    return count


def notice_in_file(connection: Database, at: float, witness: int | None) -> tuple[int, bool]:
    """Compare a file with its witness; return the count of its next beat, and whether it was rolled back.

    A file that has never had a beat is new, or of an older version. `at` in Unix seconds.
    """
    count = beats(connection)
    rolled_back = count > 0 if witness is None else witness > count
    if rolled_back:
        _mark(connection, at)
    count = max(count, witness or 0) + 1
    notes.keep_text(connection, _BEATS, str(count))
    return count, rolled_back


def notice_on_server(connection: Database, at: float) -> bool:
    """Compare a server with the origin that the database has saved; return whether it was rolled back.

    Processes that start together notice it once: the row is locked. `at` in Unix seconds.
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
    # Beats without an origin were counted in a file, which was copied to this server.
    rolled_back = moved is not None or (added is not None and not is_new)
    if rolled_back:
        _mark(connection, at)
    return rolled_back


def beats(connection: Database) -> int:
    """Return the count of beats; 0 for a database that has never had one."""
    return int(notes.kept_text(connection, _BEATS) or 0)


def warn() -> None:
    """Log that the database was rolled back."""
    log.warning(
        "the database is an older copy, such as a restored backup: cards that it was about to deal may be public."
        " Running rounds are void, with their stakes returned; every table gets a new shoe, the daily ten"
        " and open duels get new hands"
    )


def _mark(connection: Database, at: float) -> None:
    """Mark the open tables, whose shoes are to be broken off, and draw the daily ten and open duels again."""
    connection.execute("UPDATE game_table SET rolled_back = 1 WHERE closed = 0")
    daily.draw_again(connection, at)
    duels.draw_again(connection)
