"""A user's statistics and balance over time, and the summary of a table's rounds."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import accumulate
from operator import itemgetter
from typing import Final

from engine.bank.books import people
from engine.bank.books.tables import guild_of
from engine.bank.database import Database
from engine.bank.players.history import WAS_DEALT
from engine.values.played import (
    BalancePoint,
    BestRound,
    BiggestWin,
    Counts,
    Earned,
    Sat,
    Sitting,
    Statistics,
)


def statistics(connection: Database, person: int | None) -> Statistics:
    """Return the sums of a person's settled rounds, in all and by rule set."""
    by_rule_set = _counts(connection, person)
    return Statistics(
        total=sum(by_rule_set.values(), Counts()),
        by_rule_set=by_rule_set,
        biggest_win=_biggest_win(connection, person),
    )


def balance_over_time(
    connection: Database, person: int | None, points: int
) -> tuple[BalancePoint, ...]:
    """Return a person's balance after each gift and each settled round, in time order.

    More than `points` (at least two) are thinned evenly; the first and the last stay.
    """
    if points < 2:
        raise ValueError("a curve has two points at least")
    # Gifts first at equal times. The welcome comes first, whatever the clock said: without it no bet was possible.
    given, nets = gifts(connection, person), _nets(connection, person)
    flows = sorted([*given[1:], *nets], key=itemgetter(0))
    if given:
        at, cents = given[0]
        flows.insert(0, (min([at, *(one for one, _ in flows[:1])]), cents))
    balances = list(accumulate(cents for _, cents in flows))
    return tuple(
        BalancePoint(at=flows[index][0], balance=balances[index])
        for index in _evenly(len(flows), points)
    )


def _evenly(count: int, points: int) -> list[int]:
    if count <= points:
        return list(range(count))
    return [place * (count - 1) // (points - 1) for place in range(points)]


def gifts(connection: Database, person: int | None) -> list[tuple[float, int]]:
    """Return the time (Unix seconds) and cents of each gift to a person, in order."""
    return connection.execute(
        "SELECT at, cents FROM account JOIN posting ON target = account.id"
        " WHERE account.kind = 'player' AND owner = ? AND round_id IS NULL ORDER BY posting.id",
        (person,),
    ).fetchall()


def _nets(connection: Database, person: int | None) -> list[tuple[float, int]]:
    return connection.execute(
        "SELECT ended_at, net FROM result WHERE person = ? ORDER BY ended_at, round_id", (person,)
    ).fetchall()


def _counts(connection: Database, person: int | None) -> dict[str, Counts]:
    rows = connection.execute(
        "SELECT rule_set, SUM(rounds), SUM(won), SUM(lost), SUM(naturals), SUM(staked), SUM(net)"
        " FROM tally WHERE person = ? GROUP BY rule_set ORDER BY rule_set",
        (person,),
    ).fetchall()
    return {rule_set: Counts(*counts) for rule_set, *counts in rows}


def _biggest_win(connection: Database, person: int | None) -> BiggestWin | None:
    row = connection.execute(
        "SELECT round_id, net FROM result WHERE person = ? AND net > 0"
        " ORDER BY net DESC, ended_at, round_id LIMIT 1",
        (person,),
    ).fetchone()
    return row and BiggestWin(*row)


_ROUNDS: Final = (
    "SELECT round.id, number, opened_at, round.ended_at, user_id, net, naturals FROM round"  # noqa: S608
    " LEFT JOIN result ON result.round_id = round.id LEFT JOIN person ON person.id = result.person"
    f" WHERE table_id = ? AND state <> 'open' AND {WAS_DEALT} ORDER BY number, seat"
)
_ACHIEVEMENTS: Final = (
    "SELECT user_id, what FROM (SELECT DISTINCT person AS id FROM round"
    " JOIN result ON result.round_id = round.id WHERE table_id = :table) AS sat"
    " JOIN honour ON honour.person = sat.id JOIN round ON round.id = honour.round_id"
    " JOIN person ON person.id = sat.id"
    " WHERE round.table_id = :table ORDER BY honour.at, honour.round_id, user_id, what"
)


def sitting(connection: Database, table_id: int) -> Sitting | None:
    """Return the summary of a table's dealt and ended rounds, or None without any."""
    rows = connection.execute(_ROUNDS, (table_id,)).fetchall()
    if not rows:
        return None
    results = (
        (user, BestRound(number, net, naturals > 0))
        for _, number, *_, user, net, naturals in rows
        if user is not None
    )
    players = sorted(_sat(results), key=lambda one: (-one.net, one.user_id))
    achievements = connection.execute(_ACHIEVEMENTS, {"table": table_id}).fetchall()
    return Sitting(
        rounds=len({round_id for round_id, *_ in rows}),
        seconds=max(rows[-1][3] - rows[0][2], 0.0),
        players=tuple(players),
        achievements=tuple(Earned(user_id, what) for user_id, what in achievements),
        names=people.names(
            connection, guild_of(connection, table_id), {one.user_id for one in players}
        ),
    )


def _sat(results: Iterable[tuple[int, BestRound]]) -> Iterator[Sat]:
    played = defaultdict[int, list[BestRound]](list)
    for user_id, one in results:
        played[user_id].append(one)
    for user_id, rounds in played.items():
        best = max(rounds, key=lambda one: (one.net, one.natural, -one.number))
        yield Sat(user_id, len(rounds), sum(one.net for one in rounds), best)
