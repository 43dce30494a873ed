"""Who clicks like a machine waits outside alone, and what comes twice or too late is not let in."""

import asyncio
import logging

import pytest

from cogs.answers import rate_limit
from cogs.answers.rate_limit import LATEST, MOST_CLICKS, PER_SECONDS
from cogs.language import ENGLISH
from engine.rules.refusals import Why
from sandbox import Answer, AnswerKind, User
from tests.clock import ManualClock

from .casino import Casino, Ids
from .reading import awaited, hands
from .scenes import told, two_in_play

DAY = 86_400.0


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


async def test_others_are_answered_as_before(casino: Casino) -> None:
    """While one is kept outside, the clicks of another count at once."""
    alice, bob = await two_in_play(casino)
    await hammer(casino, bob)
    answer = await casino.press(alice, "Hit")
    assert answer.kind is AnswerKind.UPDATE
    assert len(hands(casino.board())[alice.name].cards) == 3
    await casino.press(alice, "Stand")
    assert awaited(casino.board()) == [bob.name]


async def test_who_was_too_quick_is_let_in_again(casino: Casino) -> None:
    """After ten seconds clicks and commands count again, and the next flood is told of anew."""
    alice, bob = await two_in_play(casino)
    await hammer(casino, bob)
    casino.clock.advance(PER_SECONDS)
    await casino.press(alice, "Stand")
    answer = await casino.press(bob, "Stand")
    assert answer.kind is AnswerKind.UPDATE
    casino.clock.advance(PER_SECONDS + 1)
    await casino.bet({alice: "10", bob: "10"})
    casino.clock.advance(PER_SECONDS + 1)
    assert [a.text for a in await hammer(casino, bob)].count(ENGLISH("sorry-slow-down")) == 1


async def test_who_goes_on_is_not_forgotten(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many others come: who still clicks like a machine stays outside."""
    monkeypatch.setattr(rate_limit, "REMEMBERED", 3)
    _, bob = await two_in_play(casino)
    await hammer(casino, bob)
    for number in (3, 4, 5):
        other = casino.sandbox.user(number)
        assert (await other.click(casino.board(), "Stand", force=True)).text
        assert await hammer(casino, bob, 1) == []


async def test_commands_and_clicks_count_alike(casino: Casino) -> None:
    """A user who has used up their clicks can't go on with commands."""
    await two_in_play(casino)
    carol = casino.sandbox.user(3)
    assert len(await hammer(casino, carol, MOST_CLICKS)) == MOST_CLICKS
    answer = await carol.command(casino.channel, "balance")
    assert answer.text == ENGLISH("sorry-slow-down")


async def test_somebody_quick_is_no_machine(casino: Casino) -> None:
    """Three clicks a second, for a minute, are all answered."""
    await two_in_play(casino)
    carol = casino.sandbox.user(3)
    for _ in range(180):
        answer = await carol.click(casino.board(), "Stand", force=True)
        assert answer.text != ENGLISH("sorry-slow-down")
        casino.clock.advance(0.34)


async def test_what_discord_repeats_is_nobodys_haste(casino: Casino) -> None:
    """Events that come three times are let in once, and the copies do not count against the user."""
    await two_in_play(casino)
    carol = casino.sandbox.user(3)
    for _ in range(MOST_CLICKS):
        casino.sandbox.faults.repeat_event(3)
        answer = await carol.click(casino.board(), "Stand", force=True)
        assert answer.kind in (AnswerKind.MESSAGE, AnswerKind.DEFERRED_UPDATE)
    answered = [record.interaction_id for record in casino.sandbox.callbacks]
    assert len(set(answered)) == len(answered)


@pytest.mark.parametrize(("age", "taken"), [(LATEST - 0.5, True), (LATEST + 0.5, False)])
async def test_what_comes_too_late_is_dropped(casino: Casino, age: float, taken: bool) -> None:
    """Three seconds after a click nobody can be told what came of it, so nothing comes of it."""
    alice, _ = await two_in_play(casino)
    casino.sandbox.faults.late_event(age)
    answer = await casino.press(alice, "Hit")
    assert (answer.kind is AnswerKind.UPDATE) == taken
    assert (len(hands(casino.board())[alice.name].cards) == 3) == taken


async def test_many_that_come_too_late_are_two_lines(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """One when it begins, and one with their number when it is over."""
    alice, bob = await two_in_play(casino)
    caplog.set_level(logging.INFO, "cogs.answers")
    for _ in range(3):
        casino.sandbox.faults.late_event(LATEST + 0.5)
        await casino.press(alice, "Hit")
    await bob.command(casino.channel, "balance")
    assert [one.getMessage() for one in caplog.records] == [
        "clicks and commands come too late to be answered, and are dropped",
        "they come in time again, 3 were dropped",
    ]


async def test_a_clock_that_gains_makes_nobody_late(casino: Casino) -> None:
    """A machine whose clock gains two seconds a day on Discord's still answers after a week."""
    discords = ManualClock(time=casino.clock.now())
    casino.sandbox.world.snowflakes = Ids(discords)
    user = casino.sandbox.user(1)
    for _ in range(7 * 24):
        answer = await user.command(casino.channel, "balance")
        assert answer.kind is AnswerKind.MESSAGE
        discords.advance(DAY / 24)
        casino.clock.advance((DAY + 2) / 24)
