"""The daily ten in the bank: progress, boards, streaks, forgetting and posts."""

from dataclasses import replace
from pathlib import Path

from engine.bank.bank import Bank
from engine.values.daily import DailyGame, DailyPost
from engine.values.tables import SavedSettings

from .users import ANN, BEN, CAT
from .values import NOW, Rows

DAY = int(NOW // 86_400)
BEGUN = DailyGame(day=DAY)


async def finish(
    bank: Bank, user: int, lost: int, *, day: int = DAY, guild: int = 1, squares: str = "g" * 10
) -> None:
    """Save a finished game of a day."""
    game = DailyGame(day=day, moves="stand", squares=squares, lost=lost, over=True)
    assert await bank.save_daily(user, guild, DailyGame(day=day), game)


async def test_a_game_continues_where_it_stopped(bank: Bank) -> None:
    """Each user has a separate game. The first of two concurrent decisions counts; the second is refused."""
    assert await bank.daily_game(ANN, DAY) == BEGUN
    first = replace(BEGUN, moves="hit")
    second = replace(first, moves="hit stand", squares="y", lost=7)
    assert await bank.save_daily(ANN, 1, BEGUN, first)
    assert not await bank.save_daily(ANN, 1, BEGUN, replace(BEGUN, moves="stand"))
    assert await bank.save_daily(ANN, 1, first, second)
    assert not await bank.save_daily(ANN, 1, first, replace(first, moves="hit hit"))
    assert await bank.daily_game(ANN, DAY) == second
    assert await bank.daily_game(BEN, DAY) == BEGUN


async def test_the_board_of_a_day_in_a_guild(bank: Bank) -> None:
    """Most best hands first, then the lowest loss; equals share a rank, and unfinished games are not listed.

    A streak has consecutive finished days.
    """
    for user, lost in ((ANN, 500), (BEN, 20), (CAT, 20)):
        await finish(bank, user, lost)
    await finish(bank, 66, 1, squares="g" * 9 + "y")
    await finish(bank, 77, 0, guild=2)
    await finish(bank, 88, 0, day=DAY - 1)
    await bank.save_daily(99, 1, BEGUN, replace(BEGUN, moves="hit"))
    board = await bank.daily_board(1, DAY, 10)
    assert [(one.rank, one.user_id, one.lost) for one in board.entries] == [
        (1, BEN, 20),
        (1, CAT, 20),
        (3, ANN, 500),
        (4, 66, 1),
    ]
    assert board.count == 4
    assert [one.user_id for one in (await bank.daily_board(1, DAY, 1)).entries] == [BEN]
    for day in (DAY - 5, DAY - 2, DAY - 1):
        await finish(bank, ANN, 1, day=day)
    begun = DailyGame(day=DAY - 3)
    await bank.save_daily(ANN, 1, begun, replace(begun, moves="hit"))
    assert [await bank.daily_streak(ANN, DAY + later) for later in (-1, 0, 1)] == [2, 3, 0]
    assert await bank.daily_streak(CAT + 1, DAY) == 0


async def test_the_first_secret_stays(where: Path | str) -> None:
    """For all processes, and after a restart."""
    first, other = bytes(range(32)), bytes(32)
    for asking in (first, other):
        async with Bank.open(where, lambda: NOW) as bank:
            assert await bank.daily_secret(asking) == first
            assert await bank.daily_secret(other) == first


async def test_forgotten_users_can_not_play_a_day_twice(bank: Bank, rows: Rows) -> None:
    """Today's and yesterday's games are closed to them. Only keyed hashes of these are left, for two days."""
    await bank.daily_secret(bytes(range(32)))
    for day in (DAY - 2, DAY - 1, DAY):
        await finish(bank, ANN, 1, day=day)
    await finish(bank, BEN, 2)
    assert await bank.forget(ANN)
    assert [one.user_id for one in (await bank.daily_board(1, DAY, 9)).entries] == [BEN]
    assert rows("SELECT lost FROM daily") == [(2,)]
    closed = [(await bank.daily_game(ANN, DAY - ago)).closed for ago in range(3)]
    assert closed == [True, True, False]
    assert not await bank.save_daily(ANN, 1, BEGUN, replace(BEGUN, moves="hit"))
    assert await bank.daily_game(CAT, DAY) == BEGUN
    for later, left in ((0, 2), (1, 1), (2, 0)):
        await finish(bank, CAT, 1, day=DAY + later)
        assert len({bytes(mark) for (mark,) in rows("SELECT mark FROM daily_forgotten")}) == left


async def test_forgetting_leaves_no_unkeyed_hash(bank: Bank, rows: Rows) -> None:
    """After a restored backup there is no secret until the next daily ten, and the day has new hands anyway."""
    await finish(bank, ANN, 1)
    assert await bank.forget(ANN)
    assert rows("SELECT mark FROM daily_forgotten") == []
    assert await bank.daily_game(ANN, DAY) == BEGUN


async def test_the_daily_posts_of_channels(bank: Bank, rows: Rows) -> None:
    """Every channel with the setting is listed with its last post; a server's rows are deleted with its settings."""
    for guild, channel, texts in (
        (1, 10, {"daily": "on"}),
        (1, 11, {"seats": "2"}),
        (2, 20, {"daily": "on"}),
    ):
        await bank.change_settings(SavedSettings(guild, channel, texts), ANN)
    begun = DailyPost(1, 10, DAY, NOW, None, 2)
    await bank.save_daily_post(begun)
    assert await bank.daily_posts() == [begun, DailyPost(2, 20)]
    posted = begun._replace(begun_at=None, message_id=7, refusals=0)
    for post in (posted, DailyPost(2, 20, DAY, None, 8, 0), DailyPost(1, 11, DAY)):
        await bank.save_daily_post(post)
    assert (await bank.daily_posts())[0] == posted
    await bank.change_settings(SavedSettings(1, 10, {}), ANN)
    await bank.change_settings(SavedSettings(1, 11, {}), ANN)
    assert await bank.guilds_in_use() == {1, 2}
    await bank.drop_settings(1)
    assert await bank.guilds_in_use() == {2}
    assert await bank.daily_posts() == [DailyPost(2, 20, DAY, None, 8, 0)]
    assert rows("SELECT guild_id FROM daily_post") == [(2,)]
