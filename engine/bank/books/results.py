"""Saves each seat's result of a round, and adds it to the player's totals."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.bank.database import Database, write_rows
from engine.values.rounds import SeatResult
from engine.values.tables import character_of

_PAID: Final = (
    "SELECT rule_set, dealt_seat.person, posting.seat, user_id,"
    " CAST(SUM(CASE kind WHEN 'winnings' THEN 1 ELSE 0 END) AS BIGINT),"
    " CAST(SUM(CASE kind WHEN 'winnings' THEN 0 ELSE cents END) AS BIGINT),"
    " CAST(SUM(CASE kind WHEN 'winnings' THEN cents ELSE 0 END) AS BIGINT)"
    " FROM round JOIN posting ON posting.round_id = round.id"
    " JOIN dealt_seat ON dealt_seat.round_id = round.id AND dealt_seat.seat = posting.seat"
    " JOIN person ON person.id = dealt_seat.person"
    " WHERE round.id = ? AND kind IN ('stake_returned', 'winnings')"
    " GROUP BY rule_set, dealt_seat.person, posting.seat, user_id ORDER BY posting.seat"
)
"""The payments of a round that is not settled: naturals, with stake and winnings."""


def save(
    connection: Database,
    results: Sequence[SeatResult],
    persons: Mapping[int, int],
    *,
    round_id: int,
    guild_id: int,
    rule_set: str,
    at: float,
) -> None:
    """Save the seats' results of a round that ends at `at` (Unix seconds).

    `persons` has internal numbers by user id.
    """
    write_rows(
        connection,
        "INSERT INTO result (round_id, seat, person, hands, staked, net, naturals, ended_at)"
        " VALUES {rows}",
        [
            (round_id, of.seat, persons[of.user_id], of.hands, of.staked, of.net, of.naturals, at)
            for of in results
        ],
    )
    write_rows(
        connection,
        "INSERT INTO tally (person, guild_id, rule_set, rounds, won, lost, naturals, staked, net)"
        " VALUES {rows} ON CONFLICT (person, guild_id, rule_set) DO UPDATE SET"
        " rounds = tally.rounds + 1, won = tally.won + excluded.won,"
        " lost = tally.lost + excluded.lost, naturals = tally.naturals + excluded.naturals,"
        " staked = tally.staked + excluded.staked, net = tally.net + excluded.net",
        [
            (
                *(persons[of.user_id], guild_id, rule_set),
                *(1, int(of.net > 0), int(of.net < 0), of.naturals, of.staked, of.net),
            )
            for of in results
        ],
    )


def save_paid(connection: Database, round_id: int, guild_id: int, at: float) -> None:
    """Save a voided round's results, only of naturals that were paid at once. `at` in Unix seconds."""
    for rule_set, person, seat, user_id, naturals, staked, net in connection.execute(
        _PAID, (round_id,)
    ).fetchall():
        if character_of(user_id) is None:
            result = SeatResult(seat, user_id, naturals, staked, net, naturals)
            save(
                connection,
                [result],
                {user_id: person},
                round_id=round_id,
                guild_id=guild_id,
                rule_set=rule_set,
                at=at,
            )
