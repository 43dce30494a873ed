"""Databases that are large: an evening that the engine really played, multiplied by SQL.

Every copy has its own people, accounts, tables and rounds; the house and the donor are one for all, and their balances
grow with each copy. So the books of such a file are in order, as an audit of it finds.
"""

import asyncio
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random
from time import time

from engine.bank.bank import Bank
from engine.bank.books.shoes import running_shoe
from engine.channel_settings import Seconds
from engine.clock import RealClock
from engine.fairness.sealing import mix_of
from engine.live.house import House
from engine.live.table import Surroundings, Table
from engine.round.moves import Verb
from engine.round.shoe import SEED_BYTES
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.table.commands import PlaceBet, Play
from engine.table.state import Stage
from engine.table.view import SeatView, TableView
from engine.values.tables import MOST_OF_A_NAME

FIRST = 80351110224678912
"""The id of the first user, channel, message and guild; the others follow."""

FAR = 1_000_000
"""From the ids of one copy to those of the next."""

MODELS = 50
"""Open tables that are really played at, by all rule sets in turn."""

ROUNDS = 40
"""Settled rounds that are really played by each rule set."""

_LONG = Seconds(bet=3_600, turn=3_600, join=0)


class _Nobody:
    """An audience that is not there."""

    def show(self, table: Table, frames: tuple[TableView, ...], via: object) -> None:
        """Look away."""


def open_tables(path: Path, tables: int, *, seats: int = 4, seed: int = 1) -> int:
    """Fill a new file with at least so many open tables, each in the middle of a round. Returns how many they are."""
    models = min(tables, MODELS)
    asyncio.run(_play(path, models, rounds=0, seats=seats, seed=seed))
    copies = -(-tables // models)
    _multiply(path, copies)
    return models * copies


def settled_rounds(path: Path, postings: int, *, seats: int = 4, seed: int = 1) -> int:
    """Fill a new file with at least so many postings, nearly all of settled rounds. Returns how many they are."""
    asyncio.run(_play(path, len(RULE_SETS), rounds=ROUNDS, seats=seats, seed=seed))
    with closing(sqlite3.connect(path)) as connection:
        some: int = connection.execute("SELECT COUNT(*) FROM posting").fetchone()[0]
    copies = -(-postings // some)
    _multiply(path, copies)
    return some * copies


def people_of_a_week(path: Path, people: int, *, rounds: int = 5, seed: int = 1) -> int:
    """Fill a new file with at least so many people, each with some rounds of today and 30 days of judged decisions.

    Returns the guild in which a tenth of them play; all others are many small ones.
    """
    asyncio.run(_play(path, len(RULE_SETS), rounds=rounds, seats=4, seed=seed))
    with closing(sqlite3.connect(path)) as connection:
        (some,) = connection.execute("SELECT COUNT(*) FROM person").fetchone()
    copies = -(-people // some)
    _multiply(path, copies)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.create_function("packed", 1, _packed)
        for statement in _LIVELY:
            values = {"guild": FIRST, "small": FIRST + FAR * max(copies // 10, 1), "now": time()}
            connection.execute(statement, values)
    return FIRST


_LIVELY = (
    "UPDATE game_table SET guild_id = :guild WHERE guild_id < :small",
    "UPDATE tally SET guild_id = :guild WHERE guild_id < :small",
    "WITH RECURSIVE ago (days) AS (SELECT 0 UNION ALL SELECT days + 6 FROM ago WHERE days < 24)"
    " INSERT INTO skill (person, guild_id, day, decisions, good, lost, hinted)"
    " SELECT person, guild_id, CAST(:now / 86400 AS INTEGER) - days, 20, 15, 1000 * (person % 97), 1"
    " FROM ago CROSS JOIN tally WHERE TRUE GROUP BY person, guild_id, days",
    "INSERT INTO person_name (person, guild_id, name) SELECT id, 0, packed(id) FROM person",
)


def _packed(number: int) -> bytes:
    return f"Player {number}".encode().ljust(4 * MOST_OF_A_NAME, b"\0")


def move_to(
    path: Path, guild_id: int, channels: Sequence[int], users: Sequence[Sequence[int]]
) -> None:
    """Give the tables of a file these channels of a guild, in order, and their seats those users of each."""
    with closing(sqlite3.connect(path)) as connection, connection:
        tables = connection.execute("SELECT id FROM game_table ORDER BY id").fetchall()
        connection.executemany(
            "UPDATE game_table SET guild_id = ?, channel_id = ? WHERE id = ?",
            [
                (guild_id, channel, table)
                for channel, (table,) in zip(channels, tables, strict=True)
            ],
        )
        at = {table: of for (table,), of in zip(tables, users, strict=True)}
        seats = connection.execute("SELECT table_id, number, person FROM seat").fetchall()
        connection.executemany(
            "UPDATE person SET user_id = ? WHERE id = ?",
            [(at[table][number - 1], person) for table, number, person in seats],
        )


# One evening


async def _play(path: Path, tables: int, *, rounds: int, seats: int, seed: int) -> None:
    """At so many tables so many rounds are played, and another one is begun."""
    rng = Random(seed)
    async with Bank.open(path, RealClock().now) as bank:
        around = Surroundings(
            bank=bank,
            clock=RealClock(),
            luck=partial(rng.randbytes, SEED_BYTES),
            seconds=_LONG,
            audience=_Nobody(),
        )
        house = House(bank, around)
        for number, rules in zip(range(tables), cycle(RULE_SETS.values())):
            users = [FIRST + seats * number + place for place in range(min(seats, rules.seats))]
            channel = FIRST + number
            table = await house.open(rules, channel_id=channel, guild_id=FIRST, opener=users[0])
            await _play_at(table, users, rules, rounds, rng)
        await house.stop()
    unseal(path)
    _remember_messages(path)


async def _play_at(
    table: Table, users: Sequence[int], rules: Rules, rounds: int, rng: Random
) -> None:
    while True:
        for user in (*users[1:], users[0]):
            view = await table.submit(PlaceBet(user_id=user, cents=rules.min_bet))
        if view.round_number > rounds and view.stage is Stage.PLAYING:
            return
        while view.stage is Stage.PLAYING:
            view = await table.submit(_decision(view, rng.choice(view.awaited), rng))


def _decision(view: TableView, seat: SeatView, rng: Random) -> Play:
    verbs = sorted(move.verb for move in seat.offers if move.verb is not Verb.INSURE)
    return Play(
        user_id=seat.user_id,
        verb=rng.choice(verbs),
        counters={seat.number: seat.counter},
        round_number=view.round_number,
    )


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


def _remember_messages(path: Path) -> None:
    """Each table's message shows the round that is played."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "UPDATE game_table SET message_id = channel_id, message_round = round_number"
        )


# And many of it


_ACCOUNT = (
    "CASE WHEN {0} IN (SELECT id FROM account WHERE kind IN ('house', 'donor')) THEN {0}"
    " ELSE {0} + k * :account END"
)
_DISCORDS = {name: f"{name} + k * {FAR}" for name in ("channel_id", "message_id", "guild_id")}

_SHIFTED: Sequence[tuple[str, Mapping[str, str]]] = (
    ("person", {"id": "id + k * :person", "user_id": f"user_id + k * {FAR}"}),
    (
        "account",
        {
            "id": "id + k * :account",
            "owner": "owner + k * CASE kind WHEN 'player' THEN :person ELSE :round END",
        },
    ),
    ("game_table", {"id": "id + k * :game_table", **_DISCORDS}),
    ("seat", {"table_id": "table_id + k * :game_table", "person": "person + k * :person"}),
    ("round", {"id": "id + k * :round", "table_id": "table_id + k * :game_table"}),
    ("dealt_seat", {"round_id": "round_id + k * :round", "person": "person + k * :person"}),
    ("move", {"round_id": "round_id + k * :round"}),
    (
        "posting",
        {
            "id": "id + k * :posting",
            "source": _ACCOUNT.format("source"),
            "target": _ACCOUNT.format("target"),
            "round_id": "round_id + k * :round",
        },
    ),
    ("result", {"round_id": "round_id + k * :round", "person": "person + k * :person"}),
    ("tally", {"person": "person + k * :person", "guild_id": _DISCORDS["guild_id"]}),
)
"""By table and column, what copy number `k` has in place of the original; the other columns are the same."""


def _multiply(path: Path, times: int) -> None:
    """Make the file so many times as large."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        spans = {name: _span(connection, name) for name, _ in _SHIFTED}
        for name, shifted in _SHIFTED:
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            values = ", ".join(shifted.get(column, column) for column in columns)
            shared = "kind NOT IN ('house', 'donor')" if name == "account" else "TRUE"
            connection.execute(
                "WITH RECURSIVE copy (k) AS"
                " (SELECT 1 WHERE :times > 1 UNION ALL SELECT k + 1 FROM copy WHERE k + 1 < :times)"
                f" INSERT INTO {name} ({', '.join(columns)})"
                f" SELECT {values} FROM copy CROSS JOIN {name} WHERE {shared}",
                {**spans, "times": times},
            )
        connection.execute("COMMIT")


def _span(connection: sqlite3.Connection, table: str) -> int:
    """How far the ids of one copy are from those of the next; 0 where the rows have none of their own."""
    columns = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
    if "id" not in columns:
        return 0
    return int(connection.execute(f"SELECT COALESCE(MAX(id), 0) FROM {table}").fetchone()[0])
