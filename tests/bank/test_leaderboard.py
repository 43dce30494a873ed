"""Who has most, everywhere and in a guild."""

from engine.bank import Bank
from engine.saved.played import Leaderboard, Standing

from .played import play, start, table_in, void
from .values import ANN, BEN, CAT, WELCOME

DAN = CAT + 1


def standing(rank: int, user: int, net: int, *, all_in_all: int, rounds: int = 1) -> Standing:
    """A place on the list; `all_in_all` is what the user has gained anywhere."""
    balance = WELCOME + all_in_all
    return Standing(rank=rank, user_id=user, balance=balance, rounds=rounds, net=net)


async def two_guilds(bank: Bank) -> None:
    """Ann and Ben play in guild 1, Cat and Ann in guild 2; Dan only looks on, and has a voided and a running round."""
    here = await table_in(bank, 1, 11, ANN, BEN)
    await play(bank, here, {ANN: -300, BEN: 200})
    there = await table_in(bank, 2, 12, CAT, ANN)
    there = await play(bank, there, {CAT: 200, ANN: 100}, rules="vegas")
    await play(bank, there, {CAT: 100, ANN: 0}, rules="private")
    theirs = await table_in(bank, 2, 13, DAN)
    await start(bank, await void(bank, theirs, DAN), DAN)


async def test_everywhere(bank: Bank) -> None:
    """The highest balance first, with all rounds of a user; only who has played a round to its end is listed."""
    await two_guilds(bank)
    assert await bank.leaderboard(None, 0, 10) == Leaderboard(
        standings=(
            standing(1, CAT, 300, all_in_all=300, rounds=2),
            standing(2, BEN, 200, all_in_all=200),
            standing(3, ANN, -200, all_in_all=-200, rounds=3),
        ),
        count=3,
    )


async def test_in_a_guild(bank: Bank) -> None:
    """Those who played at the guild's tables, with what they did there; the balance is their whole one."""
    await two_guilds(bank)
    assert await bank.leaderboard(1, 0, 10) == Leaderboard(
        standings=(
            standing(1, BEN, 200, all_in_all=200),
            standing(2, ANN, -300, all_in_all=-200),
        ),
        count=2,
    )
    assert await bank.leaderboard(3, 0, 10) == Leaderboard(standings=(), count=0)


async def test_ranks_are_those_of_the_list(bank: Bank) -> None:
    """Each has the place where the list shows them; who is not on it has none."""
    await two_guilds(bank)
    for guild, listed in ((None, [CAT, BEN, ANN]), (1, [BEN, ANN]), (2, [CAT, ANN])):
        ranks = [await bank.rank_of(user, guild) for user in listed]
        assert ranks == list(range(1, len(listed) + 1))
    for user, guild in ((DAN, None), (DAN, 2), (CAT, 1), (999, None)):
        assert await bank.rank_of(user, guild) is None


async def test_pages_and_equals(bank: Bank) -> None:
    """Page after page holds everybody once; of equal balances the older account comes first."""
    users = [700, 300, 500, 100, 600]
    for user in users:
        await bank.wallet(user)
        await play(bank, await table_in(bank, 1, user, user), {user: 50})
    for guild in (None, 1):
        pages = [await bank.leaderboard(guild, offset, 2) for offset in (0, 2, 4, 6)]
        assert [[s.user_id for s in page.standings] for page in pages] == [
            [700, 300],
            [500, 100],
            [600],
            [],
        ]
        assert [s.rank for page in pages for s in page.standings] == [1, 2, 3, 4, 5]
        assert {page.count for page in pages} == {5}
        assert [await bank.rank_of(user, guild) for user in users] == [1, 2, 3, 4, 5]


async def test_who_is_forgotten_is_not_listed(bank: Bank) -> None:
    """A name below zero is on no list, has no rank, and is not counted."""
    of = await table_in(bank, 1, 11, ANN, BEN)
    await play(bank, of, {ANN: 900, BEN: 0})
    await bank.close_table(of.table_id, CAT)
    await bank.forget(ANN)
    (name,) = {seat.user_id for seat in (await bank.settled_rounds(0, 9))[0].dealt} - {BEN}
    assert name < 0
    for guild in (None, 1):
        board = await bank.leaderboard(guild, 0, 10)
        assert ([s.user_id for s in board.standings], board.count) == ([BEN], 1)
        assert await bank.rank_of(BEN, guild) == 1
        assert await bank.rank_of(name, guild) is None
