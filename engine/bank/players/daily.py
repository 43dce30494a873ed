"""The daily ten: how far everybody is, who lost least on a day, and for how many days in a row somebody has played."""

from itertools import count, takewhile

from engine.bank.books import people
from engine.bank.database import Database, hold
from engine.saved import DailyBoard, DailyGame, DailyStanding


def daily_game(connection: Database, user_id: int, day: int) -> DailyGame:
    """Return how far a user is on a day (counted from 1970, UTC)."""
    row = connection.execute(
        'SELECT moves, squares, lost, "over", shared FROM daily WHERE person = ? AND day = ?',
        (people.find(connection, user_id), day),
    ).fetchone()
    if row is None:
        return DailyGame(day=day)
    moves, squares, lost, over, shared = row
    return DailyGame(
        day=day, moves=moves, squares=squares, lost=lost, over=bool(over), shared=bool(shared)
    )


def keep_daily(
    connection: Database, user_id: int, guild_id: int, before: DailyGame, after: DailyGame
) -> bool:
    """Keep a game in place of what it was before; False where that is not what is kept."""
    hold(connection, [user_id])
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
    return bool(changed)


def daily_board(connection: Database, guild_id: int, day: int, limit: int) -> DailyBoard:
    """Return the first places of a guild's board; users who asked to be forgotten are not on it."""
    where = 'FROM daily WHERE day = ? AND guild_id = ? AND "over" = 1'
    (total,) = connection.execute(f"SELECT COUNT(*) {where}", (day, guild_id)).fetchone()
    rows = connection.execute(
        "SELECT RANK() OVER (ORDER BY lost) AS place, user_id, squares, lost"
        " FROM daily JOIN person ON person.id = daily.person"
        ' WHERE day = ? AND guild_id = ? AND "over" = 1'
        " ORDER BY place, daily.person LIMIT ?",
        (day, guild_id, limit),
    ).fetchall()
    return DailyBoard(standings=tuple(DailyStanding(*row) for row in rows), count=total)


def daily_streak(connection: Database, user_id: int, day: int) -> int:
    """Return for how many days in a row up to this one a user has played all hands."""
    days = connection.execute(
        'SELECT day FROM daily WHERE person = ? AND day <= ? AND "over" = 1 ORDER BY day DESC',
        (people.find(connection, user_id), day),
    )
    both = zip((one for (one,) in days), count(day, -1), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], both))


def forget(connection: Database, person: int) -> None:
    """Remove all games of a person."""
    connection.execute("DELETE FROM daily WHERE person = ?", (person,))
