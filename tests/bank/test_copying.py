"""Copying a bank to a server and back: every row, or nothing."""

from pathlib import Path

import pytest
import pytest_asyncio

from engine.bank.bank import Bank
from engine.bank.copying import copy_bank, tables_of
from engine.bank.errors import BankError, BankInUse
from engine.bank.schema import known_migrations
from engine.bank.sqlite.lock import only_bot
from engine.bank.store import ShardRange
from engine.values.daily import DailyGame, DailyPost
from engine.values.played import LEAST_ROUNDS
from engine.values.skill import JudgedSeat
from engine.values.tables import DisplayName
from tests.postgres import Postgres

from .outside import another_program
from .played import play, start, table_in, void
from .test_achievements import SampleAchievements
from .test_forgetting import after_an_evening
from .users import ANN, BEN, CAT
from .values import NOW, change, commit, opened


@pytest_asyncio.fixture
async def filled(path: Path) -> Path:
    """A file with rows in every table."""
    where, day = path, int(NOW // 86_400)
    async with Bank.open(where, lambda: NOW) as bank:
        await after_an_evening(bank)
        of = await table_in(bank, 30, 31, ANN, CAT)
        of = await play(bank, of, {ANN: 2_500, CAT: -1_000}, at=NOW + 0.123456789, rules="B")
        of = await play(bank, of, {ANN: 1, CAT: -1}, at=NOW + 1 / 3, rules="a")
        of = await void(bank, of, ANN, CAT)
        await start(bank, of, ANN, CAT)
        await bank.daily_secret(bytes(range(32)))
        await bank.save_daily(CAT + 1, 30, DailyGame(day=day), DailyGame(day=day, moves="hit"))
        await bank.forget(CAT + 1)
        await bank.pause(CAT + 1, NOW + 0.1, bytes(32))
        await bank.note_message(7, 2**62)
        await bank.note_departure(2**62)
        await bank.save_daily_post(DailyPost(30, 7, day, NOW + 1 / 3, None, 2))
        (saved,) = await bank.unjudged_rounds(NOW, 1)
        await bank.save_judged(
            [(saved, [JudgedSeat(user_id=BEN, decisions=3, lost=7, by_book=True)])]
        )
        await bank.save_daily(BEN, 30, DailyGame(day=day), DailyGame(day=day, moves="hit"))
        both = DisplayName(ANN, "Ann", "Ann"), DisplayName(BEN, "Ben", "Ben")
        await bank.challenge((30, 31), "de", *both)
        await bank.duel_secret(1, bytes(range(32)))
        await bank.find_achievements(ANN, SampleAchievements())
        for key in ("z", "Z", "ä", "a b", ""):
            await bank.save_text(key, "it's \\ a\ttab, a\nline, and ♠️")
        of = await table_in(bank, 30, 32, ANN, CAT)
        await play(bank, of, {ANN: 9, CAT: -9}, at=1.5)
        await bank.close_table(of.table_id, BEN)
        of = await table_in(bank, 30, 33, ANN)
        for _ in range(LEAST_ROUNDS):
            of = await play(bank, of, {ANN: 1})
        await bank.close_table(of.table_id, BEN)
        await play(bank, await table_in(bank, 30, 34, ANN), {ANN: 50})
    return path


async def contents(where: Path | str) -> dict[str, list[tuple[object, ...]]]:
    """All rows, read by another program."""
    with another_program(where) as connection:
        return {
            table.name: connection.execute(table.select).fetchall()
            for table in tables_of(known_migrations())
        }


async def test_a_copy_and_its_copy_have_every_row(postgres: Postgres, filled: Path) -> None:
    """And play continues where it stopped, in both databases."""
    back = filled.with_name("back.db")
    with postgres.database() as address:
        before = await contents(filled)
        assert all(before.values()), "some table is empty"
        rows = await copy_bank(filled, address, lambda: NOW)
        assert rows == sum(map(len, before.values()))
        assert await contents(address) == before
        assert await copy_bank(address, back, lambda: NOW) == rows
        assert await contents(back) == before
        for where in (address, back):
            async with Bank.open(where, lambda: NOW) as bank:
                assert await bank.audit() == []
                fresh = await opened(bank, channel_id=99)
                assert fresh.table_id == 7
                await commit(bank, change(fresh, moves=("deal",)))
                await bank.wallet(ANN + 77)
                assert await bank.audit() == []
            with another_program(where) as connection:  # names the process
                connection.execute("UPDATE game_table SET command = ''")
        assert await contents(address) == await contents(back)


async def test_a_refused_copy_changes_nothing(address: str, filled: Path) -> None:
    """Refused while a bot plays on either database, with a row that does not fit, and with a target that has users
    or is an existing file. A server's tables without users count as empty."""
    new = filled.with_name("new.db")
    with another_program(filled) as file:
        file.execute("INSERT INTO setting (key, value) VALUES ('a', 'b' || char(0))")
    with pytest.raises(BankError, match="0x00"):
        await copy_bank(filled, address, lambda: NOW)
    with another_program(filled) as file:
        file.execute("DELETE FROM setting WHERE key = 'a'")
    await copy_bank(filled, address, lambda: NOW)
    before = await contents(address)
    with pytest.raises(BankError, match="not empty"):
        await copy_bank(filled, address, lambda: NOW)
    assert await contents(address) == before
    with pytest.raises(BankError, match="exists already"):
        await copy_bank(address, filled, lambda: NOW)
    with only_bot(filled), pytest.raises(BankInUse):
        await copy_bank(filled, address, lambda: NOW)
    async with Bank.open(address, lambda: NOW, share=ShardRange()) as playing:
        await playing.claim()
        for source, target in ((address, new), (filled, address)):
            with pytest.raises(BankInUse):
                await copy_bank(source, target, lambda: NOW)
    assert not new.exists()
