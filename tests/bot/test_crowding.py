"""More than the bot can carry, or who clicks like a machine: every click is answered, and what was let in counts."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from cogs.answers.router import LATEST, MOST_CLICKS
from cogs.gateway import interactions as crowding
from cogs.gateway.interactions import A_WHILE, CLICK_SECONDS
from cogs.language import ENGLISH
from engine.rules.refusals import Why
from engine.values.changes import Change
from engine.values.money import Balances
from sandbox import Answer, AnswerKind, User

from .casino import Casino
from .reading import hands
from .scenes import told, two_in_play

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


async def hammer(casino: Casino, user: User, clicks: int = 100) -> list[Answer]:
    """So many clicks within a second, all on a decision of somebody else; the answers that came."""
    board, tasks = casino.board(), list[asyncio.Task[Answer]]()
    for _ in range(clicks):
        clicking = user.click(board, "Stand", force=True)
        tasks.append(asyncio.create_task(clicking))
        await asyncio.sleep(0)
        casino.clock.advance(1 / clicks)
    # Events come in order: when these are answered, the fate of all before them is decided.
    for _ in range(2):
        await casino.sandbox.user(6).command(casino.channel, "balance")
    answers = [task.result() for task in tasks if task.done()]
    for task in tasks:
        task.cancel()
    return answers


async def test_a_hundred_clicks_a_second_are_slowed_down(casino: Casino) -> None:
    """The first ones are answered as ever, one answer says to slow down, and after that there is silence."""
    await two_in_play(casino)
    carol = casino.sandbox.user(3)
    with casino.nothing_changes():
        answers = await hammer(casino, carol)
        more = await hammer(casino, carol)
    first, *silent, last = answers
    assert (first.text, last.text) == (told(Why.NOT_SEATED), ENGLISH("sorry-slow-down"))
    assert [answer.kind for answer in silent] == [AnswerKind.DEFERRED_UPDATE] * (MOST_CLICKS - 1)
    assert answers[-1].message
    assert answers[-1].message.ephemeral
    assert more == []


@pytest.mark.parametrize(("age", "taken"), [(LATEST - 0.5, True), (LATEST + 0.5, False)])
async def test_what_comes_too_late_is_dropped(casino: Casino, age: float, taken: bool) -> None:
    """Three seconds after a click nobody can be told what came of it, so nothing comes of it."""
    alice, _ = await two_in_play(casino)
    casino.sandbox.faults.late_event(age)
    answer = await casino.press(alice, "Hit")
    # Events come in order: once this is answered, the one before it has been looked at.
    await casino.sandbox.user(6).command(casino.channel, "balance")
    await casino.quiet()
    assert (answer.kind is AnswerKind.UPDATE) == taken
    assert (len(hands(casino.board())[alice.name].cards) == 3) == taken
