"""Rounds that were played before results were kept: the bot counts them when it starts."""

import sqlite3
from contextlib import closing

from .casino import Casino
from .luck import seed_where
from .scenes import HOTSEAT

OLDER = "DELETE FROM result; DELETE FROM tally; UPDATE round SET rule_set = NULL"


async def test_rounds_of_an_older_database_are_counted_at_the_start(casino: Casino) -> None:
    """Statistics are the same as if their results had always been kept."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) < 21))
    (user,) = casino.users(1)
    await casino.open(user)
    await casino.press(user, "$10")
    await casino.stand_all()
    known = await casino.bot.bank.statistics(user.id)
    assert known.total.rounds == 1
    await casino.stop()
    with closing(sqlite3.connect(casino.database)) as connection:
        connection.executescript(OLDER)
    await casino.start()
    assert known == await casino.bot.bank.statistics(user.id)
