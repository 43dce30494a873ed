"""The moments in which the house closes: nothing new begins, and time costs nobody anything."""

from engine.rules.refusals import Why

from .casino import Casino
from .scenes import told, two_in_play

CLOSING = "The house is closing for a moment."
AWAY = "The house was away for a moment"


async def test_no_table_opens_while_the_house_closes(casino: Casino) -> None:
    """`/blackjack` is refused like every other command, and nothing is left behind."""
    user = casino.sandbox.user(1)
    await casino.bot.house.stop()
    answer = await user.command(casino.channel, "blackjack")
    assert answer.text == told(Why.HOUSE_CLOSING)
    assert len(casino.bot.house) == 0


async def test_a_deadline_that_passes_while_the_house_closes_costs_nobody(casino: Casino) -> None:
    """Bets are not dealt and hands do not stand when the house has stopped; everybody has the full time later."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await bob.command(casino.channel, "bet", amount="100")
    await casino.quiet()
    books = casino.books()
    await casino.bot.house.stop()
    casino.clock.advance(3_600)
    await casino.quiet()
    assert casino.books() == books
    await casino.restart()
    await casino.quiet()
    assert f"{bob.name} bets **$100.00**" in casino.board().text
    assert CLOSING not in casino.board().text


async def test_a_house_that_closes_again_says_only_that(casino: Casino) -> None:
    """Twice in one round: what was said of the first time is not said beside the second."""
    alice, _ = await two_in_play(casino)
    await casino.restart()
    await casino.quiet()
    assert AWAY in casino.board().text
    await casino.stop()
    assert CLOSING in casino.board().text
    assert AWAY not in casino.board().text
    await casino.start()
    await casino.quiet()
    await casino.press(alice, "Stand")
