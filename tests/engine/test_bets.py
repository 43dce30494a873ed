"""Bets, the deal, consecutive rounds, and bets placed during a round."""

from dataclasses import replace

import pytest

from engine.rules.options import Options, with_options
from engine.rules.refusals import Why
from engine.rules.rule_sets import HOTSEAT
from engine.table.betting import READING_SECONDS
from engine.table.commands import (
    CheckDeadlines,
    CloseTable,
    DealNow,
    KeepOpen,
    LeaveTable,
    PlaceBet,
    VoidRound,
)
from engine.table.draft import Accepted
from engine.table.resuming import resume
from engine.table.state import Stage
from engine.values.rounds import DealtSeat
from tests.clock import START
from tests.engine.sitting import ANN, BEN, CAT, DAN, SECONDS, Sitting, over, postings, turns

ADMIN = 9
JOIN = replace(SECONDS, join=10)


def stakes(decision: Accepted | None) -> dict[int, int]:
    assert decision is not None
    return {one.user_id: one.stake for one in decision.change.dealt}


def test_cards_are_dealt_when_all_have_bet() -> None:
    """At once; after the round, the first seat is asked with the full time."""
    table = Sitting.at(HOTSEAT, seed=3)
    table.bet(BEN, 250)
    assert (table.state.stage, table.state.round) == (Stage.BETTING, None)
    change = table.bet(ANN, 1_001).change
    assert change.dealt == (DealtSeat(1, ANN, 1_001), DealtSeat(2, BEN, 250))
    assert (change.moves[0][:5], change.round_number) == ("deal ", 1)
    state = table.play_out().state
    assert (state.stage, state.round, state.round_number) == (Stage.BETTING, None, 2)
    assert (state.awaits_first_bet, state.deadline) == (True, table.now + SECONDS.bet)
    assert [(seat.stake, seat.last_stake) for seat in state.seats] == [(0, 1_001), (0, 250)]


def test_a_lone_player_gets_two_minutes_to_read_once_a_round() -> None:
    """Only without a bet and alone. It clears a missed round."""
    table = Sitting.at(HOTSEAT, seed=3)
    read = KeepOpen(user_id=ANN)
    table.wait(SECONDS.bet)
    assert table.state.seats[0].missed == 1
    assert table.do(read).change.postings == ()
    assert (table.state.seats[0].missed, table.state.deadline) == (0, table.now + READING_SECONDS)
    assert table.why(read) is Why.NOT_NOW
    assert table.why(KeepOpen(user_id=BEN)) is Why.NOT_SEATED
    table.bet(BEN, 250)
    table.bet(ANN, 250)
    assert table.why(read) is Why.ROUND_RUNNING
    table.play_out()
    assert table.why(read) is Why.NOT_NOW, "Ben is waiting"
    table.do(LeaveTable(user_id=BEN))
    table.do(read)
    assert table.state.deadline == table.now + READING_SECONDS
    table.bet(ANN, 250)
    table.play_out()
    table.seconds = replace(SECONDS, bet=READING_SECONDS + 60)
    table.bet(ANN, 250)
    table.play_out()
    table.do(read)
    assert table.state.deadline == table.now + table.seconds.bet, "never earlier"


def test_a_new_table_waits_for_others_to_join() -> None:
    """The deal is 10 seconds after the first bet, within the betting time. The last free seat deals at once."""
    table = Sitting.at(HOTSEAT)
    table.seconds = JOIN
    table.bet(ANN, 100)
    assert (table.state.stage, table.state.deadline) == (Stage.BETTING, START + 10)
    again = resume(table.state, now=table.now + 500, seconds=JOIN)
    assert again.deadline == table.now + 510, "after a restart as well"
    table.now += 6
    table.bet(BEN, 200)
    assert (table.state.stage, table.state.deadline) == (Stage.BETTING, START + 10)
    assert table.wait(3) is None
    assert stakes(table.wait(1)) == {ANN: 100, BEN: 200}
    table = Sitting.at(with_options(HOTSEAT, Options(seats=2)))
    table.seconds = JOIN
    table.now += SECONDS.bet - 4
    table.bet(ANN, 100)
    assert (table.state.round, table.state.deadline) == (None, START + SECONDS.bet)
    table.bet(BEN, 100)
    assert table.state.stage is Stage.PLAYING


def test_the_last_bet_is_repeated() -> None:
    table = over()
    table.bet(ANN, 100)
    table.deal(ANN)
    table.play_out()
    assert [seat.last_stake for seat in table.state.seats] == [100, 2_000]
    assert postings(table.bet(BEN, None)) == [("bet", 2_000)]


@pytest.mark.parametrize("join", [0, 10])
def test_when_seats_other_than_the_first_may_deal(join: int) -> None:
    """`join` seconds after the opening, a round or a restart. Players without a bet sit out."""
    table = over()
    table.seconds = seconds = replace(SECONDS, join=join)
    table.bets({ANN: 100, BEN: 100})
    table.now += 20
    assert table.play_out().state.deal_from == table.now + join
    assert resume(table.state, now=START, seconds=seconds).deal_from == START + join
    assert table.state.postponed(7).deal_from == table.now + join + 7
    table.bet(BEN, 100)
    if join:
        table.now += 2.5
        refusal = table.refused(DealNow(user_id=BEN))
        assert (refusal.why, refusal.seconds) == (Why.DEAL_TOO_EARLY, 8)
        table.now += 7.5
    assert stakes(table.deal(BEN)) == {BEN: 100}
    assert table.state.seat(1).missed == 1


def test_two_missed_rounds_in_a_row_free_the_seat() -> None:
    """A bet resets the count. The last player's leaving closes the table."""
    table = Sitting.at(HOTSEAT)
    assert table.wait(SECONDS.bet - 1) is None
    table.wait(6)
    assert (table.state.seat(1).missed, table.state.deadline) == (1, table.now + SECONDS.bet)
    assert table.wait(0) is None
    table.bet(ANN, 100)
    table.play_out()
    assert table.state.seat(1).missed == 0
    for _ in range(2):
        assert ANN in table.users
        table.bet(BEN, 100)
        assert stakes(table.wait(SECONDS.bet)) == {BEN: 100}, "the others play on"
        table.play_out()
    assert table.users == [BEN]
    table.wait(SECONDS.bet)
    table.wait(SECONDS.bet)
    assert (table.users, table.state.stage) == ([], Stage.CLOSED)
    assert (table.state.next_deadline, table.decisions[-1].change.table.closed) == (None, True)


def test_the_first_seats_bet_restarts_the_time_for_all() -> None:
    """It agrees to another round. Other seats' bets, and a changed bet, do not restart the time."""
    table = over()
    table.now += 50
    table.bet(CAT, 100)
    assert table.state.awaits_first_bet
    table.bet(ANN, None)
    assert (table.state.awaits_first_bet, table.state.deadline) == (False, table.now + SECONDS.bet)
    table.now += 50
    table.bet(ANN, 100)
    assert table.state.deadline == table.now - 50 + SECONDS.bet


def test_the_time_restarts_if_the_next_first_seat_has_bet() -> None:
    """The first player leaves instead of betting; a changed bet does not restart the time again."""
    table = over()
    table.bets({CAT: 100, BEN: 100, ANN: 100})
    table.play_out()
    table.now += 50
    table.bet(BEN, 100)
    table.leave(ANN)
    assert (table.state.awaits_first_bet, table.state.deadline) == (False, table.now + SECONDS.bet)
    table.now += 50
    table.bet(BEN, 200)
    assert table.state.deadline == table.now - 50 + SECONDS.bet


# Bets placed during a round


def ahead() -> Sitting:
    """Ann and Ben are playing, and Cat has bet $5 on the next round."""
    table = turns()
    decision = table.bet(CAT, 500)
    assert postings(decision) == [("bet", 500)]
    assert (decision.change.round_number, decision.change.table.round_number) == (2, 1)
    assert (table.journal.at_stake, table.journal.at_stake_ahead) == (3_000, 500)
    return table


def test_a_bet_ahead_is_dealt_with_the_next_round() -> None:
    """It does not affect the current round, and counts as a bet between rounds.

    It can be changed, and is returned when its player leaves, which frees the seat at once.
    """
    table = ahead()
    table.play_out()
    assert (table.journal.at_stake, table.state.seat(3).stake) == (500, 500)
    assert stakes(table.bets({ANN: 1_000, BEN: 2_000})) == {ANN: 1_000, BEN: 2_000, CAT: 500}
    table.leave(ANN)
    table.bet(DAN, 700)
    table.leave(BEN)
    table.play_out()
    assert (table.users, table.state.awaits_first_bet) == ([CAT, DAN], True)
    table = ahead()
    assert postings(table.bet(CAT, 700)) == [("bet_returned", 500), ("bet", 700)]
    assert postings(table.leave(CAT)) == [("bet_returned", 700)]
    assert (table.users, table.gain(CAT)) == ([ANN, BEN], 0)
    table.do(PlaceBet(user_id=CAT, cents=600, round_number=1))
    numbers = [seat.number for seat in table.state.seats]
    assert numbers == [1, 2, 4], "the click was made before the deal"


def test_ending_a_round_keeps_bets_ahead_and_closing_returns_them() -> None:
    stood = ahead()
    stood.play_out()
    for number in (None, 1):
        table = ahead()
        table.do(VoidRound(admin_id=ADMIN, round_number=number))
        assert (table.journal.at_stake, table.gain(CAT)) == (500, -500)
        assert set(stakes(table.bets({ANN: 1_000, BEN: 2_000}))) == {ANN, BEN, CAT}
        table = ahead()
        table.do(CloseTable(admin_id=ADMIN, round_number=number))
        assert table.state.stage is Stage.CLOSED
        gains = [table.gain(user) for user in (ANN, BEN, CAT)]
        assert gains == [stood.gain(ANN), stood.gain(BEN), 0]


def test_bets_ahead_are_dealt_after_the_others_leave() -> None:
    """After the time to join, so that the result can be read; the first seat is not asked again."""
    table = ahead()
    table.seconds = JOIN
    table.bet(DAN, 700)
    table.leave(ANN)
    table.leave(BEN)
    assert (table.state.stage, table.state.awaits_first_bet) == (Stage.BETTING, False)
    assert (table.users, table.state.deadline) == ([CAT, DAN], table.now + 10)
    table.now += 10
    assert stakes(table.do(CheckDeadlines())) == {CAT: 500, DAN: 700}
