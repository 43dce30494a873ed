"""Opening a table, sitting down at it, choosing its rules, leaving it, and how it closes."""

import asyncio

from cogs.language import ENGLISH
from engine.rules.rule_sets import RULE_SETS
from engine.table.state import TO_SEE
from sandbox import AnswerKind

from .casino import WELCOME, Casino
from .luck import Layout, seed_where
from .reading import awaited
from .scenes import HOTSEAT, asked, in_play


async def test_blackjack_alone_opens_what_was_played_last(casino: Casino) -> None:
    """In this channel, also before a restart, else the first rule set; what admins have set goes before."""
    (user,) = casino.users(1)

    async def opened() -> str:
        """What `/blackjack` alone opens; the table is closed again."""
        answer = await user.command(casino.channel, "blackjack")
        await casino.quiet()
        text = answer.text
        await casino.press(user, "Leave")
        return text

    await casino.open(user, "private")
    await casino.press(user, "Leave")
    assert ENGLISH("rules-hotseat") in await opened(), "that table was opened and left"
    await casino.open(user, "private")
    await casino.bet({user: "10"})
    await casino.stand_all()
    await casino.press(user, "Leave")
    await casino.restart()
    assert ENGLISH("rules-private") in await opened()
    await casino.set("default", "Downtown")
    assert ENGLISH("rules-downtown") in await opened()
    lounge = casino.sandbox.channel("lounge")
    await user.command(lounge, "blackjack")
    await casino.quiet()
    assert ENGLISH("rules-hotseat") in casino.board(lounge).text


async def test_who_asks_for_other_rules_is_shown_the_open_table_and_told(casino: Casino) -> None:
    """One table a channel: it moves down to the asker's answer, with a private word that its rules are its own."""
    alice, bob = casino.users(2)
    first = await casino.open(alice)
    answer = await bob.command(casino.channel, "blackjack", rules="private")
    said = ENGLISH("blackjack-other-rules")
    await casino.sandbox.wait_for(lambda: said in bob.sees(casino.channel))
    await casino.quiet()
    assert [board.id for board in casino.boards()] == [answer.message and answer.message.id]
    assert first.deleted
    assert ENGLISH("rules-hotseat") in casino.board().text
    assert bob.name not in casino.board().text
    assert said not in alice.sees(casino.channel)


async def test_leaving_in_mid_round_stands(casino: Casino) -> None:
    """Out of turn, too: what the hand wins is the player's, nobody is waited for, and the seat is free afterwards."""

    def wins(dealt: Layout) -> bool:
        return dealt.points(2) == 20 and dealt.points(1) < 21 and dealt.dealer == 17

    alice, bob = await in_play(casino, "100", "100", wanted=wins)
    answer = await bob.command(casino.channel, "leave")
    assert answer.text == "You get up: your hand stands, and what it wins is yours."
    await casino.quiet()
    assert awaited(casino.board()) == [alice.name]
    await casino.restart()
    await casino.press(alice, "Stand")
    assert await casino.balances(bob) == [WELCOME + 100_00]
    assert f"**2.** {bob.name} · left · ✅ **+$100**" in casino.board().text
    assert f"{alice.name}, play again?" in casino.board().text


async def test_a_table_whose_first_answer_failed_has_a_message_all_the_same(casino: Casino) -> None:
    """The answer to `/blackjack` did not get through: the table is posted, and can be played."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, asked))
    (user,) = casino.users(1)
    casino.sandbox.faults.fail("POST", "/interactions/*/*/callback", 404, code=10062)
    opening = asyncio.create_task(user.command(casino.channel, "blackjack"))
    await casino.sandbox.wait_for(casino.boards)
    opening.cancel()
    await casino.press(user, "$50")
    assert await casino.balances(user) == [WELCOME - 50_00]


# The menu of rule sets on the first board


async def test_the_opener_chooses_what_is_played(casino: Casino) -> None:
    """The board shows it, a kill forgets no choice, the round is played by it, and the books have a shoe for each."""
    (alice,) = casino.users(1)
    await casino.open(alice)
    (menu,) = casino.board().selects
    assert [key for _, key in menu.options] == [*RULE_SETS]
    assert (await alice.select(casino.board(), "endless")).kind is AnswerKind.UPDATE
    await casino.quiet()
    casino.clock.advance(TO_SEE)  # everybody has seen the board
    await casino.crash()
    await casino.quiet()
    assert casino.board().text.startswith("### Endless deck")
    assert [menu.chosen for menu in casino.board().selects] == [("endless",)]
    await alice.select(casino.board(), "surrender", custom_id=menu.custom_id)
    await casino.quiet()
    await casino.crash()
    casino.clock.advance(TO_SEE)
    assert casino.board().text.startswith("### Late surrender")
    await casino.press(alice, "$10")
    assert casino.board().selects == []
    await casino.stand_all()
    await casino.check_settled(casino.board(), {alice: WELCOME})
    found = await casino.bot.bank.shoes_of_channel(casino.channel.id, 0, 9)
    assert [shoe.rules for shoe in found.shoes] == ["surrender"] * 3
    page = await alice.command(casino.channel, "verify")
    assert page.text.count("put away: other rules were chosen") == 2
