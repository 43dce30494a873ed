"""Bets that are placed while a round is played: the money leaves the balance, the cards come with the next deal."""

import pytest

from engine.rules.options import Options, with_options
from engine.rules.refusals import Why
from engine.rules.rule_sets import HOTSEAT
from engine.table.commands import CheckDeadlines, CloseTable, Invite, PlaceBet, VoidRound
from engine.table.draft import Accepted
from engine.table.procedure import handle, resume
from engine.table.restoring import restored
from engine.table.seen import look
from engine.table.state import Stage
from tests.engine.company import MIRROR, Simple
from tests.engine.sitting import (
    ANN,
    BEN,
    CAT,
    DAN,
    EVE,
    SECONDS,
    Sitting,
    postings,
    seated,
    turns,
)

ADMIN = 9


def ahead() -> Sitting:
    """Ann and Ben play, and Cat has bet $5 on the next round."""
    table = turns()
    table.bet(CAT, 500)
    return table


def played(table: Sitting) -> Accepted:
    """Everybody who is asked stands; the end of the round."""
    while table.state.stage is Stage.PLAYING:
        number = min(table.state.awaited)
        table.move(table.state.seat(number).user_id, "stand")
    return table.decisions[-1]


def come_back(table: Sitting) -> None:
    """The house was away."""
    table.state = resume(restored(table.journal.opened()), now=table.now, seconds=SECONDS)


def test_the_money_leaves_the_balance_and_belongs_to_the_next_round() -> None:
    """The round that is played has nothing of it."""
    table = turns()
    decision = table.bet(CAT, 500)
    assert postings(decision) == [("bet", 500)]
    assert (decision.change.round_number, decision.change.table.round_number) == (2, 1)
    assert (table.journal.at_stake, table.journal.at_stake_ahead) == (3_000, 500)
    assert table.state.seat(3).stake == 500
    played(table)
    assert (table.journal.at_stake, table.state.seat(3).stake) == (500, 500)


def test_the_cards_come_with_the_next_deal() -> None:
    """Nothing has to be clicked any more, and nobody is waited for who has bet ahead."""
    table = ahead()
    played(table)
    assert table.state.stage is Stage.BETTING
    decision = table.bets({ANN: 1_000, BEN: 2_000})
    assert [(one.user_id, one.stake) for one in decision.change.dealt] == [
        (ANN, 1_000),
        (BEN, 2_000),
        (CAT, 500),
    ]


def test_it_can_be_changed() -> None:
    """As between rounds: the first amount comes back."""
    table = ahead()
    assert postings(table.bet(CAT, 700)) == [("bet_returned", 500), ("bet", 700)]
    assert table.gain(CAT) == -700
    played(table)
    assert postings(table.bet(CAT, 900)) == [("bet_returned", 700), ("bet", 900)]


def test_leaving_returns_it() -> None:
    """The seat is free at once, and can be taken again."""
    table = ahead()
    assert postings(table.leave(CAT)) == [("bet_returned", 500)]
    assert (table.users, table.gain(CAT)) == ([ANN, BEN], 0)
    table.bet(CAT, 600)
    assert [seat.number for seat in table.state.seats] == [1, 2, 4]


def test_who_plays_can_not_bet_ahead() -> None:
    """Their seat has one bet; so does the one of somebody who leaves in mid-round."""
    table = ahead()
    assert table.why(PlaceBet(user_id=BEN, cents=100)) is Why.ROUND_RUNNING
    table.leave(BEN)
    assert table.why(PlaceBet(user_id=BEN, cents=100)) is Why.ROUND_RUNNING


def test_who_sits_out_may_bet_ahead_as_before() -> None:
    """Whoever has a seat and missed the deal; `None` is their last bet."""
    table = ahead()
    played(table)
    table.bets({ANN: 1_000, BEN: 2_000})
    played(table)
    table.bets({ANN: 1_000, BEN: 1_000})
    table.deal(ANN)
    assert table.state.seat(3).missed == 1
    assert postings(table.bet(CAT, None)) == [("bet", 500)]
    assert table.state.seat(3).missed == 0


@pytest.mark.parametrize("cents", [1, 100_000_000_00])
def test_the_limits_hold(cents: int) -> None:
    """Nobody sits down by a bet that is refused."""
    table = Sitting.at(with_options(HOTSEAT, Options(min_bet=500, max_bet=1_000)))
    table.bet(ANN, 500)
    assert table.why(PlaceBet(user_id=CAT, cents=cents)) in (Why.BET_TOO_LOW, Why.BET_TOO_HIGH)
    assert table.why(PlaceBet(user_id=CAT, cents=None)) is Why.NOTHING_TO_REPEAT
    assert table.users == [ANN]


def test_a_full_table_stays_full() -> None:
    """Who leaves in mid-round keeps the seat until the round is over."""
    table = Sitting.at(with_options(HOTSEAT, Options(seats=2)))
    table.stack("2h 2d 9c Th Td 8c")
    table.bet(BEN, 100)
    table.bet(ANN, 100)
    table.leave(BEN)
    assert table.why(PlaceBet(user_id=CAT, cents=500)) is Why.TABLE_FULL


def test_a_click_that_came_a_moment_too_late_is_a_bet_ahead() -> None:
    """The chip lay there for the round that has just been dealt; the amount is not dropped."""
    table = turns()
    table.do(PlaceBet(user_id=CAT, cents=500, round_number=1))
    assert table.state.seat(3).stake == 500


def test_time_outs_do_not_touch_it() -> None:
    """Nobody waits for whoever is not in the round."""
    table = ahead()
    assert table.wait(1_000) is not None
    table.wait(1_000)
    assert table.state.stage is Stage.BETTING
    assert table.state.seat(3).stake == 500
    decision = table.wait(1_000)
    assert decision is not None
    assert [one.user_id for one in decision.change.dealt] == [CAT]


def test_a_void_leaves_it_for_the_next_round() -> None:
    """It is that round's alone that is void."""
    table = ahead()
    table.do(VoidRound(admin_id=ADMIN))
    assert (table.journal.at_stake, table.gain(CAT)) == (500, -500)
    decision = table.bets({ANN: 1_000, BEN: 2_000})
    assert {one.user_id for one in decision.change.dealt} == {ANN, BEN, CAT}


@pytest.mark.parametrize("number", [None, 1])
def test_closing_the_table_returns_it(number: int | None) -> None:
    """With all that lies on the running round."""
    table = ahead()
    table.do(CloseTable(admin_id=ADMIN, round_number=number))
    assert table.state.stage is Stage.CLOSED
    assert [table.gain(user) for user in (ANN, BEN, CAT)] == [0, 0, 0]


def test_it_is_there_after_a_restart() -> None:
    """In mid-round, and once the round is over."""
    table = Sitting.at(HOTSEAT, seed=3)
    seated(table, ANN, BEN)
    table.bets({ANN: 1_000, BEN: 2_000})
    table.bet(CAT, 500)
    come_back(table)
    assert table.state.seat(3).stake == 500
    played(table)
    come_back(table)
    assert table.state.seat(3).stake == 500
    assert len(table.bets({ANN: 1_000, BEN: 2_000}).change.dealt) == 3


def test_when_all_others_have_left_it_is_dealt_after_a_moment() -> None:
    """The result is read first: for as long as others are given to join."""
    table = ahead()
    table.leave(ANN)
    table.leave(BEN)
    assert (table.state.stage, table.state.asked) == (Stage.BETTING, False)
    assert table.users == [CAT]
    assert table.state.deadline == table.now + SECONDS.join
    decision = table.wait(SECONDS.join)
    assert decision is not None
    assert [one.user_id for one in decision.change.dealt] == [CAT]


def test_the_first_seat_that_bet_ahead_is_not_asked_again() -> None:
    """It has said that it plays."""
    table = ahead()
    table.leave(ANN)
    played(table)
    assert (table.users, table.state.asked) == ([BEN, CAT], True)
    table = ahead()
    table.bet(DAN, 700)
    table.leave(ANN)
    table.leave(BEN)
    assert (table.users, table.state.asked) == ([CAT, DAN], False)


def test_the_table_closes_when_the_one_who_bet_ahead_leaves_too() -> None:
    """Nothing stays on the round that is never dealt."""
    table = ahead()
    table.leave(CAT)
    table.leave(ANN)
    table.leave(BEN)
    assert table.state.stage is Stage.CLOSED
    assert (table.journal.at_stake, table.gain(CAT)) == (0, 0)


def test_a_player_of_the_house_gives_way() -> None:
    """At a full table: after the round that they play in."""
    table = Sitting.at(with_options(HOTSEAT, Options(seats=2)))
    table.company = Simple()
    table.do(Invite(user_id=ANN, character=MIRROR, most=3))
    table.bet(ANN, 100)
    assert table.state.stage is Stage.PLAYING
    table.bet(CAT, 500)
    played(table)
    assert table.users == [ANN, CAT]
    assert len(table.bet(ANN, 100).change.dealt) == 2


def test_what_people_see_of_it() -> None:
    """The seat has a stake and no hands; its player could bet all of that anew."""
    table = ahead()
    view = look(table.state, table.balances)
    seat = view.seat(3)
    assert (seat.stake, seat.hands, seat.awaited) == (500, (), False)
    assert view.funds(CAT, 999_500) == 1_000_000
    assert view.funds(ANN, 999_000) == 999_000
    assert view.funds(EVE, 1_000_000) == 1_000_000


def test_nothing_is_dealt_ahead_of_time() -> None:
    """A timer in mid-round finds nobody late."""
    table = ahead()
    decision = handle(
        table.state, CheckDeadlines(), now=table.now, seconds=SECONDS, luck=lambda: bytes(32)
    )
    assert decision is None
