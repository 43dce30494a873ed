"""A page of a list of users, with the place of whoever asks: the same for all lists.

To place one user, all have to be sorted, which takes a moment where there are many: run it where nobody has to wait.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from engine.bank.database import Database
from engine.values.played import Leaderboard

T = TypeVar("T")

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


def ranked(
    connection: Database,
    listed: str,
    order: str,
    columns: str,
    make: Callable[..., T],
    values: Mapping[str, Any],
) -> Leaderboard[T]:
    """Return the page of `limit` places after `offset`, and the place of a `person` (a number, or None).

    `listed` is a query for those who are listed, each a `person` with what decides; of equals in `order` the older
    person comes first. Each place is made of its rank, the user's id, and the `columns`. Needs no index of people.
    """
    query = _PLACES.format(listed=listed, order=order, columns=columns)
    rows = connection.execute(query, values).fetchall()
    after = values["offset"]
    return Leaderboard(
        standings=tuple(
            make(place, *rest)
            for place, _, _, *rest in rows
            if after < place <= after + values["limit"]
        ),
        count=rows[0][2] if rows else 0,
        rank=next((place for place, who, *_ in rows if who == values["person"]), None),
    )
