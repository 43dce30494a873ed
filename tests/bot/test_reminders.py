"""A player for whom others wait is pinged; the message goes when they have decided."""

import pytest

from engine.rules.rule_sets import RULE_SETS
from sandbox import MessageView

from .casino import Casino
from .luck import seed_where
from .reading import awaited
from .scenes import HOTSEAT, two_are_asked, two_in_play

PATIENCE = 20.0


@pytest.fixture(autouse=True)
async def _patience(casino: Casino) -> None:
    """The bot starts again, with patience that has an end."""
    casino.nudge_seconds = str(PATIENCE)
    await casino.restart()


def reminders(casino: Casino) -> list[MessageView]:
    """The messages in the channel that are no table."""
    boards = {board.id for board in casino.boards()}
    seen = casino.users(1)[0].messages(casino.channel)
    return [message for message in seen if not message.ephemeral and message.id not in boards]


async def reminded(casino: Casino) -> list[MessageView]:
    """Time passes, and what was sent has arrived."""
    await casino.let_pass(PATIENCE)
    await casino.sandbox.wait_for(lambda: bool(reminders(casino)))
    await casino.quiet()
    return reminders(casino)


async def test_who_lets_others_wait_is_pinged(casino: Casino) -> None:
    """He alone, in a message of its own, with the way to the table."""
    alice, _ = await two_in_play(casino)
    (reminder,) = await reminded(casino)
    assert reminder.text.startswith(f"<@{alice.id}>, it's your turn")
    assert str(casino.board().id) in reminder.text
    assert pinged(reminder) == {alice.id}


async def test_the_ping_goes_when_he_acts(casino: Casino) -> None:
    """Nothing is left of it in the channel, and the next player has time of their own."""
    alice, bob = await two_in_play(casino)
    await reminded(casino)
    await casino.press(alice, "Stand")
    assert reminders(casino) == []
    (reminder,) = await reminded(casino)
    assert pinged(reminder) == {bob.id}


async def test_who_acts_in_time_is_left_alone(casino: Casino) -> None:
    """Just before the patience ends a decision is early enough."""
    alice, _ = await two_in_play(casino)
    await casino.let_pass(PATIENCE - 1)
    await casino.press(alice, "Stand")
    await casino.let_pass(PATIENCE - 1)
    assert reminders(casino) == []


async def test_who_plays_alone_is_never_pinged(casino: Casino) -> None:
    """Nobody waits for a single player, however long they think."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) <= 11))
    (alice,) = casino.users(1)
    await casino.open(alice)
    await casino.bet({alice: "10"})
    await casino.let_pass(PATIENCE + 1)
    assert awaited(casino.board()) == [alice.name]
    assert reminders(casino) == []


async def test_who_has_left_does_not_wait(casino: Casino) -> None:
    """His hand stands by itself: who is to decide lets nobody wait any more."""
    alice, bob = await two_in_play(casino)
    await bob.command(casino.channel, "leave")
    await casino.let_pass(PATIENCE + 1)
    assert awaited(casino.board()) == [alice.name]
    assert reminders(casino) == []


async def test_who_decide_at_once_wait_for_the_last(casino: Casino) -> None:
    """While all think nobody is pinged; then one lets the other wait, from that moment on."""
    casino.luck.next.append(seed_where(RULE_SETS["private"], 2, two_are_asked))
    alice, bob = casino.users(2)
    await casino.open(alice, "private")
    await casino.bet({alice: "10", bob: "10"})
    await casino.let_pass(PATIENCE + 1)
    assert set(awaited(casino.board())) == {alice.name, bob.name}
    assert reminders(casino) == []
    await casino.press(bob, "Stand")
    (reminder,) = await reminded(casino)
    assert pinged(reminder) == {alice.id}


async def test_a_stop_leaves_no_ping_behind(casino: Casino) -> None:
    """The table waits for the house then, not for the player."""
    await two_in_play(casino)
    await reminded(casino)
    await casino.restart()
    assert reminders(casino) == []


async def test_a_crash_leaves_no_ping_behind(casino: Casino) -> None:
    """The bot that is killed can't take it away; the next one does, and pings anew after its time."""
    alice, _ = await two_in_play(casino)
    (left,) = await reminded(casino)
    casino.sandbox.faults.fail("DELETE", "/channels/*/messages/*", status=403, code=50013)
    await casino.crash()
    await casino.bot.background.settled()
    assert left.deleted
    (reminder,) = await reminded(casino)
    assert (reminder.id != left.id, pinged(reminder)) == (True, {alice.id})


async def test_a_ping_that_is_gone_is_not_looked_for(casino: Casino) -> None:
    """It was deleted when the player acted: the next start has nothing to take away."""
    alice, _ = await two_in_play(casino)
    await reminded(casino)
    await casino.press(alice, "Stand")
    deleted = casino.sandbox.requests_to("DELETE", "/channels/*/messages/*")
    assert len(deleted) == 1
    await casino.crash()
    assert casino.sandbox.requests_to("DELETE", "/channels/*/messages/*") == deleted


async def test_a_ping_in_a_closed_channel_goes_when_it_is_open(casino: Casino) -> None:
    """It can't be deleted when the player acts; nobody has to do anything else for it."""
    alice, _ = await two_in_play(casino)
    (left,) = await reminded(casino)
    casino.sandbox.faults.forbid(casino.channel, told=False)
    await casino.press(alice, "Stand")
    await casino.quiet()
    assert not left.deleted
    casino.sandbox.faults.allow(casino.channel)
    await casino.sandbox.wait_for(lambda: left.deleted)


async def test_a_channel_that_refuses_the_ping_changes_nothing(casino: Casino) -> None:
    """The round goes on as if there were no pings."""
    alice, bob = await two_in_play(casino)
    casino.sandbox.faults.fail("POST", "/channels/*/messages", status=403, code=50013)
    await casino.let_pass(PATIENCE)
    await casino.press(alice, "Stand")
    assert awaited(casino.board()) == [bob.name]
    assert reminders(casino) == []


def pinged(message: MessageView) -> set[int]:
    """Who hears of a message."""
    return set(message.pings)
