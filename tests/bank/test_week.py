"""Who has won most since a moment, everywhere and in a guild."""

import pytest

from engine.bank.bank import Bank
from engine.clock import WEEK, week_began
from engine.values.played import Leaderboard, Standing

from .played import play, start, table_in, void
from .values import ANN, BEN, CAT, NOW, WELCOME

MONDAY = 1_699_833_600.0
"""13 November 2023, 00:00 UTC."""


@pytest.mark.parametrize("at", [MONDAY, MONDAY + 1e-3, NOW, MONDAY + WEEK - 1e-3])
def test_a_week_begins_on_monday(at: float) -> None:
    """At 00:00 UTC, whenever in the week it is asked."""
    assert week_began(at) == MONDAY
    assert week_began(MONDAY + WEEK) == MONDAY + WEEK
    assert week_began(-1.0) == -3 * 86_400.0  # 1970 began on a Thursday


def standing(rank: int, user: int, net: int, *, all_in_all: int, rounds: int = 1) -> Standing:
    """A place on the list; `all_in_all` is what the user has gained at any time, anywhere."""
    balance = WELCOME + all_in_all
    return Standing(rank=rank, user_id=user, balance=balance, rounds=rounds, net=net)


async def two_weeks(bank: Bank) -> None:
    """A round on the Sunday, then some in the week: in guild 1 by Ann and Ben, in guild 2 by Ann and Cat."""
    here = await table_in(bank, 1, 11, ANN, BEN)
    here = await play(bank, here, {ANN: 900, BEN: -900}, at=MONDAY - 1)
    here = await play(bank, here, {ANN: -300, BEN: 200}, at=MONDAY)
    await start(bank, await void(bank, here, ANN, BEN, at=MONDAY + 1), ANN, at=MONDAY + 2)
    there = await table_in(bank, 2, 12, CAT, ANN)
    there = await play(bank, there, {CAT: 100, ANN: 100}, at=MONDAY + 60)
    await play(bank, there, {CAT: 0, ANN: 400}, at=MONDAY + 90)


async def test_everywhere(bank: Bank) -> None:
    """The highest net first, of rounds that were settled since then; equals in the order in which they came."""
    await two_weeks(bank)
    assert await bank.leaderboard_since(CAT, None, MONDAY, 0, 10) == Leaderboard(
        standings=(
            standing(1, ANN, 200, all_in_all=100, rounds=3),
            standing(2, BEN, 200, all_in_all=-700),
            standing(3, CAT, 100, all_in_all=100, rounds=2),
        ),
        count=3,
        rank=3,
    )


async def test_in_a_guild(bank: Bank) -> None:
    """At its tables alone; who played elsewhere is not on the list."""
    await two_weeks(bank)
    found = await bank.leaderboard_since(CAT, 1, MONDAY, 0, 10)
    assert found.standings == (
        standing(1, BEN, 200, all_in_all=-700),
        standing(2, ANN, -300, all_in_all=100),
    )
    assert (found.count, found.rank) == (2, None)
    assert (await bank.leaderboard_since(ANN, 3, MONDAY, 0, 10)).count == 0


async def test_pages_and_strangers(bank: Bank) -> None:
    """Each page holds its part; the place of the asker is theirs on whichever page, and a stranger has none."""
    await two_weeks(bank)
    for offset, users in ((0, [ANN, BEN]), (2, [CAT]), (4, [])):
        found = await bank.leaderboard_since(BEN, None, MONDAY, offset, 2)
        assert [one.user_id for one in found.standings] == users
        assert (found.count, found.rank) == (3, 2)
    assert (await bank.leaderboard_since(999, None, MONDAY, 0, 2)).rank is None


async def test_who_is_forgotten_is_not_listed(bank: Bank) -> None:
    """Nor counted, and asking by the old id finds nobody."""
    of = await table_in(bank, 1, 11, ANN, BEN)
    await play(bank, of, {ANN: 900, BEN: 0}, at=MONDAY)
    await bank.close_table(of.table_id, CAT)
    await bank.forget(ANN)
    for guild in (None, 1):
        found = await bank.leaderboard_since(ANN, guild, MONDAY, 0, 10)
        assert [one.user_id for one in found.standings] == [BEN]
        assert (found.count, found.rank) == (1, None)
