"""Users by what they have beyond what the donor gave, or have won since a moment; everywhere or at a guild's tables.

To place one user, all have to be sorted, and for a week its rounds are added up, which takes a moment: run it where
nobody has to wait. Who has lost everything twice has lost two gifts, whatever is left of the third.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from engine.bank.database import Database
from engine.values.played import Leaderboard, Standing

T = TypeVar("T")

Page = tuple[int | None, int, int]
"""The number of whoever asks, how many places come before the page, and how many it has."""

KNOWN: Final = "person NOT IN (SELECT person FROM forgotten)"
"""The condition of all lists: users who asked to be forgotten are on none."""

# The first place is read for the count, on whatever page.
_PLACES: Final = """
WITH listed AS ({listed}), placed AS (
    SELECT listed.*, ROW_NUMBER() OVER (ORDER BY {order}, person) AS place, COUNT(*) OVER () AS total
    FROM listed
)
SELECT place, placed.person, total, user_id, {columns}
FROM placed JOIN person ON person.id = placed.person
WHERE place = 1 OR (place > :offset AND place <= :offset + :limit) OR placed.person = :person
ORDER BY place
"""

_ALL_TIME: Final = (
    "SELECT person, CAST(SUM(rounds) AS BIGINT) AS rounds, CAST(SUM(net) AS BIGINT) AS net"  # noqa: S608 - put together from what stands here
    f" FROM tally WHERE {KNOWN} GROUP BY person HAVING SUM(rounds) >= :least"
)
_ALL_TIME_IN_GUILD: Final = (
    "SELECT person, CAST(SUM(rounds) AS BIGINT) AS rounds,"  # noqa: S608 - as above
    " (SELECT CAST(SUM(net) AS BIGINT) FROM tally AS any_table"
    " WHERE any_table.person = tally.person) AS net"
    f" FROM tally WHERE guild_id = :guild AND {KNOWN} GROUP BY person HAVING SUM(rounds) >= :least"
)
_STANDING: Final = (
    "(SELECT balance FROM account WHERE kind = 'player' AND owner = placed.person), rounds, net"
)
"""The columns of a `Standing`."""

# CROSS JOIN makes SQLite keep these orders: the rounds since then; or a guild's players, and then their rounds.
_SINCE: Final = (
    "SELECT person, COUNT(*) AS rounds, CAST(SUM(net) AS BIGINT) AS net"  # noqa: S608 - put together from what stands here
    " FROM (SELECT id FROM round WHERE state = 'settled' AND ended_at >= :since"
    " UNION ALL SELECT DISTINCT round_id FROM voided_seat WHERE ended_at >= :since) AS ended"
    " CROSS JOIN result"
    f" WHERE result.round_id = ended.id AND {KNOWN} GROUP BY person"
)
_SINCE_IN_GUILD: Final = (
    "SELECT result.person AS person, COUNT(*) AS rounds, CAST(SUM(result.net) AS BIGINT) AS net"  # noqa: S608 - as above
    f" FROM (SELECT DISTINCT person FROM tally WHERE guild_id = :guild AND {KNOWN}) AS here"
    " CROSS JOIN result CROSS JOIN round CROSS JOIN game_table"
    " WHERE result.person = here.person AND result.ended_at >= :since"
    " AND round.id = result.round_id"
    " AND game_table.id = round.table_id AND game_table.guild_id = :guild"
    " GROUP BY result.person"
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
    """Return a page of places, and the place of whoever asks.

    `listed` is a query for those who are listed, each a `person` with what decides; of equals in `order` the older
    person comes first. Each place is made of its rank, the user's id, and the `columns`. Needs no index of people.
    """
    person, after, limit = page
    query = _PLACES.format(listed=listed, order=order, columns=columns)
    asked = {"person": person, "offset": after, "limit": limit, **values}
    rows = connection.execute(query, asked).fetchall()
    return Leaderboard(
        standings=tuple(
            make(place, *rest) for place, _, _, *rest in rows if after < place <= after + limit
        ),
        count=rows[0][2] if rows else 0,
        rank=next((place for place, who, *_ in rows if who == person), None),
    )


def leaderboard(
    connection: Database,
    person: int | None,
    guild_id: int | None,
    least: int,
    offset: int,
    limit: int,
) -> Leaderboard[Standing]:
    """Return a page of those with at least so many rounds, whoever has most first; `guild_id` None means everywhere.

    Rounds count the guild's tables only; the balance and the net are those of the user everywhere, in cents.
    """
    listed = _ALL_TIME if guild_id is None else _ALL_TIME_IN_GUILD
    values = {"guild": guild_id, "least": least}
    page = person, offset, limit
    return ranked(connection, listed, "net DESC", _STANDING, Standing, page, values)


def leaderboard_since(
    connection: Database,
    person: int | None,
    guild_id: int | None,
    since: float,
    offset: int,
    limit: int,
) -> Leaderboard[Standing]:
    """Return a page, the highest net first; `guild_id` None means everywhere. `since` in Unix seconds."""
    listed = _SINCE if guild_id is None else _SINCE_IN_GUILD
    values = {"guild": guild_id, "since": since}
    page = person, offset, limit
    return ranked(connection, listed, "net DESC", _STANDING, Standing, page, values)
