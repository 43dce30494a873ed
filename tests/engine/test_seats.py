"""Who sits at a table: sitting down, getting up, and being got up."""

import pytest

from engine.rules.refusals import Why
from engine.rules.rule_sets import HOTSEAT, RULE_SETS
from engine.rules.rules import Rules
from engine.table.commands import DealNow, LeaveTable, PlaceBet
from engine.table.state import Stage
from tests.clock import START
from tests.engine.sitting import (
    ANN,
    BEN,
    CAT,
    DAN,
    EVE,
    SECONDS,
    Sitting,
    postings,
    together,
    turns,
)
from tests.engine.variants import NO_HOLE

pytestmark = pytest.mark.usefixtures("variants_at_tables")

LANDED = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)


@LANDED
def test_the_opener_has_the_first_seat(rules: Rules) -> None:
    """A new table takes bets, has a fresh shoe, and its opener in seat 1."""
    state = Sitting.at(rules).state
    assert [(seat.number, seat.user_id) for seat in state.seats] == [(1, ANN)]
    assert (state.stage, state.round_number, state.asked) == (Stage.BETTING, 1, False)
    assert (state.shoe.dealt, state.next_deadline) == (0, START + SECONDS.bet)


def test_seats_are_in_the_order_of_sitting_down_and_numbers_are_never_used_again() -> None:
    """Whoever comes back gets a new number, so that an old button never acts for a new guest."""
    table = Sitting.at(HOTSEAT)
    table.bets({BEN: 100, CAT: 200})
    table.leave(BEN)
    table.bet(DAN, 300)
    table.bet(BEN, 400)
    assert [(s.number, s.user_id) for s in table.state.seats] == [
        (1, ANN),
        (3, CAT),
        (4, DAN),
        (5, BEN),
    ]
    assert table.state.last_seat == 5


def test_the_highest_number_is_remembered_when_its_seat_is_free() -> None:
    """The last one who left takes the number along."""
    table = Sitting.at(HOTSEAT)
    table.bet(BEN, 100)
    table.leave(BEN)
    table.bet(CAT, 100)
    assert [seat.number for seat in table.state.seats] == [1, 3]


def test_a_table_has_no_more_seats_than_its_rules_say() -> None:
    """The fifth, or where there are three seats the fourth, is told that the table is full."""
    for rules, guests in ((HOTSEAT, (BEN, CAT, DAN)), (NO_HOLE, (BEN, CAT))):
        table = Sitting.at(rules)
        for user_id in guests:
            table.bet(user_id, 1_000)
        assert table.why(PlaceBet(user_id=EVE, cents=1_000)) is Why.TABLE_FULL


def test_one_user_never_has_two_seats() -> None:
    """A second bet changes the first one."""
    table = Sitting.at(HOTSEAT)
    table.bet(BEN, 100)
    table.bet(BEN, 200)
    assert table.users == [ANN, BEN]


def test_a_newcomer_in_mid_round_sits_down_and_plays_the_next() -> None:
    """The seat is taken at once; the running round stays as it is."""
    table = turns()
    table.bet(CAT, 500)
    assert table.users == [ANN, BEN, CAT]
    assert set(table.round.stakes) == {1, 2}
    assert table.why(table.click(CAT, "stand")) is Why.NOT_IN_ROUND
    table.leave(CAT)
    assert table.users == [ANN, BEN]


def test_leaving_before_the_deal_returns_the_stake() -> None:
    """The bet comes back, and the seat is free."""
    table = Sitting.at(HOTSEAT)
    table.bet(BEN, 100)
    assert postings(table.leave(BEN)) == [("bet_returned", 100)]
    assert (table.users, table.gain(BEN)) == ([ANN], 0)


def test_when_the_last_missing_bettor_leaves_the_cards_are_dealt() -> None:
    """The table does not wait for somebody who is gone."""
    table = Sitting.at(HOTSEAT)
    table.bet(BEN, 100)
    decision = table.leave(ANN)
    assert [seat.user_id for seat in decision.change.dealt] == [BEN]
    assert table.users == [BEN]


def test_when_the_last_one_leaves_the_table_closes() -> None:
    """A closed table takes no more commands, and no timer opens it again."""
    table = Sitting.at(HOTSEAT)
    assert table.leave(ANN).change.table.closed
    assert table.state.next_deadline is None
    for command in (
        PlaceBet(user_id=ANN, cents=100),
        LeaveTable(user_id=ANN),
        DealNow(user_id=ANN),
        table.click(ANN, "stand"),
    ):
        assert table.why(command) is Why.TABLE_CLOSED
    assert table.wait(1_000) is None


def test_leaving_in_mid_round_stands() -> None:
    """The stake stays in play, the hand stands when its turn comes, and what it wins is paid all the same."""
    table = turns()
    decision = table.leave(BEN)
    assert postings(decision) == []
    assert decision.change.moves == ()
    assert table.users == [ANN, BEN]
    decision = table.move(ANN, "stand")
    assert "2 stand gone" in decision.change.moves
    assert table.users == [ANN]
    assert (table.gain(ANN), table.gain(BEN)) == (-1_000, -2_000)


def test_who_leaves_on_his_turn_stands_at_once() -> None:
    """The next seat does not wait."""
    table = turns()
    assert table.leave(ANN).change.moves == ("1 stand gone",)
    assert table.state.awaited == {2}


def test_who_left_in_mid_round_has_nothing_more_to_say() -> None:
    """Not at the table any more, though the hand still lies there; nor can the seat be taken again yet."""
    table = turns()
    table.leave(BEN)
    assert table.why(LeaveTable(user_id=BEN)) is Why.NOT_SEATED
    assert table.why(table.click(BEN, "stand")) is Why.NOT_SEATED
    assert table.why(PlaceBet(user_id=BEN, cents=100)) is Why.ROUND_RUNNING


def test_what_those_win_who_left_is_paid() -> None:
    """A winning hand is paid to its owner, wherever they are by then."""
    table = Sitting.at(HOTSEAT)
    table.stack("Th 9c Td 8c")
    table.bet(ANN, 1_000)
    table.leave(ANN)
    assert table.gain(ANN) == 1_000
    assert table.state.stage is Stage.CLOSED


def test_when_everybody_left_in_mid_round_the_table_closes_after_it() -> None:
    """The round is played to its end and settled first."""
    table = together()
    table.leave(BEN)
    assert not table.decisions[-1].change.settled
    decision = table.leave(ANN)
    assert decision.change.settled
    assert decision.change.table.closed
    assert decision.state.next_deadline is None
