"""Opening a table, sitting down at it, choosing its rules, leaving it, and how it closes."""

import asyncio

from cogs.language import ENGLISH
from engine.rules.rule_sets import RULE_SETS
from engine.table.state import TO_SEE
from sandbox import Answer, AnswerKind, User

from .casino import WELCOME, Casino
from .luck import Layout, seed_where
from .reading import awaited
from .scenes import HOTSEAT, asked


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


async def test_leaving_before_the_deal_returns_the_bet(casino: Casino) -> None:
    """The seat is free again, every cent is back; when only those are left who have bet, they are dealt at once."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, asked))
    alice, bob, carol = casino.users(3)
    await casino.open(alice)
    for user in (bob, carol):
        await casino.press(user, "$100")
    answer = await carol.command(casino.channel, "leave")
    assert answer.text == "You left the table."
    await casino.quiet()
    assert await casino.balances(carol) == [WELCOME]
    assert carol.name not in casino.board().text
    await casino.press(alice, "Leave")
    assert awaited(casino.board()) == [bob.name]


async def test_leaving_in_mid_round_stands(casino: Casino) -> None:
    """Out of turn, too: what the hand wins is the player's, nobody is waited for, and the seat is free afterwards."""

    def wins(dealt: Layout) -> bool:
        return dealt.points(2) == 20 and dealt.points(1) < 21 and dealt.dealer == 17

    casino.luck.next.append(seed_where(HOTSEAT, 2, wins))
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.bet({alice: "100", bob: "100"})
    answer = await bob.command(casino.channel, "leave")
    assert answer.text == "You get up: your hand stands, and what it wins is yours."
    await casino.quiet()
    assert awaited(casino.board()) == [alice.name]
    await casino.restart()
    await casino.press(alice, "Stand")
    assert await casino.balances(bob) == [WELCOME + 100_00]
    assert f"**2.** {bob.name} · left · ✅ **+$100**" in casino.board().text
    assert f"{alice.name}, play again?" in casino.board().text


async def test_the_table_closes_after_the_round_that_everybody_left(casino: Casino) -> None:
    """The result is paid and shown, the table says that it is closed, and the channel is free for another one."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, asked))
    (user,) = casino.users(1)
    await casino.open(user)
    await casino.press(user, "$100")
    await user.command(casino.channel, "leave")
    await casino.sandbox.wait_for(lambda: "The table is closed" in casino.board().text)
    (ended,) = (await casino.bot.bank.history(user.id, 0, 2)).rounds
    net = ENGLISH.money.signed(ended.net).replace("\u2060", "")
    assert f"{user.name} · **{net}**" in casino.board_of(1).text
    assert await casino.balances(user) == [WELCOME + ended.net]
    assert len(casino.bot.house) == 0
    answer = await user.command(casino.channel, "blackjack", rules="private")
    await casino.quiet()
    assert ENGLISH("rules-private") in answer.text


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


async def choose(casino: Casino, user: User, key: str) -> Answer:
    """Somebody picks a rule set from the menu; a moment later everybody has seen the board."""
    answer = await user.select(casino.board(), key)
    await casino.quiet()
    casino.clock.advance(TO_SEE)
    return answer


def offered(casino: Casino) -> list[str]:
    """The rule sets in the menu of the board, by their keys."""
    return [value for menu in casino.board().selects for _, value in menu.options]


async def test_the_opener_chooses_what_is_played(casino: Casino) -> None:
    """The board shows it, a kill forgets no choice, the round is played by it, and the books have a shoe for each."""
    (alice,) = casino.users(1)
    await casino.open(alice)
    assert offered(casino) == [*RULE_SETS]
    menu = casino.board().selects[0].custom_id
    assert (await choose(casino, alice, "endless")).kind is AnswerKind.UPDATE
    await casino.crash()
    await casino.quiet()
    assert casino.board().text.startswith("### Endless deck")
    assert [menu.chosen for menu in casino.board().selects] == [("endless",)]
    await alice.select(casino.board(), "surrender", custom_id=menu)
    await casino.quiet()
    await casino.crash()
    casino.clock.advance(TO_SEE)
    assert casino.board().text.startswith("### Late surrender")
    await casino.press(alice, "$10")
    assert offered(casino) == []
    await casino.stand_all()
    await casino.check_settled(casino.board(), {alice: WELCOME})
    found = await casino.bot.bank.shoes_of_channel(casino.channel.id, 0, 9)
    assert [shoe.rules for shoe in found.shoes] == ["surrender"] * 3
    page = await alice.command(casino.channel, "verify")
    assert page.text.count("put away: other rules were chosen") == 2
