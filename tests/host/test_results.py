"""An evening of every rule set: what is told of it is what its logs say, and a file of before results is brought up."""

import logging
import sqlite3
from collections import defaultdict
from contextlib import closing
from pathlib import Path

import pytest

from engine.bank.bank import Bank
from engine.records.counting import count_rounds, recount
from engine.round.moves import parse_move
from engine.round.payout import settle
from engine.round.round import fold
from engine.rules.options import parse_rules
from engine.rules.rule_sets import RULE_SETS
from engine.values.played import Counts
from engine.values.rounds import SettledRound
from tests.bank.older import as_schema
from tests.clock import START

from .conftest import ROUNDS

ALL = 1_000


def now() -> float:
    """The time at which a file is opened."""
    return START


def naturals_of(kept: SettledRound, seat: int) -> int:
    """How many hands of a seat were paid as naturals, by the log."""
    stakes = {dealt.seat: dealt.stake for dealt in kept.dealt}
    over = fold(parse_rules(kept.rules), stakes, map(parse_move, kept.moves))
    reasons = [outcome.reason.name for outcome in settle(over) if outcome.seat == seat]
    return reasons.count("NATURAL") + reasons.count("EVEN_MONEY")


def counted_by_hand(rounds: list[SettledRound]) -> dict[int, dict[str, Counts]]:
    """What the users did by rule set, from the money that moved."""
    found: dict[int, dict[str, Counts]] = defaultdict(lambda: defaultdict(Counts))
    for kept in rounds:
        moved = {money.seat: money for money in kept.money}
        for dealt in kept.dealt:
            money = moved[dealt.seat]
            net = money.came_back - money.put_in
            found[dealt.user_id][kept.rules.split(" ")[0]] += Counts(
                rounds=1,
                won=net > 0,
                lost=net < 0,
                naturals=naturals_of(kept, dealt.seat),
                staked=money.put_in,
                net=net,
            )
    return found


async def test_statistics_say_what_was_played(database: Path) -> None:
    """For every user of every rule set, the sums are those that the ledger and the logs come to."""
    async with Bank.open(database, now) as bank:
        by_hand = counted_by_hand(await bank.settled_rounds(0, ALL))
        assert {key for counts in by_hand.values() for key in counts} == set(RULE_SETS)
        for user, counts in by_hand.items():
            told = await bank.statistics(user)
            assert told.by_rule_set == counts
            assert told.total == sum(counts.values(), Counts())
            assert told.total.rounds == ROUNDS
        assert sum(c.naturals for counts in by_hand.values() for c in counts.values()) > 0


def told_of(path: Path) -> list[list[object]]:
    """All results, their sums, and the names of the rules."""
    queries = (
        "SELECT round_id, seat, user_id, hands, staked, net, naturals, ended_at"
        " FROM result JOIN person ON person.id = person ORDER BY round_id, seat",
        "SELECT user_id, guild_id, rule_set, rounds, won, lost, naturals, staked, net"
        " FROM tally JOIN person ON person.id = person ORDER BY user_id, guild_id, rule_set",
        "SELECT id, rule_set FROM round ORDER BY id",
    )
    with closing(sqlite3.connect(path)) as file:
        return [file.execute(query).fetchall() for query in queries]


async def test_an_older_file_is_brought_up(database: Path, tmp_path: Path) -> None:
    """Rounds that were played under schema 1 get the results that they would have today, once."""
    older = tmp_path / "older.db"
    await as_schema(1, older, database)
    async with Bank.open(older, now) as bank:
        assert told_of(older)[:2] == [[], []]
        assert [finding async for finding in recount(bank)] == []
        assert await count_rounds(bank) == ROUNDS * len(RULE_SETS)
        assert await count_rounds(bank) == 0
        assert [finding async for finding in recount(bank)] == []
    assert told_of(older) == told_of(database)


async def test_a_damaged_log_is_named_and_left(
    database: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The round that can't be played has no result; all others have, and a voided one has its rules' name."""
    older = tmp_path / "older.db"
    await as_schema(1, older, database)
    with closing(sqlite3.connect(older)) as file:
        file.execute("UPDATE move SET text = 'deal Zz' WHERE round_id = 2 AND n = 1")
        file.execute("UPDATE round SET state = 'voided', voided_by = 1 WHERE id = 3")
        file.commit()
    async with Bank.open(older, now) as bank:
        for expected in (ROUNDS * len(RULE_SETS) - 1, 0):
            caplog.clear()
            assert await count_rounds(bank) == expected
            (line,) = [r.getMessage() for r in caplog.records if r.levelno == logging.ERROR]
            assert line.startswith("round 2 can't be counted from its log: ")
        told = await bank.history(100, 0, ALL)
    assert {played.round_id for played in told.rounds} >= {1, 3}
    assert 2 not in {played.round_id for played in told.rounds}
    (voided,) = [played for played in told.rounds if played.round_id == 3]
    assert (voided.rule_set in RULE_SETS, voided.net) == (True, 0)
