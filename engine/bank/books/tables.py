"""Tables and their seats."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.bank.books import people, rounds, shoes
from engine.bank.books.rounds import Player
from engine.bank.database import Database, IsOurs, first, hold, is_shared, places, write, write_rows
from engine.bank.errors import Contradiction
from engine.values.bank import ChannelTaken
from engine.values.rounds import EndedRound
from engine.values.shoes import ShoeEnd
from engine.values.tables import Change, OpenTable, SavedSeat, SavedTable, TableMessage

_COLUMNS: Final = ", ".join(SavedTable._fields[1:])
"""All but the id: fields are named like columns."""


def open_table(connection: Database, table: SavedTable) -> int:
    """Save a new table and return its id. Raises `ChannelTaken`."""
    if table.table_id or table.closed:
        raise Contradiction("a table that opens has no id yet and is not closed")
    table_id: int | None = first(
        connection,
        f"INSERT INTO game_table ({_COLUMNS}) VALUES ({places(len(table) - 1)})"  # noqa: S608
        " ON CONFLICT (channel_id) WHERE closed = 0 DO NOTHING RETURNING id",
        *table[1:],
    )
    if table_id is None:
        raise ChannelTaken
    return table_id


def save_table(connection: Database, change: Change) -> None:
    """Save a table's state after a change, except for its message.

    Raises `Contradiction` if the table is unknown, closed for good, or in a later round already.
    """
    # Only a table that closes sets `closed`: setting it again would rewrite two index entries.
    table = change.table
    closing, is_as_open = (", closed = 1", "") if table.closed else ("", " AND closed = 0")
    saved = write(
        connection,
        "UPDATE game_table SET rules = ?, phase = ?, asked = ?, deadline = ?, round_number = ?,"  # noqa: S608
        f" shoe_seed = ?, shoe_dealt = ?, last_seat = ?{closing}"
        f" WHERE id = ? AND channel_id = ? AND round_number <= ?{is_as_open} RETURNING id",
        (
            *(table.rules, str(table.phase), int(table.asked), table.deadline, table.round_number),
            *(table.shoe_seed, table.shoe_dealt, table.last_seat),
            *(table.table_id, table.channel_id, table.round_number),
        ),
        [(table.table_id,)],
    )
    if not saved:
        raise Contradiction(f"table {table.table_id} is unknown, closed, or in a later round")


def fence(connection: Database, is_ours: IsOurs) -> None:
    """Refuse the next change of each of these tables by its former owner."""


def keep_seats(
    connection: Database, table_id: int, seats: Sequence[SavedSeat], players: Mapping[int, Player]
) -> None:
    """Save new and changed seats. Raises `Contradiction` if a seat belongs to another player."""
    kept = write_rows(
        connection,
        "INSERT INTO seat (table_id, number, person, counter, missed, stake, last_stake, leaving)"
        " VALUES {rows} ON CONFLICT (table_id, number) DO UPDATE SET"
        " counter = excluded.counter, missed = excluded.missed, stake = excluded.stake,"
        " last_stake = excluded.last_stake, leaving = excluded.leaving"
        " WHERE seat.person = excluded.person RETURNING number",
        [
            (
                *(table_id, of.number, players[of.user_id].person, of.counter, of.missed),
                *(of.stake, of.last_stake, int(of.leaving)),
            )
            for of in seats
        ],
        [(of.number,) for of in seats],
    )
    if len(kept) < len(seats):
        raise Contradiction(f"a seat of table {table_id} belongs to another player")


def free_seats(connection: Database, table_id: int, numbers: Sequence[int]) -> None:
    if numbers:
        write(
            connection,
            f"DELETE FROM seat WHERE table_id = ? AND number IN ({places(len(numbers))}) RETURNING number",  # noqa: S608
            (table_id, *numbers),
            [(number,) for number in numbers],
        )


def close(connection: Database, table_id: int) -> None:
    """Close a table that can no longer be shown, and free its channel; it gets no farewell."""
    connection.execute(
        "UPDATE game_table SET closed = 1, phase = 'closed', said_goodbye = 1 WHERE id = ?",
        (table_id,),
    )
    connection.execute("DELETE FROM seat WHERE table_id = ?", (table_id,))


def end_rollback(connection: Database, table_id: int) -> None:
    """Note that the shoe of a table was discarded after a rollback of the database."""
    connection.execute("UPDATE game_table SET rolled_back = 0 WHERE id = ?", (table_id,))


def users_at(connection: Database, table_id: int) -> set[int]:
    """Return the ids of the users seated at a table."""
    query = "SELECT user_id FROM seat JOIN person ON person.id = person WHERE table_id = ?"
    return {user_id for (user_id,) in connection.execute(query, (table_id,)).fetchall()}


def remember_message(
    connection: Database, table_id: int, message: TableMessage, left: int | None = None
) -> None:
    """Save which message shows a table, and drop the note that the message it has `left` is to be deleted.

    Raises `Contradiction` for an unknown table.
    """
    _hold(connection, table_id)
    saved = connection.execute(
        "UPDATE game_table SET message_id = ?, message_round = ? WHERE id = ?", (*message, table_id)
    ).rowcount
    if not saved:
        raise Contradiction(f"there is no table {table_id}")
    if left is not None:
        drop_message(connection, left)


def drop_message(connection: Database, message_id: int) -> None:
    """Remove the note that a message is to be deleted."""
    connection.execute("DELETE FROM message_to_delete WHERE message_id = ?", (message_id,))


def open_tables(connection: Database, is_ours: IsOurs) -> list[OpenTable]:
    """Return the open tables, oldest first, with their running and ended rounds."""
    return _tables(connection, is_ours, closed=0)


def seated_balances(connection: Database) -> dict[int, int]:
    """Return the cents of all users seated at open tables, by user id."""
    rows = connection.execute(
        # Starts from the few open tables, not from all accounts.
        "SELECT user_id, balance FROM game_table CROSS JOIN seat CROSS JOIN account CROSS JOIN person"
        " WHERE closed = 0 AND said_goodbye = 0 AND table_id = game_table.id"
        " AND kind = 'player' AND owner = seat.person AND person.id = seat.person"
    )
    return dict(rows.fetchall())


def owed_goodbyes(connection: Database, is_ours: IsOurs) -> list[OpenTable]:
    """Return the closed tables whose message does not say so yet, oldest first, with their last rounds."""
    return _tables(connection, is_ours, closed=1)


def say_goodbye(connection: Database, table_id: int) -> None:
    """Note that the message of a closed table says that it is closed."""
    _hold(connection, table_id)
    connection.execute("UPDATE game_table SET said_goodbye = 1 WHERE id = ?", (table_id,))


def guild_of(connection: Database, table_id: int) -> int | None:
    """Return the guild of a table; None for an unknown table."""
    query = "SELECT guild_id FROM game_table WHERE id = ?"
    guild_id: int | None = first(connection, query, table_id)
    return guild_id


def rules_of_table(connection: Database, table_id: int) -> str | None:
    """Return the text form of a table's rules; None for an unknown table."""
    query = "SELECT rules FROM game_table WHERE id = ?"
    rules: str | None = first(connection, query, table_id)
    return rules


def _hold(connection: Database, table_id: int) -> None:
    """Raise `NotOurs` if another process has taken this table over."""
    if is_shared(connection):
        hold(connection, (), guild_of(connection, table_id))


def _tables(connection: Database, is_ours: IsOurs, *, closed: int) -> list[OpenTable]:
    rows = connection.execute(
        f"SELECT rolled_back, id, {_COLUMNS} FROM game_table"  # noqa: S608
        " WHERE closed = ? AND said_goodbye = 0 ORDER BY id",
        (closed,),
    )
    found = ((bool(rolled_back), SavedTable(*row)) for rolled_back, *row in rows.fetchall())
    return [
        _open_table(
            connection, table._replace(asked=bool(table.asked), closed=bool(closed)), rolled_back
        )
        for rolled_back, table in found
        if is_ours(table.guild_id)
    ]


def _open_table(connection: Database, table: SavedTable, rolled_back: bool) -> OpenTable:
    table_id, number = table.table_id, table.round_number
    running = _log(connection, table_id, number, "state = 'open'")
    ended = _log(connection, table_id, number - 1) if number > 1 else None
    seats = _seats(connection, table_id)
    shoe = shoes.running_shoe(connection, table_id)
    shown = {seat.user_id for some in (seats, ended.dealt if ended else ()) for seat in some}
    return OpenTable(
        table=table,
        seats=seats,
        dealt=running.dealt,
        moves=running.moves,
        ended=ended,
        shoe=shoe,
        voided=() if shoe is None else _voided(connection, table_id, shoe.first_round),
        names=people.names(connection, table.guild_id, shown),
        rolled_back=rolled_back,
        restored=shoe is not None
        and shoe.first_round == number
        and not running.moves
        and shoes.end_of(connection, table_id, shoe.number - 1) is ShoeEnd.RESTORED,
    )


def _voided(connection: Database, table_id: int, first: int) -> tuple[EndedRound, ...]:
    """Return the dealt and voided rounds from the first number on."""
    rows = connection.execute(
        "SELECT number FROM round WHERE table_id = ? AND number >= ? AND state = 'voided'"
        " AND rule_set IS NOT NULL ORDER BY number",
        (table_id, first),
    ).fetchall()
    return tuple(_log(connection, table_id, number) for (number,) in rows)


def _log(connection: Database, table_id: int, number: int, condition: str = "TRUE") -> EndedRound:
    """Return the dealt seats and moves of a round; empty if no round meets the condition."""
    row = connection.execute(
        f"SELECT id, {shoes.BY_HOST} FROM round"  # noqa: S608
        f" WHERE table_id = ? AND number = ? AND {condition}",
        (table_id, number),
    ).fetchone()
    if row is None:
        return EndedRound(number, (), ())
    round_id, by_host = row
    dealt, moves = rounds.dealt_seats(connection, round_id), rounds.moves_of(connection, round_id)
    return EndedRound(number, dealt, moves, round_id, bool(by_host))


def _seats(connection: Database, table_id: int) -> tuple[SavedSeat, ...]:
    rows = connection.execute(
        "SELECT number, user_id, counter, missed, stake, last_stake, leaving"
        " FROM seat JOIN person ON person.id = seat.person WHERE table_id = ? ORDER BY number",
        (table_id,),
    )
    return tuple(SavedSeat(*(*seat, bool(leaving))) for *seat, leaving in rows.fetchall())
