"""Discord fails one person's answer, or a board's edits: nobody else waits for that, nothing old comes after new."""

import asyncio
import logging

import pytest

from cogs.language import ENGLISH
from engine.bank.errors import StorageFailed
from engine.values.money import Wallet
from sandbox import MessageView, User

from .casino import Casino
from .luck import Layout
from .reading import hands, round_of
from .scenes import in_play

ANSWER = "/interactions/*/*/callback"
EDIT = "**/messages/*"
ORIGINAL = "/webhooks/*/*/messages/@original"


def both_can_hit(dealt: Layout) -> bool:
    """Two players can take a card and are asked again."""
    return dealt.points(1) <= 10 and dealt.points(2) <= 10


async def two_at_once(casino: Casino) -> tuple[User, User]:
    """Two players who may both decide at this moment."""
    alice, bob = await in_play(casino, "100", "100", rules="private", wanted=both_can_hit)
    return alice, bob


def cards(board: MessageView, user: User) -> int:
    """How many cards a player's hand shows."""
    return len(hands(board)[user.name].cards)


async def test_a_move_whose_answer_fails_is_shown_by_an_edit_at_once(casino: Casino) -> None:
    """Before the answer is tried again, which is then no more than a sign that the click was heard."""
    alice, _ = await two_at_once(casino)
    board, answered = casino.board(), len(casino.sandbox.requests_to("POST", ANSWER))
    casino.sandbox.faults.fail("POST", ANSWER, 500, times=1_000)
    clicking = asyncio.create_task(alice.click(board, "Hit"))
    await casino.sandbox.wait_for(lambda: cards(board, alice) == 3)
    assert len(casino.sandbox.requests_to("POST", ANSWER)) - answered <= 2
    clicking.cancel()


async def test_what_hung_and_comes_in_late_does_not_stay(casino: Casino) -> None:
    """The picture of Alice's card arrives after that of Bob's: in the end the board shows both."""
    alice, bob = await two_at_once(casino)
    board = casino.board()
    hold = casino.sandbox.faults.hold("POST", ANSWER)
    hitting = asyncio.create_task(alice.click(board, "Hit"))
    await hold.arrived()
    await bob.click(board, "Hit")
    await casino.sandbox.wait_for(lambda: cards(board, bob) == 3)
    hold.release()
    await hitting
    await casino.quiet()
    assert (cards(board, alice), cards(board, bob)) == (3, 3)


async def test_a_bet_that_comes_in_late_unfolds_nothing(casino: Casino) -> None:
    """Alice's answer was given up, and may arrive when Bob's bet has dealt: the message is folded again, to be sure."""
    alice, bob = await in_play(casino, "50", "50")
    await casino.stand_all()
    board = casino.board()
    hold = casino.sandbox.faults.hold("POST", ANSWER)
    betting = asyncio.create_task(alice.click(board, "Play again $50"))
    await hold.arrived()
    casino.write()
    await bob.click(board, "Play again $50")
    await casino.sandbox.wait_for(lambda: [*map(round_of, casino.boards())] == [2])
    hold.release()
    await betting
    await casino.quiet()
    edits = casino.sandbox.requests_to("PATCH", EDIT)
    assert ["Replay" in str(edit.body) for edit in edits].count(True) == 2
    assert [button.label for button in board.buttons] == ["Replay"]


async def test_an_earlier_board_is_not_drawn_over_a_newer_one(casino: Casino) -> None:
    """The end of a round that comes when the next one is dealt."""
    (alice,) = await in_play(casino, "50")
    await casino.stand_all()
    table = casino.bot.house.in_channel(casino.channel.id)
    assert table is not None
    first = table.view
    await casino.press(alice, "Play again $50")
    await casino.quiet()
    shown = [board.text for board in casino.boards()]
    assert len(shown) == 1
    casino.bot.display.screen_of(table).show((first,), None)
    await casino.quiet()
    assert [board.text for board in casino.boards()] == shown


async def test_a_goodbye_is_owed_while_a_bet_may_come_in_late(casino: Casino) -> None:
    """Alice's answer was given up when the table closed: a bot that is killed before it has said goodbye once more does
    so in its next life."""
    alice, bob = casino.users(2)
    board = await casino.open(bob)
    hold = casino.sandbox.faults.hold("POST", ANSWER)
    betting = asyncio.create_task(alice.click(board, "$50"))
    await hold.arrived()
    await alice.command(casino.channel, "house close")
    await casino.sandbox.wait_for(lambda: "The table is closed" in board.text)
    again = casino.sandbox.faults.hold("PATCH", EDIT)
    finishing = asyncio.create_task(casino.quiet())
    await again.arrived()
    assert await casino.bot.bank.owed_goodbyes()
    casino.sandbox.faults.clear()
    await asyncio.gather(betting, finishing)
    assert "The table is closed" in board.text
    assert await casino.bot.bank.owed_goodbyes() == []


async def test_ten_failing_edits_leave_the_newest_state(casino: Casino) -> None:
    """Each try sends what is new by then, and is made once: the library's own patience is not added to it."""
    users = casino.users(4)
    board = await casino.open(users[0])
    before = len(casino.sandbox.requests_to("PATCH", EDIT))
    casino.sandbox.faults.fail("PATCH", EDIT, 503, times=10)
    for amount, user in zip(("10", "20", "30"), users[1:], strict=True):
        await user.command(casino.channel, "bet", amount=amount)
    await casino.sandbox.wait_for(lambda: f"{users[3].name} bets **$30.00**" in board.text)
    tries = [one.status for one in casino.sandbox.requests_to("PATCH", EDIT)]
    assert tries[before:][:11] == [503] * 10 + [200]


async def test_a_bank_that_fails_is_one_line_in_the_log(
    casino: Casino, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The asker is told a sentence; the host gets the cause, who asked and where, without a traceback."""

    async def fails(user_id: int) -> Wallet:
        raise StorageFailed("the disk is full")

    monkeypatch.setattr(casino.bot.bank, "wallet", fails)
    alice = casino.sandbox.user(1)
    answer = await alice.command(casino.channel, "balance")
    assert answer.text == ENGLISH("sorry-our-fault")
    (line,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert line.exc_info is None
    assert line.getMessage().startswith("#blackjack, interaction ")
    assert line.getMessage().endswith(f"of user {alice.id}: failed: the disk is full")
    caplog.clear()


@pytest.mark.parametrize(("status", "code"), [(413, 40005), (413, 0), (400, 50035), (403, 50013)])
async def test_refused_files_end_in_words(casino: Casino, status: int, code: int) -> None:
    """Of a balance, a chart, a shoe and one's own data there is no picture and no file, but what can be written."""
    (alice,) = await in_play(casino, "10")
    await casino.stand_all()
    await casino.press(alice, "Leave")
    panel, refused = await casino.shown(alice, "privacy"), ENGLISH("files-refused")
    for instead, ask in (
        ("The balance after each round", alice.command(casino.channel, "stats")),
        ("2 3 4 5 6", alice.command(casino.channel, "strategy")),
        (ENGLISH("verify-right"), alice.command(casino.channel, "verify", shoe=1)),
        ("", alice.click(panel, ENGLISH("button-my-data"))),
    ):
        casino.sandbox.faults.fail("PATCH", ORIGINAL, status, code=code)
        message = (await ask).message
        assert message
        await casino.sandbox.wait_for(lambda: refused in message.text)  # noqa: B023
        assert instead in message.text
        assert message.attachments == []
