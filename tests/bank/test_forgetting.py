"""A user who is forgotten: no id of his is left, and all books are as they were."""

import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.bank import Bank
from engine.bank.forgetting import forget, wipe
from engine.bank.ledger import wallet
from engine.bank.migrate import known_migrations, migrate
from engine.bank.transaction import write
from engine.change import DealtSeat, SavedSettings, SavedTable, SeatResult, StillPlaying, Wallet

from .users import places_of, traces_of
from .values import ANN, BEN, CAT, DEALT, NOW, WELCOME, bet, change, lost, opened, returned, seat

Rows = Callable[[str], list[Any]]

RESULTS = (
    SeatResult(seat=1, user_id=ANN, hands=1, staked=500, net=0, naturals=0),
    SeatResult(seat=2, user_id=BEN, hands=1, staked=700, net=-700, naturals=0),
)
EVERYWHERE = [
    *("account.owner", "dealt_seat.user_id", "result.user_id", "round.voided_by"),
    *("seat.user_id", "setting_change.admin_id", "tally.user_id"),
]
"""Every column that names users."""


async def after_an_evening(bank: Bank) -> SavedTable:
    """Ann and Ben have played a round; Ann has voided another and set something as an admin, and left; Ben sits."""
    gone = await opened(bank, channel_id=11)
    await bank.commit(change(replace(gone, closed=True, phase="closed")))
    of = await opened(bank)
    bets = (bet(ANN, 500), bet(BEN, 700, seat=2))
    await bank.commit(change(of, postings=bets, dealt=DEALT, moves=("deal",), rule_set="downtown"))
    paid = (returned(ANN, 500), lost(700, seat=2))
    await bank.commit(change(of, postings=paid, settled=True, results=RESULTS, rule_set="downtown"))
    of = replace(of, round_number=2, seats=(seat(2, BEN),))
    await bank.commit(change(of, postings=(bet(BEN, 5, seat=2),)))
    await bank.commit(change(of, voided_by=ANN))
    settings = SavedSettings(guild_id=20, channel_id=10, texts={"seats": "2"})
    await bank.change_settings(settings, ANN)
    return replace(of, round_number=3)


async def test_nothing_names_who_is_forgotten(path: Path) -> None:
    """Not a column, and not a byte of the files, while the bank is open; a name that is nobody's stands there."""
    async with Bank.open(path, lambda: NOW) as bank:
        await after_an_evening(bank)
        assert sorted(places_of(path, ANN)) == EVERYWHERE
        assert traces_of(path, ANN)
        await bank.forget(ANN)
        assert places_of(path, ANN) == []
        assert traces_of(path, ANN) == 0
        assert set(EVERYWHERE) <= set(places_of(path, -1))
        assert traces_of(path, BEN)
        assert await bank.audit() == []


async def test_others_keep_all_they_have(bank: Bank) -> None:
    """The money, the rounds, the seats and the table that goes on are those of before, but for the one name."""
    of = await after_an_evening(bank)
    rounds, tables = await bank.settled_rounds(0, 9), await bank.open_tables()
    money, data = await bank.wallet(BEN), await bank.personal_data(BEN)
    await bank.forget(ANN)
    (before,), (after,) = rounds, await bank.settled_rounds(0, 9)
    nameless = tuple(replace(s, user_id=-1) if s.user_id == ANN else s for s in before.dealt)
    results = tuple(replace(r, user_id=-1) if r.user_id == ANN else r for r in before.results)
    assert after == replace(before, dealt=nameless, results=results)
    assert [kept.table for kept in await bank.open_tables()] == [kept.table for kept in tables]
    assert (await bank.wallet(BEN), await bank.personal_data(BEN)) == (money, data)
    await bank.commit(change(of, postings=(bet(BEN, 5, seat=2),)))


async def test_who_comes_back_is_a_newcomer(bank: Bank) -> None:
    """With a welcome of his own, and nothing of what was."""
    await after_an_evening(bank)
    await bank.forget(ANN)
    assert (await bank.personal_data(ANN))["account"] is None
    assert await bank.wallet(ANN) == Wallet(balance=WELCOME, in_play=0, donations=0)
    assert (await bank.personal_data(ANN))["rounds"] == []


async def test_names_are_never_given_twice(bank: Bank, rows: Rows) -> None:
    """To others, or to the same user who comes back and goes again; asking twice changes nothing."""
    owners = "SELECT owner FROM account WHERE kind = 'player' ORDER BY id"
    for user in (ANN, BEN, ANN):
        await bank.wallet(user)
        await bank.forget(user)
        before = rows(owners)
        await bank.forget(user)
        assert rows(owners) == before
    await bank.forget(CAT)  # who was never here
    names = [name for (name,) in rows(owners)]
    assert len(set(names)) == len(names) == 3
    assert max(names) < 0
    assert sorted(names) == sorted(-number for (number,) in rows("SELECT id FROM forgotten"))


async def test_an_admin_without_an_account_is_forgotten(bank: Bank, path: Path) -> None:
    """The log of the settings says what was done, and not by whom."""
    await bank.change_settings(SavedSettings(guild_id=20, channel_id=10, texts={"seats": "2"}), CAT)
    await bank.forget(CAT)
    (entry,) = await bank.settings_log(10, 9)
    assert (entry.admin_id, entry.new) == (-1, "2")
    assert traces_of(path, CAT) == 0


@pytest.mark.parametrize("dealt", [(), DEALT])
async def test_who_plays_is_not_forgotten(bank: Bank, dealt: tuple[DealtSeat, ...]) -> None:
    """A seat, a bet or a hand in play: each channel is named, and nothing is changed."""
    idle = await opened(bank, channel_id=12, seats=(seat(1, ANN),))
    of = await opened(bank)
    bets = (bet(ANN, 500), bet(BEN, 700, seat=2))
    await bank.commit(change(replace(of, seats=()), postings=bets, dealt=dealt))
    before = await bank.personal_data(ANN)
    with pytest.raises(StillPlaying) as refused:
        await bank.forget(ANN)
    assert refused.value.channels == (10, 12)
    assert await bank.personal_data(ANN) == before
    await bank.close_table(idle.table_id, CAT)
    await bank.close_table(of.table_id, CAT)
    await bank.forget(ANN)


async def test_bets_that_were_taken_back_keep_nobody(bank: Bank) -> None:
    """In a round that is still open, too; when it is voided later, all its money is where it belongs."""
    of = await opened(bank)
    await bank.commit(change(of, postings=(bet(ANN, 500), bet(BEN, 700, seat=2))))
    await bank.commit(change(replace(of, seats=(seat(2, BEN),)), postings=(returned(ANN, 500),)))
    await bank.forget(ANN)
    await bank.close_table(of.table_id, CAT)
    assert (await bank.wallet(BEN)).balance == WELCOME


def test_no_stray_copy_is_left(path: Path) -> None:
    """Not even where SQLite was built to leave the bytes of what is deleted or moved as they are."""
    rng = Random(1)
    users = [rng.getrandbits(60) | 1 << 60 for _ in range(600)]
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA secure_delete = OFF")
        migrate(connection, known_migrations(), NOW)
        write(connection, [partial(wallet, user_id=user, at=NOW) for user in users])
        write(connection, [partial(forget, user_id=user, at=NOW) for user in users[:60]])
        assert any(traces_of(path, user) for user in users[:60])
        wipe(connection)
        assert sum(traces_of(path, user) for user in users[:60]) == 0
        assert all(traces_of(path, user) for user in users[60:])


async def test_a_reader_holds_up_the_last_bytes_alone(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """While another program reads, the write-ahead log stays; the log says so, and asking again wipes it."""
    async with Bank.open(path, lambda: NOW, busy_timeout=1) as bank:
        await after_an_evening(bank)
        with closing(sqlite3.connect(path)) as reader, caplog.at_level(logging.WARNING):
            reader.execute("BEGIN")
            reader.execute("SELECT COUNT(*) FROM account").fetchone()
            await bank.forget(ANN)
        assert "another program reads" in caplog.text
        assert places_of(path, ANN) == []
        await bank.forget(ANN)
        assert traces_of(path, ANN) == 0


def test_a_file_that_can_not_be_written_anew_is_named(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing is raised, since the user is forgotten by then; a line in the log says that bytes may linger."""
    with closing(sqlite3.connect(path, isolation_level=None)) as busy:
        busy.execute("BEGIN IMMEDIATE")
        wipe(busy)
    assert "may linger in the file" in caplog.text
