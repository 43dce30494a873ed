"""What the rounds of one table come to: for everybody there, and for one of them."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from engine.bank.books import people
from engine.bank.books.tables import guild_of
from engine.bank.database import Database
from engine.bank.players.history import WAS_DEALT, played
from engine.values.played import BestRound, Earned, PlayedRound, Sat, Sitting

# What is put together stands here.
_ROUNDS: Final = (
    "SELECT round.id, number, opened_at, round.ended_at, user_id, net, naturals FROM round"  # noqa: S608
    " LEFT JOIN result ON result.round_id = round.id LEFT JOIN person ON person.id = result.person"
    f" WHERE table_id = ? AND state <> 'open' AND {WAS_DEALT} ORDER BY number, seat"
)
_HONOURS: Final = (
    "SELECT user_id, what FROM (SELECT DISTINCT person AS id FROM round"
    " JOIN result ON result.round_id = round.id WHERE table_id = :table) AS sat"
    " JOIN honour ON honour.person = sat.id JOIN round ON round.id = honour.round_id"
    " JOIN person ON person.id = sat.id"
    " WHERE round.table_id = :table ORDER BY honour.at, honour.round_id, user_id, what"
)
_OWN: Final = (
    "SELECT round.id, table_id, number, channel_id, guild_id, COALESCE(rule_set, round.rules), state,"
    " round.ended_at, COALESCE(hands, 0), COALESCE(staked, 0), COALESCE(net, 0)"
    " FROM round JOIN game_table ON game_table.id = table_id"
    " JOIN dealt_seat ON dealt_seat.round_id = round.id AND dealt_seat.person = :person"
    " LEFT JOIN result ON result.round_id = round.id AND result.seat = dealt_seat.seat"
    " WHERE table_id = :table AND state <> 'open' ORDER BY number DESC"
)


def sitting(connection: Database, table_id: int) -> Sitting | None:
    """Return all rounds of a table that were dealt and have ended; None where there are none."""
    rows = connection.execute(_ROUNDS, (table_id,)).fetchall()
    if not rows:
        return None
    results = [
        (user, number, net, won) for _, number, *_, user, net, won in rows if user is not None
    ]
    players = sorted(_sat(results), key=lambda one: (-one.net, one.user_id))
    honours = connection.execute(_HONOURS, {"table": table_id}).fetchall()
    return Sitting(
        rounds=len({round_id for round_id, *_ in rows}),
        seconds=max(rows[-1][3] - rows[0][2], 0.0),
        players=tuple(players),
        honours=tuple(Earned(user_id, what) for user_id, what in honours),
        names=people.names(
            connection, guild_of(connection, table_id), [one.user_id for one in players]
        ),
    )


def own_rounds(connection: Database, table_id: int, user_id: int) -> tuple[PlayedRound, ...]:
    """Return the ended rounds of a table that a user was dealt into, the newest first."""
    values = {"table": table_id, "person": people.find(connection, user_id)}
    return tuple(map(played, connection.execute(_OWN, values).fetchall()))


def _sat(results: Iterable[tuple[int, int, int, int]]) -> Iterable[Sat]:
    """What these come to by the user: each with the round's number, the net and the naturals."""
    sums = defaultdict[int, list[int]](lambda: [0, 0])
    best: dict[int, tuple[int, int, int]] = {}
    for user_id, number, net, naturals in results:
        mine = sums[user_id]
        mine[0] += 1
        mine[1] += net
        # Of equals one with a natural, and of those the first.
        this = net, naturals > 0, -number
        if user_id not in best or this > best[user_id]:
            best[user_id] = this
    for user_id, (rounds, net) in sums.items():
        most, natural, number = best[user_id]
        yield Sat(user_id, rounds, net, BestRound(-number, most, bool(natural)))
