"""Whatever is posted, money is neither made nor lost."""

import sqlite3
from contextlib import closing
from functools import cache, partial

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.bank.books import people
from engine.bank.books.audit import audit
from engine.bank.commit import commit, open_table
from engine.bank.errors import Contradiction
from engine.bank.schema import known_migrations
from engine.bank.sqlite.opening import migrate
from engine.bank.sqlite.transaction import write
from engine.bank.store import Done
from engine.values.bank import InsufficientFunds
from engine.values.changes import Change
from engine.values.money import HOUSE, STAKE, Posting, PostingKind, player

from .values import ANN, BEN, CAT, NOW, SEATS, WELCOME, change, table

ACCOUNTS = st.sampled_from([STAKE, STAKE, HOUSE, player(ANN), player(BEN), player(CAT)])
POSTINGS = st.builds(
    Posting,
    source=ACCOUNTS,
    target=ACCOUNTS,
    cents=st.sampled_from([1, 500, 999_999, WELCOME]),
    kind=st.sampled_from([PostingKind.BET, PostingKind.STAKE_RETURNED, PostingKind.WINNINGS]),
    seat=st.integers(1, 2),
    hand=st.integers(0, 1),
    step=st.integers(0, 1),
)
STEPS = st.lists(
    st.tuples(st.integers(0, 1), st.lists(POSTINGS, max_size=4), st.booleans()), max_size=12
)


@cache
def new_bank() -> bytes:
    """A bank in which nothing has happened."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection, known_migrations(), NOW)
        return connection.serialize()


def opened(connection: sqlite3.Connection) -> Change:
    """A change of nothing at a table that is open in a bank of its own."""
    with closing(sqlite3.connect(":memory:")) as template:
        template.deserialize(new_bank())
        template.backup(connection)
    connection.execute("PRAGMA foreign_keys = ON")
    people.index(connection)
    return change(table(table_id=open_table(connection, NOW, table(), SEATS)))


def keep(connection: sqlite3.Connection, step: Change) -> bool:
    """Commit a change, and check what must be true of any."""
    before = connection.serialize()
    (outcome,) = write(connection, [partial(commit, change=step)])
    after = connection.serialize()
    if isinstance(outcome, Done):
        (again,) = write(connection, [partial(commit, change=step)])
        assert again == outcome
    else:
        assert isinstance(outcome.error, InsufficientFunds | Contradiction)
        assert after == before
    assert connection.serialize() == after
    assert audit(connection) == []
    return isinstance(outcome, Done)


TWICE = [Posting(HOUSE, STAKE, 1, PostingKind.BET, seat=1)] * 2


@settings(max_examples=60, deadline=None)
@given(steps=STEPS)
@example(steps=[(0, TWICE, False)])
def test_any_postings_conserve_money(steps: list[tuple[int, list[Posting], bool]]) -> None:
    """A change is kept whole or not at all, twice is once, and the books stay in order."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        empty = opened(connection)
        for ahead, postings, settled in steps:
            number = empty.round_number
            going_on = empty._replace(
                table=empty.table._replace(round_number=number + ahead),
                postings=tuple(postings),
                settled=settled,
            )
            if keep(connection, going_on):
                empty = change(going_on.table)
