"""Messages of the bot that it has yet to delete."""

from engine.bank.database import Database


def note_message(connection: Database, channel_id: int, message_id: int) -> None:
    """Note that a message is to be deleted; a second time changes nothing."""
    connection.execute(
        "INSERT INTO message_to_delete (message_id, channel_id) VALUES (?, ?)"
        " ON CONFLICT (message_id) DO NOTHING",
        (message_id, channel_id),
    )


def drop_message(connection: Database, message_id: int) -> None:
    """Remove the note that a message is to be deleted."""
    connection.execute("DELETE FROM message_to_delete WHERE message_id = ?", (message_id,))


def noted_messages(connection: Database) -> list[tuple[int, int]]:
    """Return the channel id and message id of each message to delete, oldest first."""
    return connection.execute(
        "SELECT channel_id, message_id FROM message_to_delete ORDER BY message_id"
    ).fetchall()
