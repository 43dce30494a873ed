"""Migrations of old schemas, and refusals of unusable files, each with one sentence."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Literal

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import (
    BankError,
    DatabaseDamaged,
    DatabaseTooNew,
    MigrationFailed,
    NotADatabase,
    StorageFailed,
)
from engine.bank.postgres.connection import Address
from engine.bank.postgres.connection import open_connection as open_connection_to
from engine.bank.postgres.opening import _migrate as migrate_server
from engine.bank.schema import Migration, known_migrations, load
from engine.bank.sqlite.opening import migrate, statements
from engine.values.tables import SavedSeat, SavedTable
from tests.postgres import Postgres

from .outside import another_program
from .users import ANN, BEN
from .values import NOW, Rows, file_of, opened

fill, delete = Path.write_bytes, Path.unlink


def create_before(path: Path, number: int, script: str) -> None:
    """Create a file with the schema before this migration, and run a script on it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        migrate(file, [one for one in known_migrations() if one.number < number], at=NOW)
        file.executescript(script)


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


SEAT_TWO = f"""
INSERT INTO person (user_id) VALUES ({ANN}), ({BEN});
INSERT INTO game_table (channel_id, guild_id, rules, phase, asked, round_number, shoe_seed, shoe_dealt, last_seat,
    message_round, closed)
    VALUES (10, 20, 'downtown', 'betting', 0, 1, zeroblob(32), 0, 4, 0, 0);
INSERT INTO seat VALUES (1, 1, 1, 9, 0, 70, 60, 0), (1, 4, 2, 0, 1, 0, 0, 1);
INSERT INTO round (table_id, number, rules, opened_at) VALUES (1, 1, 'downtown', 0);
INSERT INTO account (kind, owner, balance) VALUES ('player', 1, 30), ('stake', 1, 70);
UPDATE account SET balance = -100 WHERE kind = 'donor';
INSERT INTO posting (source, target, cents, kind, round_id, seat, hand, step, at)
    VALUES (2, 3, 100, 'welcome', NULL, 0, 0, 0, 0), (3, 4, 70, 'bet', 1, 1, 0, 0, 0);
"""
"""Ann and Ben at a table, and a bet of Ann's."""


ENDED = """
UPDATE round SET state = 'voided', ended_at = 5, voided_by = 1;
"""
"""An admin has voided the round."""


async def test_old_voided_rounds_are_in_the_admin_log(path: Path) -> None:
    create_before(path, 29, SEAT_TWO + ENDED)
    async with Bank.open(path, lambda: NOW) as bank:
        (act,) = await bank.admin_log(20, 9)
    assert (act.at, act.admin_id, act.what, act.new) == (5.0, ANN, "round", "1")


OLD_DUEL = """
INSERT INTO duel (guild_id, channel_id, locale, created_at, ends_at, settled) VALUES (20, 10, 'de', 1, 2, 1);
INSERT INTO duelist (duel_id, place) VALUES (1, 1), (1, 2);
"""


async def test_duels_from_before_challenge_messages(path: Path) -> None:
    """They keep their state, and no buttons are removed from their unknown challenge messages."""
    create_before(path, 31, OLD_DUEL)
    async with Bank.open(path, lambda: NOW) as bank:
        duel = await bank.duel(1)
        assert duel is not None
        assert (duel.settled, duel.challenge_id) == (True, None)
        assert await bank.ended_challenges() == []


ARCHIVED = """
INSERT INTO archive (key, file, until, at, rounds, digest, done) VALUES ('', '', 1, 1, 1, zeroblob(32), 1);
UPDATE round SET state = 'settled', ended_at = 1, archive = 1;
"""
"""The round of Ann's bet has its moves and postings in an archive."""


@pytest.mark.parametrize("script", [ARCHIVED, ""], ids=["archived", "not archived"])
async def test_databases_with_an_archive_are_not_migrated(
    path: Path, rows: Rows, script: str
) -> None:
    """Without an archive, the migrated ledger is append-only again."""
    create_before(path, 25, SEAT_TWO + script)
    if script:
        with pytest.raises(MigrationFailed, match="no_archive"):
            async with Bank.open(path, lambda: NOW):
                pass
        assert rows("SELECT archive FROM round") == [(1,)]
        return
    async with Bank.open(path, lambda: NOW) as bank:
        assert await bank.audit() == []
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        rows("DELETE FROM posting")


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def empty(
    request: pytest.FixtureRequest, tmp_path: Path, postgres: Postgres
) -> Iterator[Path | str]:
    """The place of a bank that does not exist yet."""
    if request.param == "SQLite":
        yield tmp_path / "empty.db"
    else:
        with postgres.database() as address:
            yield address


async def test_padded_names_become_plain_texts(empty: Path | str) -> None:
    """Names of forgotten people are deleted, and a user is still found by id."""
    (people,) = (one.number for one in known_migrations() if one.name == "people")

    def steps(kind: Literal["sqlite", "postgresql"] = "sqlite") -> list[Migration]:
        return [one for one in known_migrations(kind) if one.number < people]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.bank.sqlite.store.known_migrations", steps)
        patch.setattr("engine.bank.postgres.opening.known_migrations", steps)
        async with Bank.open(empty, lambda: NOW):
            pass
    literal = "X'{}'" if isinstance(empty, Path) else r"'\x{}'"
    padded = [literal.format(name.encode().ljust(128, b"\0").hex()) for name in ("Änn 🎲", "")]
    with another_program(empty) as connection:
        connection.execute(f"INSERT INTO person (id, user_id) VALUES (1, {ANN}), (2, -2)")
        for person, name in enumerate(padded, 1):
            connection.execute(
                f"INSERT INTO person_name (person, guild_id, name) VALUES ({person}, 20, {name})"
            )
    async with Bank.open(empty, lambda: NOW) as bank:
        assert await bank.names(20, [ANN]) == {ANN: "Änn 🎲"}
    with another_program(empty) as connection:
        rows = connection.execute("SELECT person, guild_id, name FROM person_name").fetchall()
    assert rows == [(1, 20, "Änn 🎲")]


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
    """Nothing is created or changed: in a missing directory, in a file of another kind or another program, or in a
    newer database."""
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
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("INSERT INTO migration VALUES (999, 'later', 0)")
    assert "schema 999" in await refusal(path, DatabaseTooNew)


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
        with pytest.raises(NotADatabase, match="another program made it"):
            async with Bank.open(address, lambda: NOW):
                pass


PLAYING = (
    "INSERT INTO person (id, user_id) VALUES (1, 7), (2, 8)",
    "INSERT INTO game_table (id, channel_id, guild_id, rules, phase, asked, deadline, round_number,"
    " shoe_seed, shoe_dealt, last_seat, message_id, message_round, closed, locale, parent_id)"
    " SELECT 1, 10, 20, 'downtown', 'playing', 1, 5.5, 3, seed, 52, 4, 77, 2, 0, 'de', 9 FROM {seed}",
    "INSERT INTO game_table (id, channel_id, guild_id, rules, phase, asked, round_number,"
    " shoe_seed, shoe_dealt, last_seat, message_round, closed)"
    " SELECT 2, 10, 20, 'vegas', 'closed', 0, 9, seed, 0, 4, 0, 1 FROM {seed}",
    "INSERT INTO seat (table_id, number, person, counter, missed, stake, last_stake, leaving)"
    " VALUES (1, 4, 2, 9, 1, 500, 400, 1), (1, 1, 1, 0, 0, 0, 0, 0)",
)


@pytest.fixture(params=["sqlite", "postgresql"])
def unversioned(
    request: pytest.FixtureRequest, path: Path, postgres: Postgres
) -> Iterator[tuple[Path | str, str]]:
    """A database from before tables had versions, and SQL for a seed in it."""
    older = tuple(one for one in known_migrations(request.param) if one.number < 33)
    if request.param == "sqlite":
        place = path.with_name("unversioned.db")
        with closing(sqlite3.connect(place, isolation_level=None)) as file:
            migrate(file, older, NOW)
        yield place, "(SELECT zeroblob(32) AS seed)"
        return
    with postgres.database() as address:
        with closing(open_connection_to(Address(address), 5)) as connection:
            migrate_server(connection, older, NOW, tool=False)
        yield address, "(SELECT decode(repeat('00', 32), 'hex') AS seed)"


async def test_old_tables_keep_all_fields_in_their_state(
    unversioned: tuple[Path | str, str],
) -> None:
    where, seed = unversioned
    with another_program(where) as connection:
        for statement in PLAYING:
            connection.execute(statement.format(seed=f"{seed} AS made"))
    async with Bank.open(where, lambda: NOW) as bank:
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
            SavedSeat(1, 7),
            SavedSeat(4, 8, counter=9, missed=1, stake=500, last_stake=400, leaving=True),
        ),
        message_id=77,
        message_round=2,
        locale="de",
        parent_id=9,
    )
