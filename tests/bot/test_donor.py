"""Whoever loses everything is offered the donor's money where it happens: on the board, and when they leave."""

import pytest

from cogs.language import ENGLISH
from engine.rules.rule_sets import HOTSEAT
from sandbox import AnswerKind, MessageView, User

from .casino import WELCOME, Casino
from .luck import Layout, seed_where

OFFER = ENGLISH("button-donor", amount="$10,000.00")


def lost(dealt: Layout) -> bool:
    """The dealer stands and beats the first player; both are asked."""
    return dealt.points(1) < dealt.dealer in (18, 19, 20) and dealt.points(2) < 21


async def broke(casino: Casino) -> tuple[User, User]:
    """Alice has lost all that she had; Bob sits beside her with nearly all of his money."""
    casino.luck.next.append(seed_where(HOTSEAT, 2, lost))
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.bet({alice: "all", bob: "10"})
    await casino.stand_all()
    assert await casino.balances(alice) == [0]
    return alice, bob


def buttons(board: MessageView) -> list[str]:
    """What can be pressed."""
    return [button.label for button in board.buttons]


def offers(user: User, casino: Casino) -> list[MessageView]:
    """The private messages by which somebody is offered the donor's money."""
    messages = user.messages(casino.channel)
    return [one for one in messages if one.ephemeral and OFFER in buttons(one)]


async def test_the_board_makes_the_offer_once(casino: Casino) -> None:
    """The button is for whoever is broke. Nobody is offered to play again for what they can't pay."""
    alice, bob = await broke(casino)
    board = casino.board()
    assert f"{alice.name}: broke." in board.text
    assert OFFER in buttons(board)
    assert "Play again $10" in buttons(board)
    refused = await bob.click(board, OFFER)
    assert refused.text == ENGLISH("sorry-donor-refuses")
    taken = await casino.press(alice, OFFER)
    assert taken.kind is AnswerKind.MESSAGE
    assert taken.text == ENGLISH("donor-gave", balance="$10,000.00")
    assert await casino.balances(alice) == [WELCOME]
    assert OFFER not in buttons(casino.board())
    assert "❌ **−$10,000** · now\xa0$10,000" in casino.board().text


@pytest.mark.parametrize("by_command", [True, False])
async def test_who_leaves_broke_is_told(casino: Casino, by_command: bool) -> None:
    """After the answer; who leaves with money is told of no donor."""
    for user, number in zip(await broke(casino), (1, 0), strict=True):
        if by_command:
            await user.command(casino.channel, "leave")
        else:
            await casino.press(user, "Leave")
        await casino.sandbox.wait_for(lambda user=user, n=number: len(offers(user, casino)) == n)  # type: ignore[misc]


def at_once(dealt: Layout) -> bool:
    """The first player has 21, the second is asked, and the dealer busts with the next card."""
    busts = dealt.dealer + dealt.next[0].points > 21 and dealt.dealer in (14, 15, 16)
    return dealt.points(1) == 21 and dealt.points(2) < 21 and busts


async def test_a_hand_that_comes_to_21_says_so(casino: Casino) -> None:
    """While others play, and when it is settled."""
    casino.luck.next.append(
        seed_where(HOTSEAT, 2, lambda dealt: dealt.points(1) == 21 and dealt.points(2) < 21)
    )
    alice, bob = casino.users(2)
    await casino.open(alice)
    board = await casino.bet({alice: "10", bob: "10"})
    assert "· **21** · reached 21" in board.text
    await casino.stand_all()
    assert "· reached 21 · Dealer busts" in board.text
