"""Sums of a user's settled rounds, and their balance over time."""

from itertools import accumulate
from operator import itemgetter

from engine.bank.books import people
from engine.bank.database import Database
from engine.values.played import BalancePoint, BiggestWin, Counts, Statistics


def statistics(connection: Database, user_id: int) -> Statistics:
    """Return the sums of all settled rounds of a user."""
    person = people.find(connection, user_id)
    by_rule_set = _counts(connection, person)
    return Statistics(
        total=sum(by_rule_set.values(), Counts()),
        by_rule_set=by_rule_set,
        biggest_win=_biggest_win(connection, person),
    )


def balance_over_time(connection: Database, user_id: int, points: int) -> tuple[BalancePoint, ...]:
    """Return what a user had after each gift and each settled round, in time order.

    If there are more than `points` (at least two), they are thinned evenly; the first and the last always stay.
    """
    if points < 2:
        raise ValueError("a curve has two points at least")
    person = people.find(connection, user_id)
    # Ordered by time; at the same time, gifts come first. The welcome gift comes before everything, whatever the clock
    # said then: without it nothing could have been bet.
    welcome, gifts = (gifts := _gifts(connection, person))[:1], gifts[1:]
    flows = [*welcome, *sorted([*gifts, *_nets(connection, person)], key=itemgetter(0))]
    balances = list(accumulate(cents for _, cents in flows))
    return tuple(
        BalancePoint(at=flows[index][0], balance=balances[index])
        for index in _evenly(len(flows), points)
    )


def _evenly(count: int, points: int) -> list[int]:
    """At most `points` of `count` indexes, the first and the last among them."""
    if count <= points:
        return list(range(count))
    return [place * (count - 1) // (points - 1) for place in range(points)]


def _gifts(connection: Database, person: int | None) -> list[tuple[float, int]]:
    return connection.execute(
        "SELECT at, cents FROM account JOIN posting ON target = account.id"
        " WHERE account.kind = 'player' AND owner = ? AND round_id IS NULL ORDER BY posting.id",
        (person,),
    ).fetchall()


def _nets(connection: Database, person: int | None) -> list[tuple[float, int]]:
    """The time and net of each settled round; stakes of rounds that still run would only look like losses."""
    return connection.execute(
        "SELECT ended_at, net FROM result WHERE person = ? ORDER BY ended_at, round_id", (person,)
    ).fetchall()


def _counts(connection: Database, person: int | None) -> dict[str, Counts]:
    rows = connection.execute(
        "SELECT rule_set, SUM(rounds), SUM(won), SUM(lost), SUM(naturals), SUM(staked), SUM(net)"
        " FROM tally WHERE person = ? GROUP BY rule_set ORDER BY rule_set",
        (person,),
    ).fetchall()
    return {
        rule_set: Counts(
            rounds=rounds, won=won, lost=lost, naturals=naturals, staked=staked, net=net
        )
        for rule_set, rounds, won, lost, naturals, staked, net in rows
    }


def _biggest_win(connection: Database, person: int | None) -> BiggestWin | None:
    """The highest net of a round; of equal ones, the first."""
    row = connection.execute(
        "SELECT round_id, net FROM result WHERE person = ? AND net > 0"
        " ORDER BY net DESC, ended_at, round_id LIMIT 1",
        (person,),
    ).fetchone()
    return row and BiggestWin(round_id=row[0], net=row[1])
