"""Both databases answer users' requests through indexes, however much was played."""

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from psycopg import Pipeline

from engine.bank.bank import Bank
from engine.bank.copying import tables_of
from engine.bank.postgres.connection import Address, Connection, open_connection
from engine.bank.postgres.transaction import Transaction
from engine.bank.schema import known_migrations
from engine.bank.store import Function, Store
from engine.values.daily import DailyGame, DailyPost
from engine.values.duels import Duel, Duelist
from engine.values.played import SavedRound
from engine.values.skill import JudgedSeat
from engine.values.tables import DisplayName, SavedSettings, SavedTable, TableMessage

from .played import play, table_in, void
from .test_achievements import SampleAchievements
from .test_forgetting import after_an_evening
from .test_money import make_broke
from .users import ANN, BEN, CAT
from .values import NOW, change, seat, whole
from .values import table as fresh_table

DAN = CAT + 1

SMALL_TABLES: Final = {
    *("channel_setting", "departure", "message_to_delete", "setting"),
    "seat",  # deleted when a table closes
    "daily_forgotten",  # kept for two days
    "pause",  # deleted after the end
    "daily_post",  # one per channel
    "forgotten",  # read by leaderboards only
    "shard",
}
"""Tables that don't grow with the number of rounds."""

GROWING: Final = {table.name for table in tables_of(known_migrations())} - SMALL_TABLES

INTERNAL: Final = {
    *("open", "close", "claim", "until_lost", "take_turn", "make_sure"),
    *(
        "open_tables",
        "owed_farewells",
        "unsettled_duels",
        "ended_challenges",
        "seated_balances",
        "channel_settings",
    ),  # at a start
    *("noted_messages", "departures", "guilds_in_use"),
    *("audit", "settled_rounds", "shoes_after", "newest_round"),  # by an audit
    *("rounds_before_each", "daily_posts"),
    "applications",  # at a first start
}
"""Methods of a bank that only the bot and its tools call."""

SMALL_INDEXES: Final = {
    *("one_open_table_a_channel", "one_round_played_and_one_coming"),
    *("voided_from_a_shoe", "open_duel", "challenge_with_buttons"),
}
"""Partial indexes of open or voided rows only: scanning a whole one is fine."""


class Plans(Store):
    """A store on one connection that records full scans."""

    def __init__(self, database: Any) -> None:
        self.database = database

    async def run(self, function: Function[Any]) -> Any:
        """See `Store`."""
        return function(self.database)

    read = read_in_background = read_long = _write = _read = run

    def _look(self) -> asyncio.Future[Any]:
        raise AssertionError("nobody watches")


class InFile(sqlite3.Connection):
    """A connection that explains each statement with SQLite's `EXPLAIN QUERY PLAN`."""

    found: set[str]

    def execute(self, sql: str, values: Any = (), /) -> sqlite3.Cursor:
        """Explain the statement, then run it."""
        if sql.startswith("ATTACH"):
            return super().execute(sql)
        plan = super().execute(f"EXPLAIN QUERY PLAN {sql}", values).fetchall()
        for *_, detail in plan:
            match = re.match(r"SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?", detail)
            if match and match[2] not in SMALL_INDEXES:
                real = re.search(rf"(?:FROM|JOIN) (\w+) AS {match[1]}\b", sql)
                self.found.add(real[1] if real else match[1])
        return super().execute(sql, values)


class OnServer(Transaction):
    """A connection that explains each statement with PostgreSQL's `EXPLAIN`."""

    __slots__ = ("found",)

    def __init__(self, connection: Connection, found: set[str]) -> None:
        super().__init__(connection, Pipeline(connection))
        self.found = found

    def execute(self, sql: str, values: Any = (), /) -> Any:
        """Explain the statement, then run it."""
        for (plans,) in super().execute(f"EXPLAIN (FORMAT JSON) {sql}", values).fetchall():
            self.found.update(table for plan in plans for table in full_scans(plan["Plan"]))
        return super().execute(sql, values)


def full_scans(node: dict[str, Any]) -> Iterator[str]:
    """The tables that a plan scans."""
    kind, index = node["Node Type"], node.get("Index Name")
    reads = kind.endswith("Scan") and kind != "Bitmap Heap Scan"
    if (
        reads
        and "Relation Name" in node
        and "Index Cond" not in node
        and index not in SMALL_INDEXES
    ):
        yield node["Relation Name"]
    for part in node.get("Plans", ()):
        yield from full_scans(part)


MANY: Final = (
    "SET session_replication_role = replica",
    "INSERT INTO person (id, user_id) SELECT n, n FROM generate_series(1000, 9000) AS n",
    "INSERT INTO account (kind, owner) SELECT 'player', n FROM generate_series(1000, 9000) AS n",
    "INSERT INTO game_table (id, channel_id, guild_id, rules, message_round, closed, said_goodbye)"
    " SELECT n, n, n / 9, '', 0, 1, 1 FROM generate_series(1000, 9000) AS n",
    "INSERT INTO round (id, table_id, number, rules, state, opened_at, ended_at, rule_set, shoe, gone)"
    " SELECT n, 1000 + n / 9, n % 9 + 1, '', 'settled', n, n, 'a', 1, 9"
    " FROM generate_series(1000, 20000) AS n",
    "INSERT INTO dealt_seat SELECT id, 1, 1000 + id % 8000, 5 FROM round",
    "INSERT INTO move SELECT id, 0, 'deal', 1 FROM round",
    "INSERT INTO posting (source, target, cents, kind, round_id, seat, hand, step, at)"
    " SELECT 1000 + id % 8000, id, 5, kind, id, 1, 0, 0, 1"
    " FROM round CROSS JOIN (VALUES ('bet'), ('bet_returned')) AS kinds (kind)",
    "INSERT INTO posting (source, target, cents, kind, seat, hand, step, at)"
    " SELECT 2, id, 5, 'welcome', 0, 0, 0, 1 FROM account WHERE kind = 'player'",
    "INSERT INTO result SELECT id, 1, 1000 + id % 8000, 1, 5, 5, 0, id FROM round",
    "INSERT INTO tally SELECT n, n / 9, 'a', 5, 1, 1, 1, 1, 1 FROM generate_series(1000, 9000) AS n",
    "INSERT INTO skill SELECT 1000 + n % 8000, n / 9, n / 80, 5, 1, 1, 1"
    " FROM generate_series(1000, 20000) AS n",
    "INSERT INTO shoe (table_id, number, first_round, header, sealed, sealed_at)"
    " SELECT id, 1, 1, '', decode(repeat('00', 32), 'hex'), 1 FROM game_table",
    "INSERT INTO honour SELECT 1000 + id % 8000, id, id, 1 FROM round",
    "INSERT INTO by_book SELECT 1000 + id % 8000, id FROM round",
    "INSERT INTO setting_change (at, guild_id, channel_id, admin, what, new)"
    " SELECT 1, n, n, n, '', '' FROM generate_series(1000, 9000) AS n",
    "INSERT INTO admin_end (at, guild_id, table_id, round_number, what, admin)"
    " SELECT 1, n, n, 1, 'table', n FROM generate_series(1000, 9000) AS n",
    "INSERT INTO voided_seat SELECT 1000 + id % 8000, id, id, 1 FROM round",
    "INSERT INTO daily (person, day, guild_id) SELECT n, n / 80, n / 9 FROM generate_series(1000, 9000) AS n",
    "INSERT INTO duel (guild_id, channel_id, locale, created_at, ends_at, settled)"
    " SELECT n, n, 'de', 1, 2, 1 FROM generate_series(1000, 9000) AS n",
    "INSERT INTO duelist (duel_id, place, person)"
    " SELECT id, 1, 1000 + id % 8000 FROM duel UNION ALL SELECT id, 2, 1000 + id % 7000 FROM duel",
    "INSERT INTO person_name (person, guild_id, name)"
    " SELECT n, n % 9, 'Ann' FROM generate_series(1000, 9000) AS n",
    "INSERT INTO honour_search SELECT n, 1, 1, 1, 1 FROM generate_series(1000, 9000) AS n",
    "INSERT INTO unjudged SELECT id, id FROM round",
    "RESET session_replication_role",
)
"""Fills the tables: PostgreSQL scans small ones, because it plans by size."""


@asynccontextmanager
async def explained(where: Path | str) -> AsyncIterator[tuple[Bank, set[str]]]:
    """A bank, and the tables that it has scanned so far."""
    async with Bank.open(where, lambda: NOW):
        pass
    found: set[str] = set()
    if isinstance(where, Path):
        with closing(sqlite3.connect(where, isolation_level=None, factory=InFile)) as file:
            file.found = found
            yield Bank(Plans(file), lambda: NOW), found
    else:
        with closing(open_connection(Address(where), 5.0)) as connection:
            for statement in (*MANY, "ANALYZE"):
                connection.execute(statement)
            yield Bank(Plans(OnServer(connection, found)), lambda: NOW), found


def requests(of: SavedTable, saved: SavedRound, day: int) -> dict[str, Sequence[Any]]:
    """The arguments of every method that serves users, by name."""
    table, place = of.table_id, (0, 10)
    settings = SavedSettings(guild_id=20, channel_id=10, texts={"seats": "3"})
    game = DailyGame(day=day)
    duel = Duel(
        duel_id=1,
        guild_id=20,
        channel_id=10,
        locale="de",
        ends_at=NOW + 1,
        challenger=Duelist(user_id=ANN),
        challenged=Duelist(user_id=BEN),
    )
    change_of_seat = change(of, seats=(seat(1, ANN, missed=1), seat(2, BEN)))
    return {
        "admin_log": (20, 20),
        "balance_over_time": (ANN, 9),
        "change_settings": (settings, ANN),
        "commit": (change_of_seat,),
        "daily_board": (20, day, 10),
        "daily_game": (ANN, day),
        "daily_secret": (bytes(32),),
        "daily_streak": (ANN, day),
        "challenge": (
            (20, 10),
            "de",
            DisplayName(ANN, "Ann", "Ann"),
            DisplayName(BEN, "Ben", "Ben"),
        ),
        "decline_duel": (duel, ANN),
        "duel": (1,),
        "duel_secret": (1, bytes(32)),
        "save_duel": (duel, duel.challenger, replace(duel.challenger, moves="hit"), bytes(32)),
        "note_duel_post": (duel,),
        "settle_duel": (duel, 7),
        "note_challenge": (duel, 7),
        "drop_challenge": (duel,),
        "donate": (DAN,),
        "drop_departure": (20,),
        "drop_message": (7,),
        "drop_settings": (20,),
        "earned_in_round": (table, 1),
        "find_achievements": (ANN, SampleAchievements()),
        "history": (ANN, *place),
        "achievements": (ANN,),
        "achievements_ahead": (ANN, SampleAchievements()),
        "save_daily": (ANN, 20, game, replace(game, moves="hit")),
        "save_judged": ([(saved, [JudgedSeat(ANN, 3, 9, by_book=True)])], 5.0),
        "save_text": ("key", "text"),
        "saved_round": (saved.round_id,),
        "public_shoe": (table, 1),
        "header_after": (table, 1),
        "saved_text": ("key",),
        "known_wallet": (ANN,),
        "last_round": (ANN, 30),
        "last_rule_set": (10,),
        "last_shoe": (10,),
        "leaderboard": (ANN, 20, *place),
        "leaderboard_since": (ANN, 20, NOW - 9, 1, *place),
        "names": (20, [ANN, BEN]),
        "note_departure": (20,),
        "note_message": (10, 7),
        "open_table": (fresh_table(channel_id=99, seats=(seat(1, ANN),)),),
        "own_rounds": (ANN, table),
        "pause": (ANN, NOW + 9, bytes(32)),
        "paused_until": (ANN,),
        "require_no_pause": (DAN,),
        "personal_data": (ANN, whole),
        "remember_message": (table, of.version, TableMessage(7, 1)),
        "round_of_table": (table, 1),
        "rounds_before": (table, 9, 10),
        "rounds_by_book": (ANN,),
        "rounds_of_table": (table, 1, 9),
        "rounds_since": (NOW - 9,),
        "rounds_to_review": (ANN, NOW - 9, 99, 10, lambda _: 5),
        "rules_of_table": (table,),
        "save_daily_post": (DailyPost(20, 10, day),),
        "say_farewell": (table, of.version),
        "settings_log": (10, 10),
        "shoe_rounds": (table, 1, 1),
        "shoes_of_channel": (10, *place),
        "sitting": (table,),
        "size": (),
        "skill": (ANN, NOW, 20),
        "skill_board": (ANN, 20, NOW, 1, *place),
        "statistics": (ANN,),
        "unjudged_rounds": (NOW + 1, 2),
        "wallet": (ANN,),
        "close_table": (table, ANN),
        "forget": (CAT,),
    }


EVERYWHERE: Final = {
    "leaderboard_since": (ANN, None, NOW - 9, 1, 0, 10),
    "skill": (ANN, NOW),
    "skill_board": (ANN, None, NOW, 1, 0, 10),
}
"""Over all servers, but not the all-time leaderboard: its full scan runs at most once a minute for all users."""


async def test_requests_never_scan_growing_tables(where: Path | str) -> None:
    async with explained(where) as (bank, found):
        await after_an_evening(bank)
        of = await table_in(bank, 30, 31, ANN, BEN, CAT)
        await make_broke(bank, DAN)
        of = await play(bank, of, {ANN: 5_000, BEN: -1_000})
        await void(bank, of, ANN, BEN)
        (saved,) = await bank.rounds_before(of.table_id, 2, 1)
        assert found & GROWING == set()
        of = next(one.table for one in await bank.open_tables() if one.table.channel_id == 31)
        calls = requests(of, saved, int(NOW // 86_400))
        public = {name for name in vars(Bank) if not name.startswith("_")}
        assert public - INTERNAL == calls.keys()
        read = set()
        for name, values in [*calls.items(), *EVERYWHERE.items()]:
            found.clear()
            await getattr(bank, name)(*values)
            read |= {(name, table) for table in found & GROWING}
        assert read == set()
