"""Seats: sitting down, leaving, and what moves cost."""

import pytest

from engine.bank.bank import Bank
from engine.round.moves import Double, Insure, PlayerMove, Split
from engine.rules.refusals import Why
from engine.rules.rule_sets import BICYCLE, EUROPEAN, HOTSEAT, SURRENDER, VEGAS
from engine.rules.rules import Rules
from engine.table.commands import LeaveTable, PlaceBet
from engine.table.viewing import view_of
from engine.values.bank import InsufficientFunds
from tests.engine.funded import Funded, with_no_more_than
from tests.engine.sitting import ANN, BEN, CAT, DAN, EVE, Sitting, postings, turns
from tests.engine.variants import NO_HOLE

pytestmark = pytest.mark.usefixtures("variants_at_tables")


def test_seats_are_numbered_in_order_and_numbers_are_not_reused() -> None:
    """So an old button never acts for a new player."""
    table = Sitting.at(HOTSEAT)
    table.bets({BEN: 100, CAT: 200})
    table.leave(BEN)
    table.bet(DAN, 300)
    table.bet(BEN, 400)
    seats = [(seat.number, seat.user_id) for seat in table.state.seats]
    assert seats == [(1, ANN), (3, CAT), (4, DAN), (5, BEN)]
    assert table.state.last_seat == 5


def test_a_table_has_as_many_seats_as_its_rules() -> None:
    for rules, guests in ((HOTSEAT, (BEN, CAT, DAN)), (NO_HOLE, (BEN, CAT))):
        table = Sitting.at(rules)
        for user_id in guests:
            table.bet(user_id, 1_000)
        assert table.why(PlaceBet(user_id=EVE, cents=1_000)) is Why.TABLE_FULL


def test_leaving() -> None:
    """In mid-round the stake stays, and the hand stands in its turn. If all leave, the round is settled before the
    table closes.
    """
    table = Sitting.at(HOTSEAT)
    table.bet(BEN, 100)
    assert [seat.user_id for seat in table.leave(ANN).change.dealt] == table.users == [BEN]
    table = turns()
    decision = table.leave(BEN)
    assert (postings(decision), decision.change.moves, table.users) == ([], (), [ANN, BEN])
    for command in (LeaveTable(user_id=BEN), table.click(BEN, "stand")):
        assert table.why(command) is Why.NOT_SEATED
    assert table.why(PlaceBet(user_id=BEN, cents=100)) is Why.ROUND_RUNNING
    all_gone = table.would(table.state, LeaveTable(user_id=ANN))
    assert "2 stand gone" in table.move(ANN, "stand").change.moves
    assert (table.users, table.gain(ANN), table.gain(BEN)) == ([ANN], -1_000, -2_000)
    assert all_gone is not None
    assert all_gone.change.moves[:2] == ("1 stand gone", "2 stand gone")
    assert (all_gone.change.settled, all_gone.change.table.closed) == (True, True)
    assert all_gone.state.next_deadline is None


# The cost of moves, and limited balances


def test_the_cost_of_a_split_and_insurance() -> None:
    table = Sitting.at(VEGAS)
    table.stack("8h Ac 8d 9c Th Td")
    table.bet(ANN, 1_001)
    refusal = table.refused(table.click(ANN, "insure 501"))
    assert (refusal.why, refusal.cents) == (Why.INSURANCE_TOO_HIGH, 500)
    assert postings(table.move(ANN, "insure 300")) == [("insurance", 300)]
    assert postings(table.move(ANN, "split")) == [("split", 1_001)]
    seat = view_of(table.state, {}).seat(1)
    assert [hand.at_stake for hand in seat.hands] == [1_001, 1_001]
    table.move(ANN, "stand")
    decision = table.move(ANN, "stand")
    assert postings(decision) == [("lost", 1_001), ("lost", 1_001), ("lost", 300)]
    assert table.gain(ANN) == -2_302


@pytest.mark.parametrize(
    ("rules", "cards", "kind", "verb", "price"),
    [
        (HOTSEAT, "5h 9c 6d 8c Ts", Double, "double", 1_001),
        (SURRENDER, "8h 9c 8d 7c 3h 2h", Split, "split", 1_001),
        (EUROPEAN, "8h 9c 8d 3h 2h", Split, "split", 1_001),
        (BICYCLE, "Th Ac 9h 8c", Insure, "insure 500", 500),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
@pytest.mark.parametrize("missing", [0, 1])
async def test_moves_at_the_limit_of_the_balance(
    bank: Bank,
    rules: Rules,
    cards: str,
    kind: type[PlayerMove],
    verb: str,
    price: int,
    missing: int,
) -> None:
    """A cent too little: neither offered nor accepted. Just enough: paid."""
    await with_no_more_than(bank, 1_001 + price - missing)
    at = await Funded.at(bank, rules)
    at.table.stack(cards)
    at.table.bet(ANN, 1_001)
    await at.save()
    balance = await at.balance()
    assert balance == price - missing
    seat = view_of(at.table.state, {ANN: balance}).seat(1)
    assert (kind in seat.offers) == (missing == 0 or kind is Insure)
    assert seat.payable_insurance == (balance if kind is Insure else 0)
    at.table.move(ANN, verb)
    if missing:
        with pytest.raises(InsufficientFunds) as refused:
            await at.save()
        assert (refused.value.needed, refused.value.balance) == (price, balance)
        assert await at.balance() == balance
    else:
        await at.save()


async def test_a_bet_is_at_most_the_balance(bank: Bank) -> None:
    await with_no_more_than(bank, 2_000)
    table = (await Funded.at(bank, HOTSEAT)).table
    much, all_of_it = (
        table.would(table.state, PlaceBet(user_id=ANN, cents=cents)) for cents in (2_001, 2_000)
    )
    assert much
    assert all_of_it
    with pytest.raises(InsufficientFunds):
        await bank.commit(much.change)
    assert (await bank.wallet(ANN)).balance == 2_000
    await bank.commit(all_of_it.change)
