"""Small notes: texts by key, messages to delete, guilds that the bot has left; and figures for the host."""

from engine.bank.books.tables import IsOurs
from engine.bank.database import Database, first, hold, is_shared


def kept_text(connection: Database, key: str) -> str | None:
    """Return the text kept under a key, or None."""
    text: str | None = first(connection, "SELECT value FROM setting WHERE key = ?", key)
    return text


def keep_text(connection: Database, key: str, value: str) -> None:
    """Keep a text under a key, in place of any other."""
    connection.execute(
        "INSERT INTO setting (key, value) VALUES (?, ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (key, value),
    )


def applications(connection: Database) -> set[int]:
    """Return the ids of the Discord applications whose commands were registered by bots on this database."""
    rows = connection.execute("SELECT key FROM setting WHERE key LIKE 'commands:%'").fetchall()
    return {int(number) for (key,) in rows if (number := key.partition(":")[2]).isdecimal()}


def note_message(connection: Database, channel_id: int, message_id: int) -> None:
    """Note that a message is to be deleted; a second time changes nothing.

    Raises `NotOurs` where another process plays the tables there by now.
    """
    if is_shared(connection):
        query = "SELECT guild_id FROM game_table WHERE channel_id = ? LIMIT 1"
        hold(connection, (), first(connection, query, channel_id))
    connection.execute(
        "INSERT INTO message_to_delete (message_id, channel_id) VALUES (?, ?)"
        " ON CONFLICT (message_id) DO NOTHING",
        (message_id, channel_id),
    )


def noted_messages(connection: Database, is_ours: IsOurs) -> list[tuple[int, int]]:
    """Return the channel id and message id of each message to delete, oldest first; all where the guild is unknown."""
    rows = connection.execute(
        "SELECT channel_id, message_id, (SELECT guild_id FROM game_table"
        " WHERE game_table.channel_id = message_to_delete.channel_id LIMIT 1)"
        " FROM message_to_delete ORDER BY message_id"
    ).fetchall()
    return [
        (channel, message) for channel, message, guild in rows if guild is None or is_ours(guild)
    ]


def rounds_since(connection: Database, at: float) -> int:
    """Return how many rounds were played to their end since this moment, in Unix seconds.

    Those that ended before the deal, when everybody left, were not played.
    """
    count = (
        "SELECT COUNT(*) FROM round WHERE state = 'settled' AND ended_at >= ?"
        " AND EXISTS (SELECT 1 FROM dealt_seat WHERE dealt_seat.round_id = round.id)"
    )
    return int(first(connection, count, at))


def newest_round(connection: Database) -> int:
    """Return the number of the round that was opened last; 0 where there is none."""
    return int(first(connection, "SELECT COALESCE(MAX(id), 0) FROM round"))


def size(connection: Database) -> int:
    """Return the size of the database in bytes, with what is still in the write-ahead log alone."""
    of_pages = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    of_server = "SELECT pg_database_size(current_database())"
    return int(first(connection, of_server if is_shared(connection) else of_pages))


def note_departure(connection: Database, at: float, guild_id: int) -> None:
    """Note that the bot is not in a guild any more; `at` in Unix seconds. The first note counts."""
    connection.execute(
        "INSERT INTO departure (guild_id, at) VALUES (?, ?) ON CONFLICT (guild_id) DO NOTHING",
        (guild_id, at),
    )


def drop_departure(connection: Database, guild_id: int) -> None:
    """Remove that note."""
    connection.execute("DELETE FROM departure WHERE guild_id = ?", (guild_id,))


def departures(connection: Database, is_ours: IsOurs) -> dict[int, float]:
    """Return when each guild was noted, by its id."""
    rows = connection.execute("SELECT guild_id, at FROM departure ORDER BY guild_id").fetchall()
    return {guild_id: at for guild_id, at in rows if is_ours(guild_id)}


def guilds_in_use(connection: Database, is_ours: IsOurs) -> set[int]:
    """Return the guilds for which settings, a daily post or an open table are kept."""
    rows = connection.execute(
        "SELECT guild_id FROM channel_setting UNION SELECT guild_id FROM daily_post UNION"
        " SELECT guild_id FROM game_table WHERE closed = 0 AND said_goodbye = 0"
    ).fetchall()
    return {guild_id for (guild_id,) in rows if is_ours(guild_id)}
