"""What a restart finds: tables, seats, messages and settings."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import Contradiction
from engine.values.errors import ChannelTaken
from engine.values.rounds import EndedRound
from engine.values.tables import OpenTable, SavedSeat, TableMessage

from .values import ANN, BEN, CAT, DEALT, NOW, SEATS, bet, change, lost, opened, seat, table


async def found(where: Path | str) -> list[OpenTable]:
    """What a bank that opens the file finds there."""
    async with Bank.open(where, lambda: NOW) as bank:
        assert await bank.audit() == []
        return await bank.open_tables()


async def test_a_table_is_found_as_it_was_left(where: Path | str) -> None:
    """Each field of a table and of its seats is the same after a restart."""
    async with Bank.open(where, lambda: NOW) as bank:
        of = await opened(bank, message_id=7, message_round=3, parent_id=5)
        changed = of._replace(
            rules="single deck",
            phase="playing",
            asked=True,
            deadline=None,
            round_number=3,
            shoe_seed=bytes(range(100, 132)),
            shoe_dealt=52,
            last_seat=4,
        )
        seats = (
            seat(2, BEN, counter=9, missed=1, stake=500, last_stake=400, leaving=True),
            seat(4, CAT),
        )
        await bank.commit(change(changed, seats=seats, freed=(1,)))
    before = EndedRound(number=2, dealt=(), moves=())
    (kept,) = await found(where)
    assert kept == OpenTable(table=changed, seats=seats, dealt=(), moves=(), ended=before)


async def test_a_new_table_is_found(where: Path | str) -> None:
    """A table that nothing happened at is there after a restart, with its seats."""
    async with Bank.open(where, lambda: NOW) as bank:
        of = await opened(bank)
    assert [OpenTable(table=of, seats=SEATS, dealt=(), moves=())] == await found(where)


async def test_tables_are_found_in_the_order_of_opening(bank: Bank) -> None:
    """Each table is found with its own seats and round, the oldest first."""
    first = await opened(bank, channel_id=99, seats=(seat(1, ANN),))
    second = await opened(bank, channel_id=11, seats=(seat(1, BEN),))
    await bank.commit(change(second, dealt=DEALT, moves=("deal",)))
    assert [
        OpenTable(table=first, seats=(seat(1, ANN),), dealt=(), moves=()),
        OpenTable(table=second, seats=(seat(1, BEN),), dealt=DEALT, moves=("deal",)),
    ] == await bank.open_tables()


async def test_who_sits_at_open_tables_has_what_the_wallet_says(bank: Bank) -> None:
    """After bets, of everybody who has a seat; not of who has left, though they have an account."""
    first = await opened(bank, channel_id=99, seats=(seat(1, ANN), seat(2, BEN)))
    closing = await opened(bank, channel_id=11, seats=(seat(1, CAT),))
    await bank.wallet(CAT)
    await bank.commit(change(first, postings=(bet(ANN, 500),)))
    await bank.commit(change(closing._replace(closed=True), freed=(1,)))
    balances = {user: (await bank.wallet(user)).balance for user in (ANN, BEN)}
    assert await bank.seated_balances() == balances


async def test_a_channel_has_one_open_table(bank: Bank) -> None:
    """Of five tables opened at once in a channel one is kept."""
    answers = await asyncio.gather(
        *(bank.open_table(table(), SEATS) for _ in range(5)), return_exceptions=True
    )
    assert sum(isinstance(answer, ChannelTaken) for answer in answers) == 4
    assert len(await bank.open_tables()) == 1


async def test_closing_frees_the_channel_and_no_id_comes_back(bank: Bank) -> None:
    """After a table is closed its channel takes another one, with an id never used before."""
    first = await opened(bank)
    await bank.commit(change(first._replace(closed=True)))
    assert await bank.open_tables() == []
    second = await opened(bank)
    assert second.table_id > first.table_id


async def test_ids_are_not_used_again_after_a_row_is_gone(
    path: Path, rows: Callable[[str], list[Any]]
) -> None:
    """The ids that buttons carry grow for ever: SQLite keeps the highest in a table of its own."""
    async with Bank.open(path, lambda: NOW) as bank:
        of = await opened(bank)
        assert [("game_table", of.table_id)] == rows("SELECT name, seq FROM sqlite_sequence")


async def test_closing_twice_is_closing(bank: Bank) -> None:
    """The change that closes a table can be handed in again."""
    closed = change((await opened(bank))._replace(closed=True))
    assert await bank.commit(closed) == await bank.commit(closed)


@pytest.mark.parametrize(
    "wrong",
    [{"table_id": 0}, {"table_id": 999}, {"channel_id": 11}, {"round_number": 4}],
    ids=["never opened", "unknown", "in another channel", "of an earlier round"],
)
async def test_a_change_of_another_table_is_refused(bank: Bank, wrong: dict[str, Any]) -> None:
    """A change must name a table that is there and must not take it back to an earlier round."""
    of = await opened(bank, round_number=5)
    with pytest.raises(Contradiction):
        await bank.commit(change(of._replace(phase="playing", **wrong)))
    assert (await bank.open_tables())[0].table.phase == "betting"


async def test_a_closed_table_stays_closed(bank: Bank) -> None:
    """A late change can't open a table again whose channel may have another."""
    of = await opened(bank)
    await bank.commit(change(of._replace(closed=True)))
    with pytest.raises(Contradiction):
        await bank.commit(change(of))


@pytest.mark.parametrize("wrong", [{"table_id": 5}, {"closed": True}, {"shoe_seed": b"short"}])
async def test_an_odd_table_is_not_opened(bank: Bank, wrong: dict[str, Any]) -> None:
    """A table with an id, a closed one, or one whose shoe can't be rebuilt is refused."""
    with pytest.raises(Contradiction):
        await bank.open_table(table(**wrong), SEATS)
    assert await bank.open_tables() == []


@pytest.mark.parametrize(
    "seats",
    [(seat(1, ANN), seat(2, ANN)), (seat(1, ANN), seat(1, BEN)), (seat(1, ANN, stake=-1),)],
    ids=["one user on two seats", "two users on one seat", "a stake below zero"],
)
async def test_odd_seats_are_refused(bank: Bank, seats: tuple[SavedSeat, ...]) -> None:
    """Seats that can't be are not kept, and those before stay."""
    of = await opened(bank)
    for freed in (), (1, 2):
        with pytest.raises(Contradiction):
            await bank.commit(change(of, seats=seats, freed=freed))
    assert (await bank.open_tables())[0].seats == SEATS


async def test_seats_that_are_not_named_stay(bank: Bank) -> None:
    """One has changed, one is free, one is new, and the others are as they were."""
    seats = (seat(1, ANN), seat(2, BEN, stake=500), seat(3, CAT, missed=1))
    of = await opened(bank, seats=seats)
    news = (seat(2, BEN, counter=1), seat(4, ANN))
    await bank.commit(change(of, seats=news, freed=(1,)))
    assert (await bank.open_tables())[0].seats == (news[0], seats[2], news[1])


async def test_nobody_is_put_on_the_seat_of_another(bank: Bank) -> None:
    """A change that does not say that the seat is free is refused."""
    of = await opened(bank)
    with pytest.raises(Contradiction, match="a seat of table 1 is somebody else's"):
        await bank.commit(change(of, seats=(seat(1, CAT),)))
    assert (await bank.open_tables())[0].seats == SEATS


async def test_users_swap_seats(bank: Bank) -> None:
    """Seats become free before they are taken, so two users may change places."""
    of = await opened(bank)
    swapped = (seat(1, BEN), seat(2, ANN))
    await bank.commit(change(of, seats=swapped, freed=(1, 2)))
    assert swapped == (await bank.open_tables())[0].seats


async def test_the_message_is_remembered_apart(bank: Bank) -> None:
    """A change that was made before the message was known does not forget it."""
    of = await opened(bank)
    await bank.remember_message(of.table_id, TableMessage(2**60, 1))
    await bank.commit(change(of))
    kept = (await bank.open_tables())[0].table
    assert kept.message == (2**60, 1)


async def test_no_message_without_a_table(bank: Bank) -> None:
    """A message of a table that does not exist is refused."""
    with pytest.raises(Contradiction, match="no table 3"):
        await bank.remember_message(3, TableMessage(7, 1))


async def test_a_table_closes_with_nothing_on_it(bank: Bank) -> None:
    """Closing is refused while a stake lies on the table, and ends a round whose stakes are gone."""
    of = await opened(bank)
    await bank.commit(change(of, postings=(bet(ANN, 500),)))
    closed = of._replace(closed=True)
    with pytest.raises(Contradiction, match="500 cents"):
        await bank.commit(change(closed))
    await bank.commit(change(closed, postings=(lost(500),)))
    assert await bank.open_tables() == []
    assert (await bank.wallet(ANN)).in_play == 0


@pytest.mark.parametrize(
    "text",
    ["", "x'); DROP TABLE setting; --", '"; DELETE FROM account', "a\x00b", "♠️ 🂡 ä", "%s ? :key"],
)
async def test_settings_are_taken_as_they_are(where: Path | str, text: str) -> None:
    """Any text is kept and found again as key and as value, whatever it would mean in SQL."""
    if "\0" in text and not isinstance(where, Path):
        await no_text_with_nothing_in_it(where, text)
        return
    async with Bank.open(where, lambda: NOW) as bank:
        await bank.keep_text(text, text)
        await bank.keep_text("other", "value")
    async with Bank.open(where, lambda: NOW) as bank:
        assert (text, "value") == (await bank.kept_text(text), await bank.kept_text("other"))


async def no_text_with_nothing_in_it(where: str, text: str) -> None:
    """PostgreSQL keeps no text with a zero byte, and says so."""
    async with Bank.open(where, lambda: NOW) as bank:
        with pytest.raises(Contradiction, match="0x00"):
            await bank.keep_text("key", text)


async def test_a_setting_is_replaced(bank: Bank) -> None:
    """The last value counts, and a key without a value has none."""
    await bank.keep_text("key", "old")
    await bank.keep_text("key", "new")
    assert (await bank.kept_text("key"), await bank.kept_text("other")) == ("new", None)


async def test_half_a_character_is_refused(bank: Bank) -> None:
    """Text that can't be written as UTF-8 gets a clear error."""
    with pytest.raises(Contradiction):
        await bank.keep_text("key", "\ud83c")
