"""Postings: what moves, what is refused, and what a repetition does."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import Contradiction
from engine.values.errors import InsufficientFunds
from engine.values.money import (
    DONOR,
    HOUSE,
    STAKE,
    Account,
    AccountKind,
    Posting,
    PostingKind,
    player,
)

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
    seat,
    won,
)

Rows = Callable[[str], list[Any]]


async def test_a_round_of_money_survives(where: Path | str) -> None:
    """Bets, winnings and losses add up, and are the same when the file is opened again."""
    async with Bank.open(where, lambda: NOW) as bank:
        of = await opened(bank)
        bets = (bet(ANN, 500), bet(BEN, 700, seat=2))
        assert await bank.commit(change(of, postings=bets)) == {
            ANN: WELCOME - 500,
            BEN: WELCOME - 700,
        }
        paid = (returned(ANN, 500), won(ANN, 750), lost(700, seat=2))
        assert await bank.commit(change(of, postings=paid, settled=True)) == {
            ANN: WELCOME + 750,
            BEN: WELCOME - 700,
        }
    async with Bank.open(where, lambda: NOW) as bank:
        assert (await bank.wallet(ANN)).balance == WELCOME + 750
        assert (await bank.wallet(BEN)).balance == WELCOME - 700
        assert await bank.audit() == []


async def test_no_round_touches_a_row_of_the_house(bank: Bank, rows: Rows) -> None:
    """Gifts, winnings and losses are postings of the house and the donor, whose rows nobody waits for."""
    of = await opened(bank)
    await bank.commit(change(of, postings=(bet(ANN, 500), won(ANN, 750), lost(500)), settled=True))
    assert rows("SELECT kind, balance FROM account WHERE owner = 0 ORDER BY kind") == [
        ("donor", 0),
        ("house", 0),
    ]
    assert await bank.audit() == []


async def test_strangers_are_welcomed_before_they_pay(bank: Bank) -> None:
    """A user that the bank sees first in a change gets the welcome, seated or not."""
    of = await opened(bank, seats=(seat(1, ANN),))
    kept = await bank.commit(change(of, postings=(bet(CAT, 10, seat=3),)))
    assert kept == {ANN: WELCOME, CAT: WELCOME - 10}


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
    with pytest.raises(InsufficientFunds) as lack:
        await bank.commit(change(of, postings=(double, won(ANN, 5_000))))
    assert (lack.value.user_id, lack.value.needed, lack.value.balance) == (ANN, 100, 99)
    too_soon = (lost(WELCOME), bet(BEN, 500, seat=2))
    with pytest.raises(Contradiction, match="too few"):
        await bank.commit(change(of, postings=too_soon))
    await bank.commit(change(of, postings=(won(ANN, 1), double, returned(ANN, 100))))
    assert (await bank.wallet(ANN)).balance == 100


async def test_the_last_cent_can_be_staked(bank: Bank) -> None:
    """A balance may become exactly zero."""
    of = await opened(bank)
    kept = await bank.commit(change(of, postings=(bet(ANN, WELCOME),)))
    assert kept[ANN] == 0


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
    assert await bank.commit(paid) == {ANN: WELCOME + 500, BEN: WELCOME}
    assert await bank.commit(paid) == {ANN: WELCOME + 500, BEN: WELCOME}


@pytest.mark.parametrize(
    "other",
    [bet(ANN, 501), bet(BEN, 500), bet(ANN, 500)._replace(source=HOUSE)],
    ids=["other cents", "other player", "other account"],
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
    assert kept[ANN] == WELCOME - 1000


async def test_the_same_key_is_free_in_the_next_round(bank: Bank) -> None:
    """Keys are those of one round."""
    of = await opened(bank)
    await bank.commit(change(of, postings=(bet(ANN, 500), lost(500)), settled=True))
    kept = await bank.commit(change(of._replace(round_number=2), postings=(bet(ANN, 500),)))
    assert kept[ANN] == WELCOME - 1000


async def test_a_stake_pays_no_more_than_it_holds(bank: Bank) -> None:
    """What comes off the table was put there in the same round."""
    rich = await opened(bank, channel_id=11)
    await bank.commit(change(rich, postings=(bet(BEN, 5000),)))
    of = await opened(bank)
    with pytest.raises(Contradiction, match="stake holds 500 cents"):
        await bank.commit(change(of, postings=(bet(ANN, 500), returned(ANN, 501))))


@pytest.mark.parametrize(
    ("source", "target"),
    [(player(ANN), player(BEN)), (DONOR, player(ANN)), (player(ANN), DONOR), (STAKE, STAKE)],
    ids=["a gift between users", "a gift of the donor", "to the donor", "to itself"],
)
async def test_no_round_moves_money_so(bank: Bank, source: Account, target: Account) -> None:
    """In a round money moves between players, their stake and the house alone."""
    of = await opened(bank)
    odd = bet(ANN, 500)._replace(source=source, target=target)
    with pytest.raises(Contradiction):
        await bank.commit(change(of, postings=(bet(BEN, 900, seat=2), odd)))


@pytest.mark.parametrize("cents", [0, -500, 2**63, 2**63 - 1])
async def test_cents_must_make_sense(bank: Bank, cents: int) -> None:
    """Nothing, less than nothing, and more than the database can count are refused."""
    of = await opened(bank)
    gain = bet(ANN, 500)._replace(source=HOUSE, target=player(ANN), cents=cents)
    with pytest.raises(Contradiction):
        await bank.commit(change(of, postings=(gain,)))
    assert (await bank.wallet(ANN)).balance == WELCOME


@pytest.mark.parametrize("kind", [PostingKind.WELCOME, PostingKind.DONATION])
async def test_a_round_gives_no_presents(bank: Bank, kind: PostingKind) -> None:
    """A round can't pass winnings off as the donor's gift."""
    of = await opened(bank)
    with pytest.raises(Contradiction):
        await bank.commit(change(of, postings=(won(ANN, 500)._replace(kind=kind),)))


async def test_every_kind_of_account_and_posting_is_known(bank: Bank, rows: Rows) -> None:
    """All kinds that a table can name are kept under their names."""
    of = await opened(bank)
    kinds = [kind for kind in PostingKind if kind not in ("welcome", "donation")]
    await bank.commit(change(of, postings=[bet(ANN, 1)._replace(kind=kind) for kind in kinds]))
    assert set(PostingKind) - {"donation"} == {kind for (kind,) in rows("SELECT kind FROM posting")}
    assert set(AccountKind) == {kind for (kind,) in rows("SELECT kind FROM account")}
