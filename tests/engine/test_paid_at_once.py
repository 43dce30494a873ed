"""Payments before the end of the round: in the commit that makes them certain, final, and only once."""

from copy import deepcopy
from random import Random

import pytest

from engine.bank.bank import Bank
from engine.records.counting import recount
from engine.round.costs_and_payouts import paid_at_once
from engine.round.round import legal
from engine.rules.rule_sets import BICYCLE, ENDLESS, PRIVATE, VEGAS
from engine.rules.rules import Rules
from engine.table.commands import CloseTable, Command, VoidRound
from engine.table.resuming import resume
from engine.table.state import Stage
from engine.table.viewing import view_of
from engine.values.money import GIFT, Wallet
from engine.values.played import Ending
from tests.engine.funded import Funded, with_no_more_than
from tests.engine.restart import after_restart
from tests.engine.sitting import ANN, BEN, EVE, SECONDS, Sitting, postings, seated

BET, PAID = 10_01, 15_02

NATURAL = {"endless": 21, "bicycle": 16}
"""Seeds with a natural for Ann that is paid at the deal, while Ben decides."""

SPLIT = 310
"""The seed of an `endless` round: Ann splits a pair into another pair and a natural to its right."""


async def dealt(bank: Bank, rules: Rules, seed: int) -> Funded:
    at = await Funded.at(bank, rules, seed)
    seated(at.table, ANN, BEN)
    at.table.bets({BEN: 20_00, ANN: BET})
    await at.save()
    return at


async def back(at: Funded) -> None:
    (opened,) = [one for one in await at.bank.open_tables() if one.table.channel_id == 20]
    at.table.state = resume(after_restart(opened), now=at.table.now, seconds=SECONDS)


def stood(at: Funded) -> dict[int, int]:
    """Return each user's gain by standing now."""
    results = deepcopy(at.table).play_out().change.results
    return {one.user_id: one.net for one in results}


async def check_books(bank: Bank) -> None:
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
async def test_the_payout_is_available_and_final(
    bank: Bank, rules: Rules, killed: bool, end: Command | None
) -> None:
    """001, 3: paid in full at the deal, even if an admin ends the round. A broken table's round is voided."""
    at = await dealt(bank, rules, NATURAL[rules.key])
    assert await bank.wallet(ANN) == Wallet(balance=GIFT + PAID, in_play=0, donations=0)
    await with_no_more_than(bank, 0)
    if killed:
        await back(at)
    ending, hands, net = Ending.VOIDED, 0, 0
    if end is None:
        await bank.close_table(at.table.state.table_id, EVE)
    else:
        ending, hands, net = Ending.SETTLED, 1, stood(at)[BEN]
        at.table.do(end)
        await at.save()
    assert await bank.wallet(ANN) == Wallet(balance=0, in_play=GIFT + PAID, donations=0)
    assert await bank.wallet(BEN) == Wallet(balance=GIFT + net, in_play=0, donations=0)
    for user, *came_to in ((ANN, 1, PAID), (BEN, hands, net)):
        (played,) = (await bank.history(user, 0, 9)).rounds
        assert [played.ending, played.hands, played.net] == [ending, *came_to]
    week = await bank.leaderboard_since(ANN, 30, 0.0, 1, 0, 9)
    listed = sorted([(ANN, 1, PAID), (BEN, 1, net)][: 1 + hands], key=lambda one: -one[2])
    assert [(one.user_id, one.rounds, one.net) for one in week.entries] == listed
    await check_books(bank)


@pytest.mark.parametrize("killed", [False, True])
@pytest.mark.parametrize("ended", [False, True])
async def test_a_natural_of_a_split_is_paid_once(bank: Bank, ended: bool, killed: bool) -> None:
    """001, 7: paid at once; an admin's ending changes nothing. Another split to its left gives its number to another
    hand.
    """
    at = await dealt(bank, ENDLESS, SPLIT)
    at.table.move(ANN, "split")
    await at.save()
    assert [(one.seat, one.hand) for one in paid_at_once(at.table.round)] == [(1, 1)]
    ahead = GIFT + PAID - BET
    assert await bank.wallet(ANN) == Wallet(balance=ahead, in_play=BET, donations=0)
    seat = view_of(at.table.state, {ANN: 1}).seat(1)
    assert seat.balance is None, "the balance would reveal the result"
    at.table.move(ANN, "split")
    await at.save()
    assert await bank.wallet(ANN) == Wallet(balance=ahead - BET, in_play=2 * BET, donations=0)
    if killed:
        await back(at)
    nets = stood(at)
    if ended:
        at.table.do(VoidRound(admin_id=EVE))
    else:
        at.table.play_out()
    await at.save()
    for user, net in nets.items():
        assert await bank.wallet(user) == Wallet(balance=GIFT + net, in_play=0, donations=0)
    await check_books(bank)


def test_it_is_not_paid_again_when_the_round_is_over() -> None:
    table = Sitting.at(BICYCLE)
    table.stack("Ah 2h 9c Kd Td 8c")
    seated(table, ANN, BEN)
    bets = table.bets({BEN: 20_00, ANN: BET})
    assert postings(bets)[-2:] == [("stake_returned", BET), ("winnings", PAID)]
    assert view_of(table.state, {ANN: 1}).seat(1).balance == 1
    assert postings(table.move(BEN, "stand")) == [("lost", 20_00)]


@pytest.mark.parametrize("rules", [ENDLESS, PRIVATE, VEGAS], ids=lambda rules: rules.key)
async def test_postings_add_up_to_the_results(bank: Bank, rules: Rules) -> None:
    """To the cent, with random restarts and voided rounds."""
    luck, at = Random(7), await Funded.at(bank, rules)
    table = at.table
    seated(table, ANN, BEN)
    while table.state.round_number <= 12:
        if luck.random() < 0.2:
            await back(at)
        if table.state.stage is Stage.BETTING:
            table.bets({BEN: 20_00, ANN: BET})
        elif luck.random() < 0.1:
            table.do(VoidRound(admin_id=EVE))
        else:
            seat = table.state.seat(min(table.state.awaited))
            move = luck.choice(legal(table.round, seat.number))
            table.move(seat.user_id, str(move).partition(" ")[2])
        await at.save()
    await check_books(bank)
