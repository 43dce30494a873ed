"""Tables and their seats, as plain functions within a transaction."""

import sqlite3
from collections.abc import Sequence
from typing import Any

from engine.bank.books import people, rounds
from engine.bank.books.rounds import RoundRow
from engine.bank.errors import Contradiction
from engine.saved import (
    Change,
    ChannelTaken,
    DealtSeat,
    EndedRound,
    OpenTable,
    SavedSeat,
    SavedTable,
)


def open_table(
    connection: sqlite3.Connection, table: SavedTable, seats: Sequence[SavedSeat]
) -> int:
    """Keep a new table with its seats and return its id. Raises `ChannelTaken`."""
    if table.table_id or table.closed:
        raise Contradiction("a table that opens has no id yet and is not closed")
    row = connection.execute(
        "INSERT INTO game_table (channel_id, guild_id, rules, phase, asked, deadline,"
        " round_number, shoe_seed, shoe_dealt, last_seat, message_id, message_round, closed)"
        " VALUES (:channel_id, :guild_id, :rules, :phase, :asked, :deadline, :round_number,"
        " :shoe_seed, :shoe_dealt, :last_seat, :message_id, :message_round, :closed)"
        " ON CONFLICT (channel_id) WHERE closed = 0 DO NOTHING RETURNING id",
        _columns(table),
    ).fetchone()
    if row is None:
        raise ChannelTaken
    table_id: int = row[0]
    _keep_seats(connection, table_id, seats)
    return table_id


def save_table(connection: sqlite3.Connection, change: Change) -> None:
    """Keep how a table stands after a change, except for its message, which only `remember_message` keeps.

    Raises `Contradiction` if the table is unknown, closed for good, or in a later round already, and where a seat is
    somebody else's.
    """
    table = change.table
    saved = connection.execute(
        "UPDATE game_table SET rules = :rules, phase = :phase, asked = :asked,"
        " deadline = :deadline, round_number = :round_number, shoe_seed = :shoe_seed,"
        " shoe_dealt = :shoe_dealt, last_seat = :last_seat, closed = :closed"
        " WHERE id = :table_id AND channel_id = :channel_id"
        " AND round_number <= :round_number AND closed <= :closed",
        _columns(table),
    ).rowcount
    if not saved:
        raise Contradiction(f"table {table.table_id} is unknown, closed, or in a later round")
    connection.executemany(
        "DELETE FROM seat WHERE table_id = ? AND number = ?",
        [(table.table_id, number) for number in change.freed],
    )
    _keep_seats(connection, table.table_id, change.seats)


def close(connection: sqlite3.Connection, table_id: int) -> None:
    """Close a table that can't be shown any more, and free its channel; no goodbye is owed for it."""
    connection.execute(
        "UPDATE game_table SET closed = 1, phase = 'closed', said_goodbye = 1 WHERE id = ?",
        (table_id,),
    )
    connection.execute("DELETE FROM seat WHERE table_id = ?", (table_id,))


def remember_message(
    connection: sqlite3.Connection, table_id: int, message_id: int, round_number: int
) -> None:
    """Keep which message shows a table, and which round. Raises `Contradiction` for an unknown table."""
    saved = connection.execute(
        "UPDATE game_table SET message_id = ?, message_round = ? WHERE id = ?",
        (message_id, round_number, table_id),
    ).rowcount
    if not saved:
        raise Contradiction(f"there is no table {table_id}")


def open_tables(connection: sqlite3.Connection) -> list[OpenTable]:
    """Return the tables that are not closed, oldest first, with the running round and what may be unseen."""
    return _tables(connection, closed=0)


def owed_goodbyes(connection: sqlite3.Connection) -> list[OpenTable]:
    """Return the closed tables whose message does not say so yet, oldest first, with what may be unseen."""
    return [kept for kept in _tables(connection, closed=1) if kept.table.message_id is not None]


def say_goodbye(connection: sqlite3.Connection, table_id: int) -> None:
    """Note that the message of a closed table says that it is closed."""
    connection.execute("UPDATE game_table SET said_goodbye = 1 WHERE id = ?", (table_id,))


def _tables(connection: sqlite3.Connection, *, closed: int) -> list[OpenTable]:
    found = _rows(
        connection,
        "SELECT id AS table_id, channel_id, guild_id, rules, phase, asked, deadline, round_number,"
        " shoe_seed, shoe_dealt, last_seat, message_id, message_round, closed"
        " FROM game_table WHERE closed = ? AND said_goodbye = 0 ORDER BY id",
        closed,
    )
    return [_open_table(connection, **row) for row in found]


def _open_table(
    connection: sqlite3.Connection,
    *,
    table_id: int,
    asked: int,
    closed: int,
    round_number: int,
    **row: Any,
) -> OpenTable:
    dealt, moves = _log(connection, rounds.running_round(connection, table_id))
    table = SavedTable(
        table_id=table_id,
        asked=bool(asked),
        closed=bool(closed),
        round_number=round_number,
        **row,
    )
    unseen = tuple(_ended(connection, table_id, number) for number in _unseen(table))
    seats = _seats(connection, table_id)
    return OpenTable(table=table, seats=seats, dealt=dealt, moves=moves, unseen=unseen)


def _unseen(table: SavedTable) -> list[int]:
    """The numbers of earlier rounds whose end the table's message may not show."""
    first, last = max(table.message_round, 1), table.round_number - 1
    return sorted({table.message_round, last} & set(range(first, last + 1)))


def _ended(connection: sqlite3.Connection, table_id: int, number: int) -> EndedRound:
    dealt, moves = _log(connection, rounds.find_round(connection, table_id, number))
    return EndedRound(number=number, dealt=dealt, moves=moves)


def _log(
    connection: sqlite3.Connection, played: RoundRow | None
) -> tuple[tuple[DealtSeat, ...], tuple[str, ...]]:
    if played is None:
        return (), ()
    return (
        rounds.dealt_seats(connection, played.round_id),
        rounds.moves_of(connection, played.round_id),
    )


def _seats(connection: sqlite3.Connection, table_id: int) -> tuple[SavedSeat, ...]:
    found = _rows(
        connection,
        "SELECT number, user_id, counter, missed, stake, last_stake, leaving"
        " FROM seat JOIN person ON person.id = seat.person WHERE table_id = ? ORDER BY number",
        table_id,
    )
    return tuple(SavedSeat(**{**row, "leaving": bool(row["leaving"])}) for row in found)


def _keep_seats(connection: sqlite3.Connection, table_id: int, seats: Sequence[SavedSeat]) -> None:
    for seat in seats:
        person = people.number(connection, seat.user_id)
        kept = connection.execute(
            "INSERT INTO seat"
            " (table_id, number, person, counter, missed, stake, last_stake, leaving) VALUES"
            " (:table_id, :number, :person, :counter, :missed, :stake, :last_stake, :leaving)"
            " ON CONFLICT (table_id, number) DO UPDATE SET"
            " counter = excluded.counter, missed = excluded.missed, stake = excluded.stake,"
            " last_stake = excluded.last_stake, leaving = excluded.leaving"
            " WHERE person = excluded.person",
            {"table_id": table_id, "person": person, **_columns(seat)},
        ).rowcount
        if not kept:
            raise Contradiction(f"seat {seat.number} of table {table_id} is somebody else's")


def _columns(value: SavedTable | SavedSeat) -> dict[str, object]:
    # Fields are named like columns. `asdict` copies deeply, and took as long as all the SQL of a commit.
    return {name: getattr(value, name) for name in value.__slots__}


def _rows(connection: sqlite3.Connection, query: str, *values: int) -> list[dict[str, Any]]:
    cursor = connection.execute(query, values)
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]
