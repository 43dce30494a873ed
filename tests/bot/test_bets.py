"""Bets: chips, repeating them, `Join`; one purse everywhere, one click once, and the donor where money ends."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.board.rows import chips
from cogs.language import ENGLISH
from engine.values.amounts import MOST
from sandbox import Answer, AnswerKind, CallbackType, User

from .casino import WELCOME, Casino
from .luck import Layout, seed_where
from .past import played, voided
from .reading import awaited, hands, labels, round_of
from .scenes import HOTSEAT, asked, in_play, two_in_play, two_play

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
    offered = [label for label in labels(casino.board()) if label.startswith("$")]
    assert offered
    for label in offered:
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


def filled_in(answer: Answer) -> str:
    """The amount that stands in the window already."""
    assert answer.modal
    (field,) = answer.modal.inputs
    return field.value


async def joins(casino: Casino, user: User, **typed: str) -> Answer:
    """Somebody clicks `Join`, and sends the window as it is, or with another amount."""
    opened = await user.click(casino.board(), "Join")
    answer = await user.submit(opened, **typed)
    await casino.quiet()
    return answer


async def carol_is_ahead(casino: Casino) -> tuple[User, User, User, User]:
    """The admin, two who play, and Carol, who has bet $70 on the next round."""
    boss, alice, bob = await two_play(casino)
    carol = casino.users(4)[3]
    answer = await joins(casino, carol, amount="70")
    assert answer.kind is AnswerKind.UPDATE
    return boss, alice, bob, carol


async def check_next_deal(casino: Casino, *users: User) -> None:
    """Those who played bet the least chip again; all of these are dealt in."""
    text = casino.board().text
    for user in [user for user in users if f"{user.name} bets" not in text]:
        await casino.press(user, "$10")
    assert set(hands(casino.board())) == {user.name for user in users}


async def test_in_mid_round_one_click_and_one_window(casino: Casino) -> None:
    """The board itself is the answer, and says who plays from the next deal on."""
    _, alice, bob, carol = await carol_is_ahead(casino)
    assert f"-# **3.** {carol.name} · **$70.00**, from the next deal" in casino.board().text
    assert await casino.balances(carol) == [WELCOME - 70_00]
    await casino.stand_all()
    assert f"**3.** {carol.name} bets **$70.00**" in casino.board().text
    await check_next_deal(casino, alice, bob, carol)


async def test_what_is_filled_in(casino: Casino) -> None:
    """The lowest chip, then one's last bet; what lies there can be changed in the same way."""
    _, alice, bob, carol = await carol_is_ahead(casino)
    dave = casino.users(5)[4]
    assert filled_in(await dave.click(casino.board(), "Join")) == "$10"
    again = await carol.click(casino.board(), "Join")
    assert filled_in(again) == "$70"
    await carol.submit(again, amount="80")
    await casino.quiet()
    assert await casino.balances(carol) == [WELCOME - 80_00]
    await casino.stand_all()
    assert filled_in(await bob.click(casino.board(), "Join")) == "$100"
    await casino.press(bob, "Leave")
    assert filled_in(await bob.click(casino.board(), "Join")) == "$100"
    assert filled_in(await alice.click(casino.board(), "Join")) == "$33.33"


async def test_who_plays_is_told_so_at_once(casino: Casino) -> None:
    """Before a window opens."""
    _, alice, _ = await two_play(casino)
    answer = await alice.click(casino.board(), "Join")
    assert answer.text == "The cards are dealt; wait until this round is over."


async def test_a_full_table_has_no_such_button(casino: Casino) -> None:
    """And an old one is refused."""
    alice, bob, carol, dave, eve = casino.users(5)
    await casino.open(alice)
    old = casino.board().button("Join").custom_id
    await casino.bet({alice: "10", bob: "10", carol: "10"})
    assert "Join" in labels(casino.board())
    await joins(casino, dave)
    assert "Join" not in labels(casino.board())
    answer = await eve.click(casino.board(), custom_id=old, force=True)
    assert answer.text == "All seats are taken; somebody has to leave first."


# Money


ACCEPT = "Accept $10,000.00"
OFFER = ENGLISH("button-donor", amount="$10,000.00")


def loses(dealt: Layout) -> bool:
    """Whoever stands in the first seat loses; all are asked."""
    return dealt.points(1) < 17 < dealt.dealer <= 20 and asked(dealt)


async def broke(casino: Casino) -> tuple[User, User]:
    """Alice has lost all that she had; Bob sits beside her with nearly all of his money."""
    alice, bob = await in_play(casino, "all", "10", wanted=loses)
    await casino.stand_all()
    assert await casino.balances(alice) == [0]
    return alice, bob


async def test_money_on_one_table_can_not_be_bet_on_another(casino: Casino) -> None:
    """Of two bets in the same moment one is taken and one refused; who has bet nearly everything can't pay a chip."""
    lounge = casino.sandbox.channel("lounge")
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.open(bob, channel=lounge)
    await asyncio.gather(
        bob.command(casino.channel, "bet", amount="9,950"),
        bob.command(lounge, "bet", amount="9,950"),
    )
    await casino.quiet()
    assert await casino.balances(bob) == [50_00]
    told = "You can't pay that bet: it takes $100, and you have $50.00."
    answers = [await alice.command(lounge, "balance", player=bob)]
    assert answers[0].text == f"{bob.name} has **$50.00**. In play: $9,950.00."
    free = lounge if "9,950" in casino.board().text else casino.channel
    with casino.nothing_changes(free):
        assert (await bob.click(casino.board(free), "$100")).text == told


def moves(casino: Casino) -> int:
    """How many moves the file holds, cards included."""
    return sum(1 for row in casino.books() if len(row) == 4 and isinstance(row[2], str))


async def twenty(casino: Casino, user: User, label: str) -> None:
    """Twenty clicks at once: all are answered, and whoever clicked in vain was told so, once and not each time."""
    board = casino.board()
    answers: list[Answer] = await asyncio.gather(*(user.click(board, label) for _ in range(20)))
    await casino.quiet()
    lines = [answer.text for answer in answers if answer.kind is AnswerKind.MESSAGE]
    kinds = [answer.kind for answer in answers if answer.kind is not AnswerKind.MESSAGE]
    assert {*kinds} <= {AnswerKind.UPDATE, AnswerKind.DEFERRED_UPDATE}
    assert len(lines) == len(set(lines))


@pytest.mark.parametrize(
    ("label", "made", "left"), [("Stand", 1, 100), ("Hit", 2, 100), ("Double", 2, 200)]
)
async def test_twenty_clicks_on_a_move_are_one(
    casino: Casino, label: str, made: int, left: int
) -> None:
    """One card, one stake; the second player's hand is not touched."""
    alice, bob = await two_in_play(casino)
    before = moves(casino)
    await twenty(casino, alice, label)
    assert moves(casino) == before + made
    assert await casino.balances(alice) == [WELCOME - 100 * left]
    assert awaited(casino.board()) == [alice.name if label == "Hit" else bob.name]


async def test_twenty_clicks_on_a_chip_or_deal_are_one(casino: Casino) -> None:
    """Whatever is answered, one chip is on the table, and one round is dealt."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, asked))
    alice, bob = casino.users(2)
    await casino.open(alice)
    await twenty(casino, bob, "$100")
    assert (await casino.bot.bank.wallet(bob.id)).in_play == 100_00
    await twenty(casino, alice, "Deal")
    assert moves(casino) == 4
    assert await casino.balances(alice, bob) == [WELCOME, WELCOME - 100_00]


async def test_the_last_rounds_are_told_the_newest_first(casino: Casino) -> None:
    """By the name of their rules, with what they brought; a voided one nothing. Others hear the balance alone."""
    ann, bob = casino.users(2)
    await played(casino, {ann.id: 700}, {ann.id: 1_500}, {ann.id: -1_000}, rules="forgotten")
    casino.clock.advance(60)
    await played(casino, {ann.id: 0}, rules="six-to-five")
    casino.clock.advance(60)
    await voided(casino, ann.id)
    lines = (await casino.shown(ann, "balance")).text.splitlines()
    assert lines[:2] == ["You have **$10,012.00**.", "**Your last 5 rounds**"]
    assert [line for line in lines[2:] if not line.startswith("-# ")] == [
        "Hotseat · voided",
        "Six to five · **$0.00**",
        "forgotten · **−$10.00**",
        "forgotten · **+$15.00**",
        "forgotten · **+$7.00**",
    ]
    assert lines[-1] == f"-# <t:{int(casino.clock.now()) - 120}:R>"
    answer = await bob.command(casino.channel, "balance", player=ann)
    assert (await casino.alone(answer)).text == f"{ann.name} has **$10,012.00**."
    assert answer.text not in ann.sees(casino.channel)


async def test_twenty_clicks_on_the_donors_button_help_once(casino: Casino) -> None:
    """Beside the balance, too; one gift is on record, and an older offer gives nothing to the rich."""
    user, _ = await broke(casino)
    offer, older = [await casino.shown(user, "balance") for _ in range(2)]
    assert offer.text.startswith("You have **$0.00**.\nYou are broke.")
    await asyncio.gather(*(user.click(offer, ACCEPT) for _ in range(20)))
    wallet = await casino.bot.bank.wallet(user.id)
    assert (wallet.balance, wallet.donations) == (WELCOME, 1)
    updates = [one.data for one in casino.sandbox.callbacks if one.type is CallbackType.UPDATE]
    assert sum("smiles" in str(data.get("content")) for data in updates) == 1
    assert "smiles" in offer.text
    with casino.nothing_changes():
        answer = await user.click(older, ACCEPT)
    told = "The donor helps only players who have less than $1.00 and nothing in play."
    assert answer.text == told
    told, *_ = (await user.command(casino.channel, "balance")).text.splitlines()
    assert told == "You have **$10,000.00**. The donor has helped once."


async def test_the_board_makes_the_offer_once(casino: Casino) -> None:
    """To whoever is broke, with a refusal, too. Nobody is offered to play again for what they can't pay."""
    alice, bob = await broke(casino)
    board = casino.board()
    assert f"{alice.name}: broke." in board.text
    assert OFFER in labels(board)
    assert "Play again $10" in labels(board)
    with casino.nothing_changes():
        offer = await casino.alone(await alice.click(board, "$50"))
    assert "donor offers you $10,000.00" in offer.text
    assert labels(offer) == [ACCEPT]
    refused = await bob.click(board, OFFER)
    assert refused.text == ENGLISH("sorry-donor-refuses")
    taken = await casino.press(alice, OFFER)
    assert taken.kind is AnswerKind.MESSAGE
    assert taken.text == ENGLISH("donor-gave", balance="$10,000.00")
    assert await casino.balances(alice) == [WELCOME]
    assert OFFER not in labels(casino.board())
    assert "❌ **−$10,000** · now\xa0$10,000" in casino.board().text
