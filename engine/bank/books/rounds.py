"""Rounds, who was dealt in, and their moves, as plain functions within a transaction."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from engine.bank.books import people
from engine.bank.errors import Contradiction
from engine.saved import DealtSeat, SavedTable


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRow:
    """A round in the file: `number` counts within its table, `round_id` among all rounds."""

    round_id: int
    number: int
    ended: bool


def find_round(connection: sqlite3.Connection, table_id: int, number: int) -> RoundRow | None:
    """Return a table's round by its number."""
    row = connection.execute(
        "SELECT id, state FROM round WHERE table_id = ? AND number = ?", (table_id, number)
    ).fetchone()
    return row and RoundRow(round_id=row[0], number=number, ended=row[1] != "open")


def open_round(
    connection: sqlite3.Connection, table: SavedTable, number: int, at: float
) -> RoundRow:
    """Return a table's round by its number, opened if it is new; `at` in Unix seconds."""
    found = find_round(connection, table.table_id, number)
    if found is not None:
        return found
    (round_id,) = connection.execute(
        "INSERT INTO round (table_id, number, rules, opened_at) VALUES (?, ?, ?, ?) RETURNING id",
        (table.table_id, number, table.rules, at),
    ).fetchone()
    return RoundRow(round_id=round_id, number=number, ended=False)


def running_round(connection: sqlite3.Connection, table_id: int) -> RoundRow | None:
    """Return the round of a table that has not ended; there is one at most."""
    row = connection.execute(
        "SELECT id, number FROM round WHERE table_id = ? AND state = 'open'", (table_id,)
    ).fetchone()
    return row and RoundRow(round_id=row[0], number=row[1], ended=False)


def settle(connection: sqlite3.Connection, round_id: int, at: float) -> None:
    """Mark a round as settled; `at` in Unix seconds."""
    connection.execute(
        "UPDATE round SET state = 'settled', ended_at = ? WHERE id = ?", (at, round_id)
    )


def void(connection: sqlite3.Connection, round_id: int, by: int, at: float) -> None:
    """Mark a round as ended without a result by this admin; `at` in Unix seconds."""
    connection.execute(
        "UPDATE round SET state = 'voided', voided_by = ?, ended_at = ? WHERE id = ?",
        (people.number(connection, by), at, round_id),
    )


def deal(
    connection: sqlite3.Connection, round_id: int, rules: str, dealt: Sequence[DealtSeat]
) -> bool:
    """Keep the rules of a round and who is dealt in, and say whether that is new.

    Raises `Contradiction` if others were dealt in before.
    """
    kept = dealt_seats(connection, round_id)
    if kept == tuple(sorted(dealt, key=lambda seat: seat.seat)):
        return False
    if kept:
        raise Contradiction(f"round {round_id} was dealt to other seats: {kept}")
    # The rules may have been changed while the first bets lay on the table.
    connection.execute("UPDATE round SET rules = ? WHERE id = ?", (rules, round_id))
    connection.executemany(
        "INSERT INTO dealt_seat (round_id, seat, person, stake) VALUES (?, ?, ?, ?)",
        [
            (round_id, seat.seat, people.number(connection, seat.user_id), seat.stake)
            for seat in dealt
        ],
    )
    return True


def append_moves(
    connection: sqlite3.Connection, round_id: int, first: int, moves: Sequence[str], at: float
) -> bool:
    """Append moves, the first one at index `first`, and say whether they are new.

    Raises `Contradiction` if that leaves a gap or if other moves are there already.
    """
    (count,) = connection.execute(
        "SELECT COALESCE(MAX(n) + 1, 0) FROM move WHERE round_id = ?", (round_id,)
    ).fetchone()
    if first < count and moves_of(connection, round_id)[first : first + len(moves)] == tuple(moves):
        return False
    if first != count:
        raise Contradiction(f"round {round_id} has {count} moves: none can be put at {first}")
    connection.executemany(
        "INSERT INTO move (round_id, n, text, at) VALUES (?, ?, ?, ?)",
        [(round_id, n, text, at) for n, text in enumerate(moves, first)],
    )
    return True


def dealt_seats(connection: sqlite3.Connection, round_id: int) -> tuple[DealtSeat, ...]:
    """Return who was dealt into a round, in the order of the seats."""
    rows = connection.execute(
        "SELECT seat, user_id, stake FROM dealt_seat JOIN person ON person.id = dealt_seat.person"
        " WHERE round_id = ? ORDER BY seat",
        (round_id,),
    ).fetchall()
    return tuple(DealtSeat(seat=seat, user_id=user, stake=stake) for seat, user, stake in rows)


def moves_of(connection: sqlite3.Connection, round_id: int) -> tuple[str, ...]:
    """Return the moves of a round, in the order in which they were made."""
    rows = connection.execute(
        "SELECT text FROM move WHERE round_id = ? ORDER BY n", (round_id,)
    ).fetchall()
    return tuple(text for (text,) in rows)
