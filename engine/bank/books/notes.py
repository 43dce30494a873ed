"""Small records: texts by key, messages to delete, guilds that removed the bot; also figures for the host."""

from engine.bank.database import Database, IsOurs, first, is_shared


def saved_text(connection: Database, key: str) -> str | None:
    text: str | None = first(connection, "SELECT value FROM setting WHERE key = ?", key)
    return text


def save_text(connection: Database, key: str, value: str) -> None:
    connection.execute(
        "INSERT INTO setting (key, value) VALUES (?, ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (key, value),
    )


def secret(connection: Database, key: str, fresh: bytes) -> bytes:
    """Return the secret saved under a key; if there is none, save and return `fresh`."""
    connection.execute(
        "INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING", (key, fresh.hex())
    )
    return bytes.fromhex(saved_text(connection, key) or "")


def applications(connection: Database) -> set[int]:
    """Return the ids of the Discord applications whose bots have registered commands."""
    rows = connection.execute("SELECT key FROM setting WHERE key LIKE 'commands:%'").fetchall()
    return {int(number) for (key,) in rows if (number := key.partition(":")[2]).isdecimal()}


def note_message(connection: Database, channel_id: int, message_id: int) -> None:
    """Record that a Discord message must be deleted. Idempotent."""
    connection.execute(
        "INSERT INTO message_to_delete (message_id, channel_id) VALUES (?, ?)"
        " ON CONFLICT (message_id) DO NOTHING",
        (message_id, channel_id),
    )


def noted_messages(connection: Database, is_ours: IsOurs) -> list[tuple[int, int]]:
    """Return the channel and message ids of messages to delete, oldest first, except in other processes' guilds."""
    rows = connection.execute(
        "SELECT channel_id, message_id, (SELECT guild_id FROM game_table"
        " WHERE game_table.channel_id = message_to_delete.channel_id LIMIT 1)"
        " FROM message_to_delete ORDER BY message_id"
    ).fetchall()
    return [
        (channel, message) for channel, message, guild in rows if guild is None or is_ours(guild)
    ]


def rounds_since(connection: Database, at: float) -> int:
    """Return the number of dealt rounds settled since `at`, in Unix seconds."""
    count = (
        "SELECT COUNT(*) FROM round WHERE state = 'settled' AND ended_at >= ?"
        " AND EXISTS (SELECT 1 FROM dealt_seat WHERE dealt_seat.round_id = round.id)"
    )
    return int(first(connection, count, at))


def newest_round(connection: Database) -> int:
    """Return the id of the newest round; 0 without rounds."""
    return int(first(connection, "SELECT COALESCE(MAX(id), 0) FROM round"))


def size(connection: Database) -> int:
    """Return the size of the database in bytes, including pages that are still in the write-ahead log."""
    of_pages = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    of_server = "SELECT pg_database_size(current_database())"
    return int(first(connection, of_server if is_shared(connection) else of_pages))


def note_departure(connection: Database, at: float, guild_id: int) -> None:
    """Record that a guild has removed the bot, unless this is recorded; `at` in Unix seconds."""
    connection.execute(
        "INSERT INTO departure (guild_id, at) VALUES (?, ?) ON CONFLICT (guild_id) DO NOTHING",
        (guild_id, at),
    )


def drop_departure(connection: Database, guild_id: int) -> None:
    """Delete the record that a guild has removed the bot."""
    connection.execute("DELETE FROM departure WHERE guild_id = ?", (guild_id,))


def departures(connection: Database, is_ours: IsOurs) -> dict[int, float]:
    """Return when this process's guilds removed the bot: Unix seconds by guild id."""
    rows = connection.execute("SELECT guild_id, at FROM departure ORDER BY guild_id").fetchall()
    return {guild_id: at for guild_id, at in rows if is_ours(guild_id)}


def guilds_in_use(connection: Database, is_ours: IsOurs) -> set[int]:
    """Return this process's guilds that have settings, a daily post or an open table."""
    rows = connection.execute(
        "SELECT guild_id FROM channel_setting UNION SELECT guild_id FROM daily_post UNION"
        " SELECT guild_id FROM game_table WHERE closed = 0 AND said_goodbye = 0"
    ).fetchall()
    return {guild_id for (guild_id,) in rows if is_ours(guild_id)}
