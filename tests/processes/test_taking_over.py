"""Tables pass from one process to another: by a restart, or because the first one was cut off while it lived.

While the database is away, what can't be kept is not shown as if it were.
"""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import discord
import pytest

from cogs.startup.client import BlackjackBot
from engine.live.table import Table
from engine.table.commands import CloseTable
from sandbox import AnswerKind
from tests.bank.outside import another_program
from tests.bank.wire import Wire, wire
from tests.bot.reading import awaited, rounds_over

from .hosts import Hosts


async def bet(hosts: Hosts, shard: int = 0) -> None:
    """A user bets at the table there until they have something to decide."""
    user = hosts.sandbox.user(1)

    def goes_on(over: int) -> bool:
        board = hosts.boards(shard)[-1]
        return bool(awaited(board)) or rounds_over(board) > over

    while not awaited(hosts.boards(shard)[-1]):
        over = rounds_over(hosts.boards(shard)[-1])
        answer = await user.command(hosts.channel_of(shard), "bet", amount="50")
        assert answer.text.startswith("You bet"), answer
        await hosts.sandbox.wait_for(partial(goes_on, over))


@pytest.fixture
async def line(hosts: Hosts) -> AsyncIterator[Wire]:
    """A wire to the database, which can be cut."""
    with wire(hosts.address) as line:
        yield line
        await hosts.close()  # while they reach their database


async def cut_off(hosts: Hosts, line: Wire) -> tuple[BlackjackBot, Table, BlackjackBot]:
    """Who has played and can't mend its line, its table, in mid-round, and the process that has the tables now."""
    first = await hosts.playing(0, DATABASE=line.address)
    await hosts.open(0)
    await bet(hosts)
    table = first.house.in_channel(hosts.channel_of(0).id)
    assert table is not None
    second = await hosts.start(0)
    line.cut_all(stay=True)
    await hosts.until(lambda: second.ownership.is_ours)
    return first, table, second


async def stand(hosts: Hosts, shard: int = 0) -> None:
    """The user stands, by a button of the message that is there."""
    board = hosts.boards(shard)[-1]
    await hosts.sandbox.user(1).click(board, "Stand")
    await hosts.sandbox.wait_for(lambda: not awaited(hosts.boards(shard)[-1]))


@pytest.mark.parametrize("processes", [2, 1], ids=["the same", "another number"])
async def test_a_rolling_restart_loses_no_round(
    hosts: Hosts, caplog: pytest.LogCaptureFixture, processes: int
) -> None:
    """The new process waits: it is connected, plays nothing and answers nobody. The old one leaves in the middle of a
    round, and its button works in the new one."""
    caplog.set_level("INFO")
    user, channel = hosts.sandbox.user(2), hosts.channel_of(0)
    old = await hosts.playing(0)
    await hosts.open(0)
    await bet(hosts)
    new = await hosts.start(0, processes)
    assert (new.ownership.is_ours, len(new.house)) == (False, 0)
    (line,) = [line for line in caplog.messages if line.startswith("waiting for the tables")]
    assert "another bot plays on test_" in line
    heard: list[discord.InteractionType] = []

    async def hear(interaction: discord.Interaction[Any]) -> None:
        heard.append(interaction.type)

    new.add_listener(hear, "on_interaction")
    for answer in (
        await user.command(channel, "balance"),
        await user.click(hosts.boards(0)[-1], "Stand"),
    ):
        assert answer.kind is AnswerKind.MESSAGE
    await hosts.until(lambda: len(heard) == 2)
    assert not new.rate_limit._seen
    new.remove_listener(hear, "on_interaction")
    await hosts.stop(old)
    await hosts.until(lambda: new.ownership.is_ours)
    await hosts.sandbox.wait_for(lambda: awaited(hosts.boards(0)[-1]))
    assert (await user.command(channel, "balance")).kind is AnswerKind.MESSAGE
    await stand(hosts)
    assert len(hosts.boards(0)) == 1
    assert await new.bank.audit() == []
    assert await new.bank.newest_round() == 1


async def test_who_is_cut_off_lets_go_and_comes_back(
    hosts: Hosts, line: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    """Another process takes the tables over; when that one leaves, the first one has them again."""
    first, table, second = await cut_off(hosts, line)
    line.mend()
    await hosts.until(lambda: not first.ownership.is_ours and not first.house)
    lines = [r.message for r in caplog.records if r.name == "cogs.gateway.ownership"]
    assert any("another process has taken the tables" in line for line in lines)
    await stand(hosts)
    assert len(second.house) == 1
    await hosts.stop(second)
    await hosts.until(lambda: first.ownership.is_ours)
    assert len(first.house) == 1
    assert first.house.in_channel(hosts.channel_of(0).id) is not table
    await bet(hosts)
    assert await first.bank.audit() == []
    caplog.clear()


async def test_who_is_stopped_before_it_has_let_go_draws_nothing(
    hosts: Hosts, line: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    """It would tell that its table waits for the restart, with buttons, where another process has said goodbye."""
    first, _, second = await cut_off(hosts, line)
    await hosts.settled(second)
    table = second.house.in_channel(hosts.channel_of(0).id)
    assert table is not None
    await table.submit(CloseTable(admin_id=hosts.sandbox.user(1).id))
    await second.display.finish()
    (board,) = hosts.boards(0)
    goodbye = board.text
    assert len(first.house) == 1, "it knows of nothing"
    stopping = asyncio.create_task(hosts.stop(first))
    await hosts.until(lambda: "the board is shown later" in caplog.text or stopping.done())
    line.mend()
    await stopping
    assert (hosts.boards(0), board.text) == ([board], goodbye)


async def test_a_board_does_not_move_before_that_is_kept(
    hosts: Hosts, line: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    """No nonce finds such a message again: a bot that is killed meanwhile leaves no second table behind."""
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
