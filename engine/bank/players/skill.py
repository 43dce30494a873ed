"""What players' mistakes cost, summed by person, guild and day; and the number of rounds without a mistake.

A trigger adds settled rounds to `unjudged`, and judging removes them (`docs/decisions/judging-later.md`).
"""

from collections.abc import Sequence
from operator import add
from typing import Final

from engine.bank.books import people
from engine.bank.database import Database, first, hold, places, write_rows
from engine.bank.players.history import ENDED, saved_rounds
from engine.bank.players.leaderboards import KNOWN, ranked
from engine.values.played import Leaderboard, SavedRound
from engine.values.skill import ORDINARY, WEIGHT, JudgedSeat, Skill, SkillEntry

DAY: Final = 86_400
"""In seconds."""

_LISTED: Final = (
    "SELECT person, CAST(SUM(decisions) AS BIGINT) AS made, CAST(SUM(good) AS BIGINT) AS good,"  # noqa: S608 - constants only
    " CAST(SUM(lost) AS BIGINT) AS lost, CAST(SUM(hinted) AS BIGINT) AS hinted"
    f" FROM {{skill}} AND {KNOWN} GROUP BY person HAVING SUM(decisions) >= :least"
)
# One query each, so that each uses its index.
_EVERYWHERE: Final = _LISTED.format(
    # The plus keeps SQLite from scanning all days in the order of people.
    skill="(SELECT +person AS person, decisions, good, lost, hinted FROM skill WHERE day >= :day)"
    " AS lately WHERE TRUE"
)
_IN_GUILD: Final = _LISTED.format(skill="skill WHERE guild_id = :guild AND day >= :day")
_RATING: Final = (
    f"(lost + {ORDINARY} * ({WEIGHT} + hinted)) * 1000 / (made + {WEIGHT} + hinted), made DESC"
)
"""Like `Skill.rating`; among equals, more decisions come first."""


def unjudged_rounds(connection: Database, since: float, limit: int) -> list[SavedRound]:
    """Return at most `limit` unjudged rounds that ended since `since`, in Unix seconds, by end time."""
    return saved_rounds(
        connection,
        f"{ENDED} JOIN unjudged ON unjudged.round_id = round.id WHERE unjudged.ended_at >= ?"
        " ORDER BY unjudged.ended_at, unjudged.round_id LIMIT ?",
        *(since, limit),
    )


Judged = tuple[SavedRound, Sequence[JudgedSeat]]


def save_judged(connection: Database, judged: Sequence[Judged], since: float = 0.0) -> None:
    """Add the decisions in judged rounds (at least one) to the players' sums, once per round.

    Drops unjudged rounds that ended before `since`, in Unix seconds.
    """
    users = sorted({seat.user_id for _, seats in judged for seat in seats})
    hold(connection, users)
    connection.execute("DELETE FROM unjudged WHERE ended_at < ?", (since,))
    ids, ends = zip(*((saved.round_id, saved.ended_at) for saved, _ in judged), strict=True)
    taken = connection.execute(
        "DELETE FROM unjudged WHERE ended_at BETWEEN ? AND ?"  # noqa: S608 - placeholders alone
        f" AND round_id IN ({places(len(ids))}) RETURNING round_id",
        (min(ends), max(ends), *ids),
    ).fetchall()
    # A user forgotten in between has an id below zero, or none.
    persons = {user: people.find(connection, user) for user in users if user > 0}
    new = [
        (saved, seat, person)
        for saved, seats in judged
        if (saved.round_id,) in taken
        for seat in seats
        if (person := persons.get(seat.user_id)) is not None
    ]
    _add(connection, new)
    write_rows(
        connection,
        # It may exist: rounds are judged again when the measure of skill changes.
        "INSERT INTO by_book (person, round_id) VALUES {rows} ON CONFLICT DO NOTHING",
        [(person, saved.round_id) for saved, seat, person in new if seat.by_book],
    )


def _add(connection: Database, new: Sequence[tuple[SavedRound, JudgedSeat, int]]) -> None:
    sums: dict[tuple[int, int, int], tuple[int, ...]] = {}
    for saved, seat, person in new:
        place = person, saved.guild_id, _day(saved.ended_at)
        one = seat.decisions, seat.good, seat.lost, seat.hinted
        sums[place] = tuple(map(add, sums.get(place, (0, 0, 0, 0)), one))
    write_rows(
        connection,
        "INSERT INTO skill (person, guild_id, day, decisions, good, lost, hinted)"
        " VALUES {rows} ON CONFLICT (person, guild_id, day) DO UPDATE SET"
        " decisions = skill.decisions + excluded.decisions,"
        " good = skill.good + excluded.good, lost = skill.lost + excluded.lost,"
        " hinted = skill.hinted + excluded.hinted",
        [(*place, *some) for place, some in sums.items() if any(some)],
    )


def rounds_by_book(connection: Database, person: int | None) -> int:
    """Return how many judged rounds a person played by the book, without mistakes or hints."""
    count = "SELECT COUNT(*) FROM by_book WHERE person = ?"
    return int(first(connection, count, person))


def skill(connection: Database, user_id: int, since: float, guild_id: int | None = None) -> Skill:
    """Return the sums of a user's judged decisions since a moment in Unix seconds, in a guild or everywhere."""
    here, of = ("", ()) if guild_id is None else (" AND guild_id = ?", (guild_id,))
    sums = connection.execute(
        "SELECT COALESCE(SUM(decisions), 0), COALESCE(SUM(good), 0), COALESCE(SUM(lost), 0),"  # noqa: S608
        f" COALESCE(SUM(hinted), 0) FROM skill WHERE person = ? AND day >= ?{here}",
        (people.find(connection, user_id), _day(since), *of),
    ).fetchone()
    return Skill(*sums)


def skill_board(
    connection: Database,
    person: int | None,
    guild_id: int | None,
    since: float,
    least: int,
    offset: int,
    limit: int,
) -> Leaderboard[SkillEntry]:
    """Return a page of the skill leaderboard, the lowest average cost first, with the place of `person`.

    It lists players with at least `least` decisions `since` (Unix seconds), in a guild or everywhere.
    """
    listed = _EVERYWHERE if guild_id is None else _IN_GUILD
    values = {"guild": guild_id, "day": _day(since), "least": least}
    columns, page = "made, good, placed.lost, hinted", (person, offset, limit)
    return ranked(connection, listed, _RATING, columns, _entry, page, values)


def _entry(rank: int, user_id: int, *sums: int) -> SkillEntry:
    return SkillEntry(rank, user_id, Skill(*sums))


def forget(connection: Database, person: int) -> None:
    connection.execute("DELETE FROM skill WHERE person = ?", (person,))
    connection.execute("DELETE FROM by_book WHERE person = ?", (person,))


def _day(moment: float) -> int:
    return int(moment // DAY)
