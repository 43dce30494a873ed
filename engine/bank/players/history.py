"""Reads ended rounds: of a player, of a table, and for a player to review."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from engine.bank.database import Database, first
from engine.values.played import (
    Ending,
    History,
    PlayedRound,
    RoundOfTable,
    RoundToReview,
    SavedMove,
    SavedRound,
)
from engine.values.rounds import DealtSeat

_VOIDED: Final = """
    FROM voided_seat WHERE person = :person AND NOT EXISTS (
        SELECT 1 FROM result
        WHERE result.round_id = voided_seat.round_id AND result.seat = voided_seat.seat)
"""
"""The voided rounds without a payment to the person; the others have a result."""

_PLAYED: Final = (
    "SELECT round.id, table_id, number, channel_id, guild_id, COALESCE(rule_set, round.rules), state,"
    " round.ended_at, COALESCE(hands, 0), COALESCE(staked, 0), COALESCE(net, 0)"
)
_PAGE: Final = f"""
WITH page AS (
    SELECT result.round_id AS round_id, result.seat AS seat, result.ended_at AS ended_at
    FROM result WHERE person = :person
    UNION ALL
    SELECT round_id, seat, ended_at {_VOIDED}
    ORDER BY ended_at DESC, round_id DESC LIMIT :limit OFFSET :offset
)
{_PLAYED} FROM page JOIN round ON round.id = page.round_id
JOIN game_table ON game_table.id = table_id
LEFT JOIN result ON result.round_id = page.round_id AND result.seat = page.seat
ORDER BY page.ended_at DESC, page.round_id DESC
"""  # noqa: S608

_COUNT: Final = f"""
SELECT (SELECT COALESCE(SUM(rounds), 0) FROM tally WHERE person = :person)
    + (SELECT COUNT(*) {_VOIDED})
"""  # noqa: S608

# CROSS JOIN makes SQLite begin with the newest result.
_LAST_IN_GUILD: Final = (
    "SELECT result.round_id FROM result CROSS JOIN round CROSS JOIN game_table"
    " WHERE person = ? AND round.id = result.round_id AND game_table.id = table_id AND guild_id = ?"
    " ORDER BY result.ended_at DESC, result.round_id DESC LIMIT 1"
)

_AT_A_TABLE: Final = (
    f"{_PLAYED} FROM round JOIN game_table ON game_table.id = table_id"
    " JOIN dealt_seat ON dealt_seat.round_id = round.id AND dealt_seat.person = :person"
    " LEFT JOIN result ON result.round_id = round.id AND result.seat = dealt_seat.seat"
    " WHERE table_id = :table AND state <> 'open' ORDER BY number DESC"
)

ENDED: Final = (
    "SELECT round.id AS id, table_id, number, channel_id, guild_id, round.rules, state,"
    " round.ended_at, shoe, gone, parent_id"
    " FROM round JOIN game_table ON game_table.id = table_id"
)
WAS_DEALT: Final = "EXISTS (SELECT 1 FROM dealt_seat WHERE dealt_seat.round_id = round.id)"


def history(connection: Database, person: int | None, offset: int, limit: int) -> History:
    """Return a page of the ended rounds that a person was dealt into, newest first."""
    values = {"person": person, "offset": offset, "limit": limit}
    rows = connection.execute(_PAGE, values).fetchall()
    (count,) = connection.execute(_COUNT, {"person": person}).fetchone()
    return History(rounds=tuple(map(_played, rows)), count=count)


def last_round(connection: Database, person: int | None, guild_id: int) -> int | None:
    """Return the id of a person's last round with a result in a guild, or None."""
    played_here = "SELECT 1 FROM tally WHERE person = ? AND guild_id = ? LIMIT 1"
    if first(connection, played_here, person, guild_id) is None:  # spares reading all the rounds
        return None
    round_id: int | None = first(connection, _LAST_IN_GUILD, person, guild_id)
    return round_id


def own_rounds(connection: Database, person: int | None, table_id: int) -> tuple[PlayedRound, ...]:
    """Return the ended rounds of one table that a person was dealt into, newest first."""
    rows = connection.execute(_AT_A_TABLE, {"table": table_id, "person": person})
    return tuple(map(_played, rows.fetchall()))


def saved_round(connection: Database, round_id: int) -> SavedRound | None:
    """Return a round that was dealt and has ended; None for any other id."""
    found = saved_rounds(
        connection, f"{ENDED} WHERE round.id = ? AND state <> 'open' AND {WAS_DEALT}", round_id
    )
    return found[0] if found else None


def round_of_table(connection: Database, table_id: int, number: int) -> int | None:
    """Return the id of a table's round of this number, or None."""
    query = "SELECT id FROM round WHERE table_id = ? AND number = ?"
    round_id: int | None = first(connection, query, table_id, number)
    return round_id


def rounds_of_table(
    connection: Database, table_id: int, first: int, last: int
) -> tuple[RoundOfTable, ...]:
    """Return a table's dealt and ended rounds `first` to `last`, oldest first, with net results."""
    rows = connection.execute(
        "SELECT round.id, number, state, user_id, net FROM round"  # noqa: S608
        " LEFT JOIN result ON result.round_id = round.id LEFT JOIN person ON person.id = result.person"
        f" WHERE table_id = ? AND number BETWEEN ? AND ? AND state <> 'open' AND {WAS_DEALT}"
        " ORDER BY number, seat",
        (table_id, first, last),
    )
    found = []
    for (round_id, number, state), seats in groupby(rows.fetchall(), key=itemgetter(0, 1, 2)):
        nets = {user_id: net for *_, user_id, net in seats if user_id is not None}
        found.append(RoundOfTable(round_id, number, Ending(state), nets))
    return tuple(found)


def rounds_before(connection: Database, table_id: int, number: int, limit: int) -> list[SavedRound]:
    """Return at most `limit` dealt, ended rounds of a table before round `number`, newest first."""
    return saved_rounds(
        connection,
        f"{ENDED} WHERE table_id = ? AND number < ? AND state <> 'open' AND {WAS_DEALT}"
        " ORDER BY number DESC LIMIT ?",
        *(table_id, number, limit),
    )


def rounds_before_each(
    connection: Database, asked: Sequence[tuple[int, int, int]]
) -> list[list[SavedRound]]:
    """Return `rounds_before` for each triple of table id, round number and limit."""
    return [rounds_before(connection, *one) for one in asked]


def _played(row: tuple[Any, ...]) -> PlayedRound:
    return PlayedRound(*(*row[:6], Ending(row[6]), *row[7:]))


def saved_rounds(connection: Database, query: str, *values: object) -> list[SavedRound]:
    """Run a query that begins with `ENDED`, and return its rounds with seats and moves."""
    rows = connection.execute(query, values).fetchall()
    theirs = f"round_id IN (SELECT id FROM ({query}) AS found)"  # noqa: S608 - a query of the books
    seats, moves = defaultdict[int, list[DealtSeat]](list), defaultdict[int, list[SavedMove]](list)
    for round_id, *seat in connection.execute(
        "SELECT round_id, seat, user_id, stake FROM dealt_seat"  # noqa: S608
        f" JOIN person ON person.id = dealt_seat.person WHERE {theirs} ORDER BY round_id, seat",
        values,
    ):
        seats[round_id].append(DealtSeat(*seat))
    for round_id, *move in connection.execute(
        f"SELECT round_id, text, at FROM move WHERE {theirs} ORDER BY round_id, n",  # noqa: S608
        values,
    ):
        moves[round_id].append(SavedMove(*move))
    return [
        SavedRound(
            *(*row[:6], Ending(row[6]), row[7], tuple(seats[row[0]]), tuple(moves[row[0]])),
            *row[8:],
        )
        for row in rows
    ]


_LAST: Final = (
    "SELECT round_id FROM result WHERE person = :person AND ended_at >= :since"
    " AND (ended_at, round_id) <= (:at, :last) AND NOT EXISTS ("
    "SELECT 1 FROM by_book WHERE by_book.person = result.person AND by_book.round_id = result.round_id)"
    " ORDER BY ended_at DESC, round_id DESC LIMIT :limit"
)

_NEVER: Final = 1e12


def rounds_to_review(
    connection: Database,
    person: int | None,
    since: float,
    last: int,
    limit: int,
    earlier: Callable[[int | None], int],
) -> list[RoundToReview]:
    """Return at most `limit` rounds that a person did not play by the book, newest first, from round `last` back.

    An unknown `last` means the newest. `since` in Unix seconds. `earlier` takes the number of cards that a round's shoe
    had dealt before, and returns how many earlier rounds to add.
    """
    ended = "SELECT ended_at FROM result WHERE person = ? AND round_id = ?"
    at = first(connection, ended, person, last)
    values = {"person": person, "since": since, "last": last, "limit": limit}
    values["at"] = _NEVER if at is None else at
    found = []
    for (round_id,) in connection.execute(_LAST, values).fetchall():
        if (saved := saved_round(connection, round_id)) is not None:
            most = earlier(saved.gone)
            before = rounds_before(connection, saved.table_id, saved.number, most) if most else []
            found.append(RoundToReview(saved, tuple(before)))
    return found
