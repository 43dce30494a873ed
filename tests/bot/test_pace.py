"""Timing: the dealer's visible steps, pings for slow players, and deadlines."""

import re
from itertools import groupby

import pytest

from cogs.messages.board.position import MANY
from tests.driver import MessageView

from .casino import WELCOME, Casino
from .luck import Layout
from .reading import awaited, deadlines, hands, written_cards
from .scenes import REMINDED_AFTER, in_play, two_decide, two_in_play

EDIT = "**/messages/*"

CHANNEL_EDIT = "/channels/*/messages/*"


def dealer_draws_twice(dealt: Layout) -> bool:
    """Every player must decide, and the dealer needs at least two cards."""
    seats = range(1, len(dealt.players) + 1)
    return all(dealt.points(seat) < 21 for seat in seats) and dealt.dealer <= 6


def dealers_hands(casino: Casino) -> list[str]:
    """The dealer's cards in the first round, one entry per drawn step."""
    bodies = [str(record.body) for record in casino.sandbox.requests if record.body]
    found = [re.search(r"Dealer · ([^·]+) ·", body) for body in bodies if "Round 1 ·" in body]
    shown = groupby(match[1] for match in found if match)
    return [" ".join(written_cards(cards)) for cards, _ in shown]


async def test_every_card_of_the_dealer_is_shown_before_the_next(casino: Casino) -> None:
    """The hole card is turned first, then cards come one by one.

    The result is paid when the dealer begins; a bet in between does not reveal it.
    """
    casino.settings["DEALER_SECONDS"] = "0.02"
    await casino.restart()
    alice, bob = await in_play(casino, "50", "50", wanted=dealer_draws_twice)
    board = casino.board()
    await casino.press(alice, "Stand")
    hold = casino.sandbox.faults.hold("PATCH", EDIT)
    await bob.click(board, "Stand")
    await hold.arrived()
    assert (await bob.command(casino.channel, "bet", amount="75")).text == "You bet $75."
    assert hands(board)[bob.name].net is None
    hold.release()
    await casino.quiet()
    assert f"{bob.name} bets **$75**" in board.text
    dealer = hands(board)[alice.name].dealer
    assert len(dealer) >= 4
    assert dealers_hands(casino) == [
        f"{dealer[0]} 🎴",
        *(" ".join(dealer[:count]) for count in range(2, len(dealer) + 1)),
    ]
    assert None not in [hand.net for hand in hands(board).values()]


async def test_the_last_card_costs_no_counted_request(casino: Casino) -> None:
    """Without a recent click each edit counts, so the last card comes with the result."""
    (alice,) = await in_play(casino, "50", wanted=dealer_draws_twice)
    casino.settings["DEALER_SECONDS"] = "0.02"
    await casino.crash()
    await casino.quiet()
    before = len(casino.sandbox.requests_to("PATCH", CHANNEL_EDIT))
    await casino.let_pass(TURN)
    await casino.quiet()
    dealer = hands(casino.board())[alice.name].dealer
    edits = casino.sandbox.requests_to("PATCH", CHANNEL_EDIT)[before:]
    assert len(dealers_hands(casino)) == len(dealer)
    assert len(edits) == len(dealer) - 1


def reminders(casino: Casino) -> list[MessageView]:
    """The messages in the channel that are not boards."""
    boards = {board.id for board in casino.boards()}
    seen = casino.users(1)[0].messages(casino.channel)
    return [message for message in seen if not message.ephemeral and message.id not in boards]


async def reminded(casino: Casino) -> list[MessageView]:
    """Advance the clock and wait for a reminder."""
    await casino.let_pass(REMINDED_AFTER)
    await casino.sandbox.wait_for(lambda: bool(reminders(casino)))
    await casino.quiet()
    return reminders(casino)


async def test_simultaneous_players_wait_for_the_last(patient: Casino) -> None:
    """No one is pinged while all decide; the last one's time starts when the other has decided."""
    alice, bob = await in_play(patient, "10", "10", rules="private", wanted=two_decide)
    await patient.let_pass(REMINDED_AFTER + 1)
    assert set(awaited(patient.board())) == {alice.name, bob.name}
    assert reminders(patient) == []
    await patient.press(bob, "Stand")
    (reminder,) = await reminded(patient)
    assert {*reminder.pings} == {alice.id}


async def test_a_crash_leaves_no_ping_behind(patient: Casino) -> None:
    """The next bot deletes it and sends a new one later."""
    alice, _ = await two_in_play(patient)
    (left,) = await reminded(patient)
    patient.sandbox.faults.fail("DELETE", "/channels/*/messages/*", status=403, code=50013)
    await patient.crash()
    await patient.bot.background.settled()
    assert left.deleted
    (reminder,) = await reminded(patient)
    assert (reminder.id != left.id, {*reminder.pings}) == (True, {alice.id})


async def test_reminder_restores_a_deleted_board(patient: Casino) -> None:
    """The ping links to a new board with buttons."""
    alice, _ = await two_in_play(patient)
    patient.sandbox.faults.delete_message(patient.board())
    (reminder,) = await reminded(patient)
    (board,) = patient.boards()
    assert awaited(board) == [alice.name]
    assert board.id < reminder.id
    assert str(board.id) in reminder.text
    await patient.press(alice, "Stand")


async def test_messages_below_the_board_are_counted_once(patient: Casino) -> None:
    """For all players who are reminded at the same time."""
    alice, bob = await in_play(patient, "10", "10", rules="private", wanted=two_decide)
    hold = patient.sandbox.faults.hold("GET", "/channels/*/messages", times=2)
    patient.clock.advance(REMINDED_AFTER)
    await hold.arrived()
    await alice.command(patient.channel, "balance")  # a second count would have begun
    hold.release()
    await patient.quiet()
    assert len(patient.sandbox.requests_to("GET", "/channels/*/messages")) == 1
    assert set(awaited(patient.board())) == {alice.name, bob.name}


async def test_late_count_does_not_move_a_newer_board(patient: Casino) -> None:
    """The messages were counted for the board that a command has replaced in between."""
    _, bob = await two_in_play(patient)
    for _ in range(MANY):
        patient.write()
    hold = patient.sandbox.faults.hold("GET", "/channels/*/messages")
    patient.clock.advance(REMINDED_AFTER)
    await hold.arrived()
    old = patient.board()
    await bob.command(patient.channel, "blackjack")
    await patient.sandbox.wait_for(lambda: old.deleted and bool(patient.boards()))
    board = patient.board()
    hold.release()
    await patient.sandbox.wait_for(lambda: bool(reminders(patient)))
    await patient.quiet()
    assert patient.board().id == board.id


async def test_slow_player_is_pinged(patient: Casino) -> None:
    """The ping links to the table and is deleted when they act; the next player has the full time."""
    alice, bob = await two_in_play(patient)
    (reminder,) = await reminded(patient)
    assert reminder.text.startswith(f"<@{alice.id}>, it's your turn")
    assert str(patient.board().id) in reminder.text
    assert reminder.pings == [alice.id]
    await patient.press(alice, "Stand")
    assert reminders(patient) == []
    deleted = patient.sandbox.requests_to("DELETE", "/channels/*/messages/*")
    await patient.crash()
    assert patient.sandbox.requests_to("DELETE", "/channels/*/messages/*") == deleted
    patient.sandbox.faults.fail("POST", "/channels/*/messages", status=403, code=50013)
    await patient.let_pass(REMINDED_AFTER)
    assert reminders(patient) == [], "a channel that refuses the ping changes nothing"
    await patient.press(bob, "Stand")


@pytest.mark.parametrize("repeated", [True, False])
async def test_ping_whose_response_is_lost_is_deleted(patient: Casino, repeated: bool) -> None:
    """It is sent once, and deleted when the player acts: before the next try, without a wait for it, or after."""
    alice, _ = await two_in_play(patient)
    new = "/channels/*/messages"
    patient.sandbox.faults.fail("POST", new, 503, before_effect=False)
    before = len(patient.sandbox.requests_to("POST", new))
    patient.clock.advance(REMINDED_AFTER)
    await patient.sandbox.wait_for(lambda: len(reminders(patient)) == 1)
    await alice.command(patient.channel, "balance")  # afterwards the bot waits for its next try
    if repeated:
        patient.clock.advance(1)
        await patient.sandbox.wait_for(
            lambda: len(patient.sandbox.requests_to("POST", new)) == before + 2
        )
        assert len(reminders(patient)) == 1
    await alice.click(patient.board(), "Stand")
    await patient.sandbox.wait_for(lambda: reminders(patient) == [])


# Deadlines


BET, TURN = 60, 45
"""Seconds of the casino's players."""


async def test_hand_stands_when_time_is_up(casino: Casino) -> None:
    """The board shows it, also after the round; the next player gets the full time, which a hit restarts."""
    alice, bob = await two_in_play(casino)
    with casino.nothing_changes():
        await casino.let_pass(TURN - 1)
    await casino.press(alice, "Hit")
    assert deadlines(casino.board()) == [int(casino.clock.now()) + TURN]
    await casino.let_pass(TURN)
    assert awaited(casino.board()) == [bob.name]
    assert deadlines(casino.board()) == [int(casino.clock.now()) + TURN]
    late = " · time ran out, stands"
    assert [late in line for line in casino.board().text.splitlines()].count(True) == 1
    await casino.press(bob, "Stand")
    assert casino.board_of(1).text.count(late) == 1
    await casino.check_settled(casino.board_of(1), {alice: WELCOME, bob: WELCOME})
