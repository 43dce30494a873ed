"""One purse everywhere, one click once, and the donor."""

import asyncio

import pytest

from engine.rules.rule_sets import RULE_SETS
from sandbox import Answer, AnswerKind, CallbackType, User

from .casino import WELCOME, Casino
from .luck import Layout, seed_where
from .reading import awaited

HOTSEAT = RULE_SETS["hotseat"]
ACCEPT = "Accept $10,000.00"


def loses(dealt: Layout) -> bool:
    """Whoever stands in the first seat loses."""
    return dealt.points(1) < 17 <= dealt.dealer <= 20


async def make_broke(casino: Casino, user: User) -> None:
    """The user opens a table and loses everything."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, loses))
    await casino.open(user)
    await user.command(casino.channel, "bet", amount="all")
    await casino.quiet()
    await casino.press(user, "Stand")
    assert await casino.balances(user) == [0]


async def test_money_on_one_table_can_not_be_bet_on_another(casino: Casino) -> None:
    """Who has everything on the first table can't pay a cent on the second."""
    lounge = casino.sandbox.channel("lounge")
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.open(bob, channel=lounge)
    await bob.command(casino.channel, "bet", amount="9,950")
    await casino.quiet()
    with casino.nothing_changes(lounge):
        answer = await bob.click(casino.board(lounge), "$100")
    assert answer.text == "You can't pay that bet: it takes $100, and you have $50.00."
    answer = await bob.command(casino.channel, "balance")
    assert answer.text == "You have **$50.00**. In play: $9,950.00."


async def test_of_two_bets_at_once_only_what_can_be_paid_counts(casino: Casino) -> None:
    """Two tables, one purse, two clicks in the same moment: one is taken and one refused."""
    lounge = casino.sandbox.channel("lounge")
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.open(alice, channel=lounge)
    await asyncio.gather(
        bob.command(casino.channel, "bet", amount="6000"),
        bob.command(lounge, "bet", amount="6000"),
    )
    assert await casino.balances(bob) == [WELCOME - 6_000_00]
    assert (await casino.bot.bank.wallet(bob.id)).in_play == 6_000_00


def told_once(answers: list[Answer]) -> bool:
    """Whether every click was answered, and whoever clicked in vain was told so, once and not each time."""
    lines = [answer.text for answer in answers if answer.kind is AnswerKind.MESSAGE]
    silent = (AnswerKind.UPDATE, AnswerKind.DEFERRED_UPDATE)
    others = [answer for answer in answers if answer.kind in silent]
    return len(lines) == len(set(lines)) >= 1 and len(lines) + len(others) == len(answers)


async def test_twenty_clicks_on_stand_are_one(casino: Casino) -> None:
    """The second player's hand is not touched by nineteen clicks too many."""

    def both_asked(dealt: Layout) -> bool:
        return dealt.points(1) < 21 and dealt.points(2) < 21

    casino.luck.next.append(seed_where(HOTSEAT, 2, both_asked))
    alice, bob = casino.users(2)
    await casino.open(alice)
    board = await casino.bet({alice: "100", bob: "100"})
    answers = await asyncio.gather(*(alice.click(board, "Stand") for _ in range(20)))
    await casino.quiet()
    assert told_once(answers)
    assert {answer.text for answer in answers if answer.kind is AnswerKind.MESSAGE} == {
        "Once is enough: your first click was taken."
    }
    assert awaited(casino.board()) == [bob.name]


async def test_twenty_clicks_on_hit_take_one_card(casino: Casino) -> None:
    """Nineteen clicks too many draw no card."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) <= 10))
    (user,) = casino.users(1)
    await casino.open(user)
    await casino.press(user, "$10")
    dealt = moves(casino)
    board = casino.board()
    answers = await asyncio.gather(*(user.click(board, "Hit") for _ in range(20)))
    assert told_once(answers)
    assert moves(casino) == dealt + 2, "a hit and its card"


async def test_twenty_clicks_on_double_pay_once(casino: Casino) -> None:
    """The second stake is taken once."""
    casino.luck.next.append(
        seed_where(HOTSEAT, 2, lambda dealt: dealt.points(1) <= 10 and dealt.points(2) < 21)
    )
    alice, bob = casino.users(2)
    await casino.open(alice)
    board = await casino.bet({alice: "100", bob: "100"})
    answers = await asyncio.gather(*(alice.click(board, "Double") for _ in range(20)))
    assert told_once(answers)
    assert await casino.balances(alice) == [WELCOME - 200_00]


async def test_twenty_clicks_on_a_chip_stake_it_once(casino: Casino) -> None:
    """Whatever is answered, one chip is on the table."""
    alice, bob = casino.users(2)
    board = await casino.open(alice)
    await asyncio.gather(*(bob.click(board, "$100") for _ in range(20)))
    await casino.quiet()
    assert await casino.balances(bob) == [WELCOME - 100_00]
    assert (await casino.bot.bank.wallet(bob.id)).in_play == 100_00


async def test_twenty_clicks_on_the_chip_that_deals_deal_once(casino: Casino) -> None:
    """The first click is the bet; the others come too late to change it."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) < 21))
    (user,) = casino.users(1)
    board = await casino.open(user)
    answers = await asyncio.gather(*(user.click(board, "$100") for _ in range(20)))
    await casino.quiet()
    assert told_once(answers)
    assert await casino.balances(user) == [WELCOME - 100_00]
    assert moves(casino) == 4


async def test_twenty_clicks_on_deal_deal_once(casino: Casino) -> None:
    """One round is dealt, with one stake."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) < 21))
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.press(bob, "$100")
    board = casino.board()
    answers = await asyncio.gather(*(alice.click(board, "Deal") for _ in range(20)))
    await casino.quiet()
    assert told_once(answers)
    assert moves(casino) == 4
    assert await casino.balances(alice, bob) == [WELCOME, WELCOME - 100_00]


def moves(casino: Casino) -> int:
    """How many moves the file holds, cards included."""
    return sum(1 for row in casino.books() if len(row) == 4 and isinstance(row[2], str))


async def test_the_broke_are_offered_help_with_the_refusal(casino: Casino) -> None:
    """Who can't bet a dollar is offered the donor's money, privately, and gets it by a click."""
    alice, bob = casino.users(2)
    await make_broke(casino, alice)
    with casino.nothing_changes():
        answer = await alice.click(casino.board(), "$10")
    assert answer.message
    assert answer.message.ephemeral
    assert "donor offers you $10,000.00" in answer.text
    assert answer.message.id not in [message.id for message in bob.messages(casino.channel)]
    accepted = await alice.click(answer.message, ACCEPT)
    assert accepted.kind is AnswerKind.UPDATE
    assert "You have $10,000.00 now" in accepted.text
    assert answer.message.buttons == []
    assert await casino.balances(alice) == [WELCOME]


async def test_the_broke_are_offered_help_with_their_balance(casino: Casino) -> None:
    """`/balance` of a broke player carries the donor's button; how often the donor helped is said afterwards."""
    (user,) = casino.users(1)
    await make_broke(casino, user)
    answer = await user.command(casino.channel, "balance")
    assert answer.message
    assert answer.text.startswith("You have **$0.00**.\nYou are broke.")
    await user.click(answer.message, ACCEPT)
    answer = await user.command(casino.channel, "balance")
    told, *_ = answer.text.splitlines()
    assert told == "You have **$10,000.00**. The donor has helped once."


async def test_twenty_clicks_on_the_donors_button_help_once(casino: Casino) -> None:
    """One gift is on record; the message ends with the good news, not with a refusal."""
    (user,) = casino.users(1)
    await make_broke(casino, user)
    offer = (await user.command(casino.channel, "balance")).message
    assert offer
    await asyncio.gather(*(user.click(offer, ACCEPT) for _ in range(20)))
    wallet = await casino.bot.bank.wallet(user.id)
    assert (wallet.balance, wallet.donations) == (WELCOME, 1)
    updates = [one.data for one in casino.sandbox.callbacks if one.type is CallbackType.UPDATE]
    assert sum("smiles" in str(data.get("content")) for data in updates) == 1
    assert "smiles" in offer.text


async def test_the_donor_helps_nobody_with_money_in_play(casino: Casino) -> None:
    """Who has everything on the table is not broke: no offer, and an older button gives nothing."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, loses))
    (user,) = casino.users(1)
    await casino.open(user)
    await user.command(casino.channel, "bet", amount="all")
    await casino.quiet()
    answer = await user.command(casino.channel, "balance")
    assert answer.message
    assert answer.text == "You have **$0.00**. In play: $10,000.00."
    assert answer.message.buttons == []


async def test_an_old_offer_gives_nothing_to_the_rich(casino: Casino) -> None:
    """A second offer that was left open is refused after the first was taken."""
    (user,) = casino.users(1)
    await make_broke(casino, user)
    first = (await user.command(casino.channel, "balance")).message
    second = (await user.command(casino.channel, "balance")).message
    assert first
    assert second
    await user.click(first, ACCEPT)
    with casino.nothing_changes():
        answer = await user.click(second, ACCEPT)
    assert (
        answer.text == "The donor helps only players who have less than $1.00 and nothing in play."
    )
    assert await casino.balances(user) == [WELCOME]


@pytest.mark.parametrize("cents", [99, 100])
async def test_broke_is_less_than_a_dollar(casino: Casino, cents: int) -> None:
    """With 99 cents there is an offer, with a dollar there is none."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, loses))
    (user,) = casino.users(1)
    await casino.open(user)
    amount = WELCOME - cents
    await user.command(casino.channel, "bet", amount=f"{amount // 100}.{amount % 100:02}")
    await casino.quiet()
    await casino.press(user, "Stand")
    answer = await user.command(casino.channel, "balance")
    assert answer.message
    assert bool(answer.message.buttons) == (cents < 100)
