"""Rounds, their dealt seats and moves; and the saved state of a table before a change, in one query."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from engine.bank.books.pauses import KEY_IF_ANY
from engine.bank.database import Database, is_shared, next_id, write, write_rows
from engine.bank.errors import Contradiction
from engine.values.rounds import DealtSeat
from engine.values.tables import Change


class Player(NamedTuple):
    """A user with an account: their number in the database, the account's id, and its cents."""

    person: int
    account_id: int
    balance: int
    seat: int | None = None
    """The number of their seat at the table."""


@dataclass(slots=True)
class Round:
    """A saved round, updated during the transaction. `number` counts within its table, `round_id` among all."""

    round_id: int
    number: int
    stake_id: int | None = None
    """The account of the stakes; None before the first bet."""
    at_stake: int = 0
    """The cents in it."""
    ended: int = False
    rule_set: str | None = None
    """The key; None before the deal."""
    is_dealt: int = False
    moves: int = 0
    """The number of saved moves."""
    is_new: bool = False
    """True if this transaction opened it."""


@dataclass(slots=True)
class Standing:
    """The saved state of a table: the requested round, the running one, and the players, by user id."""

    guild_id: int
    house_id: int
    """The account of the house."""
    pause_key: str | None
    """The key of users' breaks; None while there are none."""
    next_round: int | None
    """The id for opening the requested round. See `next_id`, also for the stake."""
    next_stake: int | None
    """The id for opening its stake account."""
    asked: Round | None
    running: Round | None
    """During play the next round may be open, too, for bets placed ahead."""
    players: Mapping[int, Player]
    """The seated players; during the transaction also the other affected users."""


_LOOK: Final = """
SELECT guild_id, (SELECT id FROM account WHERE kind = 'house' AND owner = 0), {pause_key},
    CASE WHEN ? > 0 AND asked.id IS NULL THEN {round} END,
    CASE WHEN ? > 0 AND asked_stake.id IS NULL THEN {account} END,
    running.id, running.number, running_stake.id, COALESCE(running_stake.balance, 0),
    asked.id, asked.number, asked_stake.id, COALESCE(asked_stake.balance, 0),
    asked.state <> 'open', asked.rule_set,
    EXISTS (SELECT 1 FROM dealt_seat WHERE round_id = asked.id),
    (SELECT COALESCE(MAX(n) + 1, 0) FROM move WHERE round_id = asked.id),
    user_id, seat.person, player.id, player.balance, seat.number
FROM game_table
LEFT JOIN round AS running ON running.table_id = game_table.id AND running.state = 'open'
    AND running.number <= game_table.round_number
LEFT JOIN account AS running_stake
    ON running_stake.kind = 'stake' AND running_stake.owner = running.id
LEFT JOIN round AS asked ON asked.table_id = game_table.id AND asked.number = ?
LEFT JOIN account AS asked_stake ON asked_stake.kind = 'stake' AND asked_stake.owner = asked.id
LEFT JOIN seat ON seat.table_id = game_table.id
LEFT JOIN person ON person.id = seat.person
LEFT JOIN account AS player ON player.kind = 'player' AND player.owner = seat.person
WHERE game_table.id = ?
"""
_STANDING: Final = {
    shared: _LOOK.format(
        pause_key=KEY_IF_ANY,
        round=next_id("round", shared=shared),
        account=next_id("account", shared=shared),
    )
    for shared in (False, True)
}


def standing(connection: Database, change: Change, *, plays: bool) -> Standing:
    """Return the saved state of a change's table, round and players; `plays` means that it adds to the round.

    Raises `Contradiction` without a table.
    """
    table_id = change.table.table_id
    values = int(plays), len(change.postings), change.round_number, table_id
    rows = connection.execute(_STANDING[is_shared(connection)], values).fetchall()
    if not rows:
        raise Contradiction(f"there is no table {table_id}")
    guild_id, house_id, pause_key, next_round, next_stake, *rest = rows[0]
    running, asked = _round(*rest[:4]), _round(*rest[4:12])
    same = running and asked and running.number == asked.number
    # At a table opened before seats opened accounts, a player may have none.
    players = {row[17]: Player(*row[18:]) for row in rows if row[19] is not None}
    return Standing(
        *(guild_id, house_id, pause_key, next_round, next_stake),
        *(asked, asked if same else running, players),
    )


def _round(round_id: int | None, number: int, *rest: Any) -> Round | None:
    return None if round_id is None else Round(round_id, number, *rest)


def open_round(connection: Database, change: Change, next_id: int | None) -> Round:
    """Open the round of a change, with its rules if it is dealt at once. `next_id` is that of its `Standing`."""
    rule_set = change.rule_set if change.dealt else None
    shoe, gone = change.drawn_from or (None, None)
    ((round_id,),) = write(
        connection,
        "INSERT INTO round (id, table_id, number, rules, rule_set, shoe, gone, opened_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (
            *(next_id, change.table.table_id, change.round_number, change.table.rules),
            *(rule_set, shoe, gone, change.at),
        ),
        [(next_id,)],
    )
    return Round(round_id=round_id, number=change.round_number, rule_set=rule_set, is_new=True)


def open_rounds(connection: Database, table_id: int) -> list[Round]:
    """Return a table's open rounds: the one in play, and the one that is bet on."""
    rows = connection.execute(
        "SELECT round.id, number, account.id, COALESCE(balance, 0) FROM round"
        " LEFT JOIN account ON account.kind = 'stake' AND account.owner = round.id"
        " WHERE table_id = ? AND state = 'open' ORDER BY number",
        (table_id,),
    ).fetchall()
    return [Round(*row) for row in rows]


def settle(connection: Database, round_id: int, at: float) -> None:
    """Mark a round as settled; `at` in Unix seconds."""
    _update(connection, round_id, "state = 'settled', ended_at = ?", at)


def void(connection: Database, round_id: int, person: int, at: float) -> None:
    """Mark a round as ended without a result by this admin; `at` in Unix seconds."""
    _update(connection, round_id, "state = 'voided', voided_by = ?, ended_at = ?", person, at)
    connection.execute(
        "INSERT INTO voided_seat (person, ended_at, round_id, seat)"
        " SELECT person, CAST(? AS DOUBLE PRECISION), round_id, seat FROM dealt_seat WHERE round_id = ?",
        (at, round_id),
    )


def name_rules(connection: Database, played: Round, rule_set: str | None) -> None:
    """Save the key of a round's rule set. Raises `Contradiction` if another key is saved."""
    if rule_set is None or rule_set == played.rule_set:
        return
    if played.rule_set is not None:
        raise Contradiction(f"round {played.round_id} does not go by {rule_set!r}")
    _update(connection, played.round_id, "rule_set = ?", rule_set)


def _update(connection: Database, round_id: int, columns: str, *values: object) -> None:
    query = f"UPDATE round SET {columns} WHERE id = ? RETURNING id"  # noqa: S608
    write(connection, query, (*values, round_id), [(round_id,)])


def deal(
    connection: Database, played: Round, change: Change, players: Mapping[int, Player]
) -> bool:
    """Save the rules and the dealt seats of a round; return True if they are new.

    Raises `Contradiction` if other seats were dealt in before.
    """
    dealt = sorted(change.dealt, key=lambda seat: seat.seat)
    if played.is_dealt:
        kept = dealt_seats(connection, played.round_id)
        if kept != tuple(dealt):
            raise Contradiction(f"round {played.round_id} was dealt to other seats: {kept}")
        return False
    if not played.is_new:
        # The rules may have changed while the first bets lay on the table.
        shoe, gone = change.drawn_from or (None, None)
        rules = change.table.rules, change.rule_set, shoe, gone
        _update(connection, played.round_id, "rules = ?, rule_set = ?, shoe = ?, gone = ?", *rules)
        played.rule_set = change.rule_set
    write_rows(
        connection,
        "INSERT INTO dealt_seat (round_id, seat, person, stake) VALUES {rows}",
        [(played.round_id, of.seat, players[of.user_id].person, of.stake) for of in dealt],
    )
    return True


def append_moves(connection: Database, played: Round, change: Change) -> bool:
    """Append the moves of a change; return True if they are new.

    Raises `Contradiction` if that leaves a gap or if other moves are saved there.
    """
    round_id, first, moves = played.round_id, change.first_move, change.moves
    if first < played.moves and moves_of(connection, round_id)[first : first + len(moves)] == moves:
        return False
    if first != played.moves:
        raise Contradiction(
            f"round {round_id} has {played.moves} moves: none can be put at {first}"
        )
    write_rows(
        connection,
        "INSERT INTO move (round_id, n, text, at) VALUES {rows}",
        [(round_id, n, text, change.at) for n, text in enumerate(moves, first)],
    )
    return True


def dealt_seats(connection: Database, round_id: int) -> tuple[DealtSeat, ...]:
    """Return the dealt seats of a round, in the order of the seats."""
    rows = connection.execute(
        "SELECT seat, user_id, stake FROM dealt_seat JOIN person ON person.id = dealt_seat.person"
        " WHERE round_id = ? ORDER BY seat",
        (round_id,),
    ).fetchall()
    return tuple(DealtSeat(*row) for row in rows)


def moves_of(connection: Database, round_id: int) -> tuple[str, ...]:
    """Return the moves of a round, in the order in which they were made."""
    rows = connection.execute(
        "SELECT text FROM move WHERE round_id = ? ORDER BY n", (round_id,)
    ).fetchall()
    return tuple(text for (text,) in rows)
