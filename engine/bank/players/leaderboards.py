"""Leaderboards by net result, of all time or since a moment; everywhere or at a guild's tables.

Most lists are sorted to rank one user, and a weekly list adds up its rounds, which takes a moment: run them in the
background. Only the all-time list of all guilds is stored in order. Gifts don't count: a player who has gone broke
twice is two gifts behind, apart from gains and losses since.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from engine.bank.database import Database
from engine.values.played import LEAST_ROUNDS, Leaderboard, Standing

T = TypeVar("T")

Page = tuple[int | None, int, int]
"""The reader's person number, the number of places before the page, and the page's length."""

KNOWN: Final = "person NOT IN (SELECT person FROM forgotten)"
"""The condition of all lists: users who asked to be forgotten are on none."""

# The first place is always read, because it carries the count.
_PLACES: Final = """
WITH listed AS ({listed}), placed AS (
    SELECT listed.*, ROW_NUMBER() OVER (ORDER BY {order}, person) AS place, RANK() OVER (ORDER BY {order}) AS shared,
        COUNT(*) OVER () AS total
    FROM listed
)
SELECT place, placed.person, total, shared, user_id, {columns}
FROM placed JOIN person ON person.id = placed.person
WHERE place = 1 OR (place > :offset AND place <= :offset + :limit) OR placed.person = :person
ORDER BY place
"""

# `standing` has the net of each player's last departure: seated players are added up at query time.
_SITTING: Final = """
WITH sitting AS MATERIALIZED (
    SELECT person, (
        SELECT CAST(-SUM(net) AS BIGINT) FROM tally WHERE tally.person = seated.person
        GROUP BY tally.person HAVING SUM(rounds) >= :least
    ) AS now, (SELECT lost FROM standing WHERE standing.person = seated.person) AS before
    FROM (SELECT DISTINCT person FROM seat) AS seated
)
"""
_LISTED: Final = """
SELECT (SELECT people FROM listed) - COUNT(before), COUNT(now),
    COALESCE(MAX(CASE person WHEN :person THEN now END), (SELECT lost FROM standing WHERE person = :person))
FROM sitting
"""
"""The numbers of unseated and of seated players, and the reader's loss; NULL for unlisted readers."""
_RANK: Final = """
SELECT 1 + (SELECT COUNT(*) FROM standing WHERE lost < :lost)
    + COUNT(CASE WHEN now < :lost THEN 1 END) - COUNT(CASE WHEN before < :lost THEN 1 END)
FROM sitting
"""
"""The rank of this loss."""
_POSITION: Final = """
SELECT (SELECT COUNT(*) FROM standing WHERE (lost, person) <= (:lost, :person))
    + COUNT(CASE WHEN (now, person) <= (:lost, :person) THEN 1 END)
    - COUNT(CASE WHEN (before, person) <= (:lost, :person) THEN 1 END)
FROM sitting
"""
_PAGE: Final = """
SELECT user_id, (SELECT balance FROM account WHERE kind = 'player' AND owner = placed.person),
    (SELECT CAST(SUM(rounds) AS BIGINT) FROM tally WHERE tally.person = placed.person), -lost
FROM (
    SELECT person, lost FROM (
        SELECT person, lost FROM standing WHERE person NOT IN (SELECT person FROM seat)
        ORDER BY lost, person LIMIT :limit + :sitting OFFSET :skipped
    ) AS others
    UNION ALL SELECT person, now FROM sitting WHERE now IS NOT NULL
    ORDER BY lost, person LIMIT :limit OFFSET :offset - :skipped
) AS placed JOIN person ON person.id = placed.person
ORDER BY lost, placed.person
"""

_ALL_TIME_IN_GUILD: Final = (
    "SELECT person, CAST(SUM(rounds) AS BIGINT) AS rounds,"  # noqa: S608 - constants only
    " (SELECT CAST(SUM(net) AS BIGINT) FROM tally AS any_table"
    " WHERE any_table.person = tally.person) AS net"
    f" FROM tally WHERE guild_id = :guild AND {KNOWN} GROUP BY person HAVING SUM(rounds) >= :least"
)
_STANDING: Final = (
    "(SELECT balance FROM account WHERE kind = 'player' AND owner = placed.person), rounds, net"
)
"""The columns of a `Standing`."""

# CROSS JOIN makes SQLite keep these orders: recent rounds first; or a guild's players, then their rounds.
_SINCE: Final = (
    "SELECT person, COUNT(*) AS rounds, CAST(SUM(net) AS BIGINT) AS net"  # noqa: S608 - constants only
    " FROM (SELECT id FROM round WHERE state = 'settled' AND ended_at >= :since"
    " UNION ALL SELECT DISTINCT round_id FROM voided_seat WHERE ended_at >= :since) AS ended"
    " CROSS JOIN result"
    f" WHERE result.round_id = ended.id AND {KNOWN} GROUP BY person HAVING COUNT(*) >= :least"
)
_SINCE_IN_GUILD: Final = (
    "SELECT result.person AS person, COUNT(*) AS rounds, CAST(SUM(result.net) AS BIGINT) AS net"  # noqa: S608 - as above
    f" FROM (SELECT DISTINCT person FROM tally WHERE guild_id = :guild AND {KNOWN}) AS here"
    " CROSS JOIN result CROSS JOIN round CROSS JOIN game_table"
    " WHERE result.person = here.person AND result.ended_at >= :since"
    " AND round.id = result.round_id"
    " AND game_table.id = round.table_id AND game_table.guild_id = :guild"
    " GROUP BY result.person HAVING COUNT(*) >= :least"
)


def ranked(
    connection: Database,
    listed: str,
    order: str,
    columns: str,
    make: Callable[..., T],
    page: Page,
    values: Mapping[str, Any],
) -> Leaderboard[T]:
    """Return a page of places, and the reader's place.

    `listed` is a query for the ranked people: each row has a `person` and the columns to sort by. Equals in `order`
    share a rank, and the older person comes first. Each place is made of its rank, the user's id, and the `columns`.
    """
    person, after, limit = page
    query = _PLACES.format(listed=listed, order=order, columns=columns)
    asked = {"person": person, "offset": after, "limit": limit, **values}
    rows = connection.execute(query, asked).fetchall()
    return Leaderboard(
        standings=tuple(
            make(*rest) for place, _, _, *rest in rows if after < place <= after + limit
        ),
        count=rows[0][2] if rows else 0,
        rank=next((shared for _, who, _, shared, *_ in rows if who == person), None),
        position=next((place for place, who, *_ in rows if who == person), None),
    )


def leaderboard(
    connection: Database,
    person: int | None,
    guild_id: int | None,
    offset: int,
    limit: int,
) -> Leaderboard[Standing]:
    """Return a page of players with `LEAST_ROUNDS`, the highest net first; `guild_id` None means everywhere.

    Rounds count the guild's tables only; the balance and the net are those of the user everywhere, in cents.
    """
    if guild_id is None:
        return _of_all_time(connection, person, offset, limit)
    page, values = (person, offset, limit), {"guild": guild_id, "least": LEAST_ROUNDS}
    return ranked(connection, _ALL_TIME_IN_GUILD, "net DESC", _STANDING, Standing, page, values)


def _of_all_time(
    connection: Database, person: int | None, offset: int, limit: int
) -> Leaderboard[Standing]:
    asked: dict[str, int | None] = {"person": person, "least": LEAST_ROUNDS}
    others, sitting, lost = connection.execute(_SITTING + _LISTED, asked).fetchone()
    rank = position = None
    if lost is not None:
        rank = _rank(connection, lost)
        values = {**asked, "lost": lost}
        (position,) = connection.execute(_SITTING + _POSITION, values).fetchone()
    # At least this many places before the page are unseated players, which SQL can skip.
    skipped = max(offset - sitting, 0)
    page = {"limit": limit, "offset": offset, "sitting": sitting, "skipped": skipped}
    rows = connection.execute(_SITTING + _PAGE, {**asked, **page}).fetchall()
    standings = list[Standing]()
    for place, row in enumerate(rows, offset + 1):
        if not standings:
            shared = _rank(connection, -row[-1])
        elif row[-1] != standings[-1].net:
            shared = place
        standings.append(Standing(shared, *row))
    return Leaderboard(
        standings=tuple(standings), count=others + sitting, rank=rank, position=position
    )


def _rank(connection: Database, lost: int) -> int:
    values = {"least": LEAST_ROUNDS, "lost": lost}
    (rank,) = connection.execute(_SITTING + _RANK, values).fetchone()
    return int(rank)


def leaderboard_since(
    connection: Database,
    person: int | None,
    guild_id: int | None,
    since: float,
    least: int,
    offset: int,
    limit: int,
) -> Leaderboard[Standing]:
    """Return a page of players with at least `least` rounds since then, the highest net first.

    `guild_id` None means everywhere. `since` in Unix seconds.
    """
    listed = _SINCE if guild_id is None else _SINCE_IN_GUILD
    values = {"guild": guild_id, "since": since, "least": least}
    page = person, offset, limit
    return ranked(connection, listed, "net DESC", _STANDING, Standing, page, values)
