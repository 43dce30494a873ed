"""What is kept of a table before a change: one look at its round, its players and their money."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.bank.database import Database
from engine.bank.errors import Contradiction


class Player(NamedTuple):
    """A user with an account: the number that stands for them everywhere, the account's, and its cents."""

    person: int
    account_id: int
    balance: int
    seat: int | None = None
    """The number of their seat at the table."""


@dataclass(slots=True, kw_only=True)
class Round:
    """A round as it is kept, and as the transaction goes on. `number` counts within its table, `round_id` among all."""

    round_id: int
    number: int
    ended: bool = False
    rule_set: str | None = None
    """The key; None before the deal."""
    is_dealt: bool = False
    moves: int = 0
    """How many are kept."""
    stake_id: int | None = None
    """The account of what lies on the table; None before the first bet."""
    at_stake: int = 0
    """The cents in it."""
    is_new: bool = False
    """Whether this transaction has opened it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A table, the round that was asked for, the one that has not ended, and who sits there, by user id."""

    guild_id: int
    house_id: int
    """The account of the house."""
    asked: Round | None
    running: Round | None
    """While it is played, the one after it may be open, too: for bets that are placed ahead."""
    players: Mapping[int, Player]


_STANDING: Final = """
SELECT guild_id, (SELECT id FROM account WHERE kind = 'house' AND owner = 0),
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


def standing(connection: Database, table_id: int, number: int) -> Standing:
    """Return what is kept of a table, its round of this number and its players. Raises `Contradiction` without one."""
    rows = connection.execute(_STANDING, (number, table_id)).fetchall()
    if not rows:
        raise Contradiction(f"there is no table {table_id}")
    guild_id, house_id, *rest = rows[0]
    running, asked = _round(*rest[:4]), _round(*rest[4:12])
    return Standing(
        guild_id=guild_id,
        house_id=house_id,
        running=asked if running and asked and running.number == asked.number else running,
        asked=asked,
        # Of a table that was opened before seats opened accounts, somebody may have none.
        players={row[14]: Player(*row[15:]) for row in rows if row[16] is not None},
    )


def _round(
    round_id: int | None,
    number: int,
    stake_id: int | None,
    at_stake: int,
    ended: int = False,
    rule_set: str | None = None,
    is_dealt: int = False,
    moves: int = 0,
) -> Round | None:
    if round_id is None:
        return None
    return Round(
        round_id=round_id,
        number=number,
        stake_id=stake_id,
        at_stake=at_stake,
        ended=bool(ended),
        rule_set=rule_set,
        is_dealt=bool(is_dealt),
        moves=moves,
    )
