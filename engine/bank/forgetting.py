"""A user who asks for it is forgotten: the books stay as they are, and nobody can tell whose they were.

The ledger is append-only, and other players have a right to the rounds that they played with him. So nothing is taken
out of the books: wherever the user's id stands, a name is put that means nothing and that nobody else ever gets, minus
the number of the request. Discord's ids are above zero, so the two are never confused.
"""

import logging
import sqlite3
from typing import Final

from engine.change import StillPlaying

log = logging.getLogger(__name__)

_RENAMES: Final = (
    "UPDATE account SET owner = :name WHERE kind = 'player' AND owner = :user",
    "UPDATE seat SET user_id = :name WHERE user_id = :user",
    "UPDATE dealt_seat SET user_id = :name WHERE user_id = :user",
    "UPDATE round SET voided_by = :name WHERE voided_by = :user",
    "UPDATE result SET user_id = :name WHERE user_id = :user",
    "UPDATE tally SET user_id = :name WHERE user_id = :user",
    "UPDATE setting_change SET admin_id = :name WHERE admin_id = :user",
)
"""Every place where a user's id is kept."""

_PLAYS_IN: Final = (
    "SELECT channel_id FROM seat JOIN game_table ON game_table.id = table_id"
    " WHERE user_id = :user AND closed = 0"
    " UNION "
    "SELECT channel_id FROM round JOIN game_table ON game_table.id = table_id"
    " JOIN posting ON posting.round_id = round.id"
    " JOIN account ON account.kind = 'player' AND account.owner = :user"
    " AND account.id IN (source, target)"
    " WHERE state = 'open'"
    " GROUP BY round.id HAVING SUM(cents * ((source = account.id) - (target = account.id))) > 0"
)
"""The channels where a user has a seat at an open table, or has put more into an open round than came back."""


def forget(connection: sqlite3.Connection, user_id: int, at: float) -> None:
    """Put a name that says nothing in the place of the user's id; `at` in Unix seconds. Twice is once.

    Raises `StillPlaying` for who has a seat at an open table or money in play.
    """
    channels = connection.execute(_PLAYS_IN, {"user": user_id}).fetchall()
    if channels:
        raise StillPlaying(tuple(channel_id for (channel_id,) in channels))
    (number,) = connection.execute(
        "INSERT INTO forgotten (at) VALUES (?) RETURNING id", (at,)
    ).fetchone()
    names = {"user": user_id, "name": -number}
    if not sum(connection.execute(rename, names).rowcount for rename in _RENAMES):
        connection.execute("DELETE FROM forgotten WHERE id = ?", (number,))


def wipe(connection: sqlite3.Connection) -> None:
    """Write the file anew, so that no byte of what was changed lingers in it; no transaction may be open.

    Free pages could be overwritten as they come, but SQLite leaves stray copies of cells in the pages that it splits.
    """
    try:
        connection.execute("VACUUM")
        (held_up, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.Error as error:
        log.warning("what was forgotten may linger in the file: %s", error)
    else:
        if held_up:
            log.warning("what was forgotten lingers in the write-ahead log: another program reads")
