"""Nobody waits for ever: every deadline acts, for those alone who are late, whatever the machine's clock says."""

from cogs.language import ENGLISH
from engine.rules.rule_sets import RULE_SETS

from .casino import WELCOME, Casino
from .luck import Layout, seed_where
from .reading import awaited, deadlines

BET, TURN = 60, 45


def all_three_are_asked(dealt: Layout) -> bool:
    """Nobody has 21, and the first has room for a card."""
    return dealt.points(1) <= 11 and dealt.points(2) < 21 and dealt.points(3) < 21


async def three_in_play(casino: Casino, rules: str = "hotseat") -> None:
    """Three players have $50.00 on the table and are to decide."""
    casino.luck.next.append(seed_where(RULE_SETS[rules], 3, all_three_are_asked))
    users = casino.users(3)
    await casino.open(users[0], rules)
    await casino.bet(dict.fromkeys(users, "50"))


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
    await three_in_play(casino)
    alice, bob, _ = casino.users(3)
    await casino.stop()
    casino.clock.advance(10 * TURN)
    await casino.start()
    await casino.quiet()
    assert awaited(casino.board()) == [alice.name]
    assert deadlines(casino.board()) == [int(casino.clock.now()) + TURN]
    assert "The house was away for a moment" in casino.board().text
    await casino.let_pass(TURN)
    assert awaited(casino.board()) == [bob.name]


TURN, BET = 45, 60
"""Seconds that the casino's players have."""


async def test_who_does_not_decide_in_time_stands(casino: Casino) -> None:
    """And is told so, now and when it is settled; the next one is asked for the full time, which a hit starts again."""
    await three_in_play(casino)
    alice, bob, carol = casino.users(3)
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


async def test_two_missed_rounds_in_a_row_free_the_seat(casino: Casino) -> None:
    """A bet makes up for one. The others move up, and the one who is gone can sit down again."""
    alice, bob = casino.users(2)
    await casino.open(alice)

    async def missed() -> None:
        await casino.press(bob, "$100")
        await casino.let_pass(BET)
        await casino.stand_all()

    await missed()
    await casino.bet({alice: "10", bob: "10"})
    await casino.stand_all()
    await missed()
    assert f"{alice.name} (didn't bet last time), play again?" in casino.board().text
    await missed()
    assert alice.name not in casino.board().text
    assert f"**1.** {bob.name}" in casino.board().text
    await casino.press(alice, "$10")
    assert f"**2.** {alice.name} bets **$10.00**" in casino.board().text
