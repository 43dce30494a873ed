"""One purse everywhere, one click once, what `/balance` says, and the donor, who helps where money ends."""

import asyncio

import pytest

from cogs.language import ENGLISH
from sandbox import Answer, AnswerKind, CallbackType, User

from .casino import WELCOME, Casino
from .luck import Layout, seed_where
from .past import played, voided
from .reading import awaited, labels
from .scenes import HOTSEAT, asked, in_play, two_in_play

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


# What `/balance` says


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


# The donor


async def test_the_broke_are_offered_help_with_the_refusal(casino: Casino) -> None:
    """Who can't bet a dollar is offered the donor's money, privately, and gets it by a click."""
    alice, bob = await broke(casino)
    with casino.nothing_changes():
        answer = await alice.click(casino.board(), "$50")
    offer = await casino.alone(answer)
    assert "donor offers you $10,000.00" in offer.text
    assert offer.id not in [message.id for message in bob.messages(casino.channel)]
    accepted = await alice.click(offer, ACCEPT)
    assert accepted.kind is AnswerKind.UPDATE
    assert "You have $10,000.00 now" in accepted.text
    assert offer.buttons == []
    assert await casino.balances(alice) == [WELCOME]


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
    """The button is for whoever is broke. Nobody is offered to play again for what they can't pay."""
    alice, bob = await broke(casino)
    board = casino.board()
    assert f"{alice.name}: broke." in board.text
    assert OFFER in labels(board)
    assert "Play again $10" in labels(board)
    refused = await bob.click(board, OFFER)
    assert refused.text == ENGLISH("sorry-donor-refuses")
    taken = await casino.press(alice, OFFER)
    assert taken.kind is AnswerKind.MESSAGE
    assert taken.text == ENGLISH("donor-gave", balance="$10,000.00")
    assert await casino.balances(alice) == [WELCOME]
    assert OFFER not in labels(casino.board())
    assert "❌ **−$10,000** · now\xa0$10,000" in casino.board().text
