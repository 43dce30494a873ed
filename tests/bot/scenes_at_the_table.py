"""Refusals about seats, bets and turns."""

from collections.abc import Awaitable, Callable

from cogs.language import ENGLISH
from engine.rules.refusals import Why
from sandbox import Answer, MessageView, User

from .casino import Casino
from .luck import seed_where
from .reading import awaited
from .scenes import HOTSEAT, Attempt, clicking, scene, told, two_in_play


@scene(Why.NOT_SEATED)
async def not_seated(casino: Casino) -> Attempt:
    """A bystander presses Leave."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    return Attempt(user=bob, act=clicking(casino, bob, "Leave"), told=told(Why.NOT_SEATED))


@scene(Why.TABLE_FULL)
async def full_table(casino: Casino) -> Attempt:
    """A fifth player presses a chip."""
    *users, late = casino.users(5)
    await casino.open(users[0])
    for user in users[1:]:
        await user.command(casino.channel, "bet", amount="10")
    await casino.quiet()
    return Attempt(user=late, act=clicking(casino, late, "$10"), told=told(Why.TABLE_FULL))


@scene(Why.TABLE_CLOSED)
async def closed_table(casino: Casino) -> Attempt:
    """A chip is pressed on a table that closed a moment ago."""
    (user,) = casino.users(1)
    board = await casino.open(user)
    chip = board.button("$10").custom_id
    await user.click(board, "Leave")
    await casino.sandbox.wait_for(lambda: "The table is closed" in board.text)
    return Attempt(
        user=user, act=clicking(casino, user, None, chip), told=ENGLISH("sorry-table-gone")
    )


@scene(Why.HOUSE_CLOSING)
async def house_closing(casino: Casino) -> Attempt:
    """A chip is pressed while the bot is about to stop."""
    (user,) = casino.users(1)
    await casino.open(user)
    await casino.bot.house.stop()
    await casino.quiet()
    return Attempt(user=user, act=clicking(casino, user, "$10"), told=told(Why.HOUSE_CLOSING))


@scene(Why.ROUND_RUNNING)
async def round_running(casino: Casino) -> Attempt:
    """A player types another bet while the cards are on the table."""
    alice, _ = await two_in_play(casino)
    return Attempt(
        user=alice,
        act=lambda: alice.command(casino.channel, "bet", amount="500"),
        told=told(Why.ROUND_RUNNING),
    )


@scene(Why.NO_ROUND)
async def no_round(casino: Casino) -> Attempt:
    """A player stands before the deal."""
    (user,) = casino.users(1)
    chip = (await casino.open(user)).button("$10").custom_id or ""
    stand = chip.replace("bet-1000", "stand")
    return Attempt(user=user, act=clicking(casino, user, None, stand), told=told(Why.NO_ROUND))


@scene(Why.TOO_LATE)
async def too_late(casino: Casino) -> Attempt:
    """A button of the round before is clicked."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) < 21))
    (user,) = casino.users(1)
    await casino.open(user)
    await casino.press(user, "$10")
    old, hit = casino.board(), casino.board().button("Hit").custom_id
    await casino.press(user, "Stand")
    return Attempt(
        user=user,
        act=lambda: user.click(old, custom_id=hit, force=True),
        told=told(Why.TOO_LATE),
    )


@scene(Why.STALE)
async def stale(casino: Casino) -> Attempt:
    """After a hit, Double is clicked as it was before it."""
    alice, _ = await two_in_play(casino)
    double = casino.board().button("Double").custom_id
    await casino.press(alice, "Hit")
    return Attempt(user=alice, act=clicking(casino, alice, None, double), told=told(Why.STALE))


@scene(Why.REPEATED)
async def double_click(casino: Casino) -> Attempt:
    """Hit is clicked a second time as it was before the first."""
    alice, _ = await two_in_play(casino)
    hit = casino.board().button("Hit").custom_id
    await casino.press(alice, "Hit")
    return Attempt(user=alice, act=clicking(casino, alice, None, hit), told=told(Why.REPEATED))


@scene(Why.BET_TOO_LOW)
async def too_low(casino: Casino) -> Attempt:
    """Less than a dollar is typed."""
    (user,) = casino.users(1)
    await casino.open(user)
    return Attempt(
        user=user,
        act=lambda: user.command(casino.channel, "bet", amount="0.99"),
        told=told(Why.BET_TOO_LOW, cents=100),
    )


@scene(Why.BET_TOO_HIGH)
async def too_high(casino: Casino) -> Attempt:
    """A chip above the table's own limit is clicked, though it does not lie there: it is forged."""
    (user,) = casino.users(1)
    await user.command(casino.channel, "blackjack", max="50")
    await casino.quiet()
    forged = (casino.board().button("$50").custom_id or "").replace("5000", "10000")
    return Attempt(
        user=user,
        act=clicking(casino, user, None, forged),
        told=told(Why.BET_TOO_HIGH, cents=50_00),
    )


@scene(Why.BET_NOT_PAYABLE)
async def too_poor_to_bet(casino: Casino) -> Attempt:
    """More is typed than there is."""
    (user,) = casino.users(1)
    await casino.open(user)
    return Attempt(
        user=user,
        act=lambda: user.command(casino.channel, "bet", amount="10000.01"),
        told=told(Why.BET_NOT_PAYABLE, cents=10_000_01, balance=10_000_00),
    )


@scene(Why.NO_BETS)
async def no_bets(casino: Casino) -> Attempt:
    """Deal is clicked where it was a moment ago: nobody's bet is left."""
    (user,) = casino.users(1)
    board = await casino.open(user)
    assert "Deal" not in {button.label for button in board.buttons}
    deal = "bj1:1:1:-:-:deal"
    return Attempt(user=user, act=clicking(casino, user, custom_id=deal), told=told(Why.NO_BETS))


@scene(Why.FIRST_SEAT_ONLY)
async def not_the_first_seat(casino: Casino) -> Attempt:
    """The second seat sends players of the house away."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.press(bob, "$10")
    return Attempt(
        user=bob,
        act=lambda: bob.command(casino.channel, "leave", who="everybody"),
        told=told(Why.FIRST_SEAT_ONLY),
    )


def choosing(casino: Casino, user: User) -> Callable[[], Awaitable[Answer]]:
    """Another rule set is picked from the menu of the first board."""
    menu = "bj1:1:1:-:-:ruleset"
    return lambda: user.select(casino.board(), "vegas", custom_id=menu, force=True)


@scene(Why.OPENER_ONLY)
async def somebody_elses_table(casino: Casino) -> Attempt:
    """Whoever has just come chooses the rules."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    return Attempt(user=bob, act=choosing(casino, bob), told=told(Why.OPENER_ONLY))


@scene(Why.RULES_FIXED)
async def rules_after_a_bet(casino: Casino) -> Attempt:
    """The opener chooses other rules from a board that does not show Bob's bet yet."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.press(bob, "$10")
    return Attempt(user=alice, act=choosing(casino, alice), told=told(Why.RULES_FIXED))


@scene(Why.DEAL_NEEDS_BET)
async def deal_without_a_bet(casino: Casino) -> Attempt:
    """The second seat clicks Deal, and has not bet."""
    _, bob = await two_in_play(casino)
    await casino.stand_all()
    alice, _ = casino.users(2)
    await casino.press(alice, "$10")
    return Attempt(user=bob, act=clicking(casino, bob, "Deal"), told=told(Why.DEAL_NEEDS_BET))


@scene(Why.DEAL_TOO_EARLY)
async def deal_too_early(casino: Casino) -> Attempt:
    """The second seat clicks Deal as soon as bets are taken."""
    casino.join_seconds = "10"
    await casino.restart()
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.press(bob, "$10")
    refused = told(Why.DEAL_TOO_EARLY, seconds=10)
    return Attempt(user=bob, act=clicking(casino, bob, "Deal"), told=refused)


@scene(Why.NOTHING_TO_REPEAT)
async def nothing_to_repeat(casino: Casino) -> Attempt:
    """Play again is clicked by somebody who has not bet before, while others have."""
    alice, bob, carol = casino.users(3)
    await casino.open(alice)
    await casino.bet({alice: "10", bob: "20"})
    await casino.stand_all()
    return Attempt(
        user=carol, act=clicking(casino, carol, "Play again"), told=told(Why.NOTHING_TO_REPEAT)
    )


@scene(Why.NOT_YOUR_TURN)
async def out_of_turn(casino: Casino) -> Attempt:
    """The second player stands while the first is asked."""
    _, bob = await two_in_play(casino)
    return Attempt(user=bob, act=clicking(casino, bob, "Stand"), told=told(Why.NOT_YOUR_TURN))


@scene(Why.HAND_FINISHED)
async def finished(casino: Casino) -> Attempt:
    """The first player hits after standing, with the buttons that are there for the second."""
    alice, bob = await two_in_play(casino)
    await casino.press(alice, "Stand")
    assert awaited(casino.board()) == [bob.name]
    return Attempt(user=alice, act=clicking(casino, alice, "Hit"), told=told(Why.HAND_FINISHED))


@scene(Why.NOT_IN_ROUND)
async def not_in_round(casino: Casino) -> Attempt:
    """Somebody who sat down in mid-round stands."""
    await two_in_play(casino)
    carol = casino.sandbox.user(3)
    await carol.command(casino.channel, "bet", amount="10")
    await casino.quiet()
    return Attempt(user=carol, act=clicking(casino, carol, "Stand"), told=told(Why.NOT_IN_ROUND))


async def two_may_cut(casino: Casino) -> tuple[User, User, MessageView, str]:
    """Two at a table, what the first is shown by `/verify`, and the button there by which they cut."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await bob.command(casino.channel, "bet", amount="100")
    await casino.quiet()
    page = (await alice.command(casino.channel, "verify")).message
    assert page is not None
    return alice, bob, page, page.button("Cut").custom_id or ""


@scene(Why.NOT_YOUR_CUT)
async def somebody_elses_cut(casino: Casino) -> Attempt:
    """The first seat cuts, and the second one forges its button."""
    _, bob, _, cut = await two_may_cut(casino)
    return Attempt(user=bob, act=clicking(casino, bob, None, cut), told=told(Why.NOT_YOUR_CUT))


@scene(Why.CUT_ALREADY)
async def cut_twice(casino: Casino) -> Attempt:
    """Another click on a button of before the cut."""
    alice, _, page, cut = await two_may_cut(casino)
    await alice.submit(await alice.click(page, "Cut"), words="once")
    await casino.quiet()
    return Attempt(user=alice, act=clicking(casino, alice, None, cut), told=told(Why.CUT_ALREADY))


@scene(Why.CUT_TOO_LATE)
async def cut_too_late(casino: Casino) -> Attempt:
    """The window is sent off when the cards are dealt."""
    alice, _, page, _ = await two_may_cut(casino)
    window = await alice.click(page, "Cut")
    await casino.press(alice, "$10")
    return Attempt(
        user=alice,
        act=lambda: alice.submit(window, words="late"),
        told=told(Why.CUT_TOO_LATE),
    )
