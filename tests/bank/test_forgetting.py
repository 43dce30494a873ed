"""A user who is forgotten: their id is nowhere, and all books are as they were."""

import asyncio
import logging
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.bank.bank import Bank
from engine.bank.sqlite.wiping import Wiping, cut_off
from engine.values.errors import StillPlaying
from engine.values.money import Wallet
from engine.values.rounds import DealtSeat, SeatResult
from engine.values.tables import Called, SavedSettings, SavedTable

from .inside import file_of
from .played import play, table_in
from .users import places_of, traces_of
from .values import (
    ANN,
    BEN,
    CAT,
    DEALT,
    NOW,
    WELCOME,
    bet,
    change,
    lost,
    opened,
    returned,
    sealed,
    seat,
)

Rows = Callable[[str], list[Any]]

RESULTS = (
    SeatResult(seat=1, user_id=ANN, hands=1, staked=500, net=0, naturals=0),
    SeatResult(seat=2, user_id=BEN, hands=1, staked=700, net=-700, naturals=0),
)


async def after_an_evening(bank: Bank) -> SavedTable:
    """Ann and Ben have played a round; Ann has voided another and set something as an admin, and left; Ben sits.

    Their names are known.
    """
    gone = await opened(bank, channel_id=11)
    await bank.commit(change(gone._replace(closed=True, phase="closed")))
    of = await opened(bank, first_shoe=sealed)
    await bank.commit(change(of, shoe=sealed(2)._replace(words=bytes([7]) * 32, cut_by=ANN)))
    bets = (bet(ANN, 500), bet(BEN, 700, seat=2))
    deal = change(of, postings=bets, dealt=DEALT, moves=("deal",), rule_set="downtown")
    await bank.commit(deal._replace(drawn_from=(1, 0), called=Called(BEN, "Benny", "Benjamin")))
    paid = (returned(ANN, 500), lost(700, seat=2))
    await bank.commit(change(of, postings=paid, settled=True, results=RESULTS, rule_set="downtown"))
    of = of._replace(round_number=2)
    await bank.commit(change(of, freed=(1,), postings=(bet(BEN, 5, seat=2),)))
    await bank.commit(change(of, voided_by=ANN))
    settings = SavedSettings(guild_id=20, channel_id=10, texts={"seats": "2"})
    await bank.change_settings(settings, ANN, Called(ANN, "Annie", "Annabel"))
    return of._replace(round_number=3)


async def test_nothing_names_who_is_forgotten(path: Path) -> None:
    """Not a column, and not a byte of the files, while the bank is open."""
    async with Bank.open(path, lambda: NOW) as bank:
        await after_an_evening(bank)
        assert places_of(path, ANN) == ["person.user_id"]
        assert traces_of(path, ANN)
        await bank.forget(ANN)
        assert places_of(path, ANN) == []
        assert [traces_of(path, what) for what in (ANN, "Annie", "Annabel")] == [0, 0, 0]
        assert [traces_of(path, what) for what in (BEN, "Benny", "Benjamin")] == [1, 1, 1]
        assert await bank.names(20, [ANN, -1, BEN]) == {BEN: "Benny"}
        assert await bank.audit() == []


async def test_others_keep_all_they_have(bank: Bank) -> None:
    """The money, the rounds, the seats and the table that goes on are those of before, but for the one name."""
    of = await after_an_evening(bank)
    rounds, tables = await bank.settled_rounds(0, 9), await bank.open_tables()
    money, data = await bank.wallet(BEN), await bank.personal_data(BEN)
    await bank.forget(ANN)
    (before,), (after,) = rounds, await bank.settled_rounds(0, 9)
    (name,) = {seat.user_id for seat in after.dealt} - {BEN}
    assert name < 0
    nameless = tuple(s._replace(user_id=name) if s.user_id == ANN else s for s in before.dealt)
    results = tuple(r._replace(user_id=name) if r.user_id == ANN else r for r in before.results)
    assert after == before._replace(dealt=nameless, results=results)
    assert [kept.table for kept in await bank.open_tables()] == [kept.table for kept in tables]
    assert (await bank.wallet(BEN), await bank.personal_data(BEN)) == (money, data)
    await bank.commit(change(of, postings=(bet(BEN, 5, seat=2),)))


async def test_who_comes_back_is_a_newcomer(bank: Bank) -> None:
    """With a welcome of their own, and nothing of what was."""
    await after_an_evening(bank)
    await bank.forget(ANN)
    assert (await bank.personal_data(ANN))["account"] is None
    assert await bank.wallet(ANN) == Wallet(balance=WELCOME, in_play=0, donations=0)
    assert (await bank.personal_data(ANN))["rounds"] == []


async def test_names_are_never_given_twice(bank: Bank, rows: Rows) -> None:
    """To others, or to the same user who comes back and goes again; asking twice changes nothing."""
    owners = "SELECT user_id FROM account JOIN person ON person.id = owner WHERE kind = 'player'"
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
    assert sorted(names) == sorted(-number for (number,) in rows("SELECT person FROM forgotten"))


async def test_an_admin_without_an_account_is_forgotten(bank: Bank, path: Path, rows: Rows) -> None:
    """The log of the settings says what was done, and not by whom."""
    await bank.change_settings(SavedSettings(guild_id=20, channel_id=10, texts={"seats": "2"}), CAT)
    await bank.forget(CAT)
    (entry,) = await bank.settings_log(10, 9)
    assert (entry.admin_id, entry.new) == (-1, "2")
    assert rows("SELECT COUNT(*) FROM account WHERE kind = 'player'") == [(0,)]
    assert traces_of(path, CAT) == 0


@pytest.mark.parametrize("dealt", [(), DEALT])
async def test_who_plays_is_not_forgotten(bank: Bank, dealt: tuple[DealtSeat, ...]) -> None:
    """A seat, a bet or a hand in play: each channel is named, and nothing is changed."""
    idle = await opened(bank, channel_id=12, seats=(seat(1, ANN),))
    of = await opened(bank)
    bets = (bet(ANN, 500), bet(BEN, 700, seat=2))
    await bank.commit(change(of, freed=(1, 2), postings=bets, dealt=dealt))
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
    await bank.commit(change(of, freed=(1,), postings=(returned(ANN, 500),)))
    await bank.forget(ANN)
    await bank.close_table(of.table_id, CAT)
    assert (await bank.wallet(BEN)).balance == WELCOME


async def test_no_stray_copy_is_left(path: Path) -> None:
    """Whoever came, was renamed, went or was refused in between: each id and name is there once, or not at all."""
    rng = Random(1)
    known, gone = list[int](), list[int | str]()
    called: dict[int, Called] = {}
    async with Bank.open(path, lambda: NOW) as bank:
        for _ in range(30):
            news = [rng.getrandbits(60) | 1 << 60 for _ in range(60)]
            refused = news.pop()
            postings = (bet(refused, 2 * WELCOME),)
            failing = change(await opened(bank, channel_id=refused, seats=()), postings=postings)
            *_, failed = await asyncio.gather(
                *map(bank.wallet, news), bank.commit(failing), return_exceptions=True
            )
            assert isinstance(failed, Exception)
            known += news
            rng.shuffle(known)
            for user in known[:60]:
                before = called.get(user, ())[1:]
                gone += before
                # Later names are longer: a row that grew would not stay where it is.
                longest = 32 if before else 12
                here, everywhere = (f"{rng.getrandbits(128):032x}"[:longest] for _ in "12")
                called[user] = Called(user, here, everywhere)
                settings = SavedSettings(guild_id=20, channel_id=10, texts={})
                await bank.change_settings(settings, user, called[user])
            leaving, known = known[:20], known[20:]
            await asyncio.gather(*map(bank.forget, leaving))
            gone += leaving
            gone += [name for user in leaving for name in called.pop(user, ())[1:]]
        assert [what for what in gone if traces_of(path, what)] == []
        assert {traces_of(path, user) for user in known} == {1}
        assert {traces_of(path, name) for one in called.values() for name in one[1:]} == {1}


async def steps_of_forgetting(path: Path, players: int) -> int:
    """What SQLite does to forget one of so many players, in instructions of its own."""
    steps = [0]

    def count() -> None:
        steps[0] += 1

    def watch(connection: sqlite3.Connection) -> None:
        connection.set_progress_handler(count, 1)

    async with Bank.open(path, lambda: NOW) as bank:
        for number in range(players // 2):
            users = ANN + 2 * number, BEN + 2 * number
            of = await table_in(bank, 1, number, *users)
            of = await play(bank, await play(bank, of, dict.fromkeys(users, 50)), {users[0]: -50})
            await bank.close_table(of.table_id, CAT)
        await file_of(bank).connection.alone(watch)
        await bank.forget(ANN)
        assert traces_of(path, ANN) == 0
    return steps[0]


async def test_it_is_as_quick_in_a_large_file(tmp_path: Path) -> None:
    """Nobody waits the longer, the more others have played: it takes the same steps, and few."""
    few = await steps_of_forgetting(tmp_path / "small.db", 4)
    many = await steps_of_forgetting(tmp_path / "large.db", 200)
    assert 0 < many <= few + 20
    assert many < 1_000


def contents(path: Path) -> list[bytes]:
    """The bytes of the file and of its write-ahead log."""
    return [Path(f"{path}{suffix}").read_bytes() for suffix in ("", "-wal")]


async def test_who_is_unknown_costs_nothing(bank: Bank, path: Path) -> None:
    """Not a byte is written for who was never here, or is gone already."""
    await bank.wallet(ANN)
    await bank.wallet(BEN)
    await bank.forget(ANN)
    await bank.wallet(CAT)
    before = contents(path)
    for user in (ANN, ANN, CAT + 1):
        await bank.forget(user)
    assert contents(path) == before


async def test_many_are_wiped_together(bank: Bank, path: Path) -> None:
    """However many ask at the same time, the log is cut off twice at most: for the first, and for all others."""
    users = [ANN + number for number in range(40)]
    await asyncio.gather(*map(bank.wallet, users))
    log: list[str] = []
    await file_of(bank).connection.alone(
        lambda connection: connection.set_trace_callback(log.append)
    )
    await asyncio.gather(*map(bank.forget, users))
    assert 1 <= sum("wal_checkpoint" in line for line in log) <= 2
    assert sum(traces_of(path, user) for user in users) == 0


async def test_it_goes_on_without_who_asked(bank: Bank, path: Path) -> None:
    """Who stops waiting, at whatever moment, is forgotten and wiped all the same."""
    users = [ANN + number for number in range(20)]
    await asyncio.gather(*map(bank.wallet, users))
    for turns, user in enumerate(users):
        asking = asyncio.create_task(bank.forget(user))
        for _ in range(1 + turns):
            await asyncio.sleep(0)
        asking.cancel()
        await asyncio.gather(
            *(asyncio.all_tasks() - {asyncio.current_task()}), return_exceptions=True
        )
        assert traces_of(path, user) == 0


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_a_crash_while_somebody_is_forgotten(path: Path, tmp_path: Path, moment: str) -> None:
    """Known before the commit and not after it; what was left to be wiped is gone at the next start."""
    after = tmp_path / "after the crash"
    after.mkdir()
    async with Bank.open(path, lambda: NOW) as bank:
        await after_an_evening(bank)
        if moment == "after":
            with closing(sqlite3.connect(path)) as reader:
                reader.execute("BEGIN")
                reader.execute("SELECT COUNT(*) FROM account").fetchone()
                await bank.forget(ANN)
                for suffix in ("", "-wal"):
                    shutil.copyfile(f"{path}{suffix}", after / f"bank.db{suffix}")
            assert traces_of(after / "bank.db", ANN)
        else:
            for suffix in ("", "-wal"):
                shutil.copyfile(f"{path}{suffix}", after / f"bank.db{suffix}")
    async with Bank.open(after / "bank.db", lambda: NOW) as bank:
        known = await bank.known_wallet(ANN)
        assert (known is not None) == (moment == "before")
        assert bool(traces_of(after / "bank.db", ANN)) == (moment == "before")
        assert await bank.audit() == []


async def test_a_reader_holds_up_the_last_bytes_alone(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """While another program reads, the write-ahead log stays, nobody waits, and the log says so; it is tried again."""
    async with Bank.open(path, lambda: NOW, busy_timeout=600_000) as bank:
        await after_an_evening(bank)
        file_of(bank).wiping = Wiping(file_of(bank).connection, retry_seconds=0)
        with closing(sqlite3.connect(path)) as reader, caplog.at_level(logging.WARNING):
            reader.execute("BEGIN")
            reader.execute("SELECT COUNT(*) FROM account").fetchone()
            await bank.forget(ANN)
            await bank.wallet(BEN)
            assert traces_of(path, ANN)
        assert caplog.text.count("another program reads") == 1
        assert places_of(path, ANN) == []
        while traces_of(path, ANN):
            await bank.known_wallet(BEN)


async def test_closing_ends_the_retries(path: Path) -> None:
    """What another program holds up is not tried for ever: the file is closed, and nothing is left over."""
    async with Bank.open(path, lambda: NOW) as bank:
        await bank.wallet(ANN)
        file_of(bank).wiping = Wiping(file_of(bank).connection, retry_seconds=0)
        with closing(sqlite3.connect(path)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT COUNT(*) FROM account").fetchone()
            await bank.forget(ANN)
            await bank.close()
    await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}))


def test_a_log_that_can_not_be_cut_off_is_named(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing is raised, since the user is forgotten by then; a line in the log has SQLite's own words."""
    with closing(sqlite3.connect(path, isolation_level=None)) as busy:
        busy.execute("PRAGMA journal_mode = WAL")
        busy.execute("CREATE TABLE a (x)")
        busy.execute("BEGIN IMMEDIATE")
        assert not cut_off(busy)
    assert "can't be cut off: database table is locked" in caplog.text
