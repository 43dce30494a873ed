"""Nobody waits for ever: every deadline acts, for those alone who are late, whatever the machine's clock says."""

from cogs.language import ENGLISH
from sandbox import User

from .casino import WELCOME, Casino
from .luck import Layout
from .reading import awaited, deadlines
from .scenes import in_play

BET, TURN = 60, 45
"""Seconds that the casino's players have."""


def all_three_are_asked(dealt: Layout) -> bool:
    """Nobody has 21, and the first has room for a card."""
    return dealt.points(1) <= 11 and dealt.points(2) < 21 and dealt.points(3) < 21


async def three_in_play(casino: Casino) -> list[User]:
    """Three players have $50.00 on the table and are to decide."""
    return await in_play(casino, "50", "50", "50", wanted=all_three_are_asked)


async def test_a_table_that_nobody_bets_at_closes_and_says_so(casino: Casino) -> None:
    """After two silent rounds of bets the seats are free, the table is closed, and its channel too."""
    (user,) = casino.users(1)
    board = await casino.open(user)
    await casino.let_pass(BET)
    assert "didn't bet last time" in board.text
    assert deadlines(board) == [int(casino.clock.now()) + BET]
    casino.clock.advance(BET)
    await casino.sandbox.wait_for(lambda: "The table is closed" in board.text)
    assert [button.label for button in board.buttons] == ["New table"]
    assert len(casino.bot.house) == 0
    answer = await user.command(casino.channel, "blackjack")
    await casino.quiet()
    assert ENGLISH("rules-hotseat") in answer.text


async def test_deadlines_are_extended_after_a_restart(casino: Casino) -> None:
    """Nobody is late for the time in which the bot was away; the message says that it was."""
    alice, bob, _ = await three_in_play(casino)
    await casino.stop()
    casino.clock.advance(10 * TURN)
    await casino.start()
    await casino.quiet()
    assert awaited(casino.board()) == [alice.name]
    assert deadlines(casino.board()) == [int(casino.clock.now()) + TURN]
    assert "The house was away for a moment" in casino.board().text
    await casino.let_pass(TURN)
    assert awaited(casino.board()) == [bob.name]


async def test_who_does_not_decide_in_time_stands(casino: Casino) -> None:
    """And is told so, now and when it is settled; the next one is asked for the full time, which a hit starts again."""
    alice, bob, carol = await three_in_play(casino)
    with casino.nothing_changes():
        await casino.let_pass(TURN - 1)
    await casino.press(alice, "Hit")
    assert deadlines(casino.board()) == [int(casino.clock.now()) + TURN]
    await casino.let_pass(TURN)
    assert awaited(casino.board()) == [bob.name]
    assert deadlines(casino.board()) == [int(casino.clock.now()) + TURN]
    assert await casino.balances(alice) == [WELCOME - 50_00]
    late = " · time ran out, stands"
    assert [late in line for line in casino.board().text.splitlines()].count(True) == 1
    await casino.press(bob, "Stand")
    await casino.let_pass(TURN)
    settled = casino.board_of(1)
    assert settled.text.count(late) == 2
    await casino.check_settled(settled, dict.fromkeys((alice, bob, carol), WELCOME))
