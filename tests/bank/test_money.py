"""Postings, wallets and the donor.

Any postings conserve money, and both databases accept and refuse the same ones.
"""

import asyncio
from pathlib import Path
from random import Random

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import Contradiction
from engine.values.bank import DonorRefuses, InsufficientFunds
from engine.values.money import DONOR, GIFT, HOUSE, STAKE, Posting, PostingKind, Wallet, player
from engine.values.tables import Change, SavedTable

from .played import bet, lost, returned, won
from .users import ANN, BEN, CAT
from .values import (
    DEALT,
    NOW,
    SEATS,
    WELCOME,
    Rows,
    change,
    commit,
    money,
    opened,
    refused,
    seat,
    table,
)


async def test_insufficient_funds_save_nothing(bank: Bank, of: SavedTable, rows: Rows) -> None:
    """If one of two players can't pay, no bet, move or table state is saved."""
    before = await bank.open_tables()
    bets = (bet(ANN, 500), bet(BEN, WELCOME + 1, seat=2))
    playing = of._replace(phase="playing")
    with pytest.raises(InsufficientFunds) as lack:
        await commit(bank, change(playing, postings=bets, dealt=DEALT, moves=("1 hit",)))
    error = lack.value
    assert (error.user_id, error.needed, error.balance) == (BEN, WELCOME + 1, WELCOME)
    assert await bank.open_tables() == before
    assert rows("SELECT * FROM posting WHERE kind = 'bet'") == rows("SELECT * FROM round") == []
    assert await money(bank, ANN) == (WELCOME, 0)


async def test_later_postings_do_not_pay_for_earlier_ones(bank: Bank, of: SavedTable) -> None:
    """A double can't be paid from its winnings, nor a payout from a later stake."""
    await commit(bank, change(of, postings=(bet(ANN, WELCOME - 99),)))
    double = bet(ANN, 100, step=1)._replace(kind=PostingKind.DOUBLE)
    with pytest.raises(InsufficientFunds) as lack:
        await commit(bank, change(of, postings=(double, won(ANN, 5_000), bet(ANN, 1, step=2))))
    assert (lack.value.user_id, lack.value.needed, lack.value.balance) == (ANN, 100, 99)
    await refused(bank, change(of, postings=(lost(WELCOME), bet(BEN, 500, seat=2))), "too few")
    await commit(bank, change(of, postings=(won(ANN, 1), double, returned(ANN, 100))))
    assert (await bank.wallet(ANN)).balance == 100


async def test_a_posting_has_a_unique_key(bank: Bank, of: SavedTable) -> None:
    """Postings that differ in seat, hand, step or kind are separate; the same posting twice is refused."""
    first = bet(ANN, 500)
    others = ({"seat": 2}, {"hand": 1}, {"step": 1}, {"kind": PostingKind.SPLIT})
    bets = first, *(first._replace(**one) for one in others)
    await refused(bank, change(of, postings=(first, first)))
    saved = await commit(bank, change(of, postings=bets))
    assert saved.balances == {ANN: WELCOME - 2_500, BEN: WELCOME}
    await refused(bank, change(of, postings=(first,)))


ODD = {
    "other cents under a key": (bet(ANN, 501), None),
    "another account under a key": (bet(ANN, 500)._replace(source=HOUSE), None),
    "more than the round's stake": (returned(ANN, 501), "stake holds 500 cents"),
    "a gift between users": (bet(ANN, 5, step=1)._replace(target=player(BEN)), "no round moves"),
    "to the donor": (bet(ANN, 5, step=1)._replace(target=DONOR), "no round moves"),
    "to itself": (bet(ANN, 5, step=1)._replace(source=STAKE), None),
    "zero": (won(ANN, 0), None),
    "a negative amount": (won(ANN, -500), None),
    "an overflow": (won(ANN, 2**63 - 1), None),
}


@pytest.mark.parametrize(("odd", "why"), ODD.values(), ids=ODD)
async def test_impossible_postings_are_refused(
    bank: Bank, of: SavedTable, odd: Posting, why: str | None
) -> None:
    """With the whole change, and stakes of other tables can't pay for them."""
    await commit(bank, change(of, postings=(bet(ANN, 500),)))
    rich = await opened(bank, channel_id=11)
    await commit(bank, change(rich, postings=(bet(BEN, 5_000),)))
    await refused(bank, change(of, postings=(won(BEN, 900, seat=2), odd)), why)
    assert await money(bank, ANN) == (WELCOME - 500, 500)
    assert await money(bank, BEN) == (WELCOME - 5_000, 5_000)


async def make_broke(bank: Bank, user_id: int, *, leave: int = 0) -> None:
    """Let a user lose everything except `leave` cents."""
    cents = (await bank.wallet(user_id)).balance - leave
    of = await opened(bank, channel_id=user_id, seats=())
    gone = (bet(user_id, cents), lost(cents))
    await commit(bank, change(of._replace(closed=True), postings=gone, settled=True))


async def test_in_play_is_the_sum_of_open_stakes(bank: Bank, of: SavedTable) -> None:
    """At all tables of a user, minus returned stakes, until the round is settled."""
    second = await opened(bank, channel_id=11)
    await commit(bank, change(of, postings=(bet(ANN, 500), bet(BEN, 9_000, seat=2))))
    await commit(bank, change(second, postings=(bet(ANN, 800), returned(ANN, 300))))
    assert await money(bank, ANN) == (WELCOME - 1_000, 1_000)
    await commit(bank, change(of, postings=(lost(9_500),), settled=True))
    assert await money(bank, ANN) == (WELCOME - 1_000, 500)


async def test_the_donor_helps_broke_players(bank: Bank, rows: Rows) -> None:
    """Each time, and counts; a player with a dollar is not broke. Concurrent first requests open one account with
    one welcome gift."""
    wallets = await asyncio.gather(*(bank.wallet(ANN) for _ in range(10)))
    assert [Wallet(balance=WELCOME, in_play=0, donations=0)] * 10 == wallets
    assert rows("SELECT cents, at FROM posting WHERE kind = 'welcome'") == [(WELCOME, NOW)]
    for count in (1, 2, 3):
        await make_broke(bank, ANN, leave=99)
        wallet = await bank.donate(ANN)
        assert Wallet(balance=WELCOME + 99, in_play=0, donations=count) == wallet
    await make_broke(bank, ANN, leave=100)
    with pytest.raises(DonorRefuses) as refusal:
        await bank.donate(ANN)
    assert Wallet(balance=100, in_play=0, donations=3) == refusal.value.wallet


BOOK = 2**62 + 9
"""An AI player at table 1."""

HELP = Posting(DONOR, player(BOOK), GIFT, PostingKind.DONATION, seat=3, step=2)
"""The donor's gift before the second round."""


async def book_is_broke(bank: Bank) -> SavedTable:
    """The Book has lost nearly everything in the first round, and the second one is next."""
    of = await opened(bank, seats=(seat(1, ANN), seat(3, BOOK)), last_seat=3)
    gone = WELCOME - 50
    postings = (bet(BOOK, gone, seat=3), lost(gone, seat=3))
    await commit(bank, change(of, postings=postings, settled=True))
    return of._replace(round_number=2)


async def test_an_ai_player_gets_help_with_a_bet(bank: Bank) -> None:
    """Not with another amount, not a player with enough money, and not while a bet is in play, because it may come
    back."""
    of = await book_is_broke(bank)
    for wrong in (HELP._replace(cents=GIFT + 1), HELP._replace(target=player(ANN))):
        await refused(bank, change(of, postings=(wrong,)), "the donor")
    await commit(bank, change(of, postings=(bet(BOOK, 50, seat=3),)))
    await refused(bank, change(of, postings=(HELP,)), "the donor")
    await commit(bank, change(of, postings=(returned(BOOK, 50, seat=3),)))
    helped = change(of, postings=(HELP, bet(BOOK, 600, seat=3, step=1)))
    assert (await commit(bank, helped)).balances[BOOK] == 50 + GIFT - 600
    assert await bank.wallet(BOOK) == Wallet(50 + GIFT - 600, in_play=600, donations=1)


PARTIES = (STAKE, STAKE, HOUSE, player(ANN), player(BEN), player(CAT))
CENTS = (1, 500, 999_999, WELCOME)
KINDS = (PostingKind.BET, PostingKind.STAKE_RETURNED, PostingKind.WINNINGS)


def random_change(rng: Random, empty: Change) -> Change:
    """A random change that the bank may refuse."""
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
        postings=tuple(postings),
        settled=rng.random() < 0.4,
    )


async def outcome(bank: Bank, step: Change) -> dict[int, int] | str:
    """The new balances, or the name of the error."""
    try:
        return dict((await commit(bank, step)).balances)
    except (InsufficientFunds, Contradiction) as error:
        return type(error).__name__


async def wallets(bank: Bank) -> list[Wallet]:
    """The wallets of all three players."""
    return [await bank.wallet(user) for user in (ANN, BEN, CAT)]


async def test_any_postings_conserve_money(path: Path, address: str) -> None:
    """Each change is saved whole or not at all, and the audit has no findings."""
    rng, saved = Random(2), 0
    async with Bank.open(path, lambda: NOW) as here, Bank.open(address, lambda: NOW) as there:
        for channel in range(900, 920):
            mine, theirs = [
                await bank.open_table(table(channel_id=channel, seats=SEATS))
                for bank in (here, there)
            ]
            assert mine == theirs
            empty = change(table(channel_id=channel, table_id=mine, seats=SEATS))
            for _ in range(6):
                step, before = random_change(rng, empty), await wallets(here)
                result = await outcome(here, step)
                assert result == await outcome(there, step), step
                if isinstance(result, dict):
                    empty, saved = change(step.table), saved + 1
                else:
                    assert await wallets(here) == before
            assert await wallets(here) == await wallets(there)
            assert await here.audit() == await there.audit() == []
        assert saved > 20
