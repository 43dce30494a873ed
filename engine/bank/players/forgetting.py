"""Forgets users who ask for it: the books stay complete, and nobody can tell whose they were.

The ledger is append-only, and other players keep the rounds that they played together. So nothing is taken out of the
books: they name people by numbers, and only the id behind the number is removed. In its place stands minus the number;
Discord's ids are above zero, so the two are never confused.

This changes one row, however much the user has played; besides, zeros are written over their names, and the few rows
are deleted that say what was found in their rounds. The old rows stay in the write-ahead log and in the file until a
checkpoint has written the new pages over them and cut the log off (`engine/bank/sqlite/wiping.py`).
"""

from typing import Final

from engine.bank.books import people
from engine.bank.database import Database, hold
from engine.bank.players import daily, honours, skill
from engine.values.errors import StillPlaying

_PLAYS_IN: Final = (
    "SELECT channel_id FROM game_table CROSS JOIN seat"
    " WHERE seat.table_id = game_table.id AND closed = 0 AND person = :person"
    " UNION "
    "SELECT channel_id FROM round CROSS JOIN posting CROSS JOIN account CROSS JOIN account AS stake"
    " CROSS JOIN game_table"
    " WHERE state = 'open' AND posting.round_id = round.id AND account.id IN (source, target)"
    " AND account.kind = 'player' AND account.owner = :person"
    " AND stake.kind = 'stake' AND stake.owner = round.id AND stake.id IN (source, target)"
    " AND game_table.id = table_id"
    " GROUP BY table_id, channel_id"
    " HAVING SUM(CASE account.id WHEN source THEN cents ELSE -cents END) > 0"
    " ORDER BY channel_id"
)
"""The channels where a person has a seat at an open table, or has money on the table in an open round.

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
    honours.forget(connection, person)
    skill.forget(connection, person)
    daily.forget(connection, person, user_id, at)
    people.forget(connection, person)
    connection.execute("INSERT INTO forgotten (person, at) VALUES (?, ?)", (person, at))
    return True
