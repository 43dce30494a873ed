"""Bets on the round after the one that is played: two rounds of a table are open then, and each has its own stakes."""

from pathlib import Path
from typing import Any

import pytest

from engine.bank.bank import Bank
from engine.values.money import PostingKind
from engine.values.rounds import DealtSeat
from engine.values.tables import Change, SavedTable

from .played import bet, lost, returned
from .users import ANN, BEN, CAT
from .values import NOW, SEATS, WELCOME, Rows, change, money, opened, refused, seat

DEALT = (DealtSeat(seat=1, user_id=ANN, stake=500),)
MOVES = ("deal 2h", "1 stand")


async def playing(bank: Bank) -> SavedTable:
    """Ann plays for $5, and Ben has bet $7 on the next round."""
    of = (await opened(bank, seats=SEATS[:1]))._replace(phase="playing")
    dealt = change(of, postings=(bet(ANN, 500),), dealt=DEALT, moves=MOVES, rule_set="downtown")
    await bank.commit(dealt)
    await bank.commit(placed(of, BEN, 700))
    return of


def placed(of: SavedTable, user_id: int, cents: int, number: int = 2) -> Change:
    """A bet on the next round."""
    next_seats = (seat(number, user_id, counter=1, stake=cents),)
    ahead = change(of._replace(last_seat=number), seats=next_seats)
    bets = (bet(user_id, cents, seat=number),)
    return ahead._replace(round_number=of.round_number + 1, postings=bets)


def settled(of: SavedTable, **parts: Any) -> Change:
    """Ann has lost, and bets are taken again."""
    over = {
        "table": of._replace(phase="betting", round_number=of.round_number + 1),
        "seats": (seat(1, ANN, counter=1, last_stake=500),),
        "postings": (lost(500),),
        "moves": ("reveal",),
        "first_move": 2,
        "settled": True,
        "rule_set": "downtown",
    }
    return change(of, **(over | parts))


async def test_every_change_twice_is_once(bank: Bank) -> None:
    """After a failed commit, each can be asked for again; a bet that is taken back leaves its seat free.

    Nothing but bets can be ahead, of the next round alone, and while one is played. Whatever asks a table to close
    over it is refused.
    """
    of = await playing(bank)
    ahead = placed(of, BEN, 700)
    for phase, number, parts in (
        ("betting", 2, {}),
        ("playing", 3, {}),
        ("playing", 2, {"moves": ("1 stand",)}),
        ("playing", 2, {"dealt": DEALT}),
        ("playing", 2, {"settled": True}),
    ):
        wrong = ahead._replace(table=ahead.table._replace(phase=phase), round_number=number)
        await refused(bank, wrong._replace(**parts), "ahead of its table")
    after = of._replace(phase="closed", round_number=2, closed=True, last_seat=2)
    closing = settled(of, table=after, seats=(), freed=(1, 2))
    await refused(bank, closing, "700 cents on the table")
    back = returned(CAT, 900, seat=3, step=1)._replace(kind=PostingKind.BET_RETURNED)
    taken_back = placed(of, CAT, 900, number=3)._replace(seats=(), freed=(3,), postings=(back,))
    for one in (ahead, placed(of, CAT, 900, number=3), taken_back, settled(of)):
        assert await bank.commit(one) == await bank.commit(one)
    assert await money(bank, BEN) == (WELCOME - 700, 700)
    assert await money(bank, CAT) == (WELCOME, 0)


async def test_what_a_restart_finds(where: Path | str) -> None:
    """The round that is played, with its cards, and the seat with its bet; then the bets, and no cards."""
    async with Bank.open(where, lambda: NOW) as bank:
        of = await playing(bank)
    for dealt, moves in ((DEALT, MOVES), ((), ())):
        async with Bank.open(where, lambda: NOW) as bank:
            (kept,) = await bank.open_tables()
            assert (kept.dealt, kept.moves) == (dealt, moves)
            assert kept.seats[1] == seat(2, BEN, counter=1, stake=700)
            await bank.commit(settled(of._replace(last_seat=2)))
            assert await bank.audit() == []


async def test_a_void_is_of_the_round_that_is_played(bank: Bank) -> None:
    """The bet ahead stays, however often the void is asked for."""
    of = await playing(bank)
    after = of._replace(phase="betting", round_number=2)
    for _ in range(2):
        await bank.commit(change(of, table=after, voided_by=CAT))
        assert await money(bank, ANN) == (WELCOME, 0)
        assert await money(bank, BEN) == (WELCOME - 700, 700)


@pytest.mark.parametrize("can_be_played_on", [True, False])
async def test_a_table_that_is_closed_returns_it(
    bank: Bank, rows: Rows, can_be_played_on: bool
) -> None:
    """Both rounds are void, whether an admin closes the table or nobody could go on with it."""
    of = await playing(bank)
    closed = of._replace(phase="closed", round_number=2, closed=True)
    for _ in range(2):
        if can_be_played_on:
            await bank.commit(change(of, table=closed, freed=(1, 2), voided_by=CAT))
        else:
            await bank.close_table(of.table_id, CAT)
        assert await money(bank, ANN) == await money(bank, BEN) == (WELCOME, 0)
        assert rows("SELECT state FROM round ORDER BY number") == [("voided",), ("voided",)]
