"""Rounds with their dealt seats and moves; and `SavedState`, the state of a table before a change."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from engine.bank.books.pauses import KEY_IF_ANY
from engine.bank.database import Database, first, write_rows
from engine.bank.errors import Contradiction
from engine.values.rounds import DealtSeat
from engine.values.tables import Change


class Player(NamedTuple):
    """A user with an account: internal number, account id, and balance in cents."""

    person: int
    account_id: int
    balance: int


@dataclass(slots=True)
class RoundRow:
    """A saved round, updated during the transaction. `number` counts within its table; `round_id` is unique."""

    round_id: int
    number: int
    stake_id: int | None = None
    """None before the first bet."""
    at_stake: int = 0
    """In cents."""
    ended: int = False
    rule_set: str | None = None
    """None before the deal."""
    is_new: bool = False


@dataclass(slots=True)
class SavedState:
    """The saved state of a table before a change."""

    guild_id: int
    house_id: int
    pause_key: str | None
    """The key of users' breaks; None while there are none."""
    round: RoundRow | None
    """None until it is opened."""
    running: RoundRow | None
    """The next one may be open, too, for bets ahead."""
    seats: Mapping[int, int]
    """User ids by seat number."""
    players: Mapping[int, Player]
    """By user id."""


_SAVED_STATE: Final = f"""
SELECT guild_id, (SELECT id FROM account WHERE kind = 'house' AND owner = 0), {KEY_IF_ANY},
    running.id, running.number, running_stake.id, COALESCE(running_stake.balance, 0),
    changed.id, changed.number, changed_stake.id, COALESCE(changed_stake.balance, 0),
    changed.state <> 'open', changed.rule_set,
    seat.number, user_id, seat.person, player.id, player.balance
FROM game_table
LEFT JOIN round AS running ON running.table_id = game_table.id AND running.state = 'open'
    AND running.number <= ?
LEFT JOIN account AS running_stake
    ON running_stake.kind = 'stake' AND running_stake.owner = running.id
LEFT JOIN round AS changed ON changed.table_id = game_table.id AND changed.number = ?
LEFT JOIN account AS changed_stake
    ON changed_stake.kind = 'stake' AND changed_stake.owner = changed.id
LEFT JOIN seat ON seat.table_id = game_table.id
LEFT JOIN person ON person.id = seat.person
LEFT JOIN account AS player ON player.kind = 'player' AND player.owner = seat.person
WHERE game_table.id = ?
"""  # noqa: S608


def saved_state(connection: Database, change: Change) -> SavedState:
    """Return the saved state of a change's table. Raises `Contradiction` for an unknown table."""
    table, number = change.table, change.round_number
    values = min(number, table.round_number), number, table.table_id
    rows = connection.execute(_SAVED_STATE, values).fetchall()
    if not rows:
        raise Contradiction(f"there is no table {table.table_id}")
    guild_id, house_id, pause_key, *rest = rows[0]
    running, changed = _round(*rest[:4]), _round(*rest[4:10])
    same = running and changed and running.number == changed.number
    return SavedState(
        *(guild_id, house_id, pause_key, changed, changed if same else running),
        seats={row[13]: row[14] for row in rows if row[13] is not None},
        # At a table opened before seats opened accounts, a player may have none.
        players={row[14]: Player(*row[15:]) for row in rows if row[16] is not None},
    )


def _round(round_id: int | None, number: int, *rest: Any) -> RoundRow | None:
    return None if round_id is None else RoundRow(round_id, number, *rest)


def open_round(connection: Database, change: Change) -> RoundRow:
    """Save a new open round for a change, with its rule set if dealt at once."""
    rule_set = change.rule_set if change.dealt else None
    shoe, gone = change.drawn_from or (None, None)
    round_id = first(
        connection,
        "INSERT INTO round (table_id, number, rules, rule_set, shoe, gone, opened_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
        *(change.table.table_id, change.round_number, change.table.rules),
        *(rule_set, shoe, gone, change.at),
    )
    return RoundRow(round_id=round_id, number=change.round_number, rule_set=rule_set, is_new=True)


def open_rounds(connection: Database, table_id: int) -> list[RoundRow]:
    """Return a table's open rounds: the one in play, and the next one if it has bets."""
    rows = connection.execute(
        "SELECT round.id, number, account.id, COALESCE(balance, 0) FROM round"
        " LEFT JOIN account ON account.kind = 'stake' AND account.owner = round.id"
        " WHERE table_id = ? AND state = 'open' ORDER BY number",
        (table_id,),
    ).fetchall()
    return [RoundRow(*row) for row in rows]


def settle(connection: Database, round_id: int, at: float) -> None:
    """Mark a round as settled; `at` in Unix seconds."""
    _update(connection, round_id, "state = 'settled', ended_at = ?", at)


def void(connection: Database, round_id: int, person: int, at: float) -> None:
    """Mark a round as voided by an admin, given by internal number; `at` in Unix seconds."""
    _update(connection, round_id, "state = 'voided', voided_by = ?, ended_at = ?", person, at)
    connection.execute(
        "INSERT INTO voided_seat (person, ended_at, round_id, seat)"
        " SELECT person, CAST(? AS DOUBLE PRECISION), round_id, seat FROM dealt_seat WHERE round_id = ?",
        (at, round_id),
    )


def name_rules(connection: Database, played: RoundRow, rule_set: str | None) -> None:
    """Save the key of a round's rule set. Raises `Contradiction` if the round has another one."""
    if rule_set is None or rule_set == played.rule_set:
        return
    if played.rule_set is not None:
        raise Contradiction(f"round {played.round_id} does not go by {rule_set!r}")
    _update(connection, played.round_id, "rule_set = ?", rule_set)


def _update(connection: Database, round_id: int, columns: str, *values: object) -> None:
    connection.execute(f"UPDATE round SET {columns} WHERE id = ?", (*values, round_id))  # noqa: S608


def deal(
    connection: Database, played: RoundRow, change: Change, players: Mapping[int, Player]
) -> None:
    """Save the seats that a change deals, and their round's rules."""
    if not played.is_new:
        # The rules may have changed while the first bets lay on the table.
        shoe, gone = change.drawn_from or (None, None)
        rules = change.table.rules, change.rule_set, shoe, gone
        _update(connection, played.round_id, "rules = ?, rule_set = ?, shoe = ?, gone = ?", *rules)
        played.rule_set = change.rule_set
    write_rows(
        connection,
        "INSERT INTO dealt_seat (round_id, seat, person, stake) VALUES {rows}",
        [(played.round_id, of.seat, players[of.user_id].person, of.stake) for of in change.dealt],
    )


def append_moves(connection: Database, played: RoundRow, change: Change) -> None:
    """Append the moves of a change to its round."""
    write_rows(
        connection,
        "INSERT INTO move (round_id, n, text, at) VALUES {rows}",
        [
            (played.round_id, n, text, change.at)
            for n, text in enumerate(change.moves, change.first_move)
        ],
    )


def dealt_seats(connection: Database, round_id: int) -> tuple[DealtSeat, ...]:
    """Return the seats that were dealt into a round, by seat number."""
    rows = connection.execute(
        "SELECT seat, user_id, stake FROM dealt_seat JOIN person ON person.id = dealt_seat.person"
        " WHERE round_id = ? ORDER BY seat",
        (round_id,),
    ).fetchall()
    return tuple(DealtSeat(*row) for row in rows)


def moves_of(connection: Database, round_id: int) -> tuple[str, ...]:
    rows = connection.execute(
        "SELECT text FROM move WHERE round_id = ? ORDER BY n", (round_id,)
    ).fetchall()
    return tuple(text for (text,) in rows)
