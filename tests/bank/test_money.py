"""Postings: what moves, what is refused, what a repetition does; what users have, and what the donor gives."""

import asyncio
from typing import Any

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import Contradiction
from engine.values.bank import DonorRefuses, InsufficientFunds
from engine.values.money import (
    DONOR,
    GIFT,
    HOUSE,
    STAKE,
    Account,
    Posting,
    PostingKind,
    Wallet,
    player,
)
from engine.values.rounds import EndedRound
from engine.values.tables import SavedTable

from .values import (
    ANN,
    BEN,
    DEALT,
    NOW,
    WELCOME,
    Rows,
    bet,
    change,
    lost,
    opened,
    returned,
    sealed,
    seat,
    won,
)


async def test_lacking_funds_keep_nothing(bank: Bank, rows: Rows) -> None:
    """When one of two players can't pay, neither bet, nor move, nor table is kept."""
    of = await opened(bank)
    before = await bank.open_tables()
    too_much = bet(BEN, WELCOME + 1, seat=2)
    with pytest.raises(InsufficientFunds) as lack:
        await bank.commit(
            change(
                of._replace(phase="playing"),
                postings=(bet(ANN, 500), too_much),
                dealt=DEALT,
                moves=("1 hit",),
            )
        )
    assert (
        lack.value.user_id,
        lack.value.needed,
        lack.value.balance,
    ) == (BEN, WELCOME + 1, WELCOME)
    assert before == await bank.open_tables()
    assert rows("SELECT * FROM posting WHERE kind = 'bet'") == []
    assert rows("SELECT * FROM round") == []
    assert (await bank.wallet(ANN)).balance == WELCOME


async def test_what_a_change_brings_later_pays_for_nothing_before(bank: Bank) -> None:
    """A double is not paid with what it wins, and a stake not out of one that comes later."""
    of = await opened(bank)
    await bank.commit(change(of, postings=(bet(ANN, WELCOME - 99),)))
    double = bet(ANN, 100, step=1)._replace(kind=PostingKind.DOUBLE)
    one_more = bet(ANN, 1, step=2)
    with pytest.raises(InsufficientFunds) as lack:
        await bank.commit(change(of, postings=(double, won(ANN, 5_000), one_more)))
    assert (lack.value.user_id, lack.value.needed, lack.value.balance) == (ANN, 100, 99)
    too_soon = (lost(WELCOME), bet(BEN, 500, seat=2))
    with pytest.raises(Contradiction, match="too few"):
        await bank.commit(change(of, postings=too_soon))
    await bank.commit(change(of, postings=(won(ANN, 1), double, returned(ANN, 100))))
    assert (await bank.wallet(ANN)).balance == 100


async def test_two_hundred_bets_from_one_balance(bank: Bank) -> None:
    """Of 200 simultaneous bets from one balance exactly the affordable ones pass."""
    tables = [await opened(bank, channel_id=n) for n in range(200)]
    each = WELCOME // 30
    answers = await asyncio.gather(
        *(bank.commit(change(of, postings=(bet(ANN, each),))) for of in tables),
        return_exceptions=True,
    )
    refused = [answer for answer in answers if isinstance(answer, InsufficientFunds)]
    assert (len(answers) - len(refused), len(refused)) == (30, 170)
    wallet = await bank.wallet(ANN)
    assert (WELCOME - 30 * each, 30 * each) == (wallet.balance, wallet.in_play)


async def test_the_same_change_twice_moves_money_once(bank: Bank) -> None:
    """A change whose answer was lost can be handed in again, even after it ended the round."""
    of = await opened(bank)
    staked = change(of, postings=(bet(ANN, 500),), dealt=DEALT, moves=("deal", "1 stand"))
    assert await bank.commit(staked) == await bank.commit(staked)
    paid = change(
        of._replace(round_number=2),
        round_number=1,
        postings=(returned(ANN, 500), won(ANN, 500)),
        moves=("dealer busts",),
        first_move=2,
        settled=True,
    )
    assert (await bank.commit(paid)).balances == {ANN: WELCOME + 500, BEN: WELCOME}
    assert (await bank.commit(paid)).balances == {ANN: WELCOME + 500, BEN: WELCOME}


@pytest.mark.parametrize(
    "other",
    [bet(ANN, 501), bet(ANN, 500)._replace(source=HOUSE)],
    ids=["other cents", "other account"],
)
async def test_a_key_can_not_be_used_twice(bank: Bank, other: Posting) -> None:
    """A posting under a key of old with anything else in it is refused, not taken for the old one."""
    of = await opened(bank)
    await bank.commit(change(of, postings=(bet(ANN, 500),)))
    with pytest.raises(Contradiction, match="made before"):
        await bank.commit(change(of, postings=(other,)))
    assert (await bank.wallet(ANN)).balance == WELCOME - 500


@pytest.mark.parametrize(
    "part", [{"seat": 2}, {"hand": 1}, {"step": 1}, {"kind": PostingKind.SPLIT}], ids=str
)
async def test_every_part_of_a_key_counts(bank: Bank, part: dict[str, Any]) -> None:
    """Postings that differ in seat, hand, step or kind are two postings."""
    of = await opened(bank)
    first = bet(ANN, 500)
    kept = await bank.commit(change(of, postings=(first, first._replace(**part))))
    assert kept.balances[ANN] == WELCOME - 1000


async def test_a_stake_pays_no_more_than_it_holds(bank: Bank) -> None:
    """What comes off the table was put there in the same round."""
    rich = await opened(bank, channel_id=11)
    await bank.commit(change(rich, postings=(bet(BEN, 5000),)))
    of = await opened(bank)
    with pytest.raises(Contradiction, match="stake holds 500 cents"):
        await bank.commit(change(of, postings=(bet(ANN, 500), returned(ANN, 501))))


@pytest.mark.parametrize(
    ("source", "target"),
    [(player(ANN), player(BEN)), (player(ANN), DONOR), (STAKE, STAKE)],
    ids=["a gift between users", "to the donor", "to itself"],
)
async def test_no_round_moves_money_so(bank: Bank, source: Account, target: Account) -> None:
    """In a round money moves between players, their stake and the house alone."""
    of = await opened(bank)
    odd = bet(ANN, 500)._replace(source=source, target=target)
    with pytest.raises(Contradiction):
        await bank.commit(change(of, postings=(bet(BEN, 900, seat=2), odd)))


@pytest.mark.parametrize("cents", [0, -500, 2**63 - 1])
async def test_cents_must_make_sense(bank: Bank, cents: int) -> None:
    """Nothing, less than nothing, and more than the database can count are refused."""
    of = await opened(bank)
    gain = bet(ANN, 500)._replace(source=HOUSE, target=player(ANN), cents=cents)
    with pytest.raises(Contradiction):
        await bank.commit(change(of, postings=(gain,)))
    assert (await bank.wallet(ANN)).balance == WELCOME


async def make_broke(bank: Bank, user_id: int, *, leave: int = 0) -> None:
    """Let a user lose all but `leave` cents."""
    cents = (await bank.wallet(user_id)).balance - leave
    of = await opened(bank, channel_id=user_id, seats=())
    gone = (bet(user_id, cents), lost(cents))
    await bank.commit(change(of._replace(closed=True), postings=gone, settled=True))


async def test_first_sight_is_welcomed_once(bank: Bank, rows: Rows) -> None:
    """A user seen ten times at once is welcomed once."""
    wallets = await asyncio.gather(*(bank.wallet(ANN) for _ in range(10)))
    assert [Wallet(balance=WELCOME, in_play=0, donations=0)] * 10 == wallets
    assert rows("SELECT cents, at FROM posting WHERE kind = 'welcome'") == [(WELCOME, NOW)]


async def test_in_play_is_what_lies_on_open_tables(bank: Bank) -> None:
    """Stakes count at every table of a user, less what came back, until the round is settled."""
    first, second = await opened(bank), await opened(bank, channel_id=11)
    await bank.commit(change(first, postings=(bet(ANN, 500), bet(BEN, 9000, seat=2))))
    await bank.commit(change(second, postings=(bet(ANN, 800), returned(ANN, 300))))
    wallet = await bank.wallet(ANN)
    assert Wallet(balance=WELCOME - 1000, in_play=1000, donations=0) == wallet
    await bank.commit(change(first, postings=(lost(9500),), settled=True))
    assert Wallet(balance=WELCOME - 1000, in_play=500, donations=0) == await bank.wallet(ANN)


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


BOOK = 2**62 + 9
"""A player of the house at table 1."""


def gift(**changes: Any) -> Posting:
    """The donor's help before the second round."""
    given = Posting(
        source=DONOR,
        target=player(BOOK),
        cents=GIFT,
        kind=PostingKind.DONATION,
        seat=3,
        step=2,
    )
    return given._replace(**changes)


async def book_is_broke(bank: Bank) -> SavedTable:
    """The Book has lost nearly all in the first round, and the second one is coming."""
    of = await opened(bank, seats=(seat(1, ANN), seat(3, BOOK)), last_seat=3)
    stake = bet(BOOK, WELCOME - 50, seat=3)
    taken = lost(stake.cents, seat=3)
    await bank.commit(change(of, postings=(stake, taken), settled=True))
    return of._replace(round_number=2)


async def test_help_comes_with_the_bet_once(bank: Bank) -> None:
    """Whoever asks for the same change again gives nothing twice."""
    of = await book_is_broke(bank)
    helped = change(of, postings=(gift(), bet(BOOK, 600, seat=3)))
    for _ in range(2):
        assert (await bank.commit(helped)).balances[BOOK] == 50 + GIFT - 600
    wallet = await bank.wallet(BOOK)
    assert (wallet.balance, wallet.in_play, wallet.donations) == (50 + GIFT - 600, 600, 1)


@pytest.mark.parametrize(
    "wrong",
    [
        gift(cents=GIFT + 1),
        gift(target=player(ANN)),
    ],
    ids=["another sum", "somebody with money"],
)
async def test_nothing_else_is_given(bank: Bank, wrong: Posting) -> None:
    """The donor gives the gift, and to nobody who has as much."""
    of = await book_is_broke(bank)
    with pytest.raises(Contradiction, match="the donor"):
        await bank.commit(change(of, postings=(wrong,)))
    assert (await bank.wallet(BOOK)).balance == 50


async def test_nobody_is_helped_who_has_something_in_play(bank: Bank) -> None:
    """It may come back."""
    of = await book_is_broke(bank)
    await bank.commit(change(of, postings=(bet(BOOK, 50, seat=3),)))
    with pytest.raises(Contradiction, match="the donor"):
        await bank.commit(change(of, postings=(gift(),)))


async def test_a_restart_finds_the_voided_rounds_of_the_shoe(bank: Bank) -> None:
    """Those that were dealt from the shoe in use; a bet that was voided before the deal is nothing to tell of."""
    of = await opened(bank, first_shoe=sealed)
    await bank.commit(change(of, postings=(bet(ANN, 500),), voided_by=1))
    of = of._replace(round_number=2)
    moves = ("deal Ah", "deal 2c")
    dealt = change(of, dealt=DEALT, moves=moves, rule_set="downtown", drawn_from=(1, 0))
    await bank.commit(dealt)
    after = of._replace(round_number=3)
    kept = await bank.commit(change(after)._replace(round_number=2, voided_by=1))
    (found,) = await bank.open_tables()
    assert found.voided == (EndedRound(2, DEALT, moves, kept.round_id),)
