"""Connections that break in the middle of a request, as they do on every long day."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from engine.rules.rule_sets import RULE_SETS

from .casino import WELCOME, Casino
from .luck import seed_where
from .reading import hands, round_of
from .scenes import one_round_later
from .wire import Wire

HOTSEAT = RULE_SETS["hotseat"]


@pytest.fixture
async def wire(casino: Casino) -> AsyncIterator[Wire]:
    """The casino's bot talks to the sandbox through this wire."""
    async with Wire(casino.sandbox.api_url) as wire:
        casino.api_url = wire.url
        await casino.restart()
        yield wire
        casino.api_url = casino.sandbox.api_url
        await casino.restart()


async def test_an_edit_whose_connection_breaks_is_made_again(casino: Casino, wire: Wire) -> None:
    """The bet counts, and the message shows it without anybody doing anything else."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    broken = wire.cut_at("PATCH")
    await bob.command(casino.channel, "bet", amount="50")
    await casino.quiet()
    assert broken.is_set()
    assert f"{bob.name} bets **$50.00**" in casino.board().text


async def test_a_message_whose_connection_breaks_is_sent_again(casino: Casino, wire: Wire) -> None:
    """The table of the next round comes, once."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) < 21))
    (user,) = casino.users(1)
    await casino.open(user)
    await casino.press(user, "$50")
    await casino.stand_all()
    await casino.check_settled(casino.board(), {user: WELCOME})
    casino.write()
    hold = casino.sandbox.faults.hold("POST", "/interactions/*/*/callback")
    betting = asyncio.create_task(casino.press(user, "$50"))
    await hold.arrived()
    broken = wire.cut_at("POST")
    hold.release()
    await betting
    assert broken.is_set()
    assert [round_of(board) for board in casino.boards()] == [2]


async def test_an_answer_whose_connection_breaks_keeps_the_move(casino: Casino, wire: Wire) -> None:
    """The hit counts once, and the message is drawn by an edit instead."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) <= 10))
    (user,) = casino.users(1)
    await casino.open(user)
    board = await casino.bet({user: "50"})
    broken = wire.cut_at("POST")
    hitting = asyncio.create_task(user.click(board, "Hit"))
    await casino.sandbox.wait_for(lambda: len(hands(board)[user.name].cards) == 3)
    hitting.cancel()
    assert broken.is_set()


async def test_a_refusal_whose_connection_breaks_disturbs_nobody(
    casino: Casino, wire: Wire
) -> None:
    """The asker learns nothing this time; the next one is served."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    with casino.nothing_changes():
        broken = wire.cut_at("POST")
        refused = asyncio.create_task(bob.command(casino.channel, "bet", amount="plenty"))
        await broken.wait()
        answer = await alice.command(casino.channel, "balance")
        refused.cancel()
    assert broken.is_set()
    assert answer.text == "You have **$10,000.00**."


@pytest.mark.parametrize("method", ["PATCH", "POST"])
async def test_an_answer_that_says_something_else_loses_no_board(
    casino: Casino, method: str, caplog: pytest.LogCaptureFixture
) -> None:
    """An edit or a message was taken, but what Discord answers is no message."""
    user = await one_round_later(casino)
    if method == "PATCH":
        await casino.restart()  # no token is left by which a board is edited
        await casino.quiet()
    faults = casino.sandbox.faults
    faults.fail(method, "/channels/**", 200, before_effect=False)
    await casino.users(2)[1].command(casino.channel, "bet", amount="60")
    if method == "POST":
        casino.write()
    await casino.press(user, "$50")
    assert [round_of(board) for board in casino.boards()] == [2]
    assert "$60" in casino.board().text
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
