"""Saved blackjack tables and their seats.

A table's state is one JSON value, except for fields that SQL needs. Its `version` counts the saved commands
(`docs/decisions/one-version-a-table.md`).
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine.bank.books import people, rounds, shoes
from engine.bank.books.rounds import Player
from engine.bank.database import Database, IsOurs, first, is_shared, places, write_rows
from engine.bank.errors import Contradiction, NotOurs
from engine.values.bank import ChannelTaken
from engine.values.rounds import EndedRound
from engine.values.shoes import ShoeEnd
from engine.values.tables import OpenTable, SavedSeat, SavedTable, TableMessage

_COLUMNS: Final = (
    *("channel_id", "guild_id", "rules", "version", "closed"),
    *("message_id", "message_round", "parent_id"),
)
"""The fields of a `SavedTable` with a column, besides the id; `data` holds the others."""

_SHOWN: Final = f"id, {', '.join(_COLUMNS)}, data"


def open_table(connection: Database, table: SavedTable) -> int:
    """Save a new table without its seats and return its id. Raises `ChannelTaken` if its channel has an open one."""
    if table.table_id or table.closed:
        raise Contradiction("a table that opens has no id yet and is not closed")
    fields = table._asdict()
    table_id: int | None = first(
        connection,
        f"INSERT INTO game_table ({', '.join(_COLUMNS)}, data) VALUES ({places(len(_COLUMNS) + 1)})"  # noqa: S608
        " ON CONFLICT (channel_id) WHERE closed = 0 DO NOTHING RETURNING id",
        *(int(fields[name]) if name == "closed" else fields[name] for name in _COLUMNS),
        _written(table),
    )
    if table_id is None:
        raise ChannelTaken
    return table_id


def opened_before(connection: Database, table: SavedTable) -> int | None:
    """Return the id under which this new table has been saved before, or None. Its shoe's seed identifies it."""
    row = connection.execute(
        "SELECT id, data FROM game_table WHERE channel_id = ? AND closed = 0", (table.channel_id,)
    ).fetchone()
    if row is None or json.loads(row[1])["shoe_seed"] != table.shoe_seed.hex():
        return None
    return int(row[0])


def advance(connection: Database, table: SavedTable, command: str) -> bool:
    """Save a table's state as its next version, except for its message and seats.

    Return False if this `command` has been saved as that version before. Raises `NotOurs` if another process has saved
    a version, and `Contradiction` if the table is unknown or, in a file, at another version.
    """
    # Only a table that closes sets `closed`: setting it again would rewrite two index entries.
    closing = ", closed = 1" if table.closed else ""
    saved = connection.execute(
        f"UPDATE game_table SET version = version + 1, command = ?, rules = ?, data = ?{closing}"  # noqa: S608
        " WHERE id = ? AND channel_id = ? AND version = ?",
        (
            *(command, table.rules, _written(table)),
            *(table.table_id, table.channel_id, table.version - 1),
        ),
    )
    if saved.rowcount:
        return True
    row = connection.execute(
        "SELECT version, command FROM game_table WHERE id = ? AND channel_id = ?",
        (table.table_id, table.channel_id),
    ).fetchone()
    if row is None:
        raise Contradiction(f"there is no table {table.table_id}")
    if row == (table.version, command):
        return False
    raise _not_ours(connection, table.table_id)


def _not_ours(connection: Database, table_id: int) -> NotOurs | Contradiction:
    if is_shared(connection):
        return NotOurs()
    return Contradiction(f"table {table_id} is unknown, or at another version")


def fence(connection: Database, is_ours: IsOurs) -> None:
    """Increment the version of this process's tables, so that late writes of their former process fail."""
    rows = connection.execute(
        "SELECT id, guild_id FROM game_table WHERE said_goodbye = 0"
    ).fetchall()
    ids = [table_id for table_id, guild_id in rows if is_ours(guild_id)]
    for some in (ids[place : place + 500] for place in range(0, len(ids), 500)):
        connection.execute(
            "UPDATE game_table SET version = version + 1, command = ''"  # noqa: S608
            f" WHERE id IN ({places(len(some))})",
            some,
        )


def seat_players(
    connection: Database,
    table: SavedTable,
    before: Mapping[int, int],
    players: Mapping[int, Player],
) -> None:
    """Save changed seats; `before` has the saved user ids by seat number, which is never reused."""
    now = {seat.number: seat.user_id for seat in table.seats}
    if now == before:
        return
    freed = [number for number in before if number not in now]
    if freed:
        connection.execute(
            f"DELETE FROM seat WHERE table_id = ? AND number IN ({places(len(freed))})",  # noqa: S608
            (table.table_id, *freed),
        )
    write_rows(
        connection,
        "INSERT INTO seat (table_id, number, person) VALUES {rows}",
        [
            (table.table_id, number, players[user_id].person)
            for number, user_id in now.items()
            if number not in before
        ],
    )


def close(connection: Database, table_id: int) -> None:
    """Close an unplayable table and free its seats; its message gets no farewell."""
    connection.execute(
        "UPDATE game_table SET version = version + 1, command = '', closed = 1, said_goodbye = 1"
        " WHERE id = ?",
        (table_id,),
    )
    connection.execute("DELETE FROM seat WHERE table_id = ?", (table_id,))


def end_rollback(connection: Database, table_id: int) -> None:
    """Record that a table has replaced its shoe, as required after a restored backup."""
    connection.execute("UPDATE game_table SET rolled_back = 0 WHERE id = ?", (table_id,))


def remember_message(
    connection: Database,
    table_id: int,
    version: int,
    message: TableMessage,
    left: int | None = None,
) -> None:
    """Save which Discord message shows a table; its previous message, `left`, is no longer to be deleted.

    Raises `NotOurs`, or for a file `Contradiction`, unless the saved table has this `version`.
    """
    _update(connection, table_id, version, "message_id = ?, message_round = ?", *message)
    if left is not None:
        drop_message(connection, left)


def drop_message(connection: Database, message_id: int) -> None:
    """Remove a message from the messages to delete."""
    connection.execute("DELETE FROM message_to_delete WHERE message_id = ?", (message_id,))


def open_tables(connection: Database, is_ours: IsOurs) -> list[OpenTable]:
    """Return this process's open tables, oldest first, with their current and last rounds."""
    return _tables(connection, is_ours, closed=0)


def seated_balances(connection: Database) -> dict[int, int]:
    """Return the balances in cents of all users seated at open tables, by user id."""
    rows = connection.execute(
        # Starts from the few open tables, not from all accounts.
        "SELECT user_id, balance FROM game_table CROSS JOIN seat CROSS JOIN account CROSS JOIN person"
        " WHERE closed = 0 AND said_goodbye = 0 AND table_id = game_table.id"
        " AND kind = 'player' AND owner = seat.person AND person.id = seat.person"
    )
    return dict(rows.fetchall())


def owed_farewells(connection: Database, is_ours: IsOurs) -> list[OpenTable]:
    """Return this process's closed tables whose message does not show a farewell yet, oldest first."""
    return _tables(connection, is_ours, closed=1)


def say_farewell(connection: Database, table_id: int, version: int) -> None:
    """Record that a closed table's message shows the farewell. Raises like `remember_message`."""
    _update(connection, table_id, version, "said_goodbye = 1")


def find(connection: Database, table_id: int) -> SavedTable | None:
    """Return a saved table by id without its seats, or None."""
    row = connection.execute(
        f"SELECT {_SHOWN} FROM game_table WHERE id = ?",  # noqa: S608
        (table_id,),
    ).fetchone()
    return None if row is None else _read(row, {})


def seats_of(connection: Database, person: int) -> Iterator[dict[str, Any]]:
    """Yield a person's seats at open tables, with table, channel and guild."""
    for table_id, channel_id, guild_id, number, state in connection.execute(
        "SELECT game_table.id, channel_id, guild_id, number, data"
        " FROM seat JOIN game_table ON game_table.id = table_id WHERE person = ? ORDER BY table_id",
        (person,),
    ).fetchall():
        of = {"table": table_id, "channel_id": channel_id, "guild_id": guild_id, "seat": number}
        yield of | _seat_states(json.loads(state)).get(number, {})


def guild_of(connection: Database, table_id: int) -> int | None:
    query = "SELECT guild_id FROM game_table WHERE id = ?"
    guild_id: int | None = first(connection, query, table_id)
    return guild_id


def rules_of_table(connection: Database, table_id: int) -> str | None:
    """Return the text form of a table's rules, or None."""
    query = "SELECT rules FROM game_table WHERE id = ?"
    rules: str | None = first(connection, query, table_id)
    return rules


def _update(
    connection: Database, table_id: int, version: int, columns: str, *values: object
) -> None:
    updated = connection.execute(
        f"UPDATE game_table SET {columns} WHERE id = ? AND version = ?",  # noqa: S608
        (*values, table_id, version),
    )
    if not updated.rowcount:
        raise _not_ours(connection, table_id)


def _written(table: SavedTable) -> str:
    state = {
        name: value
        for name, value in table._asdict().items()
        if name != "table_id" and name not in _COLUMNS
    }
    seats = [seat._asdict() for seat in table.seats]
    for seat in seats:
        del seat["user_id"]
    state |= {"shoe_seed": table.shoe_seed.hex(), "seats": seats}
    return json.dumps(state, separators=(",", ":"))


def _read(row: Sequence[Any], users: Mapping[int, int]) -> SavedTable:
    table_id, *columns, text = row
    state: dict[str, Any] = json.loads(text)
    seats = _seat_states(state)
    state["shoe_seed"] = bytes.fromhex(state["shoe_seed"])
    state["seats"] = tuple(
        [SavedSeat(number=number, user_id=user, **seats[number]) for number, user in users.items()]
    )
    fields = state | dict(zip(_COLUMNS, columns, strict=True))
    return SavedTable(table_id=table_id, **fields)._replace(closed=bool(fields["closed"]))


def _seat_states(state: Mapping[str, Any]) -> dict[int, dict[str, Any]]:
    return {seat.pop("number"): seat for seat in state["seats"]}


def _tables(connection: Database, is_ours: IsOurs, *, closed: int) -> list[OpenTable]:
    rows = connection.execute(
        f"SELECT rolled_back, guild_id, {_SHOWN} FROM game_table"  # noqa: S608
        " WHERE closed = ? AND said_goodbye = 0 ORDER BY id",
        (closed,),
    ).fetchall()
    return [
        _open_table(connection, _read(row, _users(connection, row[0])), bool(rolled_back))
        for rolled_back, guild_id, *row in rows
        if is_ours(guild_id)
    ]


def _users(connection: Database, table_id: int) -> dict[int, int]:
    rows = connection.execute(
        "SELECT number, user_id FROM seat JOIN person ON person.id = seat.person"
        " WHERE table_id = ? ORDER BY number",
        (table_id,),
    )
    return dict(rows.fetchall())


def _open_table(connection: Database, table: SavedTable, rolled_back: bool) -> OpenTable:
    table_id, number = table.table_id, table.round_number
    running = _log(connection, table_id, number, "state = 'open'")
    ended = _log(connection, table_id, number - 1) if number > 1 else None
    shoe = shoes.running_shoe(connection, table)
    dealt = ended.dealt if ended else ()
    shown = {seat.user_id for some in (table.seats, dealt) for seat in some}
    return OpenTable(
        table=table,
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
    rows = connection.execute(
        "SELECT number FROM round WHERE table_id = ? AND number >= ? AND state = 'voided'"
        " AND rule_set IS NOT NULL ORDER BY number",
        (table_id, first),
    ).fetchall()
    return tuple(_log(connection, table_id, number) for (number,) in rows)


def _log(connection: Database, table_id: int, number: int, condition: str = "TRUE") -> EndedRound:
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
