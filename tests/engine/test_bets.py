"""Bets, the deal, one round after another, and bets that are placed while a round is played."""

from dataclasses import replace

import pytest

from engine.rules.options import Options, with_options
from engine.rules.refusals import Why
from engine.rules.rule_sets import HOTSEAT
from engine.table.command_handler import handle
from engine.table.commands import CheckDeadlines, CloseTable, Command, DealNow, PlaceBet, VoidRound
from engine.table.draft import Accepted
from engine.table.resuming import restored, resume
from engine.table.state import Stage, open_table
from tests.clock import START
from tests.engine.sitting import ANN, BEN, CAT, DAN, EVE, SECONDS, Sitting, postings, seated, turns

pytestmark = pytest.mark.usefixtures("variants_at_tables")

ADMIN = 9


def test_the_cards_are_dealt_as_soon_as_all_have_bet() -> None:
    """Nobody waits for a clock when nobody is waited for; after a round the first seat is asked, with the full time."""
    table = Sitting.at(HOTSEAT, seed=3)
    table.bet(BEN, 250)
    assert (table.state.stage, table.state.round) == (Stage.BETTING, None)
    decision = table.bet(ANN, 1_001)
    dealt = [(one.seat, one.user_id, one.stake) for one in decision.change.dealt]
    assert dealt == [(1, ANN, 1_001), (2, BEN, 250)]
    assert decision.change.moves[0].startswith("deal ")
    assert decision.change.round_number == 1
    played(table)
    state = table.state
    assert (state.stage, state.round, state.round_number) == (Stage.BETTING, None, 2)
    assert (state.asked, state.deadline) == (True, table.now + SECONDS.bet)
    assert [(seat.stake, seat.last_stake) for seat in state.seats] == [(0, 1_001), (0, 250)]


def played(table: Sitting) -> Accepted:
    """Everybody who is asked stands; the end of the round."""
    while table.state.stage is Stage.PLAYING:
        number = min(table.state.awaited)
        table.move(table.state.seat(number).user_id, "stand")
    return table.decisions[-1]


def over() -> Sitting:
    """Ann and Ben have played a round."""
    table = turns()
    played(table)
    return table


def joining(table: Sitting, command: Command) -> Accepted | None:
    """What a command comes to where a new table waits ten seconds for others to join."""
    decision = handle(
        table.state,
        command,
        now=table.now,
        seconds=replace(SECONDS, join=10),
        luck=lambda: bytes(32),
    )
    if decision is not None:
        table.journal.keep(decision.change)
        table.state = decision.state
    return decision


def test_a_new_table_waits_a_moment_for_others() -> None:
    """A first bet is dealt ten seconds later, to all who have bet by then; nobody's bet makes that later."""
    table = Sitting.at(HOTSEAT)
    joining(table, PlaceBet(user_id=ANN, cents=100))
    assert (table.state.stage, table.state.deadline) == (Stage.BETTING, START + 10)
    again = resume(table.state, now=table.now + 500, seconds=replace(SECONDS, join=10))
    assert again.deadline == table.now + 510, "after a restart, too"
    table.now += 6
    joining(table, PlaceBet(user_id=BEN, cents=200))
    assert (table.state.stage, table.state.deadline) == (Stage.BETTING, START + 10)
    table.now += 3
    assert joining(table, CheckDeadlines()) is None
    table.now += 1
    joining(table, CheckDeadlines())
    assert table.round.stakes == {1: 100, 2: 200}


def test_nobody_waits_for_others_where_there_is_no_seat_or_no_time() -> None:
    """With the last free seat the cards are dealt at once; with little time left for bets, that is all there is."""
    table = Sitting.at(with_options(HOTSEAT, Options(seats=2)))
    table.now += SECONDS.bet - 4
    joining(table, PlaceBet(user_id=ANN, cents=100))
    assert (table.state.round, table.state.deadline) == (None, START + SECONDS.bet)
    joining(table, PlaceBet(user_id=BEN, cents=100))
    assert table.state.stage is Stage.PLAYING


def test_a_changed_bet_returns_the_old_one() -> None:
    """Both movements are booked, and the new stake alone lies on the table."""
    table = Sitting.at(HOTSEAT)
    table.bet(BEN, 100)
    assert postings(table.bet(BEN, 250)) == [("bet_returned", 100), ("bet", 250)]
    assert postings(table.bet(BEN, 250)) == [("bet_returned", 250), ("bet", 250)]
    assert (table.gain(BEN), table.journal.at_stake) == (-250, 250)


def test_the_last_bet_is_repeated() -> None:
    """By the same seat, and not before there was one; it outlives a round that was sat out."""
    table = over()
    assert [seat.last_stake for seat in table.state.seats] == [1_000, 2_000]
    assert table.why(PlaceBet(user_id=CAT, cents=None)) is Why.NOTHING_TO_REPEAT
    table.bet(ANN, 100)
    table.deal(ANN)
    played(table)
    assert [seat.last_stake for seat in table.state.seats] == [100, 2_000]
    assert postings(table.bet(BEN, None)) == [("bet", 2_000)]


def test_the_first_seat_may_deal_without_waiting() -> None:
    """Who has not bet sits the round out."""
    table = Sitting.at(HOTSEAT)
    assert table.why(DealNow(user_id=ANN)) is Why.NO_BETS
    table.bet(BEN, 100)
    assert table.why(DealNow(user_id=EVE)) is Why.NOT_SEATED
    decision = table.deal(ANN)
    assert [seat.user_id for seat in decision.change.dealt] == [BEN]
    assert table.state.seat(1).missed == 1


def test_others_who_have_bet_may_deal_a_moment_later() -> None:
    """Counted from the opening of the bets: an absent first seat costs nobody the full time."""
    table = Sitting.at(HOTSEAT)
    table.state = table.state._replace(deal_from=table.now + 10)
    table.bet(BEN, 100)
    table.now += 2.5
    refusal = table.refused(DealNow(user_id=BEN))
    assert (refusal.why, refusal.seconds) == (Why.DEAL_TOO_EARLY, 8)
    table.now += 7.5
    assert [seat.user_id for seat in table.deal(BEN).change.dealt] == [BEN]
    assert table.state.seat(1).missed == 1


@pytest.mark.parametrize("join", [0, 10])
def test_when_others_may_deal(join: int) -> None:
    """After the opening of the table, after a round, and after a restart."""
    table, seconds = Sitting.at(HOTSEAT), replace(SECONDS, join=join)
    table.stack("2h 9c Th Td 8c")
    opened = open_table(
        *(HOTSEAT,),
        channel_id=20,
        guild_id=30,
        opener=ANN,
        now=START,
        seconds=seconds,
        seed=bytes(32),
    )
    assert opened.deal_from == START + join
    assert resume(opened, now=START + 50, seconds=seconds).deal_from == START + 50 + join
    assert opened.postponed(7).deal_from == START + join + 7
    table.bet(ANN, 100)
    table.now += 20
    stand = table.click(ANN, "stand")
    decision = handle(table.state, stand, now=table.now, seconds=seconds, luck=lambda: bytes(32))
    assert decision is not None
    assert decision.state.deal_from == table.now + join


def test_bets_are_closed_at_the_deadline() -> None:
    """With a bet on the table the cards are dealt at the deadline, and not a second before."""
    table = Sitting.at(HOTSEAT)
    table.bet(BEN, 100)
    assert table.wait(SECONDS.bet - 1) is None
    decision = table.wait(1)
    assert decision is not None
    assert [seat.user_id for seat in decision.change.dealt] == [BEN]


def test_who_misses_two_rounds_loses_the_seat() -> None:
    """Once is sat out, and all have the full time again; a bet forgives it; twice in a row frees the seat."""
    table = Sitting.at(HOTSEAT)
    table.wait(SECONDS.bet + 5)
    assert (table.state.seat(1).missed, table.state.deadline) == (1, table.now + SECONDS.bet)
    assert table.wait(0) is None
    table.bet(ANN, 100)
    played(table)
    assert table.state.seat(1).missed == 0
    table.wait(SECONDS.bet)
    assert table.users == [ANN]
    table.wait(SECONDS.bet)
    assert (table.users, table.state.stage) == ([], Stage.CLOSED)
    assert table.state.next_deadline is None
    assert table.decisions[-1].change.table.closed


def test_a_seat_is_freed_though_others_play_on() -> None:
    """Who misses two rounds that others play is gone when the second is dealt."""
    table = Sitting.at(HOTSEAT)
    for _ in range(2):
        assert ANN in table.users
        table.bet(BEN, 100)
        table.wait(SECONDS.bet)
        played(table)
    assert table.users == [BEN]


def test_the_first_seats_yes_gives_everybody_the_full_time() -> None:
    """Its bet says that another round is played; a bet that it changes, or of another seat, says nothing new."""
    table = over()
    table.now += 50
    table.bet(CAT, 100)
    assert table.state.asked
    table.bet(ANN, None)
    assert (table.state.asked, table.state.deadline) == (False, table.now + SECONDS.bet)
    table.now += 50
    table.bet(ANN, 100)
    assert table.state.deadline == table.now - 50 + SECONDS.bet


# Bets that are placed while a round is played


def ahead() -> Sitting:
    """Ann and Ben play, and Cat has bet $5 on the next round."""
    table = turns()
    table.bet(CAT, 500)
    return table


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
    dealt = {one.user_id: one.stake for one in decision.change.dealt}
    assert dealt == {ANN: 1_000, BEN: 2_000, CAT: 500}


def test_leaving_returns_it_and_it_can_be_changed() -> None:
    """As between rounds: the first amount comes back; the seat is free at once, and can be taken again."""
    table = ahead()
    assert postings(table.bet(CAT, 700)) == [("bet_returned", 500), ("bet", 700)]
    assert postings(table.leave(CAT)) == [("bet_returned", 700)]
    assert (table.users, table.gain(CAT)) == ([ANN, BEN], 0)
    table.do(PlaceBet(user_id=CAT, cents=600, round_number=1))
    assert [seat.number for seat in table.state.seats] == [1, 2, 4], (
        "a click of the round that was dealt"
    )


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


def test_the_limits_hold() -> None:
    """Nobody sits down by a bet that is refused."""
    table = Sitting.at(with_options(HOTSEAT, Options(min_bet=500, max_bet=1_000)))
    table.bet(ANN, 500)
    for cents, why in (
        (1, Why.BET_TOO_LOW),
        (10**12, Why.BET_TOO_HIGH),
        (None, Why.NOTHING_TO_REPEAT),
    ):
        assert table.why(PlaceBet(user_id=CAT, cents=cents)) is why
    assert table.users == [ANN]


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
    for user_id in (CAT, ANN, BEN):
        table.leave(user_id)
    assert (table.state.stage, table.journal.at_stake, table.gain(CAT)) == (Stage.CLOSED, 0, 0)
