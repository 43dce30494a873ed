"""Bets: chips, repeated bets, `Join`, one balance for all tables, double clicks, and the donor."""

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.language import ENGLISH
from cogs.pages.rows import chips
from engine.rules.rule_sets import RULE_SETS
from engine.values.amounts import MOST
from sandbox import AnswerKind, CallbackType
from tests.driver import Answer, User

from .casino import WELCOME, Casino
from .luck import Layout, seed_where
from .past import played, voided
from .reading import awaited, hands, labels
from .scenes import HOTSEAT, an_ace_up, everyone_decides, in_play, two_decide, two_play

ANSWER = "/interactions/*/*/callback"
amounts = st.integers(1, MOST) | st.integers(1, 200_00)


@given(amounts, amounts)
def test_values_of_chips(one: int, other: int) -> None:
    """At most three chips of the series 1, 2, 5, 10 … within the limits, smallest first; without any, the limits."""
    lowest, highest = sorted((one, other))
    series = [s * 10**n for n in range(16) for s in (1, 2, 5) if lowest <= s * 10**n <= highest]
    found = chips(lowest, highest)
    assert set(found) <= set(series or (lowest, highest))
    assert len(found) == min(len(series or {lowest, highest}), 3)
    assert found == tuple(sorted(set(found)))


async def test_everyone_who_played_is_asked_to_play_again(casino: Casino) -> None:
    """A player's own bet answers the question, and gives all others the full time again.

    `Play again` repeats the clicker's bet, so the shared button shows no amount.
    """
    alice, bob, carol = await in_play(casino, "60", "37.50", "60")
    await casino.stand_all()
    (before,) = await casino.balances(bob)
    casino.clock.advance(30)
    await casino.press(bob, "Play again")
    assert f"{bob.name} bets **$37.50**" in casino.board().text
    assert await casino.balances(bob) == [before - 37_50]
    assert f"{alice.name} and {carol.name}, play again?" in casino.board().text
    assert f"<t:{int(casino.clock.now()) + 30}:R>" in casino.board().text
    await casino.press(alice, "$10")
    assert f"Waiting for {carol.name} · dealing" in casino.board().text
    assert "play again?" not in casino.board().text
    assert f"<t:{int(casino.clock.now()) + 60}:R>" in casino.board().text


def suggested_amount(answer: Answer) -> str:
    """The amount in the opened form."""
    assert answer.modal
    (field,) = answer.modal.inputs
    return field.value


async def join(casino: Casino, user: User, **typed: str) -> Answer:
    """Click `Join` and submit the form, unchanged or with another amount."""
    opened = await user.click(casino.board(), "Join")
    answer = await user.submit(opened, **typed)
    await casino.quiet()
    return answer


async def test_joining_in_mid_round_bets_on_the_next_deal(casino: Casino) -> None:
    """The form suggests the lowest chip or the last bet; a pending bet can be changed."""
    _, alice, bob = await two_play(casino)
    carol, dave = casino.users(5)[3:]
    refused = await alice.click(casino.board(), "Join")
    assert refused.text == ENGLISH("why-round-running")
    opened = await dave.click(casino.board(), "Join")
    assert opened.modal
    assert opened.modal.title == "Bet on the next round"
    assert suggested_amount(opened) == "$10"
    assert (await join(casino, carol, amount="70")).kind is AnswerKind.UPDATE
    assert f"-# **3.** {carol.name} · **$70**, from the next deal" in casino.board().text
    assert await casino.balances(carol) == [WELCOME - 70_00]
    assert suggested_amount(await carol.click(casino.board(), "Join")) == "$70"
    await join(casino, carol, amount="80")
    assert await casino.balances(carol) == [WELCOME - 80_00]
    await casino.stand_all()
    assert f"**3.** {carol.name} bets **$80**" in casino.board().text
    assert suggested_amount(await bob.click(casino.board(), "Join")) == "$100"
    await casino.press(bob, "Leave")
    assert suggested_amount(await bob.click(casino.board(), "Join")) == "$100"
    await casino.press(alice, "$10")
    assert set(hands(casino.board())) == {alice.name, carol.name}


async def test_full_table_has_no_join_button(casino: Casino) -> None:
    """A click on an old button is refused."""
    alice, bob, carol, dave, eve = casino.users(5)
    await casino.open(alice)
    old = casino.board().button("Join").custom_id
    await casino.bet({alice: "10", bob: "10", carol: "10"})
    await join(casino, dave)
    assert "Join" not in labels(casino.board())
    answer = await eve.click(casino.board(), custom_id=old, force=True)
    assert answer.text == "All seats are taken; someone has to leave first."


# Money


async def test_all_insures_what_a_player_can_afford(casino: Casino) -> None:
    """A player with less than half of the bet left can still insure for it."""
    (alice,) = casino.users(1)
    await casino.deals_next(RULE_SETS["vegas"], 1, an_ace_up_without_naturals)
    await casino.open(alice, "vegas")
    await casino.bet({alice: "9,980"})
    await alice.submit(await alice.click(casino.board(), "Other…"), amount="all")
    await casino.quiet()
    assert "insured for $20" in casino.board().text
    assert await casino.balances(alice) == [0]


def an_ace_up_without_naturals(dealt: Layout) -> bool:
    return an_ace_up(dealt) and dealt.dealers[0][1].points < 10 and everyone_decides(dealt)


ACCEPT = "Accept $10,000"
OFFER = ENGLISH("button-donor", amount="$10,000")


def first_seat_loses(dealt: Layout) -> bool:
    """The first player loses by standing; all must decide."""
    return dealt.points(1) < 17 < dealt.dealer <= 20 and everyone_decides(dealt)


async def lose_everything(casino: Casino) -> tuple[User, User]:
    """Let Alice lose everything; Bob keeps nearly all his money."""
    alice, bob = await in_play(casino, "all", "10", wanted=first_seat_loses)
    await casino.stand_all()
    assert await casino.balances(alice) == [0]
    return alice, bob


def count_moves(casino: Casino) -> int:
    """The number of saved moves, including cards."""
    return sum(1 for row in casino.books() if len(row) == 4 and isinstance(row[2], str))


async def click_twenty_times(casino: Casino, user: User, label: str) -> None:
    """Click twenty times at once: all clicks are answered, with each refusal at most once."""
    board = casino.board()
    answers: list[Answer] = await asyncio.gather(*(user.click(board, label) for _ in range(20)))
    await casino.quiet()
    lines = [answer.text for answer in answers if answer.kind is AnswerKind.MESSAGE]
    kinds = [answer.kind for answer in answers if answer.kind is not AnswerKind.MESSAGE]
    assert {*kinds} <= {AnswerKind.UPDATE, AnswerKind.DEFERRED_UPDATE}
    assert len(lines) == len(set(lines))


async def test_twenty_clicks_count_once(casino: Casino) -> None:
    """One bet, one round, one card and one stake; the second player's hand does not change."""
    casino.luck.next.append(seed_where(HOTSEAT, 2, two_decide))
    alice, bob = casino.users(2)
    await casino.open(alice)
    await click_twenty_times(casino, bob, "$100")
    assert (await casino.bot.bank.wallet(bob.id)).in_play == 100_00
    await click_twenty_times(casino, alice, "$100")
    assert count_moves(casino) == 6
    casino.clock.advance(10)  # stay below thirty clicks in ten seconds
    await click_twenty_times(casino, alice, "Double")
    assert count_moves(casino) == 6 + 2
    assert await casino.balances(alice, bob) == [WELCOME - 200_00, WELCOME - 100_00]
    assert awaited(casino.board()) == [bob.name]


async def test_balance_lists_the_last_rounds(casino: Casino) -> None:
    """Each line has the rules' name and the net result, if any. Other users see the balance only."""
    ann, bob = casino.users(2)
    await played(casino, {ann.id: 700}, {ann.id: 1_500}, {ann.id: -1_000}, rules="forgotten")
    casino.clock.advance(60)
    await played(casino, {ann.id: 0}, rules="six-to-five")
    casino.clock.advance(60)
    await voided(casino, ann.id)
    lines = (await casino.shown(ann, "balance")).text.splitlines()
    assert lines[:2] == ["You have **$10,012**.", "**Your last 5 rounds**"]
    assert [line for line in lines[2:] if not line.startswith("-# ")] == [
        "Hotseat · voided",
        "Six to five · **$0**",
        "forgotten · **−$10**",
        "forgotten · **+$15**",
        "forgotten · **+$7**",
    ]
    assert lines[-1] == f"-# <t:{int(casino.clock.now()) - 120}:R>"
    answer = await bob.command(casino.channel, "balance", player=ann)
    assert (await casino.alone(answer)).text == f"{ann.name} has **$10,012**."
    assert answer.text not in ann.sees(casino.channel)


async def test_donor_gives_once_for_twenty_clicks(casino: Casino) -> None:
    """The button next to the balance makes one gift; an older offer is refused afterwards."""
    user, _ = await lose_everything(casino)
    offer, older = [await casino.shown(user, "balance") for _ in range(2)]
    assert offer.text.startswith("You have **$0**.\nYou're broke.")
    await asyncio.gather(*(user.click(offer, ACCEPT) for _ in range(20)))
    assert await casino.balances(user) == [WELCOME]
    answers: list[Any] = [one.body for one in casino.sandbox.requests_to("POST", ANSWER)]
    updates = [one["data"] for one in answers if one["type"] == CallbackType.UPDATE]
    assert sum("smiles" in str(data.get("content")) for data in updates) == 1
    assert "smiles" in offer.text
    with casino.nothing_changes():
        answer = await user.click(older, ACCEPT)
    refusal = "The donor helps only players who have less than $1 and nothing in play."
    assert answer.text == refusal
    line, *_ = (await casino.typed(user, "balance")).splitlines()
    assert line == "You have **$10,000**. The donor has helped once."


@pytest.mark.parametrize("typed", ["all", "half", "0.50", "10", "plenty"])
async def test_bets_of_a_broke_player_get_the_donors_offer(casino: Casino, typed: str) -> None:
    """Any amount in the command or the form, and buttons for bets, lead to the donor's offer."""
    alice, bob = await lose_everything(casino)
    board = casino.board()
    with casino.nothing_changes():
        for answer in (
            await alice.command(casino.channel, "bet", amount=typed),
            await alice.submit(await alice.click(board, "Other…"), amount=typed),
            await alice.click(board, "Play again $10"),
        ):
            offer = await casino.alone(answer)
            assert offer.text == ENGLISH("sorry-broke", amount="$10,000")
            assert labels(offer) == [ACCEPT]
    assert await casino.typed(bob, "bet", amount="0.50") != ENGLISH("sorry-broke", amount="$10,000")


async def test_the_board_makes_the_offer_once(casino: Casino) -> None:
    """Only broke players may accept, and `Play again` repeats affordable bets only."""
    alice, bob = await lose_everything(casino)
    board = casino.board()
    assert f"{alice.name}: broke." in board.text
    assert OFFER in labels(board)
    assert "Play again $10" in labels(board)
    with casino.nothing_changes():
        offer = await casino.alone(await alice.click(board, "$50"))
    assert "donor offers you $10,000" in offer.text
    assert labels(offer) == [ACCEPT]
    assert (await bob.click(board, OFFER)).text == ENGLISH("sorry-donor-refuses", amount="$1")
    taken = await casino.press(alice, OFFER)
    assert taken.kind is AnswerKind.MESSAGE
    assert taken.text == ENGLISH("donor-gave", balance="$10,000")
    assert await casino.balances(alice) == [WELCOME]
    assert OFFER not in labels(casino.board())
    assert "❌ **−$10,000** · now\xa0$10,000" in casino.board().text


async def test_player_who_left_and_loses_everything_gets_the_offer(
    casino: Casino,
) -> None:
    """The offer appears on the board after the round, as the loss was not known when they left."""
    alice, bob = await in_play(casino, "all", "10", wanted=first_seat_loses)
    assert await casino.typed(alice, "leave") == ENGLISH("leave-in-play")
    await casino.press(bob, "Stand")
    board = casino.board()
    assert f"{alice.name}: broke." in board.text
    taken = await casino.press(alice, OFFER)
    assert taken.text == ENGLISH("donor-gave", balance="$10,000")
    assert OFFER not in labels(casino.board())
