"""Unreachable servers and lost connections: callers learn the true outcome, and no password is printed.

Also the number of round trips, which cost more than the statements.
"""

import asyncio
import logging
import socket
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import closing, suppress
from queue import SimpleQueue
from statistics import mode
from typing import Final, Literal

import psycopg
import pytest

from benchmarks.kit.changes import kind_of, sittings, somewhere
from engine.bank.bank import Bank
from engine.bank.database import Database, hold
from engine.bank.errors import (
    BankClosed,
    BankError,
    CommitOutcomeUnknown,
    Contradiction,
    DatabaseAway,
    StorageFailed,
)
from engine.bank.postgres.connection import Address, open_connection
from engine.bank.postgres.errors import is_temporary
from engine.bank.postgres.transaction import write
from engine.values.bank import ChannelTaken
from engine.values.tables import Change
from tests.postgres import Postgres, needs_postgres, new_server, stop_for_good

from .played import bet
from .test_forgetting import after_an_evening
from .test_personal import begins, endless, reading_with
from .users import ANN, BEN
from .values import NOW, WELCOME, change, kept_of, money, opened, sealed
from .wire import Cut, Wire

COMMIT = "COMMIT\0"
"""With its end, because `BEGIN` statements contain the word, too."""


@pytest.fixture
async def far(line: Wire) -> AsyncIterator[Bank]:
    """A bank behind the proxy."""
    async with Bank.open(line.address, lambda: NOW) as bank:
        yield bank
        assert await bank.audit() == []


@pytest.fixture
async def wanted(far: Bank) -> Change:
    """A bet that is not saved yet."""
    return change((await opened(far))._replace(version=1), postings=(bet(ANN, 500),))


CUTS: Final[dict[str, tuple[str, Cut]]] = {
    "answered": (COMMIT, "after"),
    "answered, unnoticed": (COMMIT, "unnoticed"),
    "at the beginning": ("BEGIN", "before"),
    # The server keeps these locks until it ends the session, which looks idle.
    "at the locks": ("advisory", "unnoticed"),
    "at the read": ("guild_id", "after"),
    "at the end": (COMMIT, "before"),
}


@pytest.mark.parametrize("how", CUTS)
async def test_a_change_is_saved_once_when_its_connection_breaks(
    line: Wire, far: Bank, wanted: Change, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    """The bank sends it again, and the caller gets the usual result."""
    line.cut_at(*CUTS[how])
    with caplog.at_level(logging.WARNING):
        assert (await far.commit(wanted)).balances[ANN] == WELCOME - 500
    assert line.cuts == 1
    assert ("tries a commit again (it was cut off" in caplog.text) == (CUTS[how][0] == COMMIT)
    assert {record.name for record in caplog.records} <= {"engine.bank.postgres.store"}
    assert await money(far, ANN) == (WELCOME - 500, 500)


@pytest.mark.parametrize("cut", ["before", "after", "unnoticed"])
async def test_a_table_is_opened_once_when_its_connection_breaks(
    line: Wire, far: Bank, cut: Cut
) -> None:
    """The repetition recognises its table by the seed of the shoe; another table is refused."""
    line.cut_at(COMMIT, cut)
    of = await opened(far, first_shoe=sealed)
    assert line.cuts == 1
    (found,) = await far.open_tables()
    assert found.table == of
    with pytest.raises(ChannelTaken):
        await opened(far, shoe_seed=bytes(32))


@pytest.mark.parametrize("cut", ["before", "after"])
async def test_other_writes_are_not_sent_again(line: Wire, far: Bank, cut: Cut) -> None:
    """Only changes and openings are idempotent: for other writes the caller learns that the outcome is unknown."""
    await far.wallet(ANN)
    line.cut_at(COMMIT, cut)
    with pytest.raises(CommitOutcomeUnknown, match="the outcome of the commit is unknown"):
        await far.pause(ANN, NOW + 60, bytes(32))
    assert (await far.paused_until(ANN) is not None) == (cut == "after")


@pytest.mark.parametrize("cut", ["twice", "before", "after", "unnoticed"])
async def test_a_change_of_unknown_outcome_can_be_sent_again(
    line: Wire, far: Bank, wanted: Change, cut: Cut | Literal["twice"]
) -> None:
    """If the second try is cut off as well, or the server is unreachable, the outcome is unknown. Sent again, the
    change is saved once, whether the first try had arrived or not."""
    if cut == "twice":
        line.cut_at(COMMIT, "before", times=2)
    else:
        line.cut_at(COMMIT, cut, stay=True)
    with pytest.raises(CommitOutcomeUnknown):
        await far.commit(wanted)
    if cut == "twice":
        assert (line.cuts, await money(far, ANN)) == (2, (WELCOME, 0))
    else:
        with pytest.raises(StorageFailed, match="can't be reached"):
            await far.commit(wanted)
        line.mend()
    assert (await far.commit(wanted)).balances[ANN] == WELCOME - 500
    assert await money(far, ANN) == (WELCOME - 500, 500)


async def test_the_bank_recovers_at_once(line: Wire, far: Bank) -> None:
    """All connections are cut, and for a while new ones fail: each call reports that, and the first one after that
    succeeds."""
    of = await opened(far)
    line.cut_all(stay=True)
    for _ in range(3):
        with pytest.raises(StorageFailed, match="the database can't be reached"):
            await far.wallet(ANN)
    line.mend()
    line.cut_all()
    for step in range(20):
        await far.commit(change(of._replace(version=step + 1), postings=(bet(ANN, 5, step=step),)))
        await far.known_wallet(ANN)
    assert (await far.wallet(ANN)).in_play == 100


async def test_personal_data_is_read_again_after_a_cut(line: Wire, far: Bank) -> None:
    """The interrupted read fails; the next one uses a new connection, even if no read noticed the cut."""
    await far.wallet(ANN)
    line.cut_at("posting.kind", "before")
    with pytest.raises(StorageFailed):
        await kept_of(far, ANN)
    for _ in range(2):
        assert (await kept_of(far, ANN))["user_id"] == ANN
        line.cut_all()


SECRET = "s3cret"


@pytest.mark.parametrize(
    "text",
    [
        f"postgresql://bot:{SECRET}@host@db/name",
        f"postgresql://bot:1{SECRET}",
        f"postgresql://bot:1#{SECRET}@db/name",
        f"postgresql://bot:{SECRET}%zz@db/name",
        f"postgresql://db/name?password={SECRET}&nonsense={SECRET}",
        f"mysql://bot:{SECRET}@db/name",
    ],
)
async def test_an_invalid_address_is_not_printed(text: str) -> None:
    """PostgreSQL's error message would quote parts of it."""
    with pytest.raises(BankError) as error:
        async with Bank.open(text, lambda: NOW):
            pass
    assert str(error.value).startswith("the address of the database can't be read")
    assert SECRET not in f"{error.value!r}{error.value.__cause__!r}{error.value.__context__!r}"


def test_addresses_are_printed_without_user_and_password() -> None:
    """Only the database and the host."""
    for text, shown in (
        ("postgres://bot@one,two:5433/casino?password=s3cret", "casino on one,two"),
        ("postgresql:///casino?host=/run/postgresql", "casino on /run/postgresql"),
        ("postgresql://bot:a%40%2F%3A%3F%23@[::1]/casino", "casino on ::1"),
        ("postgresql://", "the default database on this machine"),
    ):
        address = Address(text)
        assert (str(address), repr(address)) == (shown, f"Address({shown!r})")


async def test_an_unreachable_server_is_one_sentence() -> None:
    """With the address and the reason."""
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))  # without listening
        port = taken.getsockname()[1]
        with pytest.raises(DatabaseAway) as error:
            async with Bank.open(f"postgresql://bot:{SECRET}@127.0.0.1:{port}/name", lambda: NOW):
                pass
    message = str(error.value)
    assert message.startswith("can't use name on 127.0.0.1: the database can't be reached:")
    assert "refused" in message
    assert SECRET not in f"{error.value!r}{error.value.__cause__!r}"
    assert "\n" not in message


def test_refused_connections_are_classified_by_their_message() -> None:
    """There is no error code, so only the message shows whether waiting helps."""
    for said, passes in (
        ("failed to resolve host 'db': [Errno -3] Temporary failure in name resolution", True),
        ("connection failed: FATAL:  the database system is starting up", True),
        ('connection failed: FATAL:  too many connections for role "bot"', True),
        ('connection failed: FATAL:  no pg_hba.conf entry for host "10.0.0.2"', False),
    ):
        assert is_temporary(psycopg.OperationalError(said)) is passes, said


async def test_cancelling_a_long_read_blocks_no_thread(line: Wire) -> None:
    """The request to cancel passes the proxy, whose threads need the interpreter at the same time."""
    begun = SimpleQueue[int]()
    async with Bank.open(line.address, lambda: NOW) as far:
        await after_an_evening(far)
        with reading_with(endless(begun)):
            asking = asyncio.create_task(kept_of(far, ANN))
            await begins(begun)
            await far.close()
            with pytest.raises(BankClosed):
                await asking


async def test_only_read_results_cost_a_round_trip(line: Wire, far: Bank) -> None:
    """Three round trips for a SELECT, two UPDATEs without a read result, one with RETURNING, and the COMMIT; a
    fourth one for a row count."""
    of = await opened(far)
    update = "UPDATE game_table SET message_round = message_round + 1 WHERE id = ?"

    def move(database: Database) -> tuple[int, object]:
        hold(database, [ANN, BEN])
        look = database.execute("SELECT id FROM game_table WHERE id = ?", (of.table_id,))
        assert look.fetchall() == [(of.table_id,)]
        for _ in range(2):
            database.execute(update, (of.table_id,))
        moved = database.execute(f"{update} RETURNING message_round", (of.table_id,)).fetchone()
        return database.execute(update, (of.table_id,)).rowcount, moved

    await far._store.run(move)  # opens the connection
    before = line.waits
    assert await far._store.run(move) == (1, (7,))
    assert line.waits - before == 4


MOST_WAITS: Final = {"bet": 4, "deal": 6, "move": 3, "settlement": 4}
"""Maximum round trips of each kind of change."""


@pytest.mark.parametrize("seats", [1, 4])
async def test_a_move_takes_three_round_trips(line: Wire, seats: int) -> None:
    """For the version, for a read of the table, and for the COMMIT; more if ids or balances are needed."""
    (sitting,) = sittings(somewhere(1, seats), 10)
    waits = defaultdict[str, list[int]](list)
    async with Bank.open(line.address, lambda: NOW) as bank:
        await bank.open_table(sitting.table, sitting.shoe)
        for one in sitting.changes:
            before = line.waits
            await bank.commit(one)
            waits[kind_of(one)].append(line.waits - before)
        assert await bank.audit() == []
    # A new connection and a new player take a few more.
    usual = {kind: mode(counts) for kind, counts in waits.items()}
    assert all(count <= MOST_WAITS[kind] for kind, count in usual.items()), waits


async def test_an_unread_error_rolls_back(far: Bank) -> None:
    """The COMMIT raises it as the bank's error, and later statements have no effect."""
    of = await opened(far)

    def wrong(database: Database) -> None:
        database.execute("UPDATE game_table SET message_round = 3 WHERE id = ?", (of.table_id,))
        database.execute("INSERT INTO seat (table_id, number) VALUES (?, 1)", (of.table_id,))
        database.execute("UPDATE game_table SET message_round = 4 WHERE id = ?", (of.table_id,))

    def swallowed(database: Database) -> None:
        with suppress(psycopg.Error):
            wrong(database)
            database.execute("SELECT 1").fetchone()

    for function, error in ((wrong, Contradiction), (swallowed, BankError)):
        with pytest.raises(error):
            await far._store.run(function)
        assert (await far.open_tables())[0].table == of


def test_values_of_all_kinds(address: str) -> None:
    """Integers of all sizes share a prepared statement; a text is stored whole or refused."""
    texts = ("'; \\ %s $1 ü", b"\0'\\")
    with closing(open_connection(Address(address), 5.0)) as session:

        def query(sql: str, values: Sequence[object]) -> list[object]:
            return write(session, lambda database: database.execute(sql, values).fetchall())

        for _ in range(3):
            for number in (True, 7, 1 << 40):
                assert query("SELECT ? + 1", (number,)) == [(number + 1,)]
        prepared = "SELECT COUNT(*) FROM pg_prepared_statements WHERE statement LIKE '%+ 1'"
        assert query(prepared, ()) == [(1,)]
        assert query("SELECT SUM(n) FROM (VALUES (?), (?)) AS numbers (n)", (1, 2)) == [(3,)]
        both = "SELECT CAST(? AS text), CAST(? AS bytea), ':x ?'"
        assert query(both, texts) == [(*texts, ":x ?")]
        with pytest.raises(psycopg.DataError):
            query(both, ("a\0b", b""))
        assert query(both, texts) == [(*texts, ":x ?")]


@needs_postgres
async def test_a_replica_is_never_used(postgres: Postgres) -> None:
    """After a failover an address may lead to a server that no longer accepts writes. The bank tries the next host, or
    waits, and does not stay connected to it. Tools may read there if the address allows it."""
    old = new_server(wal_level="replica")
    try:
        with postgres.database("template1") as address:
            name = address.partition("?")[0].rpartition("/")[2]
            with psycopg.connect(old.address("postgres"), autocommit=True) as admin:
                admin.execute(f"CREATE DATABASE {name}")
            async with Bank.open(old.address(name), lambda: NOW) as bank:
                await bank.wallet(ANN)
                old.stop("fast")
                (old.folder / "data" / "standby.signal").touch()
                old.start()
                with pytest.raises(DatabaseAway, match="can't be reached"):
                    await bank.wallet(BEN)
            reading = f"{old.address(name)}&target_session_attrs=any"
            async with Bank.open(reading, lambda: NOW, tool=True) as tool:
                assert await tool.audit() == []
            both = f"{old.address(name)},{postgres.folder}"
            async with Bank.open(both, lambda: NOW) as bank:
                assert await money(bank, BEN) == (WELCOME, 0)
    finally:
        stop_for_good(old)
