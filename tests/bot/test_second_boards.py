"""Faults together with kills never leave a second usable board."""

from functools import partial

import pytest

from cogs.messages.board.timing import Timing
from cogs.messages.cleanup import PAUSE_SECONDS
from tests.driver import MessageView, User
from tests.torture.witness import Witness

from .casino import Casino
from .reading import round_of
from .scenes import fail_once, one_round_later

NEW = "/channels/*/messages"
EDIT = "/channels/*/messages/*"
BY_TOKEN = "/webhooks/**"


def usable_boards(casino: Casino) -> list[MessageView]:
    """The messages with more buttons than the single one of a summary."""
    return [one for one in casino.boards() if len(one.buttons) > 1]


async def deal_below(casino: Casino, user: User) -> MessageView:
    """Deal the next round in a new message. Return the old board."""
    old = casino.board()
    casino.write()
    await user.click(old, casino.chip("$50"))
    await casino.sandbox.wait_for(
        lambda: [one.id > old.id for one in usable_boards(casino)][-1:] == [True]
    )
    return old


@pytest.mark.parametrize("killed", [False, True], ids=["continues", "killed"])
async def test_edit_that_arrives_after_a_kill_does_not_revive_the_board(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, killed: bool
) -> None:
    """A pending edit of the killed process arrives after the next process has left the message."""
    monkeypatch.setattr("cogs.startup.client.Timing", partial(Timing, retry=0.01, late=60))
    witness = Witness(casino.sandbox)
    alice = await one_round_later(casino)
    await casino.restart()  # forget the interaction tokens
    await casino.quiet()
    hold = casino.sandbox.faults.hold("PATCH", EDIT)
    await casino.sandbox.user(2).command(casino.channel, "bet", amount="10")
    await hold.arrived()
    await casino.crash(in_vain=True)
    old = await deal_below(casino, alice)
    if killed:
        await casino.crash(in_vain=True)
        await casino.bot.background.settled()
    hold.release()
    await casino.sandbox.wait_for(lambda: not casino.sandbox.faults.waiting)
    seen = {one.message_id for one in witness.strays.longer_than(0)}
    assert (old.id in seen) is not killed
    await casino.quiet()
    assert [round_of(one) for one in usable_boards(casino)] == [2]
    assert old.deleted is killed


@pytest.mark.parametrize("killed", [False, True])
async def test_board_is_deleted_later_after_a_failure(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, killed: bool
) -> None:
    """The bank fails to record the deletion of an unused board, and then Discord fails to delete it."""
    (alice,) = casino.users(1)
    await casino.open(alice)
    failed = fail_once(casino, monkeypatch, "note_message")
    casino.sandbox.faults.fail("DELETE", EDIT, 503, times=1_000)
    old = casino.board()
    await alice.command(casino.channel, "blackjack")
    await failed.wait()
    await casino.quiet()
    await alice.command(casino.channel, "blackjack")
    await casino.sandbox.wait_for(lambda: len(usable_boards(casino)) == 2)
    if killed:
        await casino.crash(casino.sandbox.faults.clear, in_vain=True)
    else:
        casino.sandbox.faults.clear()
        casino.clock.advance(PAUSE_SECONDS)
    await casino.sandbox.wait_for(lambda: old.deleted)
    assert len(usable_boards(casino)) == 1


async def test_message_sent_before_a_kill_never_becomes_a_board(casino: Casino) -> None:
    """The next process sends another message, as Discord has forgotten the nonce; only one is usable."""
    alice = await one_round_later(casino)
    casino.write()
    casino.sandbox.faults.fail("POST", NEW, 503, times=1_000, before_effect=False)
    await alice.click(casino.board(), casino.chip("$50"))
    await casino.sandbox.wait_for(
        lambda: [one.status for one in casino.sandbox.requests_to("POST", NEW)][-1:] == [503]
    )
    casino.sandbox.world.nonces.clear()
    await casino.crash(casino.sandbox.faults.clear, in_vain=True)
    await casino.quiet()
    assert [round_of(one) for one in usable_boards(casino)] == [2]


async def test_a_board_that_only_seems_to_be_gone_is_deleted(casino: Casino) -> None:
    """Discord wrongly reports the message as unknown for an edit by token."""
    await one_round_later(casino)
    old = casino.board()
    casino.sandbox.faults.fail("PATCH", BY_TOKEN, 404, code=10008)
    await casino.sandbox.user(2).command(casino.channel, "bet", amount="10")
    await casino.quiet()
    assert casino.board().id != old.id
    assert old.deleted
    assert len(usable_boards(casino)) == 1


@pytest.mark.parametrize("method", ["last_rule_set", "note_message", "remember_message"])
async def test_answer_that_could_not_become_the_board_is_deleted(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """The bank fails once after a command's answer was deferred; another message becomes the board."""
    (alice,) = casino.users(1)
    if method == "note_message":
        await casino.open(alice)
    failed = fail_once(casino, monkeypatch, method)
    await alice.command(casino.channel, "blackjack")
    await failed.wait()
    await casino.quiet()
    seen = alice.messages(casino.channel)
    assert [one.id for one in seen] == [casino.board().id]
    assert len(usable_boards(casino)) == 1
