"""What users have, and what the donor gives."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.bank.bank import Bank
from engine.values.errors import DonorRefuses
from engine.values.money import Wallet

from .values import ANN, BEN, DEALT, NOW, WELCOME, bet, change, lost, opened, returned, seat


async def make_broke(bank: Bank, user_id: int, *, leave: int = 0) -> None:
    """Let a user lose all but `leave` cents."""
    cents = (await bank.wallet(user_id)).balance - leave
    of = await opened(bank, channel_id=user_id, seats=())
    gone = (bet(user_id, cents), lost(cents))
    await bank.commit(change(of._replace(closed=True), postings=gone, settled=True))


async def test_first_sight_is_welcomed_once(bank: Bank, rows: Callable[[str], list[Any]]) -> None:
    """A user seen ten times at once is welcomed once."""
    wallets = await asyncio.gather(*(bank.wallet(ANN) for _ in range(10)))
    assert [Wallet(balance=WELCOME, in_play=0, donations=0)] * 10 == wallets
    assert rows("SELECT cents, at FROM posting WHERE kind = 'welcome'") == [(WELCOME, NOW)]


async def test_the_broke_are_not_welcomed_again(where: Path | str) -> None:
    """Losing everything and coming back after a restart brings no second welcome."""
    async with Bank.open(where, lambda: NOW) as bank:
        await make_broke(bank, ANN)
    async with Bank.open(where, lambda: NOW) as bank:
        assert Wallet(balance=0, in_play=0, donations=0) == await bank.wallet(ANN)


async def test_in_play_is_what_lies_on_open_tables(bank: Bank) -> None:
    """Stakes count at every table of a user, less what came back, until the round is settled."""
    first, second = await opened(bank), await opened(bank, channel_id=11)
    await bank.commit(change(first, postings=(bet(ANN, 500), bet(BEN, 9000, seat=2))))
    await bank.commit(change(second, postings=(bet(ANN, 800), returned(ANN, 300))))
    wallet = await bank.wallet(ANN)
    assert Wallet(balance=WELCOME - 1000, in_play=1000, donations=0) == wallet
    await bank.commit(change(first, postings=(lost(9500),), settled=True))
    assert Wallet(balance=WELCOME - 1000, in_play=500, donations=0) == await bank.wallet(ANN)


async def test_a_hand_that_is_left_is_in_play(bank: Bank) -> None:
    """Whoever gets up in mid-round keeps a seat until the round is over, and what lies there counts."""
    of = await opened(bank)
    await bank.commit(change(of, postings=(bet(ANN, 500),), dealt=DEALT, moves=("deal",)))
    await bank.commit(change(of, seats=(seat(1, ANN, leaving=True),)))
    assert (await bank.wallet(ANN)).in_play == 500
    over = change(of._replace(round_number=2), round_number=1, freed=(1,), postings=(lost(500),))
    await bank.commit(over._replace(settled=True))
    assert (await bank.wallet(ANN)).in_play == 0


async def test_donations_are_counted(bank: Bank) -> None:
    """The donor helps again each time that a user is broke, and keeps count."""
    for count in (1, 2, 3):
        await make_broke(bank, ANN, leave=99)
        wallet = await bank.donate(ANN)
        assert Wallet(balance=WELCOME + 99, in_play=0, donations=count) == wallet


async def test_a_dollar_is_not_broke(bank: Bank) -> None:
    """The donor refuses a user with 100 cents, and says what they have."""
    await make_broke(bank, ANN, leave=100)
    with pytest.raises(DonorRefuses) as refusal:
        await bank.donate(ANN)
    assert Wallet(balance=100, in_play=0, donations=0) == refusal.value.wallet


async def test_a_stake_on_the_table_is_not_broke(bank: Bank) -> None:
    """The donor refuses a user whose money all lies on the table."""
    of = await opened(bank)
    await bank.commit(change(of, postings=(bet(ANN, WELCOME),)))
    with pytest.raises(DonorRefuses) as refusal:
        await bank.donate(ANN)
    assert Wallet(balance=0, in_play=WELCOME, donations=0) == refusal.value.wallet


async def test_a_stranger_is_welcomed_and_not_helped(bank: Bank) -> None:
    """Asking the donor first opens no account that a later look would welcome twice."""
    with pytest.raises(DonorRefuses):
        await bank.donate(ANN)
    assert Wallet(balance=WELCOME, in_play=0, donations=0) == await bank.wallet(ANN)


async def test_twenty_donations_at_once_give_one(bank: Bank) -> None:
    """Only the first of twenty simultaneous requests finds the user broke."""
    await make_broke(bank, ANN)
    answers = await asyncio.gather(*(bank.donate(ANN) for _ in range(20)), return_exceptions=True)
    assert sum(isinstance(answer, DonorRefuses) for answer in answers) == 19
    assert Wallet(balance=WELCOME, in_play=0, donations=1) == await bank.wallet(ANN)
