"""Migrations of old schemas, and refusals of unusable files, each with one sentence."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import (
    BankError,
    DatabaseDamaged,
    DatabaseTooNew,
    NotADatabase,
    StorageFailed,
)
from engine.bank.postgres.connection import Address
from engine.bank.postgres.connection import open_connection as open_connection_to
from engine.bank.postgres.opening import _migrate as migrate_server
from engine.bank.schema import known_migrations, load
from engine.bank.sqlite.opening import migrate, statements
from engine.values.tables import SavedSeat, SavedTable
from tests.postgres import Postgres

from .outside import another_program
from .users import ANN, BEN
from .values import NOW, file_of, opened

fill, delete = Path.write_bytes, Path.unlink


def bytes_of(path: Path) -> bytes:
    """The file's content; empty without a file."""
    return path.read_bytes() if path.exists() else b""


async def refusal(path: Path, kind: type[BankError], *, tool: bool = False) -> str:
    """Return why a bank refuses this file, and assert that the file is unchanged."""
    before = bytes_of(path)
    with pytest.raises(kind) as error:
        async with Bank.open(path, lambda: NOW, busy_timeout=1, tool=tool):
            pass
    assert bytes_of(path) == before
    sentence = str(error.value)
    assert str(path) in sentence
    assert "\n" not in sentence
    return sentence


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def released(
    request: pytest.FixtureRequest, path: Path, postgres: Postgres
) -> Iterator[Path | str]:
    """A database with the schema of version 1.0.0 and no rows."""
    if request.param == "SQLite":
        with closing(sqlite3.connect(path, isolation_level=None)) as file:
            migrate(file, known_migrations()[:1], NOW)
        yield path
        return
    with postgres.database() as address:
        with closing(open_connection_to(Address(address), 5)) as connection:
            migrate_server(connection, known_migrations("postgresql")[:1], NOW, tool=False)
        yield address


def blob(where: Path | str, content: bytes) -> str:
    """Bytes in the SQL of this database."""
    return f"X'{content.hex()}'" if isinstance(where, Path) else rf"'\x{content.hex()}'"


def insert(where: Path | str, *statements: str) -> None:
    with another_program(where) as connection:
        for statement in statements:
            connection.execute(statement)


async def test_the_file_is_safe_against_power_loss(path: Path) -> None:
    """The connection uses the write-ahead log, syncs each commit, checks foreign keys, and overwrites deleted data."""
    pragmas = ("journal_mode", "synchronous", "foreign_keys", "secure_delete", "busy_timeout")
    async with Bank.open(path, lambda: NOW, busy_timeout=1) as bank:
        values = await file_of(bank).read(
            lambda file: [file.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas]
        )
    assert values == ["wal", 2, 1, 1, 1]


@pytest.mark.parametrize("place", ["in the middle", "at the end", "half is gone"])
async def test_tools_find_damage(path: Path, place: str) -> None:
    """Even on a page that opening does not read."""
    async with Bank.open(path, lambda: NOW) as bank:
        await opened(bank)
        for user_id in range(100):
            await bank.wallet(ANN + user_id)
    content = bytes_of(path)
    middle, end = len(content) // 2, len(content) - 4096
    fill(
        path,
        {
            "in the middle": content[:4096] + b"\xaa" * (middle - 4096) + content[middle:],
            "at the end": content[:end] + b"\xaa" * 4096,
            "half is gone": content[:middle],
        }[place],
    )
    await refusal(path, DatabaseDamaged, tool=True)


async def test_foreign_files_are_refused(path: Path) -> None:
    """Nothing is created or changed: in a missing directory, in a file of another kind or another program, in a newer
    database, or in one of an unreleased version, whose migrations had other names."""
    message = await refusal(path.parent / "missing" / "bank.db", StorageFailed)
    assert f"no directory {path.parent / 'missing'}" in message
    for content in (b"token=1\n", b"\x89PNG\r\n" * 5000):
        fill(path, content)
        await refusal(path, NotADatabase)
    delete(path)
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE bookmarks (url TEXT)")
    await refusal(path, NotADatabase)
    delete(path)
    async with Bank.open(path, lambda: NOW):
        pass
    insert(path, "INSERT INTO migration VALUES (999, 'later', 0)")
    assert "schema 999" in await refusal(path, DatabaseTooNew)
    insert(path, "UPDATE migration SET name = 'lists' WHERE number = 21")
    assert "an unreleased version" in await refusal(path, NotADatabase)


@pytest.mark.parametrize("names", ["0002_b", "0001_a 0003_c", "0001_a 0001_b"])
def test_migrations_are_numbered_without_a_gap(tmp_path: Path, names: str) -> None:
    """A missing or duplicate number is refused."""
    for name in names.split():
        (tmp_path / f"{name}.sql").write_text("SELECT 1;")
    with pytest.raises(BankError, match="numbered"):
        load(tmp_path)


def test_scripts_are_split_into_statements() -> None:
    """Semicolons in texts, comments and triggers end no statement."""
    script = (
        "-- first; comment\n"
        "CREATE TABLE a (x TEXT DEFAULT 'a;b'); "
        "/* ; */ INSERT INTO a VALUES ('it''s; so');\n"
        "CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; SELECT 2; END;\n"
        "-- the end;\n"
    )
    parts = [part.strip() for part in statements(script)]
    assert parts == [
        "-- first; comment\nCREATE TABLE a (x TEXT DEFAULT 'a;b');",
        "/* ; */ INSERT INTO a VALUES ('it''s; so');",
        "CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; SELECT 2; END;",
        "-- the end;",
    ]


@pytest.mark.parametrize(
    "table",
    ["migration (number BIGINT, name TEXT, applied_at DOUBLE PRECISION)", "bookmarks (url TEXT)"],
)
async def test_foreign_databases_on_a_server_are_refused(postgres: Postgres, table: str) -> None:
    """Even if the other program records its migrations in the same way."""
    with postgres.database() as address:
        with another_program(address) as connection:
            connection.execute(f"CREATE TABLE {table}")
            if table.startswith("migration"):
                connection.execute("INSERT INTO migration VALUES (7, 'users', 0)")
        with pytest.raises(NotADatabase, match="another program,"):
            async with Bank.open(address, lambda: NOW):
                pass


PLAYING = (
    f"INSERT INTO person (id, user_id) VALUES (1, {ANN}), (2, {BEN})",
    "INSERT INTO game_table (id, channel_id, guild_id, rules, phase, asked, deadline, round_number,"
    " shoe_seed, shoe_dealt, last_seat, message_id, message_round, closed, locale, parent_id)"
    " VALUES (1, 10, 20, 'downtown', 'playing', 1, 5.5, 3, {seed}, 52, 4, 77, 2, 0, 'de', 9),"
    " (2, 10, 20, 'vegas', 'closed', 0, NULL, 9, {seed}, 0, 4, NULL, 0, 1, '', NULL)",
    "INSERT INTO seat (table_id, number, person, counter, missed, stake, last_stake, leaving)"
    " VALUES (1, 4, 2, 9, 1, 500, 400, 1), (1, 1, 1, 0, 0, 0, 0, 0)",
)
"""Ann and Ben at a table of version 1.0.0, and a closed one."""


async def test_tables_of_1_0_0_keep_all_fields(released: Path | str) -> None:
    seed = blob(released, bytes(32))
    insert(released, *(statement.format(seed=seed) for statement in PLAYING))
    async with Bank.open(released, lambda: NOW) as bank:
        (found,) = await bank.open_tables()
    assert found.table == SavedTable(
        table_id=1,
        channel_id=10,
        guild_id=20,
        rules="downtown",
        phase="playing",
        asked=True,
        deadline=5.5,
        round_number=3,
        shoe_seed=bytes(32),
        shoe_dealt=52,
        last_seat=4,
        seats=(
            SavedSeat(1, ANN),
            SavedSeat(4, BEN, counter=9, missed=1, stake=500, last_stake=400, leaving=True),
        ),
        message_id=77,
        message_round=2,
        locale="de",
        parent_id=9,
    )


VOIDED = (
    "INSERT INTO round (id, table_id, number, rules, rule_set, state, opened_at, ended_at, voided_by)"
    " VALUES (1, 1, 2, 'downtown', 'downtown', 'voided', 4, 5, 1)",
    "INSERT INTO dealt_seat (round_id, seat, person, stake) VALUES (1, 4, 2, 500)",
)
"""Ann has voided a round of Ben's."""


async def test_voided_rounds_of_1_0_0_are_listed(released: Path | str) -> None:
    """In the log of admins' acts and in the player's history."""
    seed = blob(released, bytes(32))
    insert(released, *(statement.format(seed=seed) for statement in (*PLAYING, *VOIDED)))
    async with Bank.open(released, lambda: NOW) as bank:
        (act,) = await bank.admin_log(20, 9)
        assert (act.at, act.admin_id, act.what, act.new) == (5.0, ANN, "round", "2")
        history = await bank.history(BEN, 0, 9)
        assert [one.round_id for one in history.rounds] == [1]


SETTLED = (
    "INSERT INTO round (id, table_id, number, rules, rule_set, state, opened_at, ended_at)"
    " VALUES (1, 1, 1, 'downtown', 'downtown', 'settled', 1, 2),"
    " (2, 1, 2, 'downtown', 'downtown', 'settled', 1, 9e6),"
    " (3, 1, 3, 'downtown', 'downtown', 'settled', 1, 9e6),"
    " (4, 1, 4, 'downtown', 'downtown', 'settled', 1, 9e6)",
    "INSERT INTO dealt_seat (round_id, seat, person, stake)"
    " VALUES (1, 4, 2, 500), (2, 4, 2, 500), (3, 4, 2, 500)",
    "INSERT INTO judged (round_id) VALUES (3)",
)
"""An old round, two of the last month of which one is judged, and one without players."""


async def test_recent_unjudged_rounds_of_1_0_0_are_judged(released: Path | str) -> None:
    seed = blob(released, bytes(32))
    insert(released, *(statement.format(seed=seed) for statement in (*PLAYING, *SETTLED)))
    async with Bank.open(released, lambda: NOW) as bank:
        assert [one.round_id for one in await bank.unjudged_rounds(0.0, 9)] == [2]


async def test_padded_names_of_1_0_0_become_plain_texts(released: Path | str) -> None:
    """Names of forgotten people are deleted, and a user is still found by id."""
    padded = [blob(released, name.encode().ljust(128, b"\0")) for name in ("Änn 🎲", "")]
    insert(
        released,
        f"INSERT INTO person (id, user_id) VALUES (1, {ANN}), (2, -2)",
        "INSERT INTO person_name (person, guild_id, name)"
        f" VALUES (1, 20, {padded[0]}), (2, 20, {padded[1]})",
    )
    async with Bank.open(released, lambda: NOW) as bank:
        assert await bank.names(20, [ANN]) == {ANN: "Änn 🎲"}
    with another_program(released) as connection:
        rows = connection.execute("SELECT person, guild_id, name FROM person_name").fetchall()
    assert rows == [(1, 20, "Änn 🎲")]
