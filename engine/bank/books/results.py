"""The results of settled rounds for each seat, and their sums, as plain functions within a transaction."""

import sqlite3
from collections.abc import Sequence

from engine.bank.books import people
from engine.bank.errors import Contradiction
from engine.saved import CountedRound, Ending, SeatResult


def name_rules(connection: sqlite3.Connection, round_id: int, rule_set: str) -> None:
    """Keep the key of a round's rule set. Raises `Contradiction` if another key is kept."""
    named = connection.execute(
        "UPDATE round SET rule_set = :rule_set"
        " WHERE id = :id AND (rule_set IS NULL OR rule_set = :rule_set)",
        {"id": round_id, "rule_set": rule_set},
    ).rowcount
    if not named:
        raise Contradiction(f"round {round_id} does not go by {rule_set!r}")


def keep(
    connection: sqlite3.Connection, round_id: int, results: Sequence[SeatResult], at: float
) -> bool:
    """Keep the results of a round that ends at `at` (Unix seconds), and say whether they are new.

    Raises `Contradiction` if other results are kept. Call `name_rules` first.
    """
    kept = kept_results(connection, round_id)
    if kept == tuple(sorted(results, key=lambda result: result.seat)):
        return False
    if kept:
        raise Contradiction(f"round {round_id} came to other results: {kept}")
    for result in results:
        _add(connection, round_id, result, at)
    return True


def kept_results(connection: sqlite3.Connection, round_id: int) -> tuple[SeatResult, ...]:
    """Return the results of a round, in the order of the seats."""
    rows = connection.execute(
        "SELECT seat, user_id, hands, staked, net, naturals"
        " FROM result JOIN person ON person.id = result.person WHERE round_id = ? ORDER BY seat",
        (round_id,),
    ).fetchall()
    return tuple(
        SeatResult(seat=seat, user_id=user, hands=hands, staked=staked, net=net, naturals=naturals)
        for seat, user, hands, staked, net, naturals in rows
    )


def keep_counted(connection: sqlite3.Connection, rounds: Sequence[CountedRound]) -> None:
    """Keep the results of rounds of an older schema. Raises `Contradiction` if results do not fit their round."""
    for counted in rounds:
        name_rules(connection, counted.round_id, counted.rule_set)
        state, ended_at = connection.execute(
            "SELECT state, ended_at FROM round WHERE id = ?", (counted.round_id,)
        ).fetchone()
        if counted.results and state != Ending.SETTLED.value:
            raise Contradiction(f"round {counted.round_id} was not settled: it has no results")
        keep(connection, counted.round_id, counted.results, ended_at)


def _add(connection: sqlite3.Connection, round_id: int, result: SeatResult, at: float) -> None:
    values = {name: getattr(result, name) for name in SeatResult.__slots__}
    person = people.number(connection, result.user_id)
    values |= {"round_id": round_id, "person": person, "at": at}
    connection.execute(
        "INSERT INTO result (round_id, seat, person, hands, staked, net, naturals, ended_at)"
        " VALUES (:round_id, :seat, :person, :hands, :staked, :net, :naturals, :at)",
        values,
    )
    connection.execute(
        "INSERT INTO tally"
        " (person, guild_id, rule_set, rounds, won, lost, naturals, staked, net)"
        " SELECT :person, guild_id, rule_set, 1, :net > 0, :net < 0, :naturals, :staked, :net"
        " FROM round JOIN game_table ON game_table.id = table_id WHERE round.id = :round_id"
        " ON CONFLICT DO UPDATE SET"
        " rounds = rounds + 1, won = won + excluded.won, lost = lost + excluded.lost,"
        " naturals = naturals + excluded.naturals, staked = staked + excluded.staked,"
        " net = net + excluded.net",
        values,
    )
