"""Messages of the bot that it has yet to delete, in channels that have or had a table."""

from engine.bank.books.tables import IsOurs, everybody
from engine.bank.database import Database, hold, is_shared


def note_message(connection: Database, channel_id: int, message_id: int) -> None:
    """Note that a message is to be deleted; a second time changes nothing.

    Raises `NotOurs` where another process plays the tables there by now.
    """
    if is_shared(connection):
        query = "SELECT guild_id FROM game_table WHERE channel_id = ? LIMIT 1"
        row = connection.execute(query, (channel_id,)).fetchone()
        hold(connection, (), row and int(row[0]))
    connection.execute(
        "INSERT INTO message_to_delete (message_id, channel_id) VALUES (?, ?)"
        " ON CONFLICT (message_id) DO NOTHING",
        (message_id, channel_id),
    )


def drop_message(connection: Database, message_id: int) -> None:
    """Remove the note that a message is to be deleted."""
    connection.execute("DELETE FROM message_to_delete WHERE message_id = ?", (message_id,))


def noted_messages(connection: Database, is_ours: IsOurs = everybody) -> list[tuple[int, int]]:
    """Return the channel id and message id of each message to delete, oldest first; in channels without a guild that is
    known, those of all processes."""
    rows = connection.execute(
        "SELECT channel_id, message_id, (SELECT guild_id FROM game_table"
        " WHERE game_table.channel_id = message_to_delete.channel_id LIMIT 1)"
        " FROM message_to_delete ORDER BY message_id"
    ).fetchall()
    return [
        (channel, message) for channel, message, guild in rows if guild is None or is_ours(guild)
    ]
