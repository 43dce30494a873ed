"""The last daily ten message of each subscribed channel: day and outcome. Names no user."""

from engine.bank.database import Database, IsOurs, hold
from engine.values.daily import DailyPost


def daily_posts(connection: Database, is_ours: IsOurs) -> list[DailyPost]:
    """Return the last daily post of each subscribed channel of this process; day 0 if there was none."""
    rows = connection.execute(
        "SELECT channel_setting.guild_id, channel_setting.channel_id, COALESCE(day, 0), begun_at,"
        " message_id, COALESCE(refusals, 0)"
        " FROM channel_setting LEFT JOIN daily_post"
        " ON daily_post.channel_id = channel_setting.channel_id"
        " WHERE what = 'daily' AND value = 'on' ORDER BY channel_setting.channel_id"
    ).fetchall()
    return [DailyPost(*row) for row in rows if is_ours(row[0])]


def save_daily_post(connection: Database, post: DailyPost) -> None:
    """Save a channel's last daily post. Raises `NotOurs`."""
    hold(connection, [post.channel_id])
    connection.execute(
        "INSERT INTO daily_post (guild_id, channel_id, day, begun_at, message_id, refusals)"
        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (channel_id) DO UPDATE SET day = excluded.day,"
        " begun_at = excluded.begun_at, message_id = excluded.message_id,"
        " refusals = excluded.refusals",
        post,
    )
