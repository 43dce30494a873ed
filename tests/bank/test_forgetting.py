"""Forgetting a user: the id is nowhere, and the books are unchanged."""

import asyncio
import logging
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

import pytest

from engine.bank.bank import Bank
from engine.values.bank import StillPlaying
from engine.values.rounds import SeatResult
from engine.values.tables import DisplayName, SavedSettings, SavedTable

from .disk import survivor
from .played import bet, dealt_in, lost, returned
from .users import ANN, BEN, CAT, places_of, traces_of
from .values import (
    NOW,
    WELCOME,
    Rows,
    change,
    commit,
    kept_of,
    opened,
    sealed,
    seat,
    seated,
)

RESULTS = (
    SeatResult(seat=1, user_id=ANN, hands=1, staked=500, net=0, naturals=0),
    SeatResult(seat=2, user_id=BEN, hands=1, staked=700, net=-700, naturals=0),
)


async def after_an_evening(bank: Bank) -> SavedTable:
    """Ann and Ben play a round; Ann voids another, changes a setting as an admin and leaves; Ben still sits.

    Their display names are stored.
    """
    gone = await opened(bank, channel_id=11)
    await commit(bank, change(gone._replace(closed=True, phase="closed")))
    of = await opened(bank, first_shoe=sealed)
    await commit(bank, change(of, shoe=sealed(2)._replace(words=bytes([7]) * 32, words_by=ANN)))
    await commit(
        bank, dealt_in(of, drawn_from=(1, 0), display_name=DisplayName(BEN, "Benny", "Benjamin"))
    )
    paid = (returned(ANN, 500), lost(700, seat=2))
    await commit(
        bank, change(of, postings=paid, settled=True, results=RESULTS, rule_set="downtown")
    )
    of = of._replace(round_number=2)
    of = seated(of, (), freed=(1,))
    await commit(bank, change(of, postings=(bet(BEN, 5, seat=2),)))
    await commit(bank, change(of, voided_by=ANN))
    settings = SavedSettings(guild_id=20, channel_id=10, texts={"seats": "2"})
    await bank.change_settings(settings, ANN, DisplayName(ANN, "Annie", "Annabel"))
    return of._replace(round_number=3)


OWNERS = "SELECT user_id FROM account JOIN person ON person.id = owner WHERE kind = 'player'"


async def test_other_users_keep_everything(bank: Bank, rows: Rows) -> None:
    """Money, rounds, seats and the running table stay, except for the forgotten player's id.

    Replacement ids are unique, even for a user who comes back and is forgotten again; forgetting twice has no effect.
    """
    of = await after_an_evening(bank)
    rounds, tables = await bank.settled_rounds(0, 9), await bank.open_tables()
    money, data = await bank.wallet(BEN), await kept_of(bank, BEN)
    await bank.forget(ANN)
    (before,), (after,) = rounds, await bank.settled_rounds(0, 9)
    (name,) = {seat.user_id for seat in after.dealt} - {BEN}
    assert name < 0
    nameless = tuple(s._replace(user_id=name) if s.user_id == ANN else s for s in before.dealt)
    results = tuple(r._replace(user_id=name) if r.user_id == ANN else r for r in before.results)
    assert after == before._replace(dealt=nameless, results=results)
    assert [saved.table for saved in await bank.open_tables()] == [saved.table for saved in tables]
    assert (await bank.wallet(BEN), await kept_of(bank, BEN)) == (money, data)
    await commit(bank, change(of, postings=(bet(BEN, 5, seat=2),)))
    for user in (CAT, ANN):
        await bank.wallet(user)
        await bank.forget(user)
        owners = rows(OWNERS)
        await bank.forget(user)
        await bank.forget(CAT + 1)  # unknown to the bank
        assert rows(OWNERS) == owners
    names = {owner for (owner,) in rows(OWNERS)} - {BEN}
    assert (len(names), max(names) < 0, name in names) == (3, True, True)
    assert names == {-number for (number,) in rows("SELECT person FROM forgotten")}


async def test_active_players_are_not_forgotten(bank: Bank, of: SavedTable) -> None:
    """With a seat, a bet or a hand in play: the error lists each channel, and nothing changes."""
    idle = await opened(bank, channel_id=12, seats=(seat(1, ANN),))
    await commit(bank, dealt_in(seated(of, (), freed=(1, 2))))
    before = await kept_of(bank, ANN)
    with pytest.raises(StillPlaying) as refused:
        await bank.forget(ANN)
    assert refused.value.channels == (10, 12)
    assert await kept_of(bank, ANN) == before
    await bank.close_table(idle.table_id, CAT)
    await bank.close_table(of.table_id, CAT)
    await bank.forget(ANN)


async def test_no_stray_copy_is_left(path: Path) -> None:
    """Among other users who come, are renamed or are refused, no byte of forgotten ones is left in the file."""
    rng = Random(1)
    known, gone = list[int](), list[int | str]()
    display_name: dict[int, DisplayName] = {}
    async with Bank.open(path, lambda: NOW) as bank:
        for _ in range(6):
            news = [rng.getrandbits(60) | 1 << 60 for _ in range(40)]
            refused = news.pop()
            poor = await opened(bank, channel_id=refused, seats=())
            failing = commit(bank, change(poor, postings=(bet(refused, 2 * WELCOME),)))
            *_, failed = await asyncio.gather(
                *map(bank.wallet, news), failing, return_exceptions=True
            )
            assert isinstance(failed, Exception)
            known += news
            rng.shuffle(known)
            for user in known[:40]:
                before = display_name.get(user, ())[1:]
                gone += before
                # Later names are longer, because a growing row moves.
                longest = 32 if before else 12
                here, everywhere = (f"{rng.getrandbits(128):032x}"[:longest] for _ in "12")
                display_name[user] = DisplayName(user, here, everywhere)
                settings = SavedSettings(guild_id=20, channel_id=10, texts={})
                await bank.change_settings(settings, user, display_name[user])
            leaving, known = known[:20], known[20:]
            await asyncio.gather(*map(bank.forget, leaving))
            gone += leaving
            gone += [name for user in leaving for name in display_name.pop(user, ())[1:]]
        assert [what for what in gone if traces_of(path, what)] == []
        assert all(traces_of(path, user) for user in known)


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_a_crash_while_forgetting(path: Path, moment: str) -> None:
    """Before the commit the user is known, after it not; the next start wipes the remaining bytes."""
    async with Bank.open(path, lambda: NOW) as bank:
        await after_an_evening(bank)
        left = survivor(path)
        if moment == "after":
            with closing(sqlite3.connect(path)) as reader:
                reader.execute("BEGIN")
                reader.execute("SELECT COUNT(*) FROM account").fetchone()
                await bank.forget(ANN)
                left = survivor(path)
            assert traces_of(left, ANN)
    async with Bank.open(left, lambda: NOW) as bank:
        known = await bank.known_wallet(ANN) is not None
        assert known == bool(traces_of(left, ANN)) == (moment == "before")
        assert await bank.audit() == []


async def test_another_reader_delays_only_the_wiping(
    path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While another program reads, the write-ahead log can't be wiped; the bank retries a few times, and no other
    user waits."""
    monkeypatch.setattr("engine.bank.sqlite.store.WIPE_PAUSE", 0.01)
    async with Bank.open(path, lambda: NOW, busy_timeout=600_000) as bank:
        await after_an_evening(bank)
        with closing(sqlite3.connect(path)) as reader, caplog.at_level(logging.WARNING):
            reader.execute("BEGIN")
            reader.execute("SELECT COUNT(*) FROM account").fetchone()
            await bank.forget(ANN)
            await bank.wallet(BEN)
            assert traces_of(path, ANN)
        assert caplog.text.count("stay in the write-ahead log") == 1
        assert places_of(path, ANN) == []
        await bank.wallet(CAT)
        with closing(sqlite3.connect(path)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT COUNT(*) FROM account").fetchone()
            forgetting = asyncio.create_task(bank.forget(CAT))
            await asyncio.sleep(0.02)
            reader.execute("ROLLBACK")
            await forgetting
        assert traces_of(path, ANN) == traces_of(path, CAT) == 0


USERS = [0x0E1234567890ABCD + number * 0x10001 for number in range(1_200)]
"""Enough for an index with several pages, some of them split."""

LEAVING, STAYS = (0, 10, 600, 1_199), 20


class _Plain(sqlite3.Connection):
    """SQLite's default, which some builds change: deleted data is not overwritten."""

    def __init__(self, *arguments: object, **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        self.execute("PRAGMA secure_delete = OFF")


async def test_sqlite_without_secure_delete_keeps_no_copy(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bank overwrites deleted ids whatever SQLite's default is."""
    monkeypatch.setattr("sqlite3.connect", partial(sqlite3.connect, factory=_Plain))
    async with Bank.open(path, lambda: NOW) as bank:
        await asyncio.gather(*map(bank.wallet, USERS))
        for number in LEAVING:
            await bank.forget(USERS[number])
        assert await bank.audit() == []
        lingering = {number: traces_of(path, USERS[number]) for number in (*LEAVING, STAYS)}
    assert lingering == dict.fromkeys(LEAVING, 0) | {STAYS: 2}
