"""What players' own decisions cost on average: sums by person, guild and day, made of judged rounds; and which of the
rounds were played by the book.

All of it can be made again from the log: `judged` names the rounds that are in the sums.
"""

from collections.abc import Sequence
from typing import Final

from engine.bank.books import people
from engine.bank.database import Database, hold
from engine.bank.players.history import settled_since
from engine.saved import JudgedSeat, KeptRound, Skill, SkillBoard, SkillStanding

DAY: Final = 86_400
"""Seconds."""

_LISTED: Final = """
WITH listed AS (
    SELECT person, CAST(SUM(decisions) AS BIGINT) AS made, CAST(SUM(lost) AS BIGINT) AS lost FROM skill
    WHERE day >= :day AND (CAST(:guild AS BIGINT) IS NULL OR guild_id = :guild)
    AND person NOT IN (SELECT person FROM forgotten)
    GROUP BY person HAVING SUM(decisions) >= :least
), placed AS (
    SELECT person, made, lost,
        ROW_NUMBER() OVER (ORDER BY lost * 1000 / made, made DESC, person) AS place
    FROM listed
)
"""
"""Who is on the list; whoever made more decisions comes first of two who lose the same."""

_COUNT: Final = f"{_LISTED} SELECT COUNT(*) FROM listed"  # noqa: S608 - put together from what stands here
_PAGE: Final = (
    f"{_LISTED} SELECT user_id, made, placed.lost"  # noqa: S608 - put together from what stands here
    " FROM placed JOIN person ON person.id = placed.person"
    " ORDER BY place LIMIT :limit OFFSET :offset"
)
_PLACE: Final = f"{_LISTED} SELECT place FROM placed WHERE person = :person"  # noqa: S608 - as above


def unjudged_rounds(connection: Database, since: float, limit: int) -> list[KeptRound]:
    """Return at most `limit` settled rounds since this moment that are not judged yet, by their ends."""
    return settled_since(
        connection,
        since,
        limit,
        "NOT EXISTS (SELECT 1 FROM judged WHERE judged.round_id = round.id)",
    )


def keep_judged(connection: Database, kept: KeptRound, seats: Sequence[JudgedSeat]) -> None:
    """Add what the decisions in a round come to; does nothing for a round that is judged already."""
    hold(connection, [seat.user_id for seat in seats])
    new = connection.execute(
        "INSERT INTO judged (round_id) VALUES (?) ON CONFLICT DO NOTHING", (kept.round_id,)
    ).rowcount
    if not new:
        return
    for seat in seats:
        # Whoever was forgotten meanwhile has an id below zero, or none.
        person = people.find(connection, seat.user_id) if seat.user_id > 0 else None
        if seat.decisions and person is not None:
            connection.execute(
                "INSERT INTO skill (person, guild_id, day, decisions, lost) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (person, guild_id, day) DO UPDATE SET"
                " decisions = skill.decisions + excluded.decisions,"
                " lost = skill.lost + excluded.lost",
                (person, kept.guild_id, _day(kept.ended_at), seat.decisions, seat.lost),
            )
        if seat.by_book and person is not None:
            connection.execute(
                "INSERT INTO by_book (person, round_id) VALUES (?, ?)", (person, kept.round_id)
            )


def rounds_by_book(connection: Database, user_id: int) -> int:
    """Return how many judged rounds a user has played by the book."""
    person = people.find(connection, user_id)
    (count,) = connection.execute(
        "SELECT COUNT(*) FROM by_book WHERE person = ?", (person,)
    ).fetchone()
    return int(count)


def skill(connection: Database, user_id: int, since: float) -> Skill:
    """Return what a user's own decisions come to since then."""
    decisions, lost = connection.execute(
        "SELECT COALESCE(SUM(decisions), 0), COALESCE(SUM(lost), 0) FROM skill"
        " WHERE person = ? AND day >= ?",
        (people.find(connection, user_id), _day(since)),
    ).fetchone()
    return Skill(decisions=decisions, lost=lost)


def skill_board(
    connection: Database,
    guild_id: int | None,
    since: float,
    least: int,
    offset: int,
    limit: int,
) -> SkillBoard:
    """Return a page, whoever loses least a decision first."""
    values = {"day": _day(since), "guild": guild_id, "least": least}
    (count,) = connection.execute(_COUNT, values).fetchone()
    rows = connection.execute(_PAGE, {**values, "limit": limit, "offset": offset}).fetchall()
    standings = (
        SkillStanding(rank=rank, user_id=user, skill=Skill(decisions=made, lost=lost))
        for rank, (user, made, lost) in enumerate(rows, start=offset + 1)
    )
    return SkillBoard(standings=tuple(standings), count=count)


def skill_rank(
    connection: Database, user_id: int, guild_id: int | None, since: float, least: int
) -> int | None:
    """Return a user's place on that list, counted from 1; None if they are not on it."""
    values = {"day": _day(since), "guild": guild_id, "least": least}
    person = people.find(connection, user_id)
    row = connection.execute(_PLACE, {**values, "person": person}).fetchone()
    return row and int(row[0])


def forget(connection: Database, person: int) -> None:
    """Remove all that is kept of a person's skill."""
    connection.execute("DELETE FROM skill WHERE person = ?", (person,))
    connection.execute("DELETE FROM by_book WHERE person = ?", (person,))


def _day(moment: float) -> int:
    """The day of a moment in Unix seconds, counted from 1970, UTC."""
    return int(moment // DAY)
