"""A server that is not there, or goes away at any moment: nobody is told what is not so, nor a password.

And how often it is spoken to: each message costs more than what is done for it.
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
    CommitCutOff,
    CommitInDoubt,
    Contradiction,
    DatabaseAway,
    StorageFailed,
)
from engine.bank.postgres.connection import Address, open_connection
from engine.bank.postgres.errors import passes as may_pass
from engine.bank.postgres.transaction import write
from engine.values.tables import Change

from .played import bet
from .test_forgetting import after_an_evening
from .test_personal import begins, endless, reading_by
from .users import ANN, BEN
from .values import NOW, WELCOME, change, kept_of, money, opened
from .wire import Cut, Wire

COMMIT = "COMMIT\0"
"""As it is sent: the beginning of a transaction has the word in it, too."""


@pytest.fixture
async def far(line: Wire) -> AsyncIterator[Bank]:
    """A bank at the end of the wire."""
    async with Bank.open(line.address, lambda: NOW) as bank:
        yield bank
        assert await bank.audit() == []


@pytest.fixture
async def wanted(far: Bank) -> Change:
    """A bet that is not made yet."""
    return change((await opened(far))._replace(version=1), postings=(bet(ANN, 500),))


KEPT: Final[dict[str, tuple[str, Cut]]] = {
    "answered": (COMMIT, "after"),
    "answered, unnoticed": (COMMIT, "unnoticed"),
    "at the beginning": ("BEGIN", "before"),
    # The server holds what it was asked to until it ends the session, which it believes to be idle.
    "at the locks": ("advisory", "unnoticed"),
    "at the look": ("guild_id", "after"),
    "at the end": (COMMIT, "before"),
}


@pytest.mark.parametrize("how", KEPT)
async def test_a_change_whose_answer_is_lost_is_kept(
    line: Wire, far: Bank, wanted: Change, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    """The caller has the answer as if nothing had been: the change is sent once more, and kept once."""
    line.cut_at(*KEPT[how])
    with caplog.at_level(logging.WARNING):
        assert (await far.commit(wanted)).balances[ANN] == WELCOME - 500
    assert line.cuts == 1
    assert ("a commit was cut off" in caplog.text) == (KEPT[how][0] == COMMIT)
    assert {record.name for record in caplog.records} <= {"engine.bank.postgres.store"}
    assert await money(far, ANN) == (WELCOME - 500, 500)


@pytest.mark.parametrize("cut", ["before", "after"])
async def test_what_may_not_be_run_twice_is_in_doubt(line: Wire, far: Bank, cut: Cut) -> None:
    """Only a change is known to be kept once: of anything else the caller is told that nobody knows."""
    await far.wallet(ANN)
    line.cut_at(COMMIT, cut)
    with pytest.raises(CommitCutOff, match="the outcome of the commit is unknown"):
        await far.pause(ANN, NOW + 60, bytes(32))
    assert (await far.paused_until(ANN) is not None) == (cut == "after")


@pytest.mark.parametrize("cut", ["twice", "before", "after", "unnoticed"])
async def test_a_change_in_doubt_can_be_asked_for_again(
    line: Wire, far: Bank, wanted: Change, cut: Cut | Literal["twice"]
) -> None:
    """Where the second try is cut off, too, or nobody gets through, the caller is told that the outcome is unknown:
    asked for again, the change is kept once, whether the first had arrived or not."""
    if cut == "twice":
        line.cut_at(COMMIT, "before", times=2)
    else:
        line.cut_at(COMMIT, cut, stay=True)
    with pytest.raises(CommitInDoubt):
        await far.commit(wanted)
    if cut == "twice":
        assert (line.cuts, await money(far, ANN)) == (2, (WELCOME, 0))
    else:
        with pytest.raises(StorageFailed, match="can't be reached"):
            await far.commit(wanted)
        line.mend()
    assert (await far.commit(wanted)).balances[ANN] == WELCOME - 500
    assert await money(far, ANN) == (WELCOME - 500, 500)


async def test_a_server_that_was_away_is_back_at_once(line: Wire, far: Bank) -> None:
    """All connections are cut, and for a while there are no new ones: each call says so, and the next one passes."""
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
    """Who meets the cut is told so; the next one has a new connection, also where nobody has met it."""
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
async def test_an_address_that_can_not_be_read_is_not_shown(text: str) -> None:
    """PostgreSQL's own words would quote it, in parts."""
    with pytest.raises(BankError) as told:
        async with Bank.open(text, lambda: NOW):
            pass
    assert str(told.value).startswith("the address of the database can't be read")
    assert SECRET not in f"{told.value!r}{told.value.__cause__!r}{told.value.__context__!r}"


def test_what_is_shown_of_an_address() -> None:
    """Where and which; neither who nor how."""
    for text, shown in (
        ("postgres://bot@one,two:5433/casino?password=s3cret", "casino on one,two"),
        ("postgresql:///casino?host=/run/postgresql", "casino on /run/postgresql"),
        ("postgresql://bot:a%40%2F%3A%3F%23@[::1]/casino", "casino on ::1"),
        ("postgresql://", "the default database on this machine"),
    ):
        address = Address(text)
        assert (str(address), repr(address)) == (shown, f"Address({shown!r})")


async def test_a_server_that_is_not_there() -> None:
    """One sentence, with the place and the reason."""
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))  # and nobody listens
        port = taken.getsockname()[1]
        with pytest.raises(DatabaseAway) as told:
            async with Bank.open(f"postgresql://bot:{SECRET}@127.0.0.1:{port}/name", lambda: NOW):
                pass
    said = str(told.value)
    assert said.startswith("can't use name on 127.0.0.1: the database can't be reached:")
    assert "refused" in said
    assert SECRET not in f"{told.value!r}{told.value.__cause__!r}"
    assert "\n" not in said


def test_what_a_refused_connection_says() -> None:
    """No code comes with it: the words tell whether waiting helps."""
    for said, passes in (
        ("failed to resolve host 'db': [Errno -3] Temporary failure in name resolution", True),
        ("connection failed: FATAL:  the database system is starting up", True),
        ('connection failed: FATAL:  too many connections for role "bot"', True),
        ('connection failed: FATAL:  no pg_hba.conf entry for host "10.0.0.2"', False),
    ):
        assert may_pass(psycopg.OperationalError(said)) is passes, said


async def test_a_closing_bank_stops_a_long_read_while_all_threads_go_on(line: Wire) -> None:
    """The server is asked to over a line that one of them passes on: no thread may keep the others up."""
    begun = SimpleQueue[int]()
    async with Bank.open(line.address, lambda: NOW) as far:
        await after_an_evening(far)
        with reading_by(endless(begun)):
            asking = asyncio.create_task(kept_of(far, ANN))
            await begins(begun)
            await far.close()
            with pytest.raises(BankClosed):
                await asking


async def test_only_what_is_read_is_waited_for(line: Wire, far: Bank) -> None:
    """A look, two writes that nobody looks at, one whose balances are wanted, the COMMIT: three round trips, and the
    number of changed rows a fourth."""
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
"""How often a change waits for the server at most."""


@pytest.mark.parametrize("seats", [1, 4])
async def test_a_move_waits_three_times(line: Wire, seats: int) -> None:
    """For the version, for a look at the table, and for the COMMIT; longer where ids or balances are needed."""
    (sitting,) = sittings(somewhere(1, seats), 10)
    waits = defaultdict[str, list[int]](list)
    async with Bank.open(line.address, lambda: NOW) as bank:
        await bank.open_table(sitting.table, sitting.shoe)
        for one in sitting.changes:
            before = line.waits
            await bank.commit(one)
            waits[kind_of(one)].append(line.waits - before)
        assert await bank.audit() == []
    # A new connection, and a player who was never there, take a few more.
    usual = {kind: mode(counts) for kind, counts in waits.items()}
    assert all(count <= MOST_WAITS[kind] for kind, count in usual.items()), waits


async def test_a_write_that_fails_unseen_is_not_saved(far: Bank) -> None:
    """Its error comes with the COMMIT, as the bank's own; what follows it changes nothing."""
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
    """Numbers of all sizes share a prepared statement; a text is kept as a whole or not at all."""
    texts = ("'; \\ %s $1 ü", b"\0'\\")
    with closing(open_connection(Address(address), 5.0)) as session:

        def says(sql: str, values: Sequence[object]) -> list[object]:
            return write(session, lambda database: database.execute(sql, values).fetchall())

        for _ in range(3):
            for number in (True, 7, 1 << 40):
                assert says("SELECT ? + 1", (number,)) == [(number + 1,)]
        prepared = "SELECT COUNT(*) FROM pg_prepared_statements WHERE statement LIKE '%+ 1'"
        assert says(prepared, ()) == [(1,)]
        assert says("SELECT SUM(n) FROM (VALUES (?), (?)) AS numbers (n)", (1, 2)) == [(3,)]
        both = "SELECT CAST(? AS text), CAST(? AS bytea), ':x ?'"
        assert says(both, texts) == [(*texts, ":x ?")]
        with pytest.raises(psycopg.DataError):
            says(both, ("a\0b", b""))
        assert says(both, texts) == [(*texts, ":x ?")]
