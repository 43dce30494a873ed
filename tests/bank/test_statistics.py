"""What is told of a user: sums, the biggest win, and the balance over time."""

from itertools import pairwise
from pathlib import Path

import pytest

from engine.bank.bank import Bank
from engine.values.played import BalancePoint, BiggestWin, Counts, Statistics

from .outside import another_program
from .played import play, start, table_in, void
from .users import account
from .values import ANN, BEN, CAT, NOW, WELCOME


async def test_statistics_are_the_sum_of_the_rounds(bank: Bank) -> None:
    """Counted by rule set and in all, over every guild; a voided or running round counts nowhere."""
    here = await table_in(bank, 1, 11, ANN, BEN)
    there = await table_in(bank, 2, 12, ANN)
    for net in (1_500, -1_000, 0):
        here = await play(bank, here, {ANN: net, BEN: -1_000})
    here = await void(bank, here, ANN, BEN)
    await start(bank, here, ANN, BEN)
    there = await play(bank, there, {ANN: 1_500}, rules="vegas")
    there = await play(bank, there, {ANN: -500}, rules="vegas")
    hotseat = Counts(rounds=3, won=1, lost=1, naturals=1, staked=3_000, net=500)
    vegas = Counts(rounds=2, won=1, lost=1, naturals=1, staked=2_000, net=1_000)
    assert await bank.statistics(ANN) == Statistics(
        total=Counts(rounds=5, won=2, lost=2, naturals=2, staked=5_000, net=1_500),
        by_rule_set={"hotseat": hotseat, "vegas": vegas},
        biggest_win=BiggestWin(round_id=1, net=1_500),
    )
    assert (hotseat.even, vegas.even) == (1, 0)
    assert (await bank.statistics(BEN)).biggest_win is None


async def test_who_never_played_has_empty_statistics(bank: Bank) -> None:
    """No rounds, no rule sets, no win; and asking opens no account."""
    empty = Statistics(total=Counts(), by_rule_set={}, biggest_win=None)
    assert await bank.statistics(CAT) == empty
    assert await bank.balance_over_time(CAT, 10) == ()


async def test_the_balance_over_time_has_no_dips(where: Path | str) -> None:
    """A point for the welcome, for each settled round and each gift; not for a stake that lies on a table."""
    now = NOW
    async with Bank.open(where, lambda: now) as bank:
        of = await table_in(bank, 1, 11, ANN)
        await bank.wallet(ANN)
        for number, net in enumerate((1_500, -1_000, 0), start=1):
            of = await play(bank, of, {ANN: net}, at=NOW + number)
        of = await void(bank, of, ANN, at=NOW + 4)
        of = await play(bank, of, {ANN: -1_000}, at=NOW + 5)
        await start(bank, of, ANN, at=NOW + 6)
        assert await bank.balance_over_time(ANN, 10) == (
            BalancePoint(NOW, WELCOME),
            BalancePoint(NOW + 1, WELCOME + 1_500),
            BalancePoint(NOW + 2, WELCOME + 500),
            BalancePoint(NOW + 3, WELCOME + 500),
            BalancePoint(NOW + 5, WELCOME - 500),
        )
        wallet = await bank.wallet(ANN)
        assert wallet.balance + wallet.in_play == WELCOME - 500


async def test_a_donation_is_a_point(where: Path | str) -> None:
    """The curve of who was broke goes down and up again, and ends at what they have."""
    at = NOW
    async with Bank.open(where, lambda: at) as bank:
        of = await table_in(bank, 1, 11, ANN)
        await play(bank, of, {ANN: -1_000}, at=NOW + 1)
        _take_all_but(where, ANN, 99)
        at = NOW + 2
        await bank.donate(ANN)
        points = await bank.balance_over_time(ANN, 9)
        assert [point.at for point in points] == [NOW, NOW + 1, NOW + 2]
        assert points[-1].balance - points[-2].balance == WELCOME


def _take_all_but(where: Path | str, user: int, cents: int) -> None:
    with another_program(where) as connection:
        connection.execute(f"UPDATE account SET balance = {cents} WHERE {account(user)}")


@pytest.mark.parametrize("points", [2, 3, 4, 7, 8, 9])
async def test_a_long_curve_is_thinned_evenly(bank: Bank, points: int) -> None:
    """Never more points than asked for, each on the curve, with the first and the last, and no gap much wider."""
    await bank.wallet(ANN)
    of = await table_in(bank, 1, 11, ANN)
    for number in range(1, 8):
        of = await play(bank, of, {ANN: 100 * number}, at=NOW + number)
    whole = await bank.balance_over_time(ANN, 99)
    thinned = await bank.balance_over_time(ANN, points)
    assert len(whole) == 8
    assert len(thinned) == min(points, 8)
    assert (thinned[0], thinned[-1]) == (whole[0], whole[-1])
    places = [whole.index(point) for point in thinned]
    gaps = [after - before for before, after in pairwise(places)]
    assert min(gaps) >= 1
    assert max(gaps) - min(gaps) <= 1


@pytest.mark.parametrize("points", [-1, 0, 1])
async def test_a_curve_has_two_ends(bank: Bank, points: int) -> None:
    """Fewer than two points can't hold the first and the last."""
    with pytest.raises(ValueError, match="two points"):
        await bank.balance_over_time(ANN, points)
