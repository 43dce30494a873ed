"""Create large databases: the engine plays one evening, and SQL multiplies it.

Every copy has its own people, accounts, tables and rounds. The house and donor accounts are shared and their balances
grow with each copy, so the file passes an audit.
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
from engine.bank.books.tables import find
from engine.fairness.sealing import mix_of
from engine.rules.rule_sets import RULE_SETS

FAR = 1_000_000
"""The distance between the Discord ids of two copies."""

ROUNDS = 40
"""Settled rounds played by the engine for each rule set."""

YEAR = 365 * 86_400
"""Seconds over which an archive is spread."""

BUSY = 1_000
"""The largest number of copies that share the busiest player."""


def archive(path: Path, rounds: int) -> int:
    """Fill a new file with at least this many rounds over a year. Return their number.

    The tables, on many servers, are closed and their last rounds voided; all settled rounds are judged and searched for
    achievements. A tenth of the tables are on one server, and one person plays at many of them.
    """
    asyncio.run(_play(path))
    with closing(sqlite3.connect(path)) as connection, connection:
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
    "INSERT INTO person_name (person, guild_id, name) SELECT id, 0, 'Player ' || id FROM person",
)


async def _play(path: Path) -> None:
    """Play rounds at a table of each rule set and begin another one, which is voided when the table closes."""
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
    unseal(path)


def unseal(path: Path) -> None:
    """Replace the sealed shoes (their hashes are published) of a closed file by plain shoe seeds.

    The hash covers the table's id, so a copy of the table can't use the shoe.
    """
    with closing(sqlite3.connect(path)) as connection, connection:
        for (table_id,) in connection.execute("SELECT DISTINCT table_id FROM shoe").fetchall():
            table = find(connection, table_id)
            sealed = table and running_shoe(connection, table)
            if sealed is not None:
                connection.execute(
                    "UPDATE game_table SET data = json_replace(data, '$.shoe_seed', ?) WHERE id = ?",
                    (mix_of(sealed).hex(), table_id),
                )
        connection.execute("UPDATE round SET shoe = NULL, gone = NULL")
        connection.execute("DELETE FROM shoe")


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
"""By column or table.column: the SQL expression for the value in copy number `k`."""

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
"""The tables, each with the rows that are copied even while the busiest player is shared."""

_OF_BUSY = (
    "UPDATE account SET balance = (SELECT SUM(CASE account.id WHEN target THEN cents ELSE -cents END)"
    " FROM posting WHERE account.id IN (source, target)) WHERE id = :account_of_busy",
    "DELETE FROM tally WHERE person = :busy",
    "INSERT INTO tally (person, guild_id, rule_set, rounds, won, lost, naturals, staked, net)"
    " SELECT person, guild_id, rule_set, COUNT(*), SUM(net > 0), SUM(net < 0), SUM(naturals), SUM(staked),"
    " SUM(net) FROM result JOIN round ON round.id = round_id JOIN game_table ON game_table.id = table_id"
    " WHERE person = :busy GROUP BY person, guild_id, rule_set",
)


def _multiply(path: Path, times: int, *, step: float, servers: int, busy: int) -> None:
    """Multiply the file's contents by `times`.

    Each copy is `step` seconds later than the previous one. Every copy has its own Discord server, but one in `servers`
    copies uses the first server. `busy` copies share the player with the highest balance.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        # An interrupted file is created again, so durability doesn't matter.
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
    shift = _SHIFTS.get(f"{table}.{column}") or _SHIFTS.get(column, f'"{column}"')
    return shift.format(table=table)


def _accounts(connection: sqlite3.Connection) -> dict[str, int]:
    ids = dict(connection.execute("SELECT kind, id FROM account WHERE owner = 0").fetchall())
    busy, account = connection.execute(
        "SELECT owner, account.id FROM account WHERE kind = 'player' ORDER BY balance DESC LIMIT 1"
    ).fetchone()
    return {**ids, "busy": busy, "account_of_busy": account}


def _span(connection: sqlite3.Connection, table: str) -> int:
    columns = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
    if "id" not in columns:
        return 0
    return int(connection.execute(f"SELECT COALESCE(MAX(id), 0) FROM {table}").fetchone()[0])
