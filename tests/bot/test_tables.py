"""Opening a table, sitting down at it, leaving it, and how it closes."""

import asyncio

import pytest

from cogs.language import ENGLISH
from engine.rules.rule_sets import RULE_SETS
from sandbox import AnswerKind

from .casino import WELCOME, Casino
from .luck import Layout, seed_where
from .reading import awaited, hands

HOTSEAT = RULE_SETS["hotseat"]


@pytest.mark.parametrize("rules", RULE_SETS)
async def test_a_table_opens_with_the_rules_that_were_chosen(casino: Casino, rules: str) -> None:
    """The message names the rule set, and the opener has the first seat."""
    (user,) = casino.users(1)
    board = await casino.open(user, rules)
    assert ENGLISH(f"rules-{rules}") in board.text
    assert f"Waiting for {user.name} · bets close" in board.text


async def opened_without_a_choice(casino: Casino) -> str:
    """What `/blackjack` alone opens; the table is closed again."""
    (user,) = casino.users(1)
    answer = await user.command(casino.channel, "blackjack")
    await casino.quiet()
    text = answer.text
    await casino.press(user, "Leave")
    return text


async def test_blackjack_alone_opens_the_first_rule_set(casino: Casino) -> None:
    """In a channel where nothing was played yet; a table that was opened and left is nothing."""
    (user,) = casino.users(1)
    await casino.open(user, "private")
    await casino.press(user, "Leave")
    assert ENGLISH("rules-hotseat") in await opened_without_a_choice(casino)


async def test_blackjack_alone_opens_what_was_played_last(casino: Casino) -> None:
    """In this channel, also before a restart; and what admins have set goes before."""
    (user,) = casino.users(1)
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) < 21))
    await casino.open(user)
    await casino.bet({user: "10"})
    await casino.stand_all()
    await casino.press(user, "Leave")
    await casino.restart()
    assert ENGLISH("rules-hotseat") in await opened_without_a_choice(casino)
    options = {"setting": "default", "value": "Downtown"}
    await user.command(casino.channel, "house set", **options)
    assert ENGLISH("rules-downtown") in await opened_without_a_choice(casino)
    lounge = casino.sandbox.channel("lounge")
    await user.command(lounge, "blackjack")
    await casino.quiet()
    assert ENGLISH("rules-hotseat") in casino.board(lounge).text


async def test_blackjack_again_shows_the_open_table_and_leaves_one_message(casino: Casino) -> None:
    """The table moves down to the second asker's answer; nobody sits down by it."""
    alice, bob = casino.users(2)
    first = await casino.open(alice)
    answer = await bob.command(casino.channel, "blackjack")
    await casino.quiet()
    assert [board.id for board in casino.boards()] == [answer.message and answer.message.id]
    assert first.deleted
    assert ENGLISH("rules-hotseat") in answer.text
    assert bob.name not in answer.text


async def test_who_asks_for_other_rules_is_shown_the_open_table_and_told(casino: Casino) -> None:
    """One table a channel: the asker gets the open one, and a private word that its rules are its own."""
    alice, bob = casino.users(2)
    first = await casino.open(alice)
    answer = await bob.command(casino.channel, "blackjack", rules="private")
    await casino.sandbox.wait_for(
        lambda: ENGLISH("blackjack-other-rules") in bob.sees(casino.channel)
    )
    await casino.quiet()
    assert [board.id for board in casino.boards()] == [answer.message and answer.message.id]
    assert first.deleted
    assert ENGLISH("rules-hotseat") in casino.board().text
    assert ENGLISH("blackjack-other-rules") not in alice.sees(casino.channel)


async def test_the_table_that_moved_is_played_on_at_its_new_place(casino: Casino) -> None:
    """`/blackjack` in mid-round moves the cards, and the buttons there work."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) < 21))
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.press(alice, "$50")
    await bob.command(casino.channel, "blackjack")
    await casino.quiet()
    assert len(casino.boards()) == 1
    await casino.press(alice, "Stand")
    await casino.check_settled(casino.board_of(1), {alice: WELCOME})


async def test_two_who_open_at_once_get_one_table(casino: Casino) -> None:
    """Of two `/blackjack` in the same moment one opens the table; the other one is told where it is."""
    alice, bob = casino.users(2)
    answers = await asyncio.gather(
        alice.command(casino.channel, "blackjack"), bob.command(casino.channel, "blackjack")
    )
    await casino.quiet()
    assert AnswerKind.FAILED not in {answer.kind for answer in answers}
    assert ENGLISH("sorry-our-fault") not in [answer.text for answer in answers]
    assert len(casino.boards()) == 1
    assert len(casino.bot.house) == 1


async def test_bet_sits_down(casino: Casino) -> None:
    """`/bet` takes the next seat and places the bet in one step."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    answer = await bob.command(casino.channel, "bet", amount="75")
    assert answer.text == "You bet $75.00."
    assert answer.message
    assert answer.message.ephemeral
    await casino.quiet()
    assert f"**2.** {bob.name} bets **$75.00**" in casino.board().text
    assert await casino.balances(bob) == [WELCOME - 75_00]


async def test_a_chip_sits_down(casino: Casino) -> None:
    """A newcomer who presses a chip has a seat and a bet."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.press(bob, "$50")
    assert f"**2.** {bob.name} bets **$50.00**" in casino.board().text


async def test_who_bets_in_mid_round_plays_the_next_one(casino: Casino) -> None:
    """The newcomer has a seat, no cards, and a bet on the table, of which the board tells."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) < 21))
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.press(alice, "$50")
    answer = await bob.command(casino.channel, "bet", amount="75")
    assert answer.text == "You bet $75.00. Your cards come with the next deal."
    await casino.quiet()
    assert f"**2.** {bob.name} · **$75.00**, from the next deal" in casino.board().text
    assert await casino.balances(bob) == [WELCOME - 75_00]
    await casino.stand_all()
    assert list(hands(casino.board_of(1))) == [alice.name]
    assert f"**2.** {bob.name} bets **$75.00**" in casino.board().text
    await casino.press(alice, "Play again $50")
    assert set(hands(casino.board_of(2))) == {alice.name, bob.name}


@pytest.mark.parametrize("by_button", [True, False])
async def test_leaving_before_the_deal_returns_the_bet(casino: Casino, by_button: bool) -> None:
    """The seat is free again, and every cent is back."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.press(bob, "$100")
    if by_button:
        await casino.press(bob, "Leave")
    else:
        answer = await bob.command(casino.channel, "leave")
        assert answer.text == "You left the table."
        await casino.quiet()
    assert await casino.balances(bob) == [WELCOME]
    assert bob.name not in casino.board().text


async def test_the_deal_does_not_wait_for_who_has_left(casino: Casino) -> None:
    """When the only one without a bet leaves, the others are dealt at once."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) < 21))
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.press(bob, "$100")
    await casino.press(alice, "Leave")
    assert awaited(casino.board()) == [bob.name]


async def test_leaving_in_mid_round_stands(casino: Casino) -> None:
    """The hand stays in the round and stands, what it wins is the player's, and the seat is free afterwards."""

    def wins(dealt: Layout) -> bool:
        return dealt.points(1) == 20 and dealt.points(2) < 21 and dealt.dealer == 17

    casino.luck.next.append(seed_where(HOTSEAT, 2, wins))
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.bet({alice: "100", bob: "100"})
    answer = await alice.command(casino.channel, "leave")
    assert answer.text == "You get up: your hand stands, and what it wins is yours."
    await casino.quiet()
    assert awaited(casino.board()) == [bob.name]
    await casino.press(bob, "Stand")
    assert await casino.balances(alice) == [WELCOME + 100_00]
    assert f"**1.** {alice.name} · left · ✅ **+$100**" in casino.board().text
    assert f"{bob.name}, play again?" in casino.board().text


async def test_who_leaves_out_of_turn_stands_when_the_turn_comes(casino: Casino) -> None:
    """The second player leaves while the first is asked; after the first nobody is waited for."""

    def both_asked(dealt: Layout) -> bool:
        return dealt.points(1) < 21 and dealt.points(2) < 21

    casino.luck.next.append(seed_where(HOTSEAT, 2, both_asked))
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.bet({alice: "100", bob: "100"})
    await bob.command(casino.channel, "leave")
    await casino.quiet()
    assert awaited(casino.board()) == [alice.name]
    await casino.press(alice, "Stand")
    await casino.check_settled(casino.board_of(1), {alice: WELCOME, bob: WELCOME})


async def test_the_table_closes_when_the_last_one_leaves(casino: Casino) -> None:
    """The message says so and offers another one, and the channel is free for it."""
    (user,) = casino.users(1)
    board = await casino.open(user)
    await user.click(board, "Leave")
    await casino.sandbox.wait_for(lambda: "The table is closed" in board.text)
    assert [button.label for button in board.buttons] == ["New table"]
    answer = await user.command(casino.channel, "blackjack", rules="private")
    await casino.quiet()
    assert ENGLISH("rules-private") in answer.text


async def test_the_table_closes_after_the_round_that_everybody_left(casino: Casino) -> None:
    """The last player leaves in mid-round: the result is shown and paid, and the table says that it is closed."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) < 21))
    (user,) = casino.users(1)
    await casino.open(user)
    await casino.press(user, "$100")
    await user.command(casino.channel, "leave")
    await casino.sandbox.wait_for(lambda: "The table is closed" in casino.board().text)
    (ended,) = (await casino.bot.bank.history(user.id, 0, 2)).rounds
    told = ENGLISH.money.signed(ended.net).replace("\u2060", "")
    assert f"{user.name} · **{told}**" in casino.board_of(1).text
    assert await casino.balances(user) == [WELCOME + ended.net]
    assert len(casino.bot.house) == 0


async def test_a_table_can_stand_in_a_thread(casino: Casino) -> None:
    """A thread is a channel of its own: it has its own table, beside the one in its channel."""
    casino.luck.next.extend(
        seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) < 21) for _ in range(2)
    )
    alice, bob = casino.users(2)
    thread = casino.sandbox.world.add_thread(casino.channel, "side table", alice.id)
    await casino.open(alice)
    await casino.open(bob, channel=thread)
    await casino.press(bob, "$10", channel=thread)
    await casino.press(bob, "Stand", channel=thread)
    await casino.check_settled(casino.board_of(1, thread), {bob: WELCOME})
    assert len(casino.boards()) == 1


async def test_a_table_whose_first_answer_failed_has_a_message_all_the_same(casino: Casino) -> None:
    """The answer to `/blackjack` did not get through: the table is posted, and can be played."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) < 21))
    (user,) = casino.users(1)
    casino.sandbox.faults.fail("POST", "/interactions/*/*/callback", 404, code=10062)
    opening = asyncio.create_task(user.command(casino.channel, "blackjack"))
    await casino.sandbox.wait_for(casino.boards)
    opening.cancel()
    await casino.press(user, "$50")
    assert await casino.balances(user) == [WELCOME - 50_00]


async def test_a_stop_does_not_keep_the_goodbye_to_itself(casino: Casino) -> None:
    """The table closes, Discord refuses the edit once, the bot is stopped: the message says that it is closed."""
    (user,) = casino.users(1)
    board = await casino.open(user)
    casino.sandbox.faults.fail("PATCH", "**/messages/*", 503)
    casino.clock.advance(60)
    await user.command(casino.channel, "leave")
    await casino.restart()
    assert "The table is closed" in board.text
