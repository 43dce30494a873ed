"""Leaderboards by net result, of all time or since a moment; everywhere or in a guild. Gifts don't count.

Ranking sorts the whole list: run it in the background.
"""

from array import array
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, TypeVar

from engine.bank.books import people
from engine.bank.database import Database, first
from engine.values.played import LEAST_ROUNDS, Leaderboard, MoneyEntry

T = TypeVar("T")

Page = tuple[int | None, int, int]
"""The reader's person number, the number of places before the page, and its length."""

KNOWN: Final = "person NOT IN (SELECT person FROM forgotten)"
"""The condition of all lists: no forgotten users."""

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

_ALL_TIME: Final = (
    "SELECT listed.person, user_id, balance, rounds, net"  # noqa: S608 - constants only
    " FROM (SELECT person, CAST(SUM(rounds) AS BIGINT) AS rounds, CAST(SUM(net) AS BIGINT) AS net"
    f" FROM tally WHERE {KNOWN} GROUP BY person HAVING SUM(rounds) >= ?) AS listed"
    " JOIN person ON person.id = listed.person"
    " JOIN account ON kind = 'player' AND owner = listed.person"
    " ORDER BY net DESC, listed.person"
)
_COLUMNS: Final = 5

ALL_TIME_SECONDS: Final = 60.0

_ALL_TIME_IN_GUILD: Final = (
    "SELECT person, CAST(SUM(rounds) AS BIGINT) AS rounds,"  # noqa: S608 - constants only
    " (SELECT CAST(SUM(net) AS BIGINT) FROM tally AS any_table"
    " WHERE any_table.person = tally.person) AS net"
    f" FROM tally WHERE guild_id = :guild AND {KNOWN} GROUP BY person HAVING SUM(rounds) >= :least"
)
_ENTRY: Final = (
    "(SELECT balance FROM account WHERE kind = 'player' AND owner = placed.person), rounds, net"
)
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
    """Return a page of a leaderboard, with the reader's place.

    `listed` is a query for the ranked people: each row has a `person` and the columns to sort by. Equals in `order`
    share a rank, the lower `person` first. `make` gets the rank, the user's id, and the `columns`.
    """
    person, after, limit = page
    query = _PLACES.format(listed=listed, order=order, columns=columns)
    asked = {"person": person, "offset": after, "limit": limit, **values}
    rows = connection.execute(query, asked).fetchall()
    return Leaderboard(
        entries=tuple(make(*rest) for place, _, _, *rest in rows if after < place <= after + limit),
        count=rows[0][2] if rows else 0,
        rank=next((shared for _, who, _, shared, *_ in rows if who == person), None),
        position=next((place for place, who, *_ in rows if who == person), None),
    )


@dataclass(frozen=True, slots=True)
class AllTime:
    """A cached copy of the all-time leaderboard of all guilds, in 44 bytes per player."""

    read_at: float
    """In Unix seconds."""
    forgotten: int
    _rows: Sequence[int]
    """`_COLUMNS` numbers for each player, in order, from `_ALL_TIME`."""
    _positions: Sequence[int]
    """The position by person number, from 1; 0 for unlisted people."""

    @classmethod
    def read(cls, connection: Database, now: float) -> "AllTime":
        """Read the list of players with at least `LEAST_ROUNDS` rounds. `now` in Unix seconds."""
        forgotten = _forgotten(connection)
        rows = array("q", chain.from_iterable(connection.execute(_ALL_TIME, (LEAST_ROUNDS,))))
        persons = rows[::_COLUMNS]
        positions = array("I", [0]) * (max(persons, default=0) + 1)
        for position, person in enumerate(persons, 1):
            positions[person] = position
        return cls(now, forgotten, rows, positions)

    def serves(self, now: float, forgotten: int) -> bool:
        """Return True while this copy may be shown: for a minute, unless the number of `forgotten` users has grown."""
        return 0 <= now - self.read_at < ALL_TIME_SECONDS and self.forgotten >= forgotten

    def page(self, person: int | None, offset: int, limit: int) -> Leaderboard[MoneyEntry]:
        """Return a page, the highest net first, with the place of the reader, `person`."""
        count = len(self._rows) // _COLUMNS
        position = 0
        if person is not None and person < len(self._positions):
            position = self._positions[person]
        return Leaderboard(
            entries=tuple(map(self._entry, range(offset, min(offset + limit, count)))),
            count=count,
            rank=self._entry(position - 1).rank if position else None,
            position=position or None,
            read_at=self.read_at,
        )

    def _entry(self, index: int) -> MoneyEntry:
        _, user_id, balance, rounds, net = self._row(index)
        higher = bisect_left(range(index), -net, key=lambda other: -self._row(other)[-1])
        return MoneyEntry(higher + 1, user_id, balance, rounds, net)

    def _row(self, index: int) -> Sequence[int]:
        return self._rows[index * _COLUMNS : (index + 1) * _COLUMNS]


def asker(connection: Database, user_id: int) -> tuple[int | None, int]:
    """Return a user's internal number, and the number of deleted users."""
    return people.find(connection, user_id), _forgotten(connection)


def _forgotten(connection: Database) -> int:
    return int(first(connection, "SELECT COUNT(*) FROM forgotten"))


def leaderboard_in_guild(
    connection: Database, person: int | None, guild_id: int, offset: int, limit: int
) -> Leaderboard[MoneyEntry]:
    """Return a page of players with at least `LEAST_ROUNDS` rounds in a guild, the highest net first.

    Balance and net (cents) are the user's totals everywhere.
    """
    page, values = (person, offset, limit), {"guild": guild_id, "least": LEAST_ROUNDS}
    return ranked(connection, _ALL_TIME_IN_GUILD, "net DESC", _ENTRY, MoneyEntry, page, values)


def leaderboard_since(
    connection: Database,
    person: int | None,
    guild_id: int | None,
    since: float,
    least: int,
    offset: int,
    limit: int,
) -> Leaderboard[MoneyEntry]:
    """Return a page of players with at least `least` rounds since a moment (Unix seconds), the highest net first.

    It covers a guild, or everywhere if `guild_id` is None.
    """
    listed = _SINCE if guild_id is None else _SINCE_IN_GUILD
    values = {"guild": guild_id, "since": since, "least": least}
    page = person, offset, limit
    return ranked(connection, listed, "net DESC", _ENTRY, MoneyEntry, page, values)
