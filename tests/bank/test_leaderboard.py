"""Who has most beyond the donor's gifts, at all or since Monday, everywhere and in a guild."""

import pytest

from engine.bank.bank import Bank
from engine.clock import WEEK, week_began
from engine.values.played import Leaderboard, Standing

from .played import play, start, table_in, void
from .users import ANN, BEN, CAT
from .values import NOW, WELCOME

DAN = CAT + 1


def standing(
    rank: int, user: int, net: int, *, rounds: int = 1, all_in_all: int | None = None
) -> Standing:
    """A place on the list; `all_in_all` is what somebody has gained at any time, anywhere, if it is not the same."""
    balance = WELCOME + (net if all_in_all is None else all_in_all)
    return Standing(rank=rank, user_id=user, balance=balance, rounds=rounds, net=net)


async def test_the_highest_comes_first(bank: Bank) -> None:
    """Everywhere, with all rounds of a user, or in a guild; only who has played a round to its end is listed."""
    here = await table_in(bank, 1, 11, ANN, BEN)
    await play(bank, here, {ANN: -300, BEN: 200})
    there = await table_in(bank, 2, 12, CAT, ANN)
    there = await play(bank, there, {CAT: 200, ANN: 100}, rules="vegas")
    await play(bank, there, {CAT: 100, ANN: 0}, rules="private")
    theirs = await table_in(bank, 2, 13, DAN)
    await start(bank, await void(bank, theirs, DAN), DAN)
    everywhere = (
        standing(1, CAT, 300, rounds=2),
        standing(2, BEN, 200),
        standing(3, ANN, -200, rounds=3),
    )
    for user, rank in ((BEN, 2), (CAT, 1), (DAN, None), (999, None)):
        found = await bank.leaderboard(user, None, 1, 0, 10)
        assert found == Leaderboard(standings=everywhere, count=3, rank=rank)
    in_guild = (standing(1, BEN, 200), standing(2, ANN, -200))
    found = await bank.leaderboard(CAT, 1, 1, 0, 10)
    assert found == Leaderboard(standings=in_guild, count=2, rank=None)
    assert await bank.leaderboard(ANN, 3, 1, 0, 10) == Leaderboard(standings=(), count=0, rank=None)


async def test_who_lives_on_gifts_is_no_leader(bank: Bank) -> None:
    """Who lost everything twice has more than who lost a little, and is behind: gifts are not won."""
    table = await table_in(bank, 1, 11, ANN, BEN)
    for _ in range(2):
        table = await play(bank, table, {ANN: 0, BEN: -WELCOME}, stake=WELCOME)
        await bank.donate(BEN)
    for _ in range(7):
        table = await play(bank, table, {ANN: 0, BEN: 0})
    await play(bank, table, {ANN: -200, BEN: 900})
    for guild in (None, 1):
        found = (await bank.leaderboard(BEN, guild, 10, 0, 9)).standings
        assert [(one.user_id, one.net, one.balance) for one in found] == [
            (ANN, -200, WELCOME - 200),
            (BEN, 900 - 2 * WELCOME, WELCOME + 900),
        ]


async def test_pages_and_equals(bank: Bank) -> None:
    """Page after page holds everybody once; of equals the older account comes first."""
    users = [700, 300, 500, 100, 600]
    for user in users:
        await bank.wallet(user)
        await play(bank, await table_in(bank, 1, user, user), {user: 50})
    for guild in (None, 1):
        pages = [await bank.leaderboard(100, guild, 1, offset, 2) for offset in (0, 2, 4, 6)]
        assert [len(page.standings) for page in pages] == [2, 2, 1, 0]
        listed = [(one.rank, one.user_id) for page in pages for one in page.standings]
        assert listed == [*enumerate(users, 1)]
        assert {(page.count, page.rank) for page in pages} == {(5, 4)}


MONDAY = 1_699_833_600.0
"""13 November 2023, 00:00 UTC."""


@pytest.mark.parametrize("at", [MONDAY, NOW, MONDAY + WEEK - 1e-3])
def test_a_week_begins_on_monday(at: float) -> None:
    """At 00:00 UTC, whenever in the week it is asked."""
    assert week_began(at) == MONDAY
    assert week_began(MONDAY + WEEK) == MONDAY + WEEK
    assert week_began(-1.0) == -3 * 86_400.0  # 1970 began on a Thursday


async def test_since_monday(bank: Bank) -> None:
    """The highest net first, of rounds that were settled since then; equals in the order in which they came."""
    here = await table_in(bank, 1, 11, ANN, BEN)
    here = await play(bank, here, {ANN: 900, BEN: -900}, at=MONDAY - 1)
    here = await play(bank, here, {ANN: -300, BEN: 200}, at=MONDAY)
    await start(bank, await void(bank, here, ANN, BEN, at=MONDAY + 1), ANN, at=MONDAY + 2)
    there = await table_in(bank, 2, 12, CAT, ANN)
    there = await play(bank, there, {CAT: 100, ANN: 100}, at=MONDAY + 60)
    await play(bank, there, {CAT: 0, ANN: 400}, at=MONDAY + 90)
    found = await bank.leaderboard_since(CAT, None, MONDAY, 0, 10)
    assert (found.count, found.rank) == (3, 3)
    assert found.standings == (
        standing(1, ANN, 200, rounds=3, all_in_all=100),
        standing(2, BEN, 200, all_in_all=-700),
        standing(3, CAT, 100, rounds=2),
    )
