"""`/pause`: a break from playing that cannot be ended early."""

from cogs.language import ENGLISH, words
from cogs.pause import DAY, MONTH
from engine.clock import wall_time
from engine.rules.refusals import Why
from tests.driver import MessageView, User

from .casino import Casino
from .reading import labels
from .scenes import refusal_text, two_play

WEEK = 7 * DAY


def at(casino: Casino, seconds: float) -> float:
    """The time `seconds` from now."""
    return int(wall_time(casino.clock)) + seconds


async def asks(casino: Casino, user: User, seconds: int) -> MessageView:
    """Open the page of `/pause` for a break of this length."""
    return await casino.shown(user, "pause", length=seconds)


async def paused(casino: Casino, user: User, seconds: int) -> float:
    """Start a break and return its end."""
    page = await asks(casino, user, seconds)
    until = at(casino, seconds)
    assert labels(page) == ["Pause until then"]
    assert words.date_and_time(until) in page.text
    await user.click(page, "Pause until then")
    assert page.text == ENGLISH("pause-begun", until=words.date_and_time(until))
    assert labels(page) == []
    return until


async def test_every_way_to_play_is_closed(casino: Casino) -> None:
    """The user leaves their table, and an undealt bet is returned. Every attempt to play names the end of the break.

    Others play on, and the user may still look at their table.
    """
    _, alice, bob = await two_play(casino)
    await casino.stand_all()
    before = await casino.balances(alice)
    daily = await casino.shown(alice, "daily")
    duel = (await bob.command(casino.channel, "duel", player=alice)).message
    assert duel is not None
    await casino.bet({alice: "20"})
    until = await paused(casino, alice, WEEK)
    await casino.quiet()
    assert await casino.balances(alice) == before
    refusal = refusal_text(Why.PAUSED, until=until)
    lounge = casino.sandbox.channel("lounge")
    with casino.nothing_changes():
        board = casino.board()
        for amount in ("20", "all", "0.01", "nonsense"):
            assert await casino.typed(alice, "bet", amount=amount) == refusal
        for label in ("Play again $100", "$10", "Other…", "Join"):
            assert (await alice.click(board, label)).text == refusal, label
        assert (await alice.command(lounge, "blackjack")).text == refusal
        assert await casino.typed(alice, "daily") == refusal
        assert (await alice.click(daily, labels(daily)[0], force=True)).text == refusal
        assert await casino.typed(alice, "duel", player=bob) == refusal
        await alice.click(duel, "Play")
        await casino.sandbox.wait_for(lambda: alice.messages(casino.channel)[-1].text == refusal)
    link = await casino.typed(alice, "blackjack")
    assert refusal not in link
    await casino.bet({bob: "20"})


async def test_break_cannot_be_ended_early(casino: Casino) -> None:
    """Neither a second press, a shorter break, a restart nor deleting one's data ends it; a longer one extends it."""
    (alice,) = casino.users(1)
    await casino.open(alice)
    page, stale = await asks(casino, alice, WEEK), await asks(casino, alice, DAY)
    until = at(casino, WEEK)
    casino.clock.advance(60)
    for _ in range(2):
        await alice.click(page, custom_id=f"bj2:pause:begin:{int(until)}", force=True)
        assert page.text == ENGLISH("pause-begun", until=words.date_and_time(until))
    longer = ENGLISH("sorry-pause-longer", until=words.date_and_time(until))
    assert await casino.typed(alice, "pause", length=DAY) == longer
    await alice.click(stale, "Pause until then")
    assert words.date_and_time(until) in stale.text
    await casino.bot.bank.forget(alice.id)
    await casino.crash()
    until = await paused(casino, alice, MONTH)
    assert await casino.typed(alice, "blackjack") == refusal_text(Why.PAUSED, until=until)
    casino.clock.advance(MONTH)
    for forged in (int(until), int(until) + 2 * MONTH):
        custom_id = f"bj2:pause:begin:{forged}"
        answer = await alice.click(page, custom_id=custom_id, force=True)
        key = "sorry-old-pause" if forged == int(until) else "sorry-unknown-button"
        assert answer.text.startswith(ENGLISH(key, **{"command-pause": ""})[:20])
    await casino.open(alice)
    await casino.bet({alice: "20"})
