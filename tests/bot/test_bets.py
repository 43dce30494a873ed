"""Bets: chips, amounts in every form, changing and repeating them, and when the cards are dealt."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.board.rows import chips
from cogs.language import ENGLISH
from engine.amounts import MOST
from sandbox import AnswerKind

from .casino import WELCOME, Casino
from .luck import Layout, seed_where
from .reading import hands, round_of
from .scenes import HOTSEAT, asked, in_play

amounts = st.integers(1, MOST) | st.integers(1, 200_00)


@given(amounts, amounts)
def test_chips_are_of_the_series(one: int, other: int) -> None:
    """1, 2, 5, 10 … wherever the limits leave any of these, three at most, the smallest first; else the limits."""
    lowest, highest = sorted((one, other))
    series = [s * 10**n for n in range(16) for s in (1, 2, 5) if lowest <= s * 10**n <= highest]
    found = chips(lowest, highest)
    assert set(found) <= set(series or (lowest, highest))
    assert len(found) == min(len(series or {lowest, highest}), 3)
    assert found == tuple(sorted(set(found)))


@pytest.mark.parametrize("limits", [{}, {"min": "1k"}, {"min": "7", "max": "7"}])
async def test_the_chips_of_a_table_can_all_be_pressed(
    casino: Casino, limits: dict[str, str]
) -> None:
    """Whatever its opener has set: each bets what is written on it, and the stake leaves the balance at once."""
    alice, bob = casino.users(2)
    await alice.command(casino.channel, "blackjack", **limits)
    await casino.quiet()
    labels = [one.label for one in casino.board().buttons if (one.label or "").startswith("$")]
    assert labels
    for label in labels:
        assert not casino.board().button(label).disabled
        await casino.press(bob, label)
        assert f"**2.** {bob.name} bets **{label}.00**" in casino.board().text
        cents = ENGLISH.money.read(label)
        assert await casino.balances(bob) == [WELCOME - cents]
        assert (await casino.bot.bank.wallet(bob.id)).in_play == cents


async def test_play_again_repeats_the_last_bet(casino: Casino) -> None:
    """What the clicker has bet before; no amount stands on it that is not everybody's."""
    _, bob = await in_play(casino, "60", "37.50")
    await casino.stand_all()
    before = await casino.balances(bob)
    await casino.press(bob, "Play again")
    assert f"{bob.name} bets **$37.50**" in casino.board().text
    assert await casino.balances(bob) == [before[0] - 37_50]


async def test_the_first_seat_is_asked_to_play_again(casino: Casino) -> None:
    """Another seat's bet is no answer; its own is a yes, and gives everybody else the full time to bet."""
    alice, bob, carol = await in_play(casino, "60", "60", "60")
    await casino.stand_all()
    casino.clock.advance(30)
    await casino.press(bob, "Play again $60")
    assert f"{alice.name}, play again?" in casino.board().text
    assert f"<t:{int(casino.clock.now()) + 30}:R>" in casino.board().text
    await casino.press(alice, "$10")
    assert f"Waiting for {carol.name} · deals" in casino.board().text
    assert "play again?" not in casino.board().text
    assert f"<t:{int(casino.clock.now()) + 60}:R>" in casino.board().text


async def test_alone_play_again_deals_at_once(casino: Casino) -> None:
    """The first seat says yes and bets with one click; for a newcomer the amount on the button is a bet, too."""
    (alice,) = await in_play(casino, "60")
    await casino.stand_all()
    bob = casino.users(2)[1]
    await casino.press(bob, "Play again $60")
    assert f"{bob.name} bets **$60.00**" in casino.board().text
    await casino.press(bob, "Leave")
    answer = await casino.press(alice, "Play again $60")
    assert answer.kind is AnswerKind.UPDATE
    assert round_of(casino.board()) == 2
    assert hands(casino.board())[alice.name].stake == 60_00


async def test_who_cannot_pay_it_again_is_told_so(casino: Casino) -> None:
    """No button offers it; what it takes and what there is, privately."""

    def loses(dealt: Layout) -> bool:
        return dealt.points(1) < dealt.dealer and 17 <= dealt.dealer <= 21 and asked(dealt)

    (alice,) = await in_play(casino, "9000", wanted=loses)
    await casino.stand_all()
    assert not [one for one in casino.board().buttons if "again" in one.label]
    with casino.nothing_changes():
        answer = await alice.command(casino.channel, "bet", amount="9000")
    assert answer.text == "You can't pay that bet: it takes $9,000, and you have $1,000.00."


async def test_a_first_bet_waits_a_moment_for_others(casino: Casino) -> None:
    """The board counts down; who comes in time is dealt in, and later rounds don't wait. Who is alone may deal."""
    casino.join_seconds = "10"
    await casino.restart()
    casino.luck.next.append(seed_where(HOTSEAT, 2, asked))
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
    lounge = casino.sandbox.channel("lounge")
    carol = casino.sandbox.user(3)
    await casino.open(carol, channel=lounge)
    for label in ("$10", "Deal"):
        await casino.press(carol, label, channel=lounge)
    assert round_of(casino.board(lounge)) == 1
