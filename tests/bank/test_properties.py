"""Whatever is posted, money is neither made nor lost."""

import sqlite3
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bank.bank import Bank
from engine.bank.books import people
from engine.bank.books.audit import audit
from engine.bank.commit import commit, open_table
from engine.bank.errors import Contradiction, explained
from engine.bank.schema import known_migrations
from engine.bank.sqlite.opening import migrate
from engine.bank.sqlite.transaction import write
from engine.bank.threads import Done, attempted
from engine.values.bank import InsufficientFunds
from engine.values.money import HOUSE, STAKE, Posting, PostingKind, player
from engine.values.tables import Change

from .users import ANN, BEN, CAT
from .values import NOW, SEATS, WELCOME, change, table

PARTIES = (STAKE, STAKE, HOUSE, player(ANN), player(BEN), player(CAT))
CENTS = (1, 500, 999_999, WELCOME)
KINDS = (PostingKind.BET, PostingKind.STAKE_RETURNED, PostingKind.WINNINGS)


def random_change(rng: Random, empty: Change) -> Change:
    """One that may well be refused; what is repeated counts once."""
    postings = [
        Posting(
            rng.choice(PARTIES),
            rng.choice(PARTIES),
            rng.choice(CENTS),
            rng.choice(KINDS),
            seat=rng.randint(1, 2),
            hand=rng.randint(0, 1),
            step=rng.randint(0, 1),
        )
        for _ in range(rng.randint(0, 4))
    ]
    number = empty.round_number + rng.randint(0, 1)
    return empty._replace(
        table=empty.table._replace(round_number=number),
        postings=(*postings, *postings[: rng.randint(0, 1)]),
        settled=rng.random() < 0.4,
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
    committing = partial(write, connection, [partial(commit, change=step)])
    outcome = attempted(committing, explained)
    after = connection.serialize()
    if isinstance(outcome, Done):
        assert committing() == outcome.value
    else:
        assert isinstance(outcome.error, InsufficientFunds | Contradiction)
        assert after == before
    assert connection.serialize() == after
    assert audit(connection) == []
    return isinstance(outcome, Done)


@settings(max_examples=60, deadline=None)
@given(rng=st.randoms(use_true_random=False), steps=st.integers(1, 12))
def test_any_postings_conserve_money(rng: Random, steps: int) -> None:
    """A change is kept whole or not at all, twice is once, and the books stay in order."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        empty = opened(connection)
        for _ in range(steps):
            step = random_change(rng, empty)
            if keep(connection, step):
                empty = change(step.table)


async def _kept(bank: Bank, step: Change) -> dict[int, int] | str:
    try:
        return dict((await bank.commit(step)).balances)
    except (InsufficientFunds, Contradiction) as error:
        return type(error).__name__


async def test_both_databases_keep_and_refuse_the_same(path: Path, address: str) -> None:
    """On a server what is written is sent together, and taken to come to what is expected."""
    rng, kept = Random(2), 0
    async with Bank.open(path, lambda: NOW) as here, Bank.open(address, lambda: NOW) as there:
        for number in range(40):
            mine, theirs = [
                await bank.open_table(table(channel_id=900 + number), SEATS)
                for bank in (here, there)
            ]
            assert mine == theirs
            empty = change(table(channel_id=900 + number, table_id=mine))
            for _ in range(6):
                step = random_change(rng, empty)
                outcome = await _kept(here, step)
                assert outcome == await _kept(there, step), step
                if isinstance(outcome, dict):
                    empty, kept = change(step.table), kept + 1
        assert kept > 20
        for user in (ANN, BEN, CAT):
            assert await here.wallet(user) == await there.wallet(user)
        assert await here.audit() == await there.audit() == []
