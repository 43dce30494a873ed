"""Checks the database for contradictions, such as a balance that is not the sum of its postings.

These checks need no blackjack rules; callers that also check payouts use `settled_rounds`.
"""

from collections.abc import Callable, Iterable
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from engine.bank.database import Database
from engine.values.rounds import DealtSeat, SeatMoney, SeatResult, SettledRound

_CHECKS: Final = (
    (
        "all balances sum to {} cents, not to 0",
        "WITH unlimited (id) AS (SELECT id FROM account WHERE kind IN ('house', 'donor')),"
        " held (cents) AS ("
        " SELECT balance FROM account WHERE kind IN ('player', 'stake')"
        " UNION ALL SELECT cents FROM posting WHERE target IN (SELECT id FROM unlimited)"
        " UNION ALL SELECT -cents FROM posting WHERE source IN (SELECT id FROM unlimited)"
        "), whole (cents) AS (SELECT SUM(cents) FROM held)"
        " SELECT cents FROM whole WHERE cents <> 0",
    ),
    (
        "the {} account of {} holds {} cents, but its postings say {}",
        "WITH flow (account, cents) AS ("
        " SELECT target, cents FROM posting UNION ALL SELECT source, -cents FROM posting"
        "), booked AS (SELECT account, SUM(cents) AS total FROM flow GROUP BY account)"
        " SELECT kind, COALESCE(user_id, owner), balance, COALESCE(total, 0)"
        " FROM account LEFT JOIN booked ON booked.account = account.id"
        " LEFT JOIN person ON person.id = owner AND kind = 'player'"
        " WHERE kind IN ('player', 'stake') AND balance <> COALESCE(total, 0)",
    ),
    (
        "the {} account of {} holds {} cents, less than nothing",
        "SELECT kind, COALESCE(user_id, owner), balance"
        " FROM account LEFT JOIN person ON person.id = owner AND kind = 'player'"
        " WHERE balance < 0 AND kind IN ('player', 'stake')",
    ),
    (
        "round {} has ended, but {} cents lie on the table",
        "SELECT round.id, balance FROM account JOIN round ON round.id = owner"
        " WHERE kind = 'stake' AND state <> 'open' AND balance <> 0",
    ),
    (
        "table {} is closed, but {} cents of its round {} lie on the table",
        "SELECT table_id, balance, round.id FROM account JOIN round ON round.id = owner"
        " JOIN game_table ON game_table.id = table_id"
        " WHERE kind = 'stake' AND state = 'open' AND closed = 1 AND balance <> 0",
    ),
    (
        "a stake of {} cents belongs to round {}, which does not exist",
        "SELECT balance, owner FROM account"
        " WHERE kind = 'stake' AND owner NOT IN (SELECT id FROM round)",
    ),
    (
        "a player's account of {} cents belongs to person {}, who does not exist",
        "SELECT balance, owner FROM account"
        " WHERE kind = 'player' AND owner NOT IN (SELECT id FROM person)",
    ),
    (
        "posting {} of round {} moves the stake of round {}",
        "WITH touched (posting, round_id, account) AS ("
        " SELECT id, round_id, source FROM posting UNION ALL SELECT id, round_id, target FROM posting"
        ") SELECT posting, round_id, owner FROM touched JOIN account ON account.id = account"
        " WHERE kind = 'stake' AND (round_id IS NULL OR owner <> round_id)",
    ),
    (
        "round {} seat {} has a result, but did not end at that time",
        "SELECT round_id, seat FROM result JOIN round ON round.id = round_id"
        " WHERE state = 'open' OR result.ended_at <> round.ended_at",
    ),
    (
        "round {} was voided before seat {} was paid anything, but that has a result",
        "SELECT round_id, seat FROM result JOIN round ON round.id = round_id"
        " WHERE state = 'voided'"
        " AND NOT EXISTS (SELECT 1 FROM posting WHERE kind = 'winnings'"
        " AND posting.round_id = result.round_id AND posting.seat = result.seat)",
    ),
    (
        "the honour {} of {} is one of round {}, which has no result of theirs",
        "SELECT what, user_id, honour.round_id FROM honour JOIN person ON person.id = honour.person"
        " WHERE honour.round_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM result"
        " WHERE result.round_id = honour.round_id AND result.person = honour.person)",
    ),
    (
        "table {} is closed, but the secret of its shoe {} is not revealed",
        "SELECT table_id, number FROM shoe JOIN game_table ON game_table.id = table_id"
        " WHERE closed = 1 AND seed IS NULL",
    ),
    (
        "table {} has {} sealed shoes in play at once",
        "SELECT table_id, COUNT(*) FROM shoe WHERE seed IS NULL GROUP BY table_id HAVING COUNT(*) > 1",
    ),
    (
        "the {} shoes of table {} are numbered up to {}",
        "SELECT COUNT(*), table_id, MAX(number) FROM shoe GROUP BY table_id HAVING COUNT(*) < MAX(number)",
    ),
    (
        "round {} was dealt from shoe {} of table {}, which does not exist",
        "SELECT id, shoe, table_id FROM round WHERE round.shoe IS NOT NULL"
        " AND NOT EXISTS (SELECT 1 FROM shoe WHERE table_id = round.table_id AND number = round.shoe)",
    ),
    (
        "round {} names no shoe, but its table has sealed ones",
        "SELECT id FROM round JOIN shoe ON shoe.table_id = round.table_id AND shoe.number = 1"
        " WHERE round.number >= first_round AND round.shoe IS NULL AND rule_set IS NOT NULL",
    ),
    (
        "the tally of {} by {} in guild {} is not the sum of the results",
        "WITH flow (person, rule_set, guild_id, rounds, won, lost, naturals, staked, net) AS ("
        " SELECT person, rule_set, guild_id, rounds, won, lost, naturals, staked, net FROM tally"
        " UNION ALL"
        " SELECT person, rule_set, guild_id, -1, CASE WHEN net > 0 THEN -1 ELSE 0 END,"
        " CASE WHEN net < 0 THEN -1 ELSE 0 END, -naturals, -staked, -net"
        " FROM result JOIN round ON round.id = round_id JOIN game_table ON game_table.id = table_id"
        ") SELECT user_id, rule_set, guild_id FROM flow JOIN person ON person.id = flow.person"
        " GROUP BY flow.person, user_id, rule_set, guild_id"
        " HAVING SUM(rounds) <> 0 OR SUM(won) <> 0 OR SUM(lost) <> 0"
        " OR SUM(naturals) <> 0 OR SUM(staked) <> 0 OR SUM(net) <> 0",
    ),
)


def audit(connection: Database) -> list[str]:
    """Check the database, and return one line for each contradiction."""
    return [
        sentence.format(*finding)
        for sentence, query in _CHECKS
        for finding in connection.execute(query).fetchall()
    ]


_PAID = (
    "SELECT id, rules, rule_set, state = 'voided' FROM round WHERE id BETWEEN ? AND ?"
    " AND (state = 'settled' OR state = 'voided' AND EXISTS"
    " (SELECT 1 FROM posting WHERE round_id = round.id AND kind = 'winnings')) ORDER BY id"
)
_DEALT = (
    "SELECT round_id, seat, user_id, stake FROM dealt_seat JOIN person ON person.id = person"
    " WHERE round_id BETWEEN ? AND ? ORDER BY round_id, seat"
)
_MOVES = "SELECT round_id, text FROM move WHERE round_id BETWEEN ? AND ? ORDER BY round_id, n"
_MONEY = (
    "SELECT round_id, seat,"
    " SUM(CASE WHEN kind IN ('bet', 'double', 'split', 'insurance') THEN cents"
    " WHEN kind IN ('bet_returned', 'voided') THEN -cents ELSE 0 END),"
    " SUM(CASE WHEN kind IN ('stake_returned', 'winnings') THEN cents ELSE 0 END)"
    " FROM posting WHERE round_id BETWEEN ? AND ? GROUP BY round_id, seat ORDER BY round_id, seat"
)
_RESULTS = (
    "SELECT round_id, seat, user_id, hands, staked, net, naturals"
    " FROM result JOIN person ON person.id = person"
    " WHERE round_id BETWEEN ? AND ? ORDER BY round_id, seat"
)


def settled_rounds(connection: Database, first: int, last: int) -> list[SettledRound]:
    """Return the rounds with ids `first` to `last` that were settled, or voided after a payment."""
    found, *parts = (
        connection.execute(query, (first, last))
        for query in (_PAID, _DEALT, _MOVES, _MONEY, _RESULTS)
    )
    # The columns after the round are in the order of the fields.
    made = (DealtSeat, str, SeatMoney, SeatResult)
    by_round = [*map(_by_round, parts, made)]
    return [
        SettledRound(*(*of, *(part.get(of[0], ()) for part in by_round), bool(voided)))
        for *of, voided in found
    ]


def _by_round(
    rows: Iterable[tuple[Any, ...]], make: Callable[..., Any]
) -> dict[int, tuple[Any, ...]]:
    return {
        number: tuple([make(*row[1:]) for row in some])
        for number, some in groupby(rows, key=itemgetter(0))
    }
