"""Databases that are large: an evening that the engine really played, multiplied by SQL.

Every copy has its own people, accounts, tables and rounds; the house and the donor are one for all, and their balances
grow with each copy. So the books of such a file are in order, as an audit of it finds.
"""

import asyncio
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from time import time

from benchmarks.kit.changes import FIRST, sit_down, sittings, somewhere
from engine.bank.bank import Bank
from engine.bank.books.shoes import running_shoe
from engine.fairness.sealing import mix_of
from engine.rules.rule_sets import RULE_SETS
from engine.values.tables import MOST_OF_A_NAME

FAR = 1_000_000
"""From the ids of one copy to those of the next."""

ROUNDS = 40
"""Settled rounds that are really played by each rule set."""

YEAR = 365 * 86_400
"""The seconds over which an archive is spread."""

BUSY = 1_000
"""Of an archive, the copies in which the busiest player is one and the same, at most."""


def archive(path: Path, rounds: int) -> int:
    """Fill a new file with at least so many rounds of a year, of many people on many servers. Returns how many.

    The tables are closed, and their last rounds voided; all settled rounds are judged and searched for honours. A tenth
    of the tables are on one server, and one of its people is in many of them.
    """
    asyncio.run(_play(path))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.create_function("packed", 1, _packed)
        for statement in _ARCHIVED:
            connection.execute(statement)
        some: int = connection.execute("SELECT COUNT(*) FROM round").fetchone()[0]
    copies = -(-rounds // some)
    busy = min(BUSY, copies // 4 + 1)
    _multiply(path, copies, step=YEAR / copies, servers=10, busy=busy)
    return some * copies


_ARCHIVED = (
    "DELETE FROM unjudged",
    "INSERT INTO by_book (person, round_id) SELECT person, round_id FROM result WHERE round_id % 7 = 0",
    "INSERT INTO skill (person, guild_id, day, decisions, good, lost, hinted)"
    " SELECT person, guild_id, CAST(ended_at / 86400 AS INTEGER), 2 * COUNT(*), COUNT(*), 9000 * COUNT(*), 1"
    f" FROM result CROSS JOIN (SELECT {FIRST} AS guild_id) GROUP BY person, 3",
    "INSERT INTO honour (person, what, round_id, at)"
    " SELECT person, 'first', MIN(round_id), ended_at FROM result GROUP BY person",
    "INSERT INTO honour_search (person, edition, rounds, ended_at, round_id)"
    " SELECT person, 1, COUNT(*), ended_at, MAX(round_id) FROM result GROUP BY person",
    "INSERT INTO person_name (person, guild_id, name) SELECT id, 0, packed(id) FROM person",
)


def _packed(number: int) -> bytes:
    return f"Player {number}".encode().ljust(4 * MOST_OF_A_NAME, b"\0")


# One evening


async def _play(path: Path) -> None:
    """At a table of each rule set rounds are played, and another one is begun, which is void when the table closes."""
    start = time()
    played = sittings(
        somewhere(len(RULE_SETS), 2),
        ROUNDS,
        rule_sets=RULE_SETS.values(),
        start=start,
        under_way=True,
    )
    async with Bank.open(path, lambda: start) as bank:
        await sit_down(bank, played)
        for number, sitting in enumerate(played, 1):
            for change in sitting.changes:
                await bank.commit(change)
            await bank.close_table(number, FIRST)
            await bank.say_goodbye(number)
    unseal(path)


def unseal(path: Path) -> None:
    """Leave a closed file as if no shoe had been sealed: tables go on with the seeds of the cards themselves.

    A seal says which table it is for, so that a copy of the table can't have it.
    """
    with closing(sqlite3.connect(path)) as connection, connection:
        for (table_id,) in connection.execute("SELECT DISTINCT table_id FROM shoe").fetchall():
            if (sealed := running_shoe(connection, table_id)) is not None:
                seed = mix_of(sealed), table_id
                connection.execute("UPDATE game_table SET shoe_seed = ? WHERE id = ?", seed)
        connection.execute("UPDATE round SET shoe = NULL, gone = NULL")
        connection.execute("DELETE FROM shoe")


# And many of it


_PERSON = "{0} + k * :person * ({0} <> :busy OR k >= :with_busy)"
_ACCOUNT = "{0} + k * :account * ({0} NOT IN (:house, :donor) AND ({0} <> :account_of_busy OR k >= :with_busy))"

_SHIFTS: Mapping[str, str] = {
    "id": "id + k * :{table}",
    "table_id": "table_id + k * :game_table",
    "round_id": "round_id + k * :round",
    "person": _PERSON.format("person"),
    "guild_id": f"guild_id + k * {FAR} * (k % :servers > 0)",
    **{name: f"{name} + k * {FAR}" for name in ("user_id", "channel_id", "message_id")},
    **{name: f"{name} - (:times - k) * :step" for name in ("at", "opened_at", "ended_at")},
    "day": "day - CAST((:times - k) * :step / 86400 AS INTEGER)",
    "account.id": _ACCOUNT.format("id"),
    "account.owner": "owner + k * CASE kind WHEN 'player' THEN :person ELSE :round END",
    "person_name.guild_id": "guild_id",
    "posting.source": _ACCOUNT.format("source"),
    "posting.target": _ACCOUNT.format("target"),
}
"""By column, or column of a table, what copy number `k` has in place of the original."""

_TABLES = {
    "person": "id <> :busy",
    "account": "id <> :account_of_busy",
    **dict.fromkeys(("game_table", "seat", "round", "dealt_seat", "move"), "TRUE"),
    "posting": "round_id IS NOT NULL OR target <> :account_of_busy",
    **dict.fromkeys(("result", "voided_seat", "unjudged", "by_book"), "TRUE"),
    **dict.fromkeys(
        ("tally", "skill", "honour", "honour_search", "person_name"), "person <> :busy"
    ),
}
"""The tables, and what a copy has not of who is busy."""

_OF_BUSY = (
    "UPDATE account SET balance = (SELECT SUM(CASE account.id WHEN target THEN cents ELSE -cents END)"
    " FROM posting WHERE account.id IN (source, target)) WHERE id = :account_of_busy",
    "DELETE FROM tally WHERE person = :busy",
    "DELETE FROM standing WHERE person = :busy",
    "INSERT INTO tally (person, guild_id, rule_set, rounds, won, lost, naturals, staked, net)"
    " SELECT person, guild_id, rule_set, COUNT(*), SUM(net > 0), SUM(net < 0), SUM(naturals), SUM(staked),"
    " SUM(net) FROM result JOIN round ON round.id = round_id JOIN game_table ON game_table.id = table_id"
    " WHERE person = :busy GROUP BY person, guild_id, rule_set",
)


def _multiply(path: Path, times: int, *, step: float, servers: int, busy: int) -> None:
    """Make the file so many times as large.

    Each copy is `step` seconds later than the one before, and the last one as late as the original. Every copy has a
    server of its own, but each of so many `servers` is on the first one. In `busy` copies who has won most is the same.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        # It is a new file: what is not made to its end is made again.
        for pragma in "journal_mode = OFF", "synchronous = OFF", "cache_size = -200000":
            connection.execute(f"PRAGMA {pragma}").fetchone()
        connection.execute("BEGIN")
        values = {name: _span(connection, name) for name in _TABLES} | {
            "times": times,
            "step": step,
            "servers": servers,
            "with_busy": busy,
        }
        values |= _accounts(connection)
        for name, unless in _TABLES.items():
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            listed = ", ".join(f'"{column}"' for column in columns)
            shifts = ", ".join(_shifted(name, column) for column in columns)
            shared = "kind NOT IN ('house', 'donor')" if name == "account" else "TRUE"
            connection.execute(
                "WITH RECURSIVE copy (k) AS"
                " (SELECT 1 WHERE :times > 1 UNION ALL SELECT k + 1 FROM copy WHERE k + 1 < :times)"
                f" INSERT INTO {name} ({listed}) SELECT {shifts} FROM copy CROSS JOIN {name}"
                f" WHERE {shared} AND (k >= :with_busy OR {unless})",
                values,
            )
        for statement in _OF_BUSY:
            connection.execute(statement, values)
        connection.execute("COMMIT")


def _shifted(table: str, column: str) -> str:
    """What a copy has in a column."""
    shift = _SHIFTS.get(f"{table}.{column}") or _SHIFTS.get(column, f'"{column}"')
    return shift.format(table=table)


def _accounts(connection: sqlite3.Connection) -> dict[str, int]:
    """The accounts of the house and the donor, and who has won most."""
    ids = dict(connection.execute("SELECT kind, id FROM account WHERE owner = 0").fetchall())
    busy, account = connection.execute(
        "SELECT owner, account.id FROM account WHERE kind = 'player' ORDER BY balance DESC LIMIT 1"
    ).fetchone()
    return {**ids, "busy": busy, "account_of_busy": account}


def _span(connection: sqlite3.Connection, table: str) -> int:
    """How far the ids of one copy are from those of the next; 0 where the rows have none of their own."""
    columns = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
    if "id" not in columns:
        return 0
    return int(connection.execute(f"SELECT COALESCE(MAX(id), 0) FROM {table}").fetchone()[0])
