"""Tables move between processes: by a restart, or because the first one lost its database connection.

While the database is unreachable, unsaved states are not shown.
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
    """Bet at the table there until the user has a decision."""
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
    """A connection to the database that can be cut."""
    with wire(hosts.address) as line:
        yield line
        await hosts.close()  # while they reach their database


async def cut_off(hosts: Hosts, line: Wire) -> tuple[BlackjackBot, Table, BlackjackBot]:
    """Return a process that has lost its connection, its table in mid-round, and the process that took over."""
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
    """Stand with a button of the current message."""
    board = hosts.boards(shard)[-1]
    await hosts.sandbox.user(1).click(board, "Stand")
    await hosts.sandbox.wait_for(lambda: not awaited(hosts.boards(shard)[-1]))


@pytest.mark.parametrize("processes", [2, 1], ids=["same shares", "other shares"])
async def test_a_rolling_restart_loses_no_round(
    hosts: Hosts, caplog: pytest.LogCaptureFixture, processes: int
) -> None:
    """The new process is on standby: connected, without tables or answers.

    The old one stops in mid-round, and the new one accepts its button.
    """
    caplog.set_level("INFO")
    user, channel = hosts.sandbox.user(2), hosts.channel_of(0)
    old = await hosts.playing(0)
    await hosts.open(0)
    await bet(hosts)
    new = await hosts.start(0, processes)
    assert (new.ownership.is_ours, len(new.house)) == (False, 0)
    (line,) = [line for line in caplog.messages if "waits for the tables" in line]
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


async def test_a_disconnected_process_gives_up_its_tables_and_gets_them_back(
    hosts: Hosts, line: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    """Another process takes them over; when it stops, the first one resumes them."""
    first, table, second = await cut_off(hosts, line)
    line.mend()
    await hosts.until(lambda: not first.ownership.is_ours and not first.house)
    lines = [r.message for r in caplog.records if r.name == "cogs.discord_link.ownership"]
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


async def test_a_stopping_process_without_its_lease_draws_nothing(
    hosts: Hosts, line: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    """Otherwise it would announce a restart, with buttons, over the other process's farewell."""
    first, _, second = await cut_off(hosts, line)
    await hosts.settled(second)
    table = second.house.in_channel(hosts.channel_of(0).id)
    assert table is not None
    await table.submit(CloseTable(admin_id=hosts.sandbox.user(1).id))
    await second.display.finish()
    (board,) = hosts.boards(0)
    farewell = board.text
    assert len(first.house) == 1, "the first process has not noticed yet"
    stopping = asyncio.create_task(hosts.stop(first))
    await hosts.until(lambda: "could not show the board" in caplog.text or stopping.done())
    line.mend()
    await stopping
    assert (hosts.boards(0), board.text) == ([board], farewell)


async def test_a_board_moves_only_after_the_move_is_saved(
    hosts: Hosts, line: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    """A bot killed in between could not find the new message again and would leave a second board."""
    await hosts.playing(0, DATABASE=line.address)
    first = await hosts.open(0)
    line.cut_all(stay=True)
    asking = hosts.sandbox.user(2).command(hosts.channel_of(0), "blackjack")
    asked = asyncio.create_task(asking)
    await hosts.until(lambda: "could not show the board" in caplog.text)
    assert hosts.boards(0) == [first]
    line.mend()
    await asked
    await hosts.until(lambda: [bool(one.buttons) for one in hosts.boards(0)] == [True])
    (board,) = hosts.boards(0)
    await hosts.close()
    with another_program(hosts.address) as connection:
        assert connection.execute("SELECT message_id FROM game_table").fetchall() == [(board.id,)]
