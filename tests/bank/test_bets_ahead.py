"""Bets on the round after the one that is played: two rounds of a table are open then, and each has its own stakes."""

from pathlib import Path
from typing import Any

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import Contradiction
from engine.values.money import PostingKind
from engine.values.rounds import DealtSeat
from engine.values.tables import Change, SavedTable

from .values import (
    ANN,
    BEN,
    CAT,
    NOW,
    SEATS,
    WELCOME,
    Rows,
    bet,
    change,
    lost,
    opened,
    returned,
    seat,
)

ADMIN = 99
DEALT = (DealtSeat(seat=1, user_id=ANN, stake=500),)
MOVES = ("deal 2h", "1 stand")


async def playing(bank: Bank) -> SavedTable:
    """Ann plays for $5."""
    of = (await opened(bank, seats=SEATS[:1]))._replace(phase="playing")
    dealt = change(of, postings=(bet(ANN, 500),), dealt=DEALT, moves=MOVES, rule_set="downtown")
    await bank.commit(dealt)
    return of


def placed(of: SavedTable, user_id: int, cents: int, number: int = 2) -> Change:
    """A bet on the next round."""
    return Change(
        table=of._replace(last_seat=number),
        round_number=of.round_number + 1,
        at=NOW,
        seats=(seat(number, user_id, counter=1, stake=cents),),
        postings=(bet(user_id, cents, seat=number),),
    )


def taken_back(of: SavedTable, user_id: int, cents: int, number: int = 2) -> Change:
    """The same bet on its way back, and its seat free."""
    back = returned(user_id, cents, seat=number, step=1)
    return Change(
        table=of._replace(last_seat=number),
        round_number=of.round_number + 1,
        at=NOW,
        freed=(number,),
        postings=(back._replace(kind=PostingKind.BET_RETURNED),),
    )


def settled(of: SavedTable, **parts: Any) -> Change:
    """Ann has lost, and bets are taken again."""
    after = of._replace(phase="betting", round_number=of.round_number + 1)
    return change(
        of,
        **{
            "table": after,
            "seats": (seat(1, ANN, counter=1, last_stake=500),),
            "postings": (lost(500),),
            "moves": ("reveal",),
            "first_move": 2,
            "settled": True,
            "rule_set": "downtown",
            **parts,
        },
    )


async def balance(bank: Bank, user_id: int) -> tuple[int, int]:
    """What a user has, and has in play."""
    wallet = await bank.wallet(user_id)
    return wallet.balance, wallet.in_play


async def test_every_change_twice_is_once(bank: Bank) -> None:
    """After a failed commit, each can be asked for again."""
    of = await playing(bank)
    changes = [
        placed(of, BEN, 700),
        placed(of, CAT, 900, number=3),
        taken_back(of, CAT, 900, number=3),
        settled(of),
    ]
    for one in changes:
        assert await bank.commit(one) == await bank.commit(one)
    assert await balance(bank, BEN) == (WELCOME - 700, 700)
    assert await balance(bank, CAT) == (WELCOME, 0)


async def test_what_a_restart_finds(where: Path | str) -> None:
    """The round that is played, with its cards, and the seat with its bet; then the bets, and no cards."""
    async with Bank.open(where, lambda: NOW) as bank:
        of = await playing(bank)
        await bank.commit(placed(of, BEN, 700))
    async with Bank.open(where, lambda: NOW) as bank:
        (kept,) = await bank.open_tables()
        assert (kept.dealt, kept.moves) == (DEALT, MOVES)
        assert kept.seats[1] == seat(2, BEN, counter=1, stake=700)
        await bank.commit(settled(of._replace(last_seat=2)))
    async with Bank.open(where, lambda: NOW) as bank:
        (kept,) = await bank.open_tables()
        assert (kept.dealt, kept.moves) == ((), ())
        assert kept.seats[1] == seat(2, BEN, counter=1, stake=700)
        assert await bank.audit() == []


async def test_a_void_is_of_the_round_that_is_played(bank: Bank) -> None:
    """The bet ahead stays, however often the void is asked for."""
    of = await playing(bank)
    await bank.commit(placed(of, BEN, 700))
    after = of._replace(phase="betting", round_number=2)
    for _ in range(2):
        await bank.commit(change(of, table=after, voided_by=ADMIN))
    assert await balance(bank, ANN) == (WELCOME, 0)
    assert await balance(bank, BEN) == (WELCOME - 700, 700)


async def test_a_table_that_an_admin_closes_returns_it(bank: Bank) -> None:
    """Both rounds are void."""
    of = await playing(bank)
    await bank.commit(placed(of, BEN, 700))
    after = of._replace(phase="closed", round_number=2, closed=True)
    for _ in range(2):
        await bank.commit(change(of, table=after, freed=(1, 2), voided_by=ADMIN))
    assert await balance(bank, ANN) == (WELCOME, 0)
    assert await balance(bank, BEN) == (WELCOME, 0)


async def test_a_table_that_can_not_be_played_on_returns_it(bank: Bank, rows: Rows) -> None:
    """Like the stakes of its round."""
    of = await playing(bank)
    await bank.commit(placed(of, BEN, 700))
    await bank.close_table(of.table_id, ADMIN)
    await bank.close_table(of.table_id, ADMIN)
    assert await balance(bank, ANN) == (WELCOME, 0)
    assert await balance(bank, BEN) == (WELCOME, 0)
    assert rows("SELECT state FROM round ORDER BY number") == [("voided",), ("voided",)]


async def test_a_table_does_not_close_over_it(bank: Bank) -> None:
    """Whatever asks for that: the books refuse."""
    of = await playing(bank)
    await bank.commit(placed(of, BEN, 700))
    after = of._replace(phase="closed", round_number=2, closed=True, last_seat=2)
    with pytest.raises(Contradiction, match="700 cents on the table"):
        await bank.commit(settled(of, table=after, seats=(), freed=(1, 2)))


@pytest.mark.parametrize(
    ("phase", "ahead", "parts"),
    [
        ("betting", 1, {}),
        ("playing", 2, {}),
        ("playing", 1, {"moves": ("1 stand",)}),
        ("playing", 1, {"dealt": DEALT}),
        ("playing", 1, {"settled": True}),
    ],
)
async def test_nothing_but_bets_can_be_ahead(
    bank: Bank, phase: str, ahead: int, parts: dict[str, Any]
) -> None:
    """Of the next round alone, and while one is played."""
    of = (await playing(bank))._replace(phase=phase)
    wrong = placed(of, BEN, 700)._replace(round_number=of.round_number + ahead, **parts)
    with pytest.raises(Contradiction, match="ahead of its table"):
        await bank.commit(wrong)
