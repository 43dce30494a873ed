"""The dealer plays at a pace that people can follow, and nobody has to wait for it."""

import re
from itertools import groupby

import pytest

from engine.rules.rule_sets import RULE_SETS

from .casino import WELCOME, Casino
from .luck import Layout, seed_where
from .reading import hands, written_cards

HOTSEAT = RULE_SETS["hotseat"]
EDIT = "**/messages/*"


@pytest.fixture
async def slow(casino: Casino) -> Casino:
    """A casino whose dealer takes a moment for each card."""
    casino.dealer_seconds = "0.02"
    await casino.restart()
    return casino


def dealer_draws_twice(dealt: Layout) -> bool:
    """Up to two players are asked, and the dealer needs two cards or more."""
    return all(best < 21 for best in map(dealt.points, (1, 2))) and dealt.dealer <= 6


def dealers_hands(casino: Casino) -> list[str]:
    """The dealer's cards of the first round as they were shown, one drawing after another."""
    bodies = [str(record.body) for record in casino.sandbox.requests if record.body]
    found = [re.search(r"Dealer · ([^·]+) ·", body) for body in bodies if "Round 1 ·" in body]
    shown = groupby(match[1] for match in found if match)
    return [" ".join(written_cards(cards)) for cards, _ in shown]


async def test_every_card_of_the_dealer_is_shown_before_the_next(slow: Casino) -> None:
    """First the hole card is turned over, then one card comes after another."""
    slow.luck.next.append(seed_where(HOTSEAT, 2, dealer_draws_twice))
    alice, bob = slow.users(2)
    await slow.open(alice)
    await slow.bet({alice: "50", bob: "50"})
    await slow.stand_all()
    dealer = hands(slow.board_of(1))[alice.name].dealer
    assert len(dealer) >= 4
    assert dealers_hands(slow) == [
        f"{dealer[0]} 🎴",
        *(" ".join(dealer[:count]) for count in range(2, len(dealer) + 1)),
    ]
    await slow.check_settled(slow.board_of(1), {alice: WELCOME, bob: WELCOME})


async def test_a_bet_while_the_dealer_still_plays_loses_no_picture(slow: Casino) -> None:
    """The result is paid when the dealer starts to play; who bets meanwhile hides it from nobody."""
    slow.luck.next.append(seed_where(HOTSEAT, 2, dealer_draws_twice))
    alice, bob = slow.users(2)
    await slow.open(alice)
    board = await slow.bet({alice: "50", bob: "50"})
    await slow.press(alice, "Stand")
    hold = slow.sandbox.faults.hold("PATCH", EDIT)
    await bob.click(board, "Stand")
    await hold.arrived()
    answer = await bob.command(slow.channel, "bet", amount="75")
    assert answer.text == "You bet $75.00."
    assert hands(board)[bob.name].net is None
    hold.release()
    await slow.quiet()
    assert hands(board)[bob.name].net is not None
    assert f"{bob.name} bets **$75.00**" in board.text
    cards = [len(shown.split()) for shown in dealers_hands(slow)]
    assert cards == [2, *range(2, len(hands(board)[bob.name].dealer) + 1)]


async def test_a_question_for_the_table_while_the_dealer_plays_names_its_place(
    slow: Casino,
) -> None:
    """`/blackjack` in the middle of the dealer's play answers with a link, and disturbs nothing."""
    slow.luck.next.append(seed_where(HOTSEAT, 2, dealer_draws_twice))
    alice, bob = slow.users(2)
    await slow.open(alice)
    board = await slow.bet({alice: "50", bob: "50"})
    await slow.press(alice, "Stand")
    hold = slow.sandbox.faults.hold("PATCH", EDIT)
    await bob.click(board, "Stand")
    await hold.arrived()
    answer = await bob.command(slow.channel, "blackjack")
    hold.release()
    assert f"/{slow.channel.id}/{board.id}" in answer.text
    assert answer.message
    assert answer.message.ephemeral
    await slow.quiet()
    await slow.check_settled(board, {alice: WELCOME, bob: WELCOME})
    assert slow.boards() == [board]
