"""A server that is not there, or goes away at any moment: nobody is told what is not so, nor a password.

And how often it is spoken to: each message costs more than what is done for it.
"""

import asyncio
import logging
import socket
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import closing
from queue import SimpleQueue
from statistics import mode
from typing import Final, Literal

import psycopg
import pytest

from benchmarks.kit.changes import kind_of, sittings, somewhere
from engine.bank.bank import Bank
from engine.bank.database import Database, Found, hold, write
from engine.bank.errors import (
    BankClosed,
    BankError,
    CommitInDoubt,
    DatabaseAway,
    StorageFailed,
)
from engine.bank.postgres.connection import MOST_PREPARED, Address, open_connection
from engine.bank.postgres.errors import passes as may_pass
from engine.bank.store import ShardRange
from engine.values.tables import Change

from .played import bet
from .test_forgetting import after_an_evening
from .test_personal import begins, endless, reading_by
from .users import ANN
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
    return change(await opened(far), postings=(bet(ANN, 500),))


KEPT: Final[dict[str, tuple[str, Cut]]] = {
    "answered": (COMMIT, "after"),
    "answered, unnoticed": (COMMIT, "unnoticed"),
    "at the beginning": ("BEGIN", "before"),
    # The server goes on to hold what it was asked to, and has told no number.
    "at the locks": ("advisory", "unnoticed"),
    "at the look": ("guild_id", "after"),
    "at the end": (COMMIT, "before"),
}


@pytest.mark.parametrize("how", KEPT)
async def test_a_change_whose_answer_is_lost_is_kept(
    line: Wire, far: Bank, wanted: Change, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    """The caller has the answer as if nothing had been: the server is asked whether the commit was carried out.

    What is cut off before its commit is done again: nothing of it is kept, so nobody needs to know.
    """
    line.cut_at(*KEPT[how])
    with caplog.at_level(logging.WARNING):
        assert (await far.commit(wanted)).balances[ANN] == WELCOME - 500
    assert line.cuts == 1
    assert ("a commit took effect" in caplog.text) == how.startswith("answered")
    assert await money(far, ANN) == (WELCOME - 500, 500)


@pytest.mark.parametrize("cut", ["twice", "before", "after", "unnoticed"])
async def test_a_change_that_is_not_kept_can_be_asked_for_again(
    line: Wire, far: Bank, wanted: Change, cut: Cut | Literal["twice"]
) -> None:
    """A commit that never arrives twice is not kept, and the caller is told. While nobody can be asked it is in doubt:
    asked for again, the change is kept once, whether the first had arrived or not."""
    if cut == "twice":
        line.cut_at(COMMIT, "before", times=2)
    else:
        line.cut_at(COMMIT, cut, stay=True)
    with pytest.raises(StorageFailed) as told:
        await far.commit(wanted)
    assert isinstance(told.value, CommitInDoubt) == (cut != "twice")
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
        await far.commit(change(of, postings=(bet(ANN, 5, step=step),)))
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


@pytest.mark.parametrize("seats", [1, 4])
async def test_a_move_is_two_messages(line: Wire, seats: int) -> None:
    """The beginning with the locks and a look; all that is written with the COMMIT."""
    (sitting,) = sittings(somewhere(1, seats), 10)
    said = defaultdict[str, list[int]](list)
    async with Bank.open(line.address, lambda: NOW, share=ShardRange()) as bank:
        await bank.claim()
        for user in {one.user_id for some in sitting.changes for one in some.seats}:
            await bank.wallet(user)
        await bank.open_table(sitting.table, sitting.seats, sitting.shoe)
        for move in sitting.changes:
            before = line.answers
            await bank.commit(move)
            said[kind_of(move)].append(line.answers - before)
        assert await bank.audit() == []
    # A new connection makes a few more.
    assert {kind: mode(counts) for kind, counts in said.items()} == dict.fromkeys(said, 2), said


async def test_what_is_written_together(far: Bank) -> None:
    """Where something else is found than was expected, nothing is kept, and the function is run anew and told.

    What is written twice is sent apart: one statement can change a row once. What is written before nobody is held is
    committed, too.
    """
    of, told, tries = await opened(far), list[Found](), list[Database]()

    def move_on(database: Database, *expected: int) -> Found:
        query = "UPDATE game_table SET round_number = round_number + 1 WHERE id = ?"
        row = (of.table_id, *expected)
        columns = ", ".join(("id", *["round_number"] * len(expected)))
        return write(database, f"{query} RETURNING {columns}", (of.table_id,), [row])

    async def number() -> int:
        return (await far.open_tables())[0].table.round_number

    await far._store.run(lambda database: told.append(move_on(database, 7)))
    assert told == [[(of.table_id, 7)], [(of.table_id, 2)]]

    def twice(database: Database) -> None:
        tries.append(database)
        move_on(database, 3)
        move_on(database, 4)

    await far._store.run(twice)
    assert (len(tries), await number()) == (1, 4)

    def and_hold(database: Database) -> None:
        move_on(database)
        hold(database, [])

    await far._store.run(and_hold)
    assert await number() == 5


def test_a_session_says_what_it_has_prepared(address: str) -> None:
    """It knows so many statements, and forgets them all before there are more.

    What comes after a failure is prepared anew: the server has passed over it, though it was said. A text is sent as a
    whole or not at all: as much as a C library takes for a text would be kept without a word.
    """
    asked, both = ("SELECT ? + 1", (1,)), "SELECT CAST(? AS text), CAST(? AS bytea)"
    texts = ("'; \\ %s $1 ü", b"\0'\\")
    with closing(open_connection(Address(address), 5.0)) as session:

        def says(*statements: tuple[str, tuple[object, ...]]) -> list[list[object]]:
            return [list(session.rows(found)) for found in session.say(*statements)]

        for number in (*range(MOST_PREPARED + 1), 0):
            assert says((f"SELECT ? + {number}", (1,))) == [[(1 + number,)]]
        assert says(("SELECT COUNT(*) FROM pg_prepared_statements", ())) == [[(2,)]]
        with pytest.raises(psycopg.errors.DivisionByZero):
            session.say(("SELECT 1 / 0", ()), asked)
        session.roll_back()
        assert says(asked, asked) == [[(2,)], [(2,)]]
        with pytest.raises(psycopg.DataError):
            session.say((both, ("a\0b", b"")))
        session.roll_back()
        assert says((both, texts)) == [[texts]]
