"""Forgets users who ask for it: the books stay complete, and nobody can tell whose they were.

The ledger is append-only, and other players keep the rounds that they played together. So nothing is taken out of the
books: they name people by numbers, and only the id behind the number is removed. In its place stands minus the number;
Discord's ids are above zero, so the two are never confused.

This changes one row, however much the user has played; besides, the few rows that say what was found in their rounds
are deleted, which name them by number. The old row stays in the write-ahead log and in the file until a
checkpoint has written the new page over it and cut the log off.
"""

import logging
import sqlite3
from typing import Final

from engine.bank.books import people, texts
from engine.bank.players import daily, honours, skill
from engine.saved import StillPlaying

log = logging.getLogger(__name__)

_DUE: Final = "to_be_written_anew"
"""The key that is set by the migration that leaves ids in free space of the file."""

_PLAYS_IN: Final = (
    "SELECT channel_id FROM game_table CROSS JOIN seat ON seat.table_id = game_table.id"
    " WHERE closed = 0 AND person = :person"
    " UNION "
    "SELECT channel_id FROM round"
    " CROSS JOIN posting ON posting.round_id = round.id"
    " CROSS JOIN account ON account.id IN (source, target)"
    " JOIN game_table ON game_table.id = table_id"
    " WHERE state = 'open' AND account.kind = 'player' AND account.owner = :person"
    " GROUP BY table_id, channel_id HAVING SUM(cents * ((source = account.id) - (target = account.id))) > 0"
)
"""The channels where a person has a seat at an open table, or has put more into an open round than came back.

CROSS JOIN makes SQLite keep this order: the few open tables and rounds first, not everything that was ever played.
"""


def forget(connection: sqlite3.Connection, user_id: int, at: float) -> bool:
    """Replace the user's id by one without meaning; False if the user was not known. `at` in Unix seconds.

    Raises `StillPlaying` while the user has a seat at an open table or money in play.
    """
    person = people.find(connection, user_id)
    if person is None or user_id < 0:
        return False
    channels = connection.execute(_PLAYS_IN, {"person": person}).fetchall()
    if channels:
        raise StillPlaying(tuple(channel_id for (channel_id,) in channels))
    honours.forget(connection, person)
    skill.forget(connection, person)
    daily.forget(connection, person)
    people.rename(connection, person)
    connection.execute("INSERT INTO forgotten (person, at) VALUES (?, ?)", (person, at))
    return True


def clean_up(connection: sqlite3.Connection) -> None:
    """Finish what a crash has interrupted, or what a migration can't do; no transaction may be open."""
    try:
        if texts.kept_text(connection, _DUE) is not None:
            log.info("the database is written anew, once: that takes seconds for each GB")
            connection.execute("VACUUM")
            connection.execute("DELETE FROM setting WHERE key = ?", (_DUE,))
    except sqlite3.Error as error:
        log.warning("what was forgotten may linger in the file until the next start: %s", error)
    cut_off(connection)


def cut_off(connection: sqlite3.Connection) -> bool:
    """Write the write-ahead log into the file and cut it off; False if another program prevents that.

    No transaction may be open. Does not wait for programs that read, because all players would wait, too.
    """
    (patience,) = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        (held_up, *_) = connection.execute("PRAGMA main.wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.Error as error:
        log.warning("the write-ahead log can't be cut off: %s", error)
        return False
    finally:
        connection.execute(f"PRAGMA busy_timeout = {patience:d}")
    return not held_up
