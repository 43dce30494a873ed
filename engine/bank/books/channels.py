"""The settings of Discord channels and servers, the log of changes, and the rules dealt last."""

from collections.abc import Mapping
from itertools import groupby
from operator import itemgetter

from engine.bank.books import people
from engine.bank.database import Database, hold, write_rows
from engine.values.tables import DisplayName, SavedSettings, SettingChange


def channel_settings(connection: Database) -> list[SavedSettings]:
    """Return the saved settings of all channels and servers."""
    found = connection.execute(
        "SELECT guild_id, channel_id, what, value FROM channel_setting ORDER BY channel_id"
    ).fetchall()
    return [
        SavedSettings(guild_id, channel_id, {what: value for _, _, what, value in rows})
        for (guild_id, channel_id), rows in groupby(found, key=itemgetter(0, 1))
    ]


def change_settings(
    connection: Database,
    at: float,
    settings: SavedSettings,
    admin_id: int,
    display_name: DisplayName | None = None,
) -> None:
    """Replace all settings of a channel or server, and log every difference; `at` in Unix seconds.

    `display_name` is the admin's.
    """
    hold(connection, [settings.channel_id, admin_id])
    guild_id, channel_id, texts = settings.guild_id, settings.channel_id, settings.texts
    before = dict(
        connection.execute(
            "SELECT what, value FROM channel_setting WHERE channel_id = ?", (channel_id,)
        ).fetchall()
    )
    connection.execute("DELETE FROM channel_setting WHERE channel_id = ?", (channel_id,))
    admin = people.number(connection, admin_id)
    write_rows(
        connection,
        "INSERT INTO channel_setting (channel_id, guild_id, what, value) VALUES {rows}",
        [(channel_id, guild_id, *one) for one in texts.items()],
    )
    write_rows(
        connection,
        "INSERT INTO setting_change (guild_id, channel_id, admin, at, what, old, new) VALUES {rows}",
        [(guild_id, channel_id, admin, at, *one) for one in _differences(before, texts)],
    )
    if display_name is not None:
        people.save_names(connection, settings.guild_id, display_name)


def drop_settings(connection: Database, guild_id: int) -> set[int]:
    """Delete the settings and daily posts of a guild and its channels; return the ids that had settings."""
    connection.execute("DELETE FROM daily_post WHERE guild_id = ?", (guild_id,))
    rows = connection.execute(
        "DELETE FROM channel_setting WHERE guild_id = ? RETURNING channel_id", (guild_id,)
    ).fetchall()
    return {channel_id for (channel_id,) in rows}


def settings_log(connection: Database, channel_id: int, limit: int) -> list[SettingChange]:
    """Return at most `limit` changes of a channel's settings, newest first."""
    rows = connection.execute(
        "SELECT setting_change.id, at, user_id, what, old, new"
        " FROM setting_change JOIN person ON person.id = admin"
        " WHERE channel_id = ? ORDER BY setting_change.id DESC LIMIT ?",
        (channel_id, limit),
    ).fetchall()
    return [SettingChange(*row) for row in rows]


def _differences(
    before: Mapping[str, str], after: Mapping[str, str]
) -> list[tuple[str, str | None, str | None]]:
    both = ((what, before.get(what), after.get(what)) for what in sorted({**before, **after}))
    return [(what, old, new) for what, old, new in both if old != new]


def last_rule_set(connection: Database, channel_id: int) -> str | None:
    """Return the key of the rule set dealt last in a channel or its threads, or None."""
    found = [
        connection.execute(
            "SELECT game_table.id, rule_set FROM game_table JOIN round ON table_id = game_table.id"  # noqa: S608
            f" WHERE {place} = ? AND rule_set IS NOT NULL"
            " ORDER BY game_table.id DESC, number DESC LIMIT 1",
            (channel_id,),
        ).fetchone()
        for place in ("channel_id", "parent_id")
    ]
    last = max(filter(None, found), default=None)
    return last and str(last[1])
