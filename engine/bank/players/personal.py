"""Exports all data about a user, and deletes it on request.

`docs/privacy-policy.md` explains the names of the export. Values are plain JSON; lists are yielded one item at a time.
Times are Unix seconds (UTC), days are counted from 1970 (UTC), amounts are cents. Costs (`lost`) are millionths of the
(first) stake. `postings` above zero went to the user. A `player` is "you" or "another player". There are no moves of a
running round, nor of a voided one until its shoe is over.

Forgetting replaces only the id behind the user's number. Names, achievements, skill and daily tens are deleted, and
duels are cleared. A file's old rows stay in the write-ahead log until it is truncated (`File.wipe` in
`engine/bank/sqlite/store.py`).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from itertools import chain
from time import sleep, thread_time
from typing import Any, Final, TypeVar

from engine.bank.books import donor, pauses, people, tables
from engine.bank.database import Database, Values, first, hold, places
from engine.bank.players import achievements, daily, duels, skill
from engine.values.bank import ExportedData, StillPlaying

T = TypeVar("T")
_Row = dict[str, Any]

AT_A_TIME: Final = 20

WORK_SECONDS: Final = 0.001
PAUSE_SECONDS: Final = 0.003
"""A pause after this much work, for clicks: one Python thread runs at a time."""

_POSTINGS: Final = (
    "SELECT at, kind, CASE target WHEN ? THEN cents ELSE -cents END AS cents,"
    " round_id AS round, seat, hand, step FROM posting"
)
_GIFTS: Final = f"{_POSTINGS} WHERE target = ? AND round_id IS NULL ORDER BY id"

# These queries name a list of rounds last.
_OF_ROUNDS: Final = (
    f"{_POSTINGS} WHERE ? IN (source, target) AND round_id IN ({{}}) ORDER BY round_id, id"
)
_RESULTS: Final = (
    "SELECT round_id AS round, seat, hands, staked, net, naturals, ended_at"
    # The plus keeps SQLite from searching all the person's rounds.
    " FROM result WHERE +person = ? AND round_id IN ({}) ORDER BY round_id"
)
_BY_BOOK: Final = (
    "SELECT round_id AS round FROM by_book WHERE person = ? AND round_id IN ({}) ORDER BY round_id"
)
_ROUNDS: Final = (
    'SELECT round.id AS round, table_id AS "table", number, channel_id, guild_id, round.rules, state,'
    " opened_at, ended_at, seat"
    " FROM dealt_seat JOIN round ON round.id = round_id JOIN game_table ON game_table.id = table_id"
    " WHERE person = ? AND round_id IN ({}) ORDER BY round.id"
)
_DEALT: Final = (
    "SELECT round_id, seat, CASE person WHEN ? THEN 'you' ELSE 'another player' END AS player, stake"
    " FROM dealt_seat WHERE round_id IN ({}) ORDER BY round_id, seat"
)
_MOVES: Final = (
    "SELECT move.round_id, at, text FROM move JOIN round ON round.id = move.round_id"
    " WHERE (state = 'settled' OR (state = 'voided' AND NOT EXISTS ("
    "SELECT 1 FROM shoe WHERE shoe.table_id = round.table_id AND number = round.shoe AND seed IS NULL)))"
    " AND move.round_id IN ({}) ORDER BY move.round_id, n"
)

_LISTS: Final = {
    "tallies": (
        "SELECT guild_id, rule_set, rounds, won, lost, naturals, staked, net"
        " FROM tally WHERE person = :person ORDER BY guild_id, rule_set"
    ),
    "honours": (
        "SELECT what AS honour, round_id AS round, at FROM honour"
        " WHERE person = :person ORDER BY at, round_id, what"
    ),
    "skill": (
        "SELECT guild_id, day, decisions, good, lost, hinted"
        " FROM skill WHERE person = :person ORDER BY day, guild_id"
    ),
    "daily": (
        'SELECT day, guild_id, moves, squares, lost, "over", shared'
        " FROM daily WHERE person = :person ORDER BY day"
    ),
    "duels": (
        "SELECT duel_id AS duel, guild_id, channel_id, created_at, ends_at,"
        " CASE place WHEN 1 THEN 1 ELSE 0 END AS challenger, declined, settled, moves, squares,"
        ' lost, decisions, good, "over"'
        " FROM duelist JOIN duel ON duel.id = duel_id WHERE person = :person ORDER BY duel_id"
    ),
    "settings_changed": (
        # A change for a whole server has no channel.
        "SELECT at, guild_id, CASE WHEN channel_id > 0 THEN channel_id END AS channel_id, what, old,"
        " new FROM setting_change WHERE admin = :person ORDER BY id"
    ),
    "rounds_voided": (
        'SELECT round.id AS round, table_id AS "table", number, channel_id, guild_id, ended_at'
        " FROM round JOIN game_table ON game_table.id = table_id"
        " WHERE state = 'voided' AND voided_by = :person ORDER BY round.id"
    ),
    "ended": (
        'SELECT at, table_id AS "table", channel_id, admin_end.guild_id, admin_end.round_number AS round,'
        " what FROM admin_end JOIN game_table ON game_table.id = table_id"
        " WHERE admin = :person ORDER BY admin_end.id"
    ),
    "words_added": (
        'SELECT table_id AS "table", number AS shoe, channel_id, guild_id, words'
        " FROM shoe JOIN game_table ON game_table.id = table_id"
        " WHERE words_by = :person ORDER BY table_id, number"
    ),
}

_ROUND_IDS: Final = (
    "SELECT round_id FROM result WHERE person = :person"
    " UNION SELECT round_id FROM voided_seat WHERE person = :person"
    " UNION SELECT round_id FROM account JOIN posting ON target = account.id"
    " WHERE account.kind = 'player' AND owner = :person"
    " AND posting.kind IN ('bet_returned', 'voided')"
    " UNION SELECT round.id FROM seat JOIN round ON round.table_id = seat.table_id"
    " WHERE person = :person AND state = 'open' ORDER BY round_id"
)
"""Rounds dealt to a person or bet on: bets without a deal were returned, or the player still sits."""


def nothing(user_id: int, paused_until: float | None = None) -> ExportedData:
    """Yield the export of an unknown user: every part, without data."""
    yield "user_id", user_id
    yield "paused_until", paused_until
    yield "account", None
    for name in ("names", "rounds", "postings", "results", "by_book", "seats", *_LISTS):
        yield name, iter(())


def personal_data(
    connection: Database, at: float, user_id: int, make: Callable[[ExportedData], T]
) -> T:
    """Pass all data about a user to `make`, and return its result. `at` in Unix seconds."""
    until = pauses.paused_until(connection, at, user_id)
    person = people.find(connection, user_id)
    exported = (
        nothing(user_id, until) if person is None else _exported(connection, user_id, person, until)
    )
    return make(
        (name, _with_pauses(part) if isinstance(part, Iterator) else part)
        for name, part in exported
    )


def _with_pauses(things: Iterator[_Row]) -> Iterator[_Row]:
    began = thread_time()
    for thing in things:
        yield thing
        if thread_time() - began > WORK_SECONDS:
            sleep(PAUSE_SECONDS)
            began = thread_time()


def _exported(
    connection: Database, user_id: int, person: int, paused_until: float | None
) -> ExportedData:
    found = donor.wallet_of(connection, person)
    yield "user_id", user_id
    yield "paused_until", paused_until
    yield "account", found and asdict(found)
    yield "names", iter(people.names_of(connection, person))
    ids = connection.execute(_ROUND_IDS, {"person": person}).fetchall()
    round_ids = [round_id for (round_id,) in ids]
    some = [round_ids[place : place + AT_A_TIME] for place in range(0, len(round_ids), AT_A_TIME)]

    def of_rounds(query: str, *values: object) -> Iterator[_Row]:
        return chain.from_iterable(_of(connection, query, values, rounds) for rounds in some)

    yield "rounds", chain.from_iterable(_rounds(connection, person, rounds) for rounds in some)
    account = first(
        connection, "SELECT id FROM account WHERE kind = 'player' AND owner = ?", person
    )
    given = _rows(connection, _GIFTS, (account, account))
    yield "postings", chain(given, of_rounds(_OF_ROUNDS, account, account))
    yield "results", of_rounds(_RESULTS, person)
    yield "by_book", of_rounds(_BY_BOOK, person)
    yield "seats", tables.seats_of(connection, person)
    for name, query in _LISTS.items():
        yield name, _rows(connection, query, {"person": person})


def _rounds(connection: Database, person: int, some: Sequence[int]) -> Iterator[_Row]:
    found = {
        row["round"]: {**row, "dealt": [], "moves": []}
        for row in _of(connection, _ROUNDS, (person,), some)
    }
    for name, query, values in (("dealt", _DEALT, (person,)), ("moves", _MOVES, ())):
        for row in _of(connection, query, values, list(found)):
            found[row.pop("round_id")][name].append(row)
    return iter(found.values())


def _of(
    connection: Database, query: str, values: Sequence[object], rounds: Sequence[int]
) -> Iterator[_Row]:
    if not rounds:
        return iter(())
    return _rows(connection, query.format(places(len(rounds))), (*values, *rounds))


def _rows(connection: Database, query: str, values: Values) -> Iterator[_Row]:
    cursor = connection.execute(query, values)
    names = [column[0] for column in cursor.description]
    return (dict(zip(names, map(_plain, row), strict=True)) for row in cursor)


def _plain(value: Any) -> Any:
    return value.hex() if isinstance(value, bytes) else value


_PLAYS_IN: Final = (
    "SELECT channel_id FROM game_table CROSS JOIN seat"
    " WHERE seat.table_id = game_table.id AND closed = 0 AND person = :person"
    " UNION "
    "SELECT channel_id FROM round CROSS JOIN posting CROSS JOIN account CROSS JOIN account AS stake"
    " CROSS JOIN game_table"
    " WHERE state = 'open' AND posting.round_id = round.id AND account.id IN (source, target)"
    " AND account.kind = 'player' AND account.owner = :person"
    " AND stake.kind = 'stake' AND stake.owner = round.id AND stake.id IN (source, target)"
    " AND game_table.id = table_id"
    " GROUP BY table_id, channel_id"
    " HAVING SUM(CASE account.id WHEN source THEN cents ELSE -cents END) > 0"
    " ORDER BY channel_id"
)
"""CROSS JOIN makes SQLite begin with open tables and rounds."""


def forget(connection: Database, user_id: int, at: float) -> bool:
    """Delete a user's personal data and replace the id; return False for an unknown user. `at` in Unix seconds.

    Raises `StillPlaying` during a seat at an open table or money in play.
    """
    hold(connection, [user_id])
    person = people.find(connection, user_id)
    if person is None or user_id < 0:
        return False
    channels = connection.execute(_PLAYS_IN, {"person": person}).fetchall()
    if channels:
        raise StillPlaying(tuple(channel_id for (channel_id,) in channels))
    achievements.forget(connection, person)
    skill.forget(connection, person)
    daily.forget(connection, person, user_id, at)
    duels.forget(connection, person)
    people.forget(connection, person)
    connection.execute("INSERT INTO forgotten (person, at) VALUES (?, ?)", (person, at))
    return True
