"""What is paid at once: in the commit that makes it certain, for good, and once; in a real bank."""

from random import Random

import pytest

from engine.bank.bank import Bank
from engine.records.counting import recount
from engine.round.payout import paid_at_once
from engine.round.round import legal
from engine.rules.rule_sets import BICYCLE, ENDLESS, PRIVATE, VEGAS
from engine.rules.rules import Rules
from engine.table.commands import CloseTable, Command, VoidRound
from engine.table.resuming import resume
from engine.table.state import Stage, numbered
from engine.table.view import view_of
from engine.values.money import GIFT, Wallet
from engine.values.played import Ending
from tests.engine.came_back import came_back
from tests.engine.funded import Funded, with_no_more_than
from tests.engine.journal import Journal
from tests.engine.sitting import ANN, BEN, EVE, SECONDS, Sitting, postings, seated

BET, PAID = 10_01, 15_02


def first_table(rules: Rules, seed: int) -> Sitting:
    """The table that a new bank would give its first number: the cards follow from it, too."""
    table = Sitting.at(rules, seed)
    table.state = numbered(table.state, 1)
    table.journal = Journal.of(table.state)
    return table


def begun(table: Sitting) -> Sitting:
    """Ann and Ben have bet, and the cards are dealt."""
    seated(table, ANN, BEN)
    table.bet(BEN, 20_00)
    table.bet(ANN, BET)
    return table


def of_natural(rules: Rules) -> int:
    """The seed of a round in which Ann has a natural that is paid with the deal, and Ben decides."""
    for seed in range(2_000):
        table = begun(first_table(rules, seed))
        paid = paid_at_once(table.round) if table.state.round else ()
        if [one.seat for one in paid] == [1] and table.state.awaited:
            return seed
    raise AssertionError("no seed deals a natural")


def of_split_natural() -> int:
    """The seed of a round in which Ann has two hands after a split, and one of them is a natural."""
    for seed in range(9_000):
        table = begun(first_table(ENDLESS, seed))
        if table.state.round is None or "split" not in moves(table, 1):
            continue
        table.move(ANN, "split")
        paid = paid_at_once(table.round) if table.state.round else ()
        if [one.seat for one in paid] == [1] and 1 in table.state.awaited:
            return seed
    raise AssertionError("no seed splits into a natural")


def moves(table: Sitting, seat: int) -> list[str]:
    """What this seat may do."""
    return [str(move).partition(" ")[2] for move in legal(table.round, seat)]


async def dealt(bank: Bank, rules: Rules, seed: int) -> Funded:
    """A table with a real bank, where Ann and Ben have bet."""
    at = await Funded.at(bank, rules, seed)
    begun(at.table)
    await at.keep()
    return at


async def back(at: Funded) -> None:
    """The house was killed, and is back."""
    (kept,) = [one for one in await at.bank.open_tables() if one.table.channel_id == 20]
    at.table.state = resume(came_back(kept), now=at.table.now, seconds=SECONDS)
    at.table.journal.resumed = True


async def sound(bank: Bank) -> None:
    """The books are in order, and say what the logs say."""
    assert [finding async for finding in recount(bank)] == []
    for user in (ANN, BEN):
        wallet, figures = await bank.wallet(user), await bank.statistics(user)
        assert wallet.balance + wallet.in_play == GIFT + figures.total.net
        assert (await bank.balance_over_time(user, 9))[-1].balance == GIFT + figures.total.net
        assert (await bank.history(user, 0, 1)).count >= figures.total.rounds


@pytest.mark.parametrize("rules", [ENDLESS, BICYCLE], ids=["endless", "bicycle"])
@pytest.mark.parametrize(
    ("end", "killed"),
    [(VoidRound(admin_id=EVE), False), (CloseTable(admin_id=EVE), True), (None, True)],
    ids=["void", "close", "broken"],
)
async def test_it_can_be_bet_elsewhere_and_no_void_takes_it_back(
    bank: Bank, rules: Rules, killed: bool, end: Command | None
) -> None:
    """001, 3: the money is there with the deal, all of it, and stays when the round is void."""
    at = await dealt(bank, rules, of_natural(rules))
    assert await bank.wallet(ANN) == Wallet(balance=GIFT + PAID, in_play=0, donations=0)
    await with_no_more_than(bank, 0)
    if killed:
        await back(at)
    if end is None:
        await bank.close_table(at.table.state.table_id, EVE)
    else:
        at.table.do(end)
        await at.keep()
        await bank.commit(at.table.decisions[-1].change)
    assert await bank.wallet(ANN) == Wallet(balance=0, in_play=GIFT + PAID, donations=0)
    assert await bank.wallet(BEN) == Wallet(balance=GIFT, in_play=0, donations=0)
    for user, hands, net in ((ANN, 1, PAID), (BEN, 0, 0)):
        (played,) = (await bank.history(user, 0, 9)).rounds
        assert (played.ending, played.hands, played.net) == (Ending.VOIDED, hands, net)
    week = await bank.leaderboard_since(ANN, 30, 0.0, 0, 9)
    assert [(one.user_id, one.rounds, one.net) for one in week.standings] == [(ANN, 1, PAID)]
    await sound(bank)


@pytest.mark.parametrize("killed", [False, True], ids=["", "killed"])
async def test_the_other_hand_of_a_split_comes_back_when_it_is_void(
    bank: Bank, killed: bool
) -> None:
    """001, 7: an ace on a split face card is paid at once, though more came back than was put in."""
    at = await dealt(bank, ENDLESS, of_split_natural())
    at.table.move(ANN, "split")
    await at.keep()
    assert await bank.wallet(ANN) == Wallet(balance=GIFT + PAID - BET, in_play=BET, donations=0)
    assert (
        view_of(at.table.state, {ANN: 1}).seat(1).balance is None
    )  # it would tell what is to come
    if killed:
        await back(at)
    at.table.do(VoidRound(admin_id=EVE))
    await at.keep()
    assert await bank.wallet(ANN) == Wallet(balance=GIFT + PAID, in_play=0, donations=0)
    await sound(bank)


def of_split_natural_beside_a_pair() -> int:
    """The seed of such a round in which the other hand, to the left, is a pair again."""
    for seed in range(40_000):
        table = begun(first_table(ENDLESS, seed))
        if table.state.round is None or "split" not in moves(table, 1):
            continue
        table.move(ANN, "split")
        paid = paid_at_once(table.round) if table.state.round else ()
        if [(one.seat, one.hand) for one in paid] == [(1, 1)] and "split" in moves(table, 1):
            return seed
    raise AssertionError("no seed splits into a natural and a pair")


@pytest.mark.parametrize("killed", [False, True])
async def test_a_natural_is_paid_once_though_a_hand_before_it_is_split(
    bank: Bank, killed: bool
) -> None:
    """It lies further to the right then, and another hand lies where it was paid: all are paid, each once."""
    at = await dealt(bank, ENDLESS, of_split_natural_beside_a_pair())
    at.table.move(ANN, "split")
    await at.keep()
    at.table.move(ANN, "split")
    await at.keep()
    ahead = GIFT + PAID - 2 * BET
    assert await bank.wallet(ANN) == Wallet(balance=ahead, in_play=2 * BET, donations=0)
    if killed:
        await back(at)
    while at.table.state.round is not None:
        user = {1: ANN, 2: BEN}[min(at.table.state.awaited)]
        at.table.move(user, "stand")
        await at.keep()
    await sound(bank)


@pytest.mark.parametrize("rules", [ENDLESS, BICYCLE], ids=["endless", "bicycle"])
def test_it_is_not_paid_again_when_the_round_is_over(rules: Rules) -> None:
    """The board tells at once what the player has now."""
    table = begun(first_table(rules, of_natural(rules)))
    assert postings(table.decisions[-1])[-2:] == [("stake_returned", BET), ("winnings", PAID)]
    assert view_of(table.state, {ANN: 1}).seat(1).balance == 1
    table.move(BEN, "stand")
    kinds = postings(table.decisions[-1])
    assert kinds
    assert all(cents in (20_00, 40_00) for _, cents in kinds)


@pytest.mark.parametrize("rules", [ENDLESS, BICYCLE], ids=["endless", "bicycle"])
async def test_a_round_that_an_older_version_has_dealt_is_paid_later(
    bank: Bank, rules: Rules
) -> None:
    """It paid nothing before the end: the round is found so, and everybody has what they are owed when it is over."""
    at = await Funded.at(bank, rules, of_natural(rules))
    begun(at.table)
    *before, last = at.table.decisions
    bets = tuple(one for one in last.change.postings if one.kind.value == "bet")
    at.table.decisions = [*before, last._replace(change=last.change._replace(postings=bets))]
    await at.keep()
    assert (await bank.wallet(ANN)).in_play == BET
    await back(at)
    at.table.move(BEN, "stand")
    await at.keep()
    assert (await bank.statistics(ANN)).total.net == PAID
    await sound(bank)


@pytest.mark.parametrize("rules", [ENDLESS, PRIVATE, VEGAS], ids=lambda rules: rules.key)
async def test_postings_come_to_what_the_rounds_came_to(bank: Bank, rules: Rules) -> None:
    """Whatever is played, with kills and voids in between: no cent more, none less."""
    luck, at = Random(7), await Funded.at(bank, rules)
    seated(at.table, ANN, BEN)
    table = at.table
    while table.state.round_number <= 12:
        if luck.random() < 0.2:
            await back(at)
        if table.state.stage is Stage.BETTING:
            table.bet(BEN, 20_00)
            table.bet(ANN, BET)
        elif luck.random() < 0.1:
            table.do(VoidRound(admin_id=EVE))
        else:
            seat = table.state.seat(min(table.state.awaited))
            table.move(seat.user_id, luck.choice(moves(table, seat.number)))
        await at.keep()
    await sound(bank)
