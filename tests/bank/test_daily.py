"""The daily ten in the bank: how far somebody is, boards, streaks, being forgotten."""

from dataclasses import replace
from pathlib import Path

from engine.bank.bank import Bank
from engine.values.played import DailyGame

from .values import ANN, BEN, CAT, NOW, Rows

DAY = 20_000


async def played(
    bank: Bank, user: int, lost: int, *, day: int = DAY, guild: int = 1, squares: str = "g" * 10
) -> DailyGame:
    """All hands of a day."""
    game = DailyGame(day=day, moves="stand", squares=squares, lost=lost, over=True)
    assert await bank.keep_daily(user, guild, DailyGame(day=day), game)
    return game


async def test_a_game_goes_on_where_it_was(bank: Bank) -> None:
    """Step by step; nobody else's."""
    begun = DailyGame(day=DAY)
    assert await bank.daily_game(ANN, DAY) == begun
    first = replace(begun, moves="hit")
    second = replace(first, moves="hit stand", squares="y", lost=7)
    assert await bank.keep_daily(ANN, 1, begun, first)
    assert await bank.keep_daily(ANN, 1, first, second)
    assert await bank.daily_game(ANN, DAY) == second
    assert await bank.daily_game(BEN, DAY) == begun


async def test_of_two_decisions_at_once_one_counts(bank: Bank) -> None:
    """There is one try: what was decided stays, and the other is told that it came too late."""
    begun = DailyGame(day=DAY)
    assert await bank.keep_daily(ANN, 1, begun, replace(begun, moves="hit"))
    assert not await bank.keep_daily(ANN, 1, begun, replace(begun, moves="stand"))
    assert (await bank.daily_game(ANN, DAY)).moves == "hit"


async def test_the_board_of_a_day_is_a_guilds(bank: Bank) -> None:
    """Most best hands first, then who lost least, equals on one place; who is not done is not on it."""
    await played(bank, ANN, 500)
    await played(bank, BEN, 20)
    await played(bank, CAT, 20)
    await played(bank, 66, 1, squares="g" * 9 + "y")
    await played(bank, 77, 0, guild=2)
    await played(bank, 88, 0, day=DAY - 1)
    begun = DailyGame(day=DAY)
    await bank.keep_daily(99, 1, begun, replace(begun, moves="hit"))
    board = await bank.daily_board(1, DAY, 10)
    assert [(one.rank, one.user_id, one.lost) for one in board.standings] == [
        (1, BEN, 20),
        (1, CAT, 20),
        (3, ANN, 500),
        (4, 66, 1),
    ]
    assert board.count == 4
    assert [one.user_id for one in (await bank.daily_board(1, DAY, 1)).standings] == [BEN]


async def test_a_streak_is_of_days_in_a_row(bank: Bank) -> None:
    """A day that was missed, or not played to its end, ends it."""
    for day in (DAY - 5, DAY - 2, DAY - 1, DAY):
        await played(bank, ANN, 1, day=day)
    begun = DailyGame(day=DAY - 3)
    await bank.keep_daily(ANN, 1, begun, replace(begun, moves="hit"))
    assert await bank.daily_streak(ANN, DAY) == 3
    assert await bank.daily_streak(ANN, DAY - 1) == 2
    assert await bank.daily_streak(ANN, DAY + 1) == 0
    assert await bank.daily_streak(BEN, DAY) == 0


async def test_the_secret_is_made_once(where: Path | str) -> None:
    """The first one stays, whichever process asks, and after a restart."""
    first, other = bytes(range(32)), bytes(32)
    async with Bank.open(where, lambda: NOW) as bank:
        assert await bank.daily_secret(first) == first
        assert await bank.daily_secret(other) == first
    async with Bank.open(where, lambda: NOW) as bank:
        assert await bank.daily_secret(other) == first


async def test_who_is_forgotten_can_not_play_a_day_twice(bank: Bank, rows: Rows) -> None:
    """What they have begun today or yesterday is closed to them; of all that, only keyed hashes are left."""
    today = int(NOW // 86_400)
    await bank.daily_secret(bytes(range(32)))
    for day in (today - 2, today - 1, today):
        await played(bank, ANN, 1, day=day)
    await played(bank, BEN, 2, day=today)
    assert await bank.forget(ANN)
    assert [one.user_id for one in (await bank.daily_board(1, today, 9)).standings] == [BEN]
    assert rows("SELECT lost FROM daily") == [(2,)]
    closed = [(await bank.daily_game(ANN, today - ago)).closed for ago in range(3)]
    assert closed == [True, True, False]
    begun = DailyGame(day=today)
    assert not await bank.keep_daily(ANN, 1, begun, replace(begun, moves="hit"))
    assert await bank.daily_game(CAT, today) == begun
    marks = rows("SELECT mark FROM daily_forgotten")
    assert len({bytes(mark) for (mark,) in marks}) == 2


async def test_hashes_are_kept_for_two_days(bank: Bank, rows: Rows) -> None:
    """Then nobody can play those hands, and they go with the next game."""
    today = int(NOW // 86_400)
    await played(bank, ANN, 1, day=today)
    await bank.forget(ANN)
    await played(bank, BEN, 1, day=today + 1)
    assert len(rows("SELECT * FROM daily_forgotten")) == 1
    await played(bank, ANN, 1, day=today + 2)
    assert rows("SELECT * FROM daily_forgotten") == []
