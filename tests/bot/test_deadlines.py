"""Nobody waits for ever: every deadline acts, and only for those who are late."""

import re

from cogs.language import ENGLISH
from engine.rules.rule_sets import RULE_SETS
from sandbox import MessageView, User

from .casino import WELCOME, Casino
from .luck import Layout, seed_where
from .reading import awaited, deadlines, hands

HOTSEAT, PRIVATE = RULE_SETS["hotseat"], RULE_SETS["private"]
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


async def test_who_does_not_decide_in_time_stands(casino: Casino) -> None:
    """When the time is up the hand stands and the next one is asked, for the full time."""
    await three_in_play(casino)
    alice, bob, _ = casino.users(3)
    assert deadlines(casino.board()) == [int(casino.clock.now()) + TURN]
    await casino.let_pass(TURN)
    assert awaited(casino.board()) == [bob.name]
    assert deadlines(casino.board()) == [int(casino.clock.now()) + TURN]
    assert len(hands(casino.board())[alice.name].cards) == 2
    assert await casino.balances(alice) == [WELCOME - 50_00]


async def test_a_stand_for_want_of_time_is_called_one(casino: Casino) -> None:
    """While the round is played and when it is settled; who presses `Stand` is not told that they were late."""
    await three_in_play(casino)
    alice, bob, carol = casino.users(3)
    await casino.let_pass(TURN)
    assert casino.board().text.count("time ran out, stands") == 1
    assert told_of(casino.board(), alice)[1].endswith(" · time ran out, stands")
    await casino.press(bob, "Stand")
    assert told_of(casino.board(), bob)[1].endswith("** · stands")
    await casino.press(carol, "Stand")
    settled = casino.board_of(1)
    assert settled.text.count("time ran out") == 1
    assert " · time ran out, stands · " in told_of(settled, alice)[1]


def told_of(board: MessageView, user: User) -> list[str]:
    """What the board says of a seat: its headline, and the lines below it."""
    lines = board.text.splitlines()
    at = next(
        n for n, line in enumerate(lines) if re.match(rf"(?:### )?\*\*\d\.\*\* {user.name}", line)
    )
    return lines[at:]


async def test_a_second_before_the_time_is_up_nothing_happens(casino: Casino) -> None:
    """A deadline is not early."""
    await three_in_play(casino)
    alice = casino.sandbox.user(1)
    with casino.nothing_changes():
        casino.clock.advance(TURN - 1)
        await casino.quiet()
    await casino.press(alice, "Hit")
    assert len(hands(casino.board())[alice.name].cards) == 3


async def test_a_decision_in_time_starts_the_time_again(casino: Casino) -> None:
    """After a hit the old deadline acts no more; the new one does."""
    await three_in_play(casino)
    alice, bob, _ = casino.users(3)
    casino.clock.advance(TURN - 1)
    await casino.press(alice, "Hit")
    casino.clock.advance(1)
    await casino.press(alice, "Stand")
    assert awaited(casino.board()) == [bob.name]


async def test_everybody_who_is_late_stands_at_once_where_all_play_at_once(casino: Casino) -> None:
    """In a private round the late ones stand together, and the round is settled."""
    await three_in_play(casino, "private")
    casino.clock.advance(TURN - 10)
    users = casino.users(3)
    await casino.press(users[0], "Hit")
    await casino.let_pass(10)
    assert awaited(casino.board()) == [users[0].name]
    await casino.let_pass(TURN - 10)
    await casino.check_settled(casino.board_of(1), dict.fromkeys(users, WELCOME))


async def test_a_round_that_nobody_plays_is_settled(casino: Casino) -> None:
    """Three players walk away, and the round ends by itself, paid by the cards."""
    await three_in_play(casino)
    users = casino.users(3)
    for user in users:
        assert awaited(casino.board()) == [user.name]
        await casino.let_pass(TURN)
    await casino.check_settled(casino.board_of(1), dict.fromkeys(users, WELCOME))


async def test_who_does_not_bet_in_time_sits_the_round_out(casino: Casino) -> None:
    """When bets close, those who have bet are dealt to; who has not keeps seat and money."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) < 21))
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.press(bob, "$100")
    await casino.let_pass(BET)
    assert awaited(casino.board()) == [bob.name]
    await casino.press(bob, "Stand")
    assert f"{alice.name} (didn't bet last time), play again?" in casino.board().text
    assert await casino.balances(alice) == [WELCOME]


async def test_two_missed_rounds_in_a_row_free_the_seat(casino: Casino) -> None:
    """The others move up, and the one who is gone can sit down again."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    for _ in range(2):
        await casino.press(bob, "$100")
        await casino.let_pass(BET)
        await casino.stand_all()
    assert alice.name not in casino.board().text
    assert f"**1.** {bob.name}" in casino.board().text
    await casino.press(alice, "$10")
    assert f"**2.** {alice.name} bets **$10.00**" in casino.board().text


async def test_a_bet_makes_up_for_a_missed_round(casino: Casino) -> None:
    """Who sits out, bets, and sits out again keeps the seat: only rounds in a row count."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.press(bob, "$100")
    await casino.let_pass(BET)
    await casino.stand_all()
    await casino.bet({alice: "10", bob: "10"})
    await casino.stand_all()
    await casino.press(bob, "$100")
    await casino.let_pass(BET)
    await casino.stand_all()
    assert f"{alice.name} (didn't bet last time), play again?" in casino.board().text


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


async def test_the_time_for_bets_is_extended_after_a_restart(casino: Casino) -> None:
    """Bets that were open stay open for the full time."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.press(bob, "$100")
    await casino.stop()
    casino.clock.advance(10 * BET)
    await casino.start()
    await casino.quiet()
    assert deadlines(casino.board()) == [int(casino.clock.now()) + BET]
    assert f"{bob.name} bets **$100.00**" in casino.board().text
