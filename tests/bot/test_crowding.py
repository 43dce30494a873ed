"""More than the bot can carry, or a bank that takes its time: every click is answered, and what was let in counts."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from cogs.gateway import waiting_clicks as crowding
from cogs.gateway.waiting_clicks import A_WHILE, CLICK_SECONDS, LATE
from cogs.language import ENGLISH
from engine.values.changes import Change
from engine.values.money import Balances
from sandbox import Answer, AnswerKind, User

from .casino import Casino

ANSWER = "/interactions/*/*/callback"
EDIT = "**/messages/*"
MESSAGE, ACKNOWLEDGED = AnswerKind.MESSAGE, AnswerKind.DEFERRED_UPDATE


@asynccontextmanager
async def slow_bank(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Nothing is kept before the block ends."""
    kept, commit = asyncio.Event(), casino.bot.bank.commit

    async def slowly(change: Change) -> Balances:
        await kept.wait()
        return await commit(change)

    with monkeypatch.context() as patch:
        patch.setattr(casino.bot.bank, "commit", slowly)
        try:
            yield
        finally:
            kept.set()


async def click(casino: Casino, user: User, label: str) -> asyncio.Task[Answer]:
    """A click that has reached its table, where it waits."""
    clicking = asyncio.create_task(user.click(casino.board(), label, force=True))
    # Events come in order: when this is answered, the click before it waits.
    await casino.sandbox.user(6).command(casino.channel, "balance")
    return clicking


async def test_where_many_wait_nobody_else_is_let_in(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Who is refused is told once, and then acknowledged; the log has a line when it begins and one at the end."""
    monkeypatch.setattr(crowding, "MANY", 2)
    caplog.set_level(logging.INFO, "cogs.gateway")
    alice, bob, carol, dave = casino.users(4)
    await casino.open(alice)
    async with slow_bank(casino, monkeypatch):
        first, second = await click(casino, bob, "$10"), await click(casino, carol, "$10")
        casino.clock.advance(A_WHILE + 0.1)
        refused = [await dave.click(casino.board(), "$10") for _ in range(2)]
        command = await dave.command(casino.channel, "bet", amount="10")
    assert [answer.kind for answer in refused] == [MESSAGE, ACKNOWLEDGED]
    assert refused[0].text == command.text == ENGLISH("sorry-crowded")
    assert {(await one).kind for one in (first, second)} <= {AnswerKind.UPDATE, ACKNOWLEDGED}
    await casino.press(dave, "$10")
    assert casino.board().text.count("bets **$10.00**") == 3
    lines = [one.getMessage() for one in caplog.records if one.name == crowding.__name__]
    assert lines == [
        "more clicks than can be carried out: new ones are refused for a while",
        "clicks count again, 3 were refused",
    ]


async def test_where_many_wait_nobody_is_let_in_who_has_waited_outside(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A click that was on its way for long would wait for its table as well."""
    monkeypatch.setattr(crowding, "MANY", 2)
    alice, bob, carol, dave = casino.users(4)
    await casino.open(alice)
    async with slow_bank(casino, monkeypatch):
        waiting = [await click(casino, user, "$10") for user in (bob, carol)]
        casino.sandbox.faults.late_event(LATE + 0.1)
        refused = await dave.click(casino.board(), "$10")
    assert refused.text == ENGLISH("sorry-crowded")
    await asyncio.gather(*waiting)
    casino.sandbox.faults.late_event(LATE + 0.1)
    await casino.press(dave, "$10")
    assert casino.board().text.count("bets **$10.00**") == 3


async def test_few_who_wait_keep_nobody_out(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long a table takes: the others play on."""
    alice, bob, carol = casino.users(3)
    await casino.open(alice)
    async with slow_bank(casino, monkeypatch):
        first = await click(casino, bob, "$10")
        casino.clock.advance(A_WHILE + 0.1)
        second = await click(casino, carol, "$10")
    await asyncio.gather(first, second)
    await casino.quiet()
    assert casino.board().text.count("bets **$10.00**") == 2


async def test_a_click_that_waits_for_long_is_acknowledged_and_counts(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before Discord says that nobody has answered; what came of it is shown by an edit."""
    alice, bob, carol = casino.users(3)
    await casino.open(alice)
    async with slow_bank(casino, monkeypatch):
        early = await click(casino, bob, "$10")
        casino.clock.advance(CLICK_SECONDS / 2)
        late = await click(casino, carol, "$10")
        casino.clock.advance(CLICK_SECONDS / 2)
        assert (await early).kind is ACKNOWLEDGED
        assert not late.done()
        casino.clock.advance(CLICK_SECONDS / 2)
        assert (await late).kind is ACKNOWLEDGED
        assert "bets **$10.00**" not in casino.board().text
    await casino.sandbox.wait_for(lambda: casino.board().text.count("bets **$10.00**") == 2)
    assert casino.sandbox.requests_to("PATCH", EDIT)


async def test_a_click_that_is_refused_late_is_told_why(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sentence follows the acknowledgement."""
    alice, bob, carol = casino.users(3)
    await casino.open(alice)
    await casino.press(bob, "$10")
    async with slow_bank(casino, monkeypatch):
        betting = await click(casino, bob, "$50")
        leaving = await click(casino, carol, "Leave")
        casino.clock.advance(CLICK_SECONDS)
        assert {(await one).kind for one in (betting, leaving)} == {ACKNOWLEDGED}
    await casino.sandbox.wait_for(
        lambda: any(one.ephemeral for one in carol.messages(casino.channel))
    )


async def test_nothing_is_left_of_those_who_waited(casino: Casino) -> None:
    """Neither of clicks that counted nor of those that their tables refused; and nobody is answered twice."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.press(bob, "$10")
    await casino.press(alice, "$10")
    await bob.click(casino.board(), "Hit", force=True)
    requests = len(casino.sandbox.requests_to("POST", ANSWER))
    casino.clock.advance(CLICK_SECONDS)
    await casino.quiet()
    desk = casino.bot._desk
    assert (desk._crowding._waiting, desk._late._timers) == ({}, {})
    assert len(casino.sandbox.requests_to("POST", ANSWER)) == requests


async def test_a_stop_waits_for_those_who_are_being_acknowledged(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the connections closed under it, a request would end in an error."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    async with slow_bank(casino, monkeypatch):
        betting = await click(casino, bob, "$10")
        hold = casino.sandbox.faults.hold("POST", ANSWER)
        casino.clock.advance(CLICK_SECONDS)
        await hold.arrived()
    await casino.sandbox.wait_for(lambda: "bets **$10.00**" in casino.board().text)
    await casino.bot._desk.answering.finish()
    finishing = asyncio.create_task(casino.bot._desk.finish())
    await asyncio.sleep(0)
    assert not finishing.done()
    hold.release()
    await finishing
    await betting
