"""Bets on the round after the one that is played: two rounds of a table are open then, and each has its own stakes."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import Contradiction
from engine.values.changes import Change
from engine.values.errors import InsufficientFunds, StillPlaying
from engine.values.money import PostingKind
from engine.values.rounds import DealtSeat
from engine.values.tables import SavedTable

from .values import ANN, BEN, CAT, NOW, SEATS, WELCOME, bet, change, lost, opened, returned, seat

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


async def test_the_money_belongs_to_the_next_round(bank: Bank) -> None:
    """It has left the balance and is in play; the settlement of the round that is played does not touch it."""
    of = await playing(bank)
    assert await bank.commit(placed(of, BEN, 700)) == {ANN: WELCOME - 500, BEN: WELCOME - 700}
    assert await balance(bank, BEN) == (WELCOME - 700, 700)
    assert await bank.audit() == []
    await bank.commit(settled(of))
    assert await balance(bank, BEN) == (WELCOME - 700, 700)
    assert await balance(bank, ANN) == (WELCOME - 500, 0)


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


async def test_it_is_dealt_with_the_next_round(bank: Bank) -> None:
    """That round has its own rules, cards and results."""
    of = await playing(bank)
    await bank.commit(placed(of, BEN, 700))
    await bank.commit(settled(of))
    coming = of._replace(round_number=2, phase="playing")
    dealt = (DealtSeat(seat=2, user_id=BEN, stake=700),)
    await bank.commit(change(coming, dealt=dealt, moves=MOVES, rule_set="downtown"))
    await bank.commit(placed(coming, CAT, 900, number=3))
    (kept,) = await bank.open_tables()
    assert kept.dealt == dealt
    assert await balance(bank, CAT) == (WELCOME - 900, 900)


async def test_nobody_bets_what_they_do_not_have(bank: Bank) -> None:
    """Nothing is kept of it."""
    of = await playing(bank)
    with pytest.raises(InsufficientFunds):
        await bank.commit(placed(of, BEN, WELCOME + 1))
    assert len((await bank.open_tables())[0].seats) == 1


@pytest.mark.parametrize("times", [1, 2])
async def test_a_void_is_of_the_round_that_is_played(bank: Bank, times: int) -> None:
    """The bet ahead stays, however often the void is asked for."""
    of = await playing(bank)
    await bank.commit(placed(of, BEN, 700))
    after = of._replace(phase="betting", round_number=2)
    for _ in range(times):
        await bank.commit(change(of, table=after, voided_by=ADMIN))
    assert await balance(bank, ANN) == (WELCOME, 0)
    assert await balance(bank, BEN) == (WELCOME - 700, 700)


@pytest.mark.parametrize("times", [1, 2])
async def test_a_table_that_an_admin_closes_returns_it(bank: Bank, times: int) -> None:
    """Both rounds are void."""
    of = await playing(bank)
    await bank.commit(placed(of, BEN, 700))
    after = of._replace(phase="closed", round_number=2, closed=True)
    for _ in range(times):
        await bank.commit(change(of, table=after, freed=(1, 2), voided_by=ADMIN))
    assert await balance(bank, ANN) == (WELCOME, 0)
    assert await balance(bank, BEN) == (WELCOME, 0)


async def test_a_table_that_can_not_be_played_on_returns_it(
    bank: Bank, rows: Callable[[str], list[Any]]
) -> None:
    """Like the stakes of its round."""
    of = await playing(bank)
    await bank.commit(placed(of, BEN, 700))
    await bank.close_table(of.table_id, ADMIN)
    await bank.close_table(of.table_id, ADMIN)
    assert await balance(bank, ANN) == (WELCOME, 0)
    assert await balance(bank, BEN) == (WELCOME, 0)
    assert rows("SELECT state FROM round ORDER BY number") == [("voided",), ("voided",)]


async def test_a_round_of_which_all_bets_were_taken_back_ends_with_its_table(
    bank: Bank, rows: Callable[[str], list[Any]]
) -> None:
    """Nothing stays open at a closed table."""
    of = await playing(bank)
    await bank.commit(placed(of, BEN, 700))
    await bank.commit(taken_back(of, BEN, 700))
    after = of._replace(phase="closed", round_number=2, closed=True, last_seat=2)
    await bank.commit(settled(of, table=after, seats=(), freed=(1,)))
    assert rows("SELECT state FROM round ORDER BY number") == [("settled",), ("settled",)]


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


async def test_who_has_bet_ahead_is_still_playing(bank: Bank) -> None:
    """Forgetting has to wait for them to leave, as between rounds."""
    of = await playing(bank)
    await bank.commit(placed(of, BEN, 700))
    with pytest.raises(StillPlaying):
        await bank.forget(BEN)
    await bank.commit(taken_back(of, BEN, 700))
    assert await bank.forget(BEN)


async def test_the_database_has_one_round_played_and_one_coming(
    path: Path, rows: Callable[[str], list[Any]]
) -> None:
    """A third open round of a table is refused by the file itself."""
    async with Bank.open(path, lambda: NOW) as bank:
        of = await playing(bank)
        await bank.commit(placed(of, BEN, 700))
        third = (
            "INSERT INTO round (table_id, number, rules, opened_at)"
            f" VALUES ({of.table_id}, 3, 'downtown', {NOW})"
        )
        with pytest.raises(sqlite3.IntegrityError, match="one_round_played_and_one_coming"):
            rows(third)
