"""Bets: chips, amounts in every form, changing and repeating them, and when the cards are dealt."""

import pytest

from cogs.language import ENGLISH
from engine.rules.rule_sets import RULE_SETS
from sandbox import AnswerKind, User

from .casino import WELCOME, Casino
from .luck import Layout, seed_where
from .reading import awaited, hands, round_of

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


def loses(dealt: Layout) -> bool:
    """The player stands with less than the dealer."""
    return dealt.points(1) < dealt.dealer and 17 <= dealt.dealer <= 21 and dealt.points(1) < 21


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
        assert f"{bob.name} bets **${cents // 100:,}.{cents % 100:02}**" in casino.board().text
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
    assert f"Waiting for {alice.name} · deals" in casino.board().text
    await casino.press(alice, "$10")
    assert awaited(casino.board()) == [alice.name]


async def test_deal_does_not_wait_for_the_others(casino: Casino) -> None:
    """The first seat deals when it has had enough of waiting; who has not bet sits out."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, nobody_has_21))
    alice, bob, carol = casino.users(3)
    await casino.open(alice)
    await casino.press(bob, "$10")
    await casino.press(carol, "$10")
    await casino.press(carol, "Leave")
    await casino.press(alice, "Deal")
    assert list(hands(casino.board())) == [bob.name]
    assert await casino.balances(alice, carol) == [WELCOME, WELCOME]


async def test_play_again_repeats_the_last_bet(casino: Casino) -> None:
    """Play again places what the clicker has bet before; no amount stands on it that is not everybody's."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.bet({alice: "60", bob: "37.50"})
    await casino.stand_all()
    before = await casino.balances(bob)
    await casino.press(bob, "Play again")
    assert f"{bob.name} bets **$37.50**" in casino.board().text
    assert await casino.balances(bob) == [before[0] - 37_50]


async def one_round_later(casino: Casino, *users: User) -> None:
    """These users have bet $60 each, and the round is over."""
    await casino.open(users[0])
    await casino.bet(dict.fromkeys(users, "60"))
    await casino.stand_all()


@pytest.mark.parametrize("label", ["Play again $60", "$10"])
async def test_the_first_seat_is_asked_to_play_again(casino: Casino, label: str) -> None:
    """After a round the first seat is asked; its bet is a yes, and gives everybody else the full time to bet."""
    alice, bob = casino.users(2)
    await one_round_later(casino, alice, bob)
    assert f"{alice.name}, play again?" in casino.board().text
    casino.clock.advance(30)
    await casino.press(alice, label)
    assert f"Waiting for {bob.name} · deals" in casino.board().text
    assert "play again?" not in casino.board().text
    assert f"<t:{int(casino.clock.now()) + 60}:R>" in casino.board().text


async def test_a_bet_of_another_seat_does_not_answer_for_the_first(casino: Casino) -> None:
    """The question stays, and so does the deadline."""
    alice, bob = casino.users(2)
    await one_round_later(casino, alice, bob)
    casino.clock.advance(30)
    await casino.press(bob, "Play again $60")
    assert f"{alice.name}, play again?" in casino.board().text
    assert f"<t:{int(casino.clock.now()) + 30}:R>" in casino.board().text


async def test_alone_play_again_deals_at_once(casino: Casino) -> None:
    """The first seat says yes and bets with one click."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, nobody_has_21))
    (alice,) = casino.users(1)
    await one_round_later(casino, alice)
    answer = await casino.press(alice, "Play again $60")
    assert answer.kind is AnswerKind.UPDATE
    assert round_of(casino.board()) == 2
    assert hands(casino.board())[alice.name].stake == 60_00


async def test_who_has_never_bet_is_told_to_choose_an_amount(casino: Casino) -> None:
    """A newcomer presses it: a private sentence, and nothing changes. Where it names an amount, that is the bet."""
    alice, bob = casino.users(2)
    await one_round_later(casino, alice)
    board = casino.board()
    again = board.button("Play again $60").custom_id.replace("bet-6000", "repeat")
    with casino.nothing_changes():
        answer = await bob.click(board, custom_id=again, force=True)
    assert answer.text == ENGLISH("why-nothing-to-repeat")
    await casino.press(bob, "Play again $60")
    assert f"{bob.name} bets **$60.00**" in casino.board().text


async def test_who_cannot_pay_it_again_is_told_so(casino: Casino) -> None:
    """No button offers it; what it takes and what there is, privately."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, loses))
    (alice,) = casino.users(1)
    await casino.open(alice)
    await alice.command(casino.channel, "bet", amount="9000")
    await casino.stand_all()
    assert not [one for one in casino.board().buttons if "again" in one.label]
    with casino.nothing_changes():
        answer = await alice.command(casino.channel, "bet", amount="9000")
    assert answer.text == "You can't pay that bet: it takes $9,000, and you have $1,000.00."


@pytest.mark.parametrize("verb", ["same", "again", "balance"])
async def test_buttons_of_older_boards_get_a_friendly_sentence(casino: Casino, verb: str) -> None:
    """They did other things than those that are there now: nothing is bet by them."""
    (alice,) = casino.users(1)
    await one_round_later(casino, alice)
    with casino.nothing_changes():
        board, old = casino.board(), f"bj1:1:2:-:-:{verb}"
        answer = await alice.click(board, custom_id=old, force=True)
    assert answer.text == ENGLISH("sorry-unknown-button")


async def test_a_first_bet_waits_a_moment_for_others(casino: Casino) -> None:
    """The board counts down; who comes in time is dealt in, and later rounds don't wait."""
    casino.join_seconds = "10"
    await casino.restart()
    casino.luck.next.append(seed_where(HOTSEAT, 2, nobody_has_21))
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.press(alice, "$10")
    assert f"Deals <t:{int(casino.clock.now()) + 10}:R> · 3 seats free" in casino.board().text
    await casino.let_pass(6)
    await casino.press(bob, "$50")
    await casino.let_pass(3)
    assert "Deals <t:" in casino.board().text
    await casino.let_pass(1)
    assert list(hands(casino.board())) == [alice.name, bob.name]
    await casino.stand_all()
    await casino.press(alice, "Play again")
    await casino.press(bob, "Play again")
    assert round_of(casino.board()) == 2


async def test_nobody_has_to_wait_for_others(casino: Casino) -> None:
    """Whoever opened the table deals at once."""
    casino.join_seconds = "10"
    await casino.restart()
    casino.luck.next.append(seed_where(HOTSEAT, 1, nobody_has_21))
    (alice,) = casino.users(1)
    await casino.open(alice)
    await casino.press(alice, "$10")
    await casino.press(alice, "Deal")
    assert awaited(casino.board()) == [alice.name]
