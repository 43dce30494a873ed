"""Tables that can't be resumed: left alone at the start, and closed by an admin with every stake paid back."""

import asyncio
import logging
import sqlite3
from contextlib import closing

import pytest

from cogs.language import ENGLISH
from sandbox import User

from .admin_scenes import check_all_is_back, house, two_play
from .casino import WELCOME, Casino
from .reading import hands

DAMAGE = {
    "a move that is none": "UPDATE move SET text = 'deal Zz' WHERE n = 1",
    "another card": "UPDATE move SET text = 'deal ' || CASE text WHEN 'deal 2c' THEN '3c'"
    " ELSE '2c' END WHERE n = 0",
    "a move that is missing": "DELETE FROM move WHERE n = 0",
    "all moves missing": "DELETE FROM move",
    "nobody dealt in": "DELETE FROM dealt_seat",
    "one not dealt in": "DELETE FROM dealt_seat WHERE seat = 2",
    "a player without a seat": "DELETE FROM seat WHERE number = 2",
    "a dealt seat too many": "INSERT INTO dealt_seat VALUES (1, 3, 1, 100)",
    "rules that are none": "UPDATE game_table SET rules = 'whist'",
    "rules of another table": "UPDATE game_table SET rules = 'private'",
    "a phase that is none": "UPDATE game_table SET phase = 'dancing'",
    "a phase that does not last": "UPDATE game_table SET phase = 'settled'",
    "bets while a round runs": "UPDATE game_table SET phase = 'betting'",
    "a shoe with too few cards": "UPDATE game_table SET shoe_dealt = 10000",
    "another shoe": "UPDATE game_table SET shoe_seed = zeroblob(32)",
    "a seat without a stake": "UPDATE seat SET stake = 0",
}


async def broken(
    casino: Casino, damage: str, caplog: pytest.LogCaptureFixture
) -> tuple[User, User, User]:
    """Two players had a round going when the bot stopped; then the file was damaged, and the bot is back."""
    people = await two_play(casino)
    await casino.stop()
    with closing(sqlite3.connect(casino.database)) as connection, connection:
        connection.execute(damage)
    await casino.start()
    await casino.quiet()
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert ["table 1" in record.getMessage() for record in errors] == [True]
    assert errors[0].exc_info is None
    caplog.clear()
    return people


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
async def test_a_table_that_does_not_fit_together_is_left_alone(
    casino: Casino, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The bot starts, the log has one line about it, and people in the channel are told what can be done."""
    _, alice, _ = await broken(casino, damage, caplog)
    for command, options in (("blackjack", {}), ("bet", {"amount": "10"}), ("leave", {})):
        answer = await alice.command(casino.channel, command, **options)
        assert answer.text == ENGLISH("sorry-table-broken")


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
async def test_such_a_table_can_be_closed(
    casino: Casino, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Every stake is back with its player, and the channel is free, after the next restart too."""
    boss, alice, bob = await broken(casino, damage, caplog)
    answer = await house(casino, boss, "close")
    assert answer.text == "The table is closed, and all open bets were returned."
    await check_all_is_back(casino, alice, bob, damaged=True)
    await casino.restart()
    await casino.open(bob)
    assert await casino.balances(bob) == [WELCOME]


async def test_two_admins_close_a_broken_table_once(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """Both get an answer, and the stakes come back once."""
    boss, alice, bob = await broken(casino, DAMAGE["a move that is none"], caplog)
    answers = await asyncio.gather(*(house(casino, boss, "close") for _ in range(2)))
    assert ENGLISH("sorry-our-fault") not in [answer.text for answer in answers]
    await check_all_is_back(casino, alice, bob, damaged=True)


async def test_other_tables_go_on_beside_a_broken_one(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """One table's damage is no other table's trouble, and a broken table can't be voided as if it were played."""
    lounge = casino.sandbox.channel("lounge")
    carol = casino.sandbox.user(4)
    await casino.open(carol, channel=lounge)
    damage = "UPDATE move SET text = 'deal Zz' WHERE n = 1"
    people = await two_play(casino)
    await casino.stop()
    with closing(sqlite3.connect(casino.database)) as connection, connection:
        connection.execute(damage)
    await casino.start()
    caplog.clear()
    answer = await house(casino, people[0], "void")
    assert answer.text == ENGLISH("sorry-table-broken")
    await casino.press(carol, "$10", channel=lounge)
    assert carol.name in hands(casino.boards(lounge)[0])
