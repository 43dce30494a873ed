"""A restart or kill at any moment changes nothing but deadlines, and leaves one board per table."""

import asyncio
import gc

import discord
import pytest

from cogs.discord_link.late_answers import CLICK_SECONDS
from cogs.messages.board.states import (
    IN_REPLACEMENT,
    MESSAGE_TRANSITIONS,
    NEXT_MAY_EXIST,
    MessageEvent,
    MessageState,
    at_start,
)
from cogs.messages.cleanup import BACK
from tests.driver import MessageView, User

from .casino import WELCOME, Casino
from .luck import seed_where
from .reading import awaited, hands, labels, round_of
from .scenes import HOTSEAT, REMINDED_AFTER, one_round_later


def test_events_lead_to_the_states_that_they_are_named_after() -> None:
    """The theory of `cogs/messages/board/states.py`, checked for each row of the table."""
    targets: dict[MessageEvent, set[MessageState]] = {}
    for (_, event), target in MESSAGE_TRANSITIONS.items():
        targets.setdefault(event, set()).add(target)
    without_message = {MessageState.NONE, MessageState.SENT}
    assert targets[MessageEvent.MOVED] == {MessageState.SHOWN}
    assert targets[MessageEvent.SENDING] <= NEXT_MAY_EXIST
    assert targets[MessageEvent.LEFT] == IN_REPLACEMENT
    assert targets[MessageEvent.DELETED] | targets[MessageEvent.LOST] == without_message
    assert {event for state, event in MESSAGE_TRANSITIONS if state in without_message} == {
        MessageEvent.SENDING,
        MessageEvent.MOVED,
    }
    starts = {
        at_start(None, resumed=False),
        at_start(None, resumed=True),
        at_start(1, resumed=True),
    }
    assert starts | {*MESSAGE_TRANSITIONS.values()} == {*MessageState}


NEW = "/channels/*/messages"
ANY = "/channels/*/messages/*"


async def second_round(casino: Casino) -> tuple[User, MessageView]:
    """Play until a player must decide in the second round, which reuses the first round's message."""
    alice = await one_round_later(casino)
    await casino.press(alice, "$50")
    (board,) = casino.boards()
    assert awaited(board) == [alice.name]
    return alice, board


@pytest.mark.parametrize("at", ["send", "line"])
async def test_kill_while_moving_the_board_leaves_one(patient: Casino, at: str) -> None:
    """Killed after sending the new message, or before the old one became a line."""
    alice, old = await second_round(patient)
    await patient.restart()  # forget the interaction tokens
    await patient.quiet()
    faults = patient.sandbox.faults
    for _ in range(5):
        patient.write()
    if at == "send":
        faults.fail("POST", NEW, 503, times=1_000, before_effect=False)
    else:
        faults.fail("PATCH", ANY, 503, times=1_000)
    patient.clock.advance(REMINDED_AFTER)
    await patient.sandbox.wait_for(lambda: patient.sandbox.requests[-1].status == 503)
    await patient.crash(faults.clear, in_vain=True)
    await patient.bot.background.settled()
    await patient.quiet()
    await patient.press(alice, "Stand")
    (board,) = patient.boards()
    assert old.text.startswith("-# Round 1 · ")
    assert board.buttons


ANSWER = "/interactions/*/*/callback"
ORIGINAL = "/webhooks/*/*/messages/@original"


def placeholders(casino: Casino) -> list[MessageView]:
    """The placeholders that have not become a board yet."""
    return [one for one in casino.sandbox.user(1).messages(casino.channel) if one.text == BACK]


def fail_sends(casino: Casino) -> None:
    """Make Discord accept new messages but report a failure."""
    casino.sandbox.faults.fail("POST", NEW, 503, times=1_000, before_effect=False)


async def wait_for_failed_send(casino: Casino) -> None:
    """Wait until Discord has a message that the bot does not know."""
    await casino.sandbox.wait_for(
        lambda: [one.status for one in casino.sandbox.requests_to("POST", NEW)][-1:] == [503]
    )


async def crash_after_send(casino: Casino) -> None:
    """Kill the bot when Discord has a message it does not know. Hold the next bot before it can find the message."""
    await wait_for_failed_send(casino)
    faults, holds = casino.sandbox.faults, []

    def between() -> None:
        faults.clear()
        holds.append(faults.hold("POST", NEW))

    await casino.crash(between, in_vain=True)
    await holds[0].arrived()


async def test_a_board_that_was_sent_before_a_kill_is_not_sent_again(casino: Casino) -> None:
    """After a kill before the message's id was saved, that message becomes the board."""
    user = await one_round_later(casino)
    casino.write()
    await casino.press(user, "$10")
    await casino.stand_all()
    casino.write()
    fail_sends(casino)
    await user.click(casino.board(), casino.chip("$10"))
    await wait_for_failed_send(casino)
    await casino.crash(casino.sandbox.faults.clear, in_vain=True)
    await casino.quiet()
    assert [round_of(board) for board in casino.boards()] == [3]
    assert placeholders(casino) == []
    await casino.stand_all()
    await casino.press(user, "$10")
    assert [round_of(board) for board in casino.boards()] == [4]


async def test_replacements_of_a_deleted_board_leave_one(casino: Casino) -> None:
    """Its replacement is sent twice because of kills, but one board remains."""
    alice = await one_round_later(casino)
    casino.sandbox.faults.delete_message(casino.board())
    fail_sends(casino)
    await casino.crash(in_vain=True)
    await crash_after_send(casino)
    await casino.crash(casino.sandbox.faults.clear, in_vain=True)
    await casino.quiet()
    assert [round_of(board) for board in casino.boards()] == [1]
    assert placeholders(casino) == []
    await casino.press(alice, "$50")
    (board,) = casino.boards()
    assert round_of(board) == 2
    assert awaited(board) == [alice.name]


async def test_table_closed_before_its_board_was_saved(casino: Casino) -> None:
    """Only Discord knows the board of a closed table; a later bot finds it and shows that the table is closed."""
    (alice,) = casino.users(1)
    hold = casino.sandbox.faults.hold("POST", ANSWER)
    asking = asyncio.create_task(alice.command(casino.channel, "blackjack"))
    await hold.arrived()
    await casino.crash(lambda: fail_sends(casino), in_vain=True)
    asking.cancel()
    await crash_after_send(casino)
    await alice.command(casino.channel, "leave")
    await casino.crash(casino.sandbox.faults.clear, in_vain=True)
    await casino.quiet()
    (board,) = casino.boards()
    assert "The table is closed" in board.text
    assert labels(board) == ["New table"]
    await casino.crash(in_vain=True)
    assert await casino.bot.bank.owed_farewells() == []


async def test_a_kill_while_blackjack_is_answered_leaves_one_board(casino: Casino) -> None:
    """Buttons appear only after the message's id is saved."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    hold = casino.sandbox.faults.hold("PATCH", ORIGINAL)
    await bob.command(casino.channel, "blackjack")
    await hold.arrived()
    await casino.crash(in_vain=True)
    await casino.quiet()
    assert len([one for one in casino.boards() if one.buttons]) == 1
    await casino.press(bob, "$50")
    assert len([one for one in casino.boards() if one.buttons]) == 1


async def test_only_the_token_of_a_click_is_kept(casino: Casino) -> None:
    """A click's full data is as large as a table. The token alone is enough to draw a deadline."""
    await second_round(casino)
    await casino.let_pass(CLICK_SECONDS)  # no click is late
    casino.sandbox.requests.clear()
    gc.collect()
    alive = [one for one in gc.get_objects() if isinstance(one, discord.Interaction)]
    assert [one.id for one in alive if one.client is casino.bot] == []
    await casino.let_pass(100)
    drawn = [one for one in casino.sandbox.requests if one.method == "PATCH"]
    assert drawn
    assert all("/webhooks/" in one.path for one in drawn)


# After every move


async def check_crash(casino: Casino) -> None:
    """Crash and restart the bot, and check that books, cards, buttons and balances are unchanged."""
    users = casino.users(3)
    before = casino.books(), await casino.balances(*users), hands(casino.board())
    message = casino.board().id
    buttons = [button.custom_id for button in casino.board().buttons]
    await casino.crash()
    await casino.quiet()
    assert (casino.books(), await casino.balances(*users), hands(casino.board())) == before
    assert casino.board().id == message
    assert [button.custom_id for button in casino.board().buttons] == buttons


async def test_crash_after_every_move_changes_nothing(casino: Casino) -> None:
    """Bets, cards, turns and money survive at each step, and the old message's buttons work."""
    long = seed_where(HOTSEAT, 3, lambda dealt: max(map(dealt.points, (1, 2, 3))) <= 14)
    casino.luck.next.append(long)
    users = casino.users(3)
    await casino.open(users[0])
    await check_crash(casino)
    for user, amount in ((users[2], "25"), (users[1], "33.33"), (users[0], "100")):
        await casino.typed(user, "bet", amount=amount)
        await check_crash(casino)
    for user in casino.turns():
        total = hands(casino.board())[user.name].total
        await casino.press(user, "Hit" if total < 17 else "Stand")
        if round_of(casino.board()) == 1:
            await check_crash(casino)
    await casino.check_settled(casino.board_of(1), dict.fromkeys(users, WELCOME))
    await check_crash(casino)
    await casino.bet(dict.fromkeys(users, "10"))
    await casino.stand_all()
    assert round_of(casino.board()) == 2
