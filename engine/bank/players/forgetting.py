"""Forgets users who ask for it: the books stay complete, and nobody can tell whose they were.

The ledger is append-only, and other players keep the rounds that they played together. So nothing is taken out of the
books: they name people by numbers, and only the id behind the number is removed. In its place stands minus the number;
Discord's ids are above zero, so the two are never confused.

This changes one row, however much the user has played. The old row stays in the write-ahead log and in the file until a
checkpoint has written the new page over it and cut the log off (`engine/bank/file/wiping.py`).
"""

from typing import Final

from engine.bank.books import people
from engine.bank.database import Database, hold
from engine.bank.players import daily, skill
from engine.saved import StillPlaying

_PLAYS_IN: Final = (
    "SELECT channel_id FROM game_table CROSS JOIN seat"
    " WHERE seat.table_id = game_table.id AND closed = 0 AND person = :person"
    " UNION "
    "SELECT channel_id FROM round CROSS JOIN posting CROSS JOIN account CROSS JOIN game_table"
    " WHERE state = 'open' AND posting.round_id = round.id AND account.id IN (source, target)"
    " AND account.kind = 'player' AND account.owner = :person AND game_table.id = table_id"
    " GROUP BY table_id, channel_id"
    " HAVING SUM(CASE account.id WHEN source THEN cents ELSE -cents END) > 0"
    " ORDER BY channel_id"
)
"""The channels where a person has a seat at an open table, or has put more into an open round than came back.

CROSS JOIN makes SQLite keep this order: the few open tables and rounds first, not everything that was ever played.
"""


def forget(connection: Database, user_id: int, at: float) -> bool:
    """Replace the user's id by one without meaning; False if the user was not known. `at` in Unix seconds.

    Raises `StillPlaying` while the user has a seat at an open table or money in play.
    """
    hold(connection, [user_id])
    person = people.find(connection, user_id)
    if person is None or user_id < 0:
        return False
    channels = connection.execute(_PLAYS_IN, {"person": person}).fetchall()
    if channels:
        raise StillPlaying(tuple(channel_id for (channel_id,) in channels))
    skill.forget(connection, person)
    daily.forget(connection, person)
    people.rename(connection, person)
    connection.execute("INSERT INTO forgotten (person, at) VALUES (?, ?)", (person, at))
    return True
