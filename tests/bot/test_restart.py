"""A restart at any moment changes nothing but the deadlines."""

from .casino import WELCOME, Casino
from .luck import Layout, seed_where
from .reading import hands, round_of
from .scenes import HOTSEAT, in_play


def a_long_round(dealt: Layout) -> bool:
    """Everybody takes a card or more."""
    return all(dealt.points(player) <= 14 for player in (1, 2, 3))


async def go_down(casino: Casino) -> None:
    """The bot is gone for a moment; books, cards, buttons and balances are as they were."""
    users = casino.users(3)
    before = casino.books(), await casino.balances(*users), hands(casino.board())
    message = casino.board().id
    buttons = [button.custom_id for button in casino.board().buttons]
    await casino.crash()
    await casino.quiet()
    assert (casino.books(), await casino.balances(*users), hands(casino.board())) == before
    assert casino.board().id == message
    assert [button.custom_id for button in casino.board().buttons] == buttons


async def test_a_restart_after_every_single_move_changes_nothing(
    casino: Casino,
) -> None:
    """Bets, cards, turns and money survive at each step, and the buttons of the old message work."""
    casino.luck.next.append(seed_where(HOTSEAT, 3, a_long_round))
    users = casino.users(3)
    await casino.open(users[0])
    await go_down(casino)
    for user, amount in ((users[2], "25"), (users[1], "33.33"), (users[0], "100")):
        await user.command(casino.channel, "bet", amount=amount)
        await casino.quiet()
        await go_down(casino)
    for user in casino.turns():
        total = hands(casino.board())[user.name].total
        await casino.press(user, "Hit" if total < 17 else "Stand")
        if round_of(casino.board()) == 1:
            await go_down(casino)
    await casino.check_settled(casino.board_of(1), dict.fromkeys(users, WELCOME))
    await go_down(casino)
    await casino.bet(dict.fromkeys(users, "10"))
    await casino.stand_all()
    assert round_of(casino.board()) == 2


async def test_a_result_that_nobody_saw_is_shown_with_what_the_bank_says(casino: Casino) -> None:
    """Killed between the payout and the board: afterwards it says what everybody has, as without the kill."""
    alice, bob = await in_play(casino, "50", "75")
    board = casino.board()
    hold = casino.sandbox.faults.hold("PATCH", "**/messages/*", times=99)
    for user in casino.turns():
        await user.click(board, "Stand")
    await casino.crash(in_vain=True)
    hold.release()
    await casino.quiet()
    shown = hands(casino.board_of(1))
    assert [shown[user.name].now for user in (alice, bob)] == await casino.balances(alice, bob)
    await casino.check_settled(casino.board_of(1), {alice: WELCOME, bob: WELCOME})


async def test_a_click_of_before_the_restart_is_one_click(casino: Casino) -> None:
    """It counts on the old message, once; a second table comes back, too."""
    (alice,) = await in_play(casino, "50", wanted=lambda dealt: dealt.points(1) <= 11)
    bob, lounge = casino.users(2)[1], casino.sandbox.channel("lounge")
    await casino.open(alice, "private", channel=lounge)
    await casino.press(bob, "$100", channel=lounge)
    old, hit = casino.board(), casino.board().button("Hit").custom_id
    await casino.restart()
    await alice.click(old, custom_id=hit, force=True)
    await casino.quiet()
    assert len(hands(casino.board())[alice.name].cards) == 3
    await casino.restart()
    await casino.quiet()
    with casino.nothing_changes():
        answer = await alice.click(casino.board(), custom_id=hit, force=True)
    assert answer.text == "Once is enough: your first click was taken."
    assert len(casino.bot.house) == 2
    assert f"{bob.name} bets **$100.00**" in casino.board(lounge).text
