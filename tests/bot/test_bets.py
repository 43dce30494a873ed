"""Bets: chips, amounts in every form, changing and repeating them, and when the cards are dealt."""

import pytest

from engine.rules.rule_sets import RULE_SETS
from sandbox import AnswerKind

from .casino import WELCOME, Casino
from .luck import Layout, seed_where
from .reading import awaited, hands

HOTSEAT = RULE_SETS["hotseat"]

AMOUNTS = {
    "250": 250_00,
    "12.50": 12_50,
    "$1,000": 1_000_00,
    "1k": 1_000_00,
    "1.5k": 1_500_00,
    " $7 ": 7_00,
    "half": 5_000_00,
    "HALF": 5_000_00,
    "all": 10_000_00,
    "0.01m": 10_000_00,
    "1": 1_00,
}


def nobody_has_21(dealt: Layout) -> bool:
    """The player is asked."""
    return dealt.points(1) < 21


async def test_the_modal_takes_every_form_of_an_amount(casino: Casino) -> None:
    """Other… asks for an amount; half and all count the bet that is still on the table."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    for text, cents in AMOUNTS.items():
        opened = await bob.click(casino.board(), "Other…")
        assert opened.modal
        assert [field.label for field in opened.modal.inputs] == ["Amount"]
        answer = await bob.submit(opened, amount=text)
        await casino.quiet()
        assert answer.kind is AnswerKind.UPDATE, text
        assert f"<@{bob.id}> bets **${cents // 100:,}.{cents % 100:02}**" in casino.board().text
        assert await casino.balances(bob) == [WELCOME - cents], text


async def test_bet_takes_every_form_of_an_amount(casino: Casino) -> None:
    """`/bet` reads amounts as the modal does, and a new bet takes the place of the old one."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    for text, cents in AMOUNTS.items():
        answer = await bob.command(casino.channel, "bet", amount=text)
        assert answer.text == f"You bet ${cents // 100:,}.{cents % 100:02}.", text
        assert await casino.balances(bob) == [WELCOME - cents], text


@pytest.mark.parametrize(("chip", "cents"), [("$10", 10_00), ("$50", 50_00), ("$100", 100_00)])
async def test_a_chip_bets_what_is_written_on_it(casino: Casino, chip: str, cents: int) -> None:
    """The stake leaves the balance when the chip is pressed."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.press(bob, chip)
    assert await casino.balances(bob) == [WELCOME - cents]
    assert (await casino.bot.bank.wallet(bob.id)).in_play == cents


async def test_the_cards_are_dealt_when_everybody_has_bet(casino: Casino) -> None:
    """One bet of two deals nothing; the second one does."""
    casino.luck.next.append(seed_where(HOTSEAT, 2, nobody_has_21))
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.press(bob, "$10")
    assert "Place your bets" in casino.board().text
    await casino.press(alice, "$10")
    assert awaited(casino.board()) == [alice.id]


async def test_deal_does_not_wait_for_the_others(casino: Casino) -> None:
    """The first seat deals when it has had enough of waiting; who has not bet sits out."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, nobody_has_21))
    alice, bob, carol = casino.users(3)
    await casino.open(alice)
    await casino.press(bob, "$10")
    await casino.press(carol, "$10")
    await casino.press(carol, "Leave")
    await casino.press(alice, "Deal")
    assert list(hands(casino.board())) == [bob.id]
    assert await casino.balances(alice, carol) == [WELCOME, WELCOME]


async def test_same_bet_repeats_the_last_one(casino: Casino) -> None:
    """Same bet places what was bet in the round before."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.bet({alice: "60", bob: "37.50"})
    await casino.stand_all()
    before = await casino.balances(bob)
    await casino.press(bob, "Same bet")
    assert f"<@{bob.id}> bets **$37.50**" in casino.board().text
    assert await casino.balances(bob) == [before[0] - 37_50]


async def test_the_first_seat_is_asked_to_play_again(casino: Casino) -> None:
    """After a round the first seat is asked; Play again gives everybody the full time to bet."""
    (user,) = casino.users(1)
    await casino.open(user)
    await casino.press(user, "$10")
    await casino.stand_all()
    assert f"<@{user.id}>, play again?" in casino.board().text
    casino.clock.advance(30)
    await casino.press(user, "Play again")
    assert "Place your bets" in casino.board().text
    assert "play again?" not in casino.board().text
    assert f"<t:{int(casino.clock.now()) + 60}:R>" in casino.board().text


async def test_a_bet_of_the_first_seat_answers_the_question_too(casino: Casino) -> None:
    """Who bets need not press Play again."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.bet({alice: "60", bob: "60"})
    await casino.stand_all()
    await casino.press(alice, "$10")
    assert "play again?" not in casino.board().text
