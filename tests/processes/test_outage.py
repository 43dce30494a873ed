"""The database is away for a while: what can't be kept is not shown as if it were."""

import asyncio

import pytest

from tests.bank.outside import another_program
from tests.bank.wire import wire

from .hosts import Hosts


async def test_a_board_does_not_move_before_that_is_kept(
    hosts: Hosts, caplog: pytest.LogCaptureFixture
) -> None:
    """No nonce finds such a message again: a bot that is killed meanwhile leaves no second table behind."""
    with wire(hosts.address) as line:
        await hosts.playing(0, DATABASE=line.address)
        first = await hosts.open(0)
        line.cut_all(stay=True)
        asking = hosts.sandbox.user(2).command(hosts.channel_of(0), "blackjack")
        asked = asyncio.create_task(asking)
        await hosts.until(lambda: "the board is shown later" in caplog.text)
        assert hosts.boards(0) == [first]
        line.mend()
        await asked
        await hosts.until(lambda: [bool(one.buttons) for one in hosts.boards(0)] == [True])
        (board,) = hosts.boards(0)
        await hosts.close()
    with another_program(hosts.address) as connection:
        assert connection.execute("SELECT message_id FROM game_table").fetchall() == [(board.id,)]
