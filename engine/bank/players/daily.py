"""The daily ten (ten hands a day, the same for everyone): secret, games, leaderboard and streaks.

A keyed hash of a deleted user's id keeps the user from playing a day twice.
"""

import hmac
from itertools import count, takewhile
from typing import Final

from engine.bank.books import notes, pauses, people
from engine.bank.database import Database, hold
from engine.bank.players.leaderboards import ranked
from engine.values.daily import DailyBoard, DailyEntry, DailyGame
from engine.values.tables import DisplayName

_SECRET: Final = "daily_secret"  # noqa: S105 - the key in `setting`

_LISTED: Final = (
    'SELECT person, squares, lost FROM daily WHERE day = :day AND guild_id = :guild AND "over" = 1'
)
_SCORE: Final = "LENGTH(REPLACE(squares, 'g', '')), lost"
"""Mistakes, then their cost."""

DAY: Final = 86_400
"""In seconds."""

PLAYABLE: Final = 2
"""In days: hands can be finished on the next day."""


def daily_secret(connection: Database, fresh: bytes) -> bytes:
    """Return the secret that determines all days' cards; save `fresh` if there is none."""
    return notes.secret(connection, _SECRET, fresh)


def draw_again(connection: Database, at: float) -> None:
    """Delete the secret behind the cards after a restored backup, as they may be public: today's hands change.

    Unfinished games start over; finished ones keep their results. Deleted users may play the new hands. `at` in Unix
    seconds.
    """
    since = int(at // DAY) - PLAYABLE
    connection.execute("DELETE FROM setting WHERE key = ?", (_SECRET,))
    connection.execute("DELETE FROM daily_forgotten")
    connection.execute('DELETE FROM daily WHERE day > ? AND "over" = 0', (since,))
    connection.execute("UPDATE daily SET moves = '' WHERE day > ?", (since,))


def daily_game(connection: Database, user_id: int, day: int) -> DailyGame:
    """Return a user's daily ten of a day (counted from 1970, UTC), saved or new."""
    if _was_forgotten(connection, user_id, day):
        return DailyGame(day=day, closed=True)
    row = connection.execute(
        'SELECT moves, squares, lost, "over", shared FROM daily WHERE person = ? AND day = ?',
        (people.find(connection, user_id), day),
    ).fetchone()
    if row is None:
        return DailyGame(day=day)
    *game, over, shared = row
    if over and not game[0]:  # played before the hands of this day were drawn again
        return DailyGame(day=day, closed=True)
    return DailyGame(*(day, *game, bool(over), bool(shared)))


def save_daily(
    connection: Database,
    at: float,
    user_id: int,
    guild_id: int,
    before: DailyGame,
    after: DailyGame,
    display_name: DisplayName | None = None,
) -> bool:
    """Save a daily ten as `after`; return False if the saved one is not `before`.

    `at` in Unix seconds; `display_name` is the user's. Raises `Paused`.
    """
    hold(connection, [user_id])
    pauses.require_none(connection, at, user_id)
    pauses.clean_up(connection, at)
    _clean_up(connection, after.day)
    if _was_forgotten(connection, user_id, after.day):
        return False
    person = people.number(connection, user_id)
    connection.execute(
        "INSERT INTO daily (person, day, guild_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (person, after.day, guild_id),
    )
    changed = connection.execute(
        'UPDATE daily SET moves = ?, squares = ?, lost = ?, "over" = ?, shared = ?'
        " WHERE person = ? AND day = ? AND moves = ? AND shared = ?",
        (
            *(after.moves, after.squares, after.lost, int(after.over), int(after.shared)),
            *(person, after.day, before.moves, int(before.shared)),
        ),
    ).rowcount
    if display_name is not None:
        people.save_names(connection, guild_id, display_name)
    return bool(changed)


def daily_board(connection: Database, guild_id: int, day: int, limit: int) -> DailyBoard:
    """Return the first `limit` places of a guild's daily ten on a day, without deleted users."""
    values = {"day": day, "guild": guild_id}
    found = ranked(
        connection, _LISTED, _SCORE, "squares, lost", DailyEntry, (None, 0, limit), values
    )
    return DailyBoard(entries=found.entries, count=found.count)


def daily_streak(connection: Database, user_id: int, day: int) -> int:
    """Return on how many days in a row up to `day` a user finished the daily ten."""
    days = connection.execute(
        'SELECT day FROM daily WHERE person = ? AND day <= ? AND "over" = 1 ORDER BY day DESC',
        (people.find(connection, user_id), day),
    )
    both = zip((one for (one,) in days), count(day, -1), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], both))


def forget(connection: Database, person: int, user_id: int, at: float) -> None:
    """Delete a person's daily tens, and keep the user from playing begun days again. `at` in Unix seconds."""
    today = int(at // DAY)
    _clean_up(connection, today)
    begun = connection.execute(
        "SELECT day FROM daily WHERE person = ? AND day > ?", (person, today - PLAYABLE)
    ).fetchall()
    if notes.saved_text(connection, _SECRET) is None:
        begun = []  # these days get new hands, and a hash without a key would give the id away
    for (day,) in begun:
        connection.execute(
            "INSERT INTO daily_forgotten (day, mark) VALUES (?, ?)",
            (day, _mark(connection, user_id, day)),
        )
    connection.execute("DELETE FROM daily WHERE person = ?", (person,))


def _was_forgotten(connection: Database, user_id: int, day: int) -> bool:
    marks = connection.execute("SELECT mark FROM daily_forgotten WHERE day = ?", (day,)).fetchall()
    return bool(marks) and (_mark(connection, user_id, day),) in marks


def _mark(connection: Database, user_id: int, day: int) -> bytes:
    key = bytes.fromhex(notes.saved_text(connection, _SECRET) or "")
    return hmac.digest(key, f"forgotten\0{day}\0{user_id}".encode(), "sha256")


def _clean_up(connection: Database, today: int) -> None:
    connection.execute("DELETE FROM daily_forgotten WHERE day <= ?", (today - PLAYABLE,))
