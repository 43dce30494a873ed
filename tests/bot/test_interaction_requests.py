"""What an answer to a click costs: Discord is asked nothing back, and what was clicked is known by its id."""

import asyncio
from typing import Any

import discord
import pytest

from cogs.gateway.interactions import lightened
from engine.rules.rule_sets import HOTSEAT
from sandbox import AnswerKind

from .casino import Casino
from .luck import seed_where

ANSWER = "/interactions/*/*/callback"


async def test_discord_is_asked_for_no_message_back(casino: Casino) -> None:
    """But for the id of the message that a command's answer becomes."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) < 21))
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.press(alice, "$100")
    refused = await bob.click(casino.board(), "Hit")
    assert refused.kind is AnswerKind.MESSAGE
    opened, bet, told = (one.status for one in casino.sandbox.requests_to("POST", ANSWER))
    assert (opened, bet, told) == (200, 204, 204)


async def test_of_the_clicked_message_the_bot_keeps_its_id_alone(casino: Casino) -> None:
    """A board has dozens of parts, and each would become an object."""
    (alice,) = casino.users(1)
    board = await casino.open(alice)
    clicked: asyncio.Future[discord.Interaction[Any]] = asyncio.get_running_loop().create_future()

    async def look(interaction: discord.Interaction[Any]) -> None:
        clicked.set_result(interaction)

    casino.bot.add_listener(look, "on_interaction")
    await casino.press(alice, "$100")
    message = (await clicked).message
    assert message is not None
    assert (message.id, message.channel.id) == (board.id, casino.channel.id)
    assert message.components == []


@pytest.mark.parametrize("message", [None, 5, [], "text"])
def test_a_message_that_is_none_is_left_to_the_library(message: object) -> None:
    """It is read with care elsewhere."""
    assert lightened({"id": "1", "message": message}) == {"id": "1", "message": message}
    assert lightened({"id": "1"}) == {"id": "1"}


async def test_answers_wait_for_no_other_requests(casino: Casino) -> None:
    """Each has a connection, however many there are."""
    alice, bob, carol = casino.users(3)
    await casino.open(alice)
    hold = casino.sandbox.faults.hold("POST", ANSWER)
    waiting = asyncio.create_task(carol.click(casino.board(), "Leave"))
    await hold.arrived()
    answer = await bob.click(casino.board(), "Leave")
    assert answer.kind is AnswerKind.MESSAGE
    hold.release()
    assert (await waiting).kind is AnswerKind.MESSAGE


async def test_the_connections_are_closed_with_the_bot(casino: Casino) -> None:
    """A client that is closed leaves nothing open, which would be a warning, and here an error."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.stop()
    await casino.start()
    assert (await casino.press(bob, "Leave")).kind is AnswerKind.MESSAGE


async def test_no_click_looks_through_all_servers(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library asks one server after the other for a channel: in a bot of thousands that is most of a click."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.press(bob, "Leave")
    looked = list[int]()
    monkeypatch.setattr(casino.bot, "get_channel", looked.append)
    await casino.press(bob, "$10")
    await casino.press(alice, "$10")
    assert looked == []
