"""Bets, the deal, and one round after another."""

from dataclasses import replace

import pytest

from engine.rules.options import Options, with_options
from engine.rules.refusals import Why
from engine.rules.rule_sets import HOTSEAT, RULE_SETS
from engine.rules.rules import Rules
from engine.table.commands import CheckDeadlines, Command, DealNow, PlaceBet
from engine.table.draft import Accepted
from engine.table.procedure import handle, open_table, resume
from engine.table.state import Stage
from engine.values.rounds import DealtSeat
from tests.clock import START
from tests.engine.sitting import ANN, BEN, CAT, EVE, SECONDS, Sitting, postings, together, turns
from tests.engine.variants import CASINO

pytestmark = pytest.mark.usefixtures("variants_at_tables")

LANDED = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)


@LANDED
def test_the_cards_are_dealt_as_soon_as_all_have_bet(rules: Rules) -> None:
    """Nobody waits for a clock when nobody is waited for."""
    table = Sitting.at(rules, seed=3)
    table.bet(BEN, 250)
    assert (table.state.stage, table.state.round) == (Stage.BETTING, None)
    decision = table.bet(ANN, 1_001)
    assert decision.change.dealt == (
        DealtSeat(seat=1, user_id=ANN, stake=1_001),
        DealtSeat(seat=2, user_id=BEN, stake=250),
    )
    assert decision.change.moves[0].startswith("deal ")
    assert decision.change.round_number == 1


def test_the_stake_leaves_the_balance_when_the_bet_is_placed() -> None:
    """Spending it elsewhere in the meantime is not possible."""
    table = Sitting.at(HOTSEAT)
    assert postings(table.bet(BEN, 1_235)) == [("bet", 1_235)]
    assert (table.gain(BEN), table.journal.at_stake) == (-1_235, 1_235)


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
    table.now += 6
    joining(table, PlaceBet(user_id=BEN, cents=200))
    assert (table.state.stage, table.state.deadline) == (Stage.BETTING, START + 10)
    table.now += 3
    assert joining(table, CheckDeadlines()) is None
    table.now += 1
    joining(table, CheckDeadlines())
    assert table.round.stakes == {1: 100, 2: 200}


def test_nobody_waits_for_others_at_a_full_table() -> None:
    """With the last free seat the cards are dealt at once."""
    table = Sitting.at(with_options(HOTSEAT, Options(seats=2)))
    joining(table, PlaceBet(user_id=ANN, cents=100))
    assert table.state.round is None
    joining(table, PlaceBet(user_id=BEN, cents=100))
    assert table.state.stage is Stage.PLAYING


def test_the_first_seat_need_not_wait_for_others() -> None:
    """`Deal` deals at once; and after the first round nobody waits for newcomers."""
    table = Sitting.at(HOTSEAT)
    joining(table, PlaceBet(user_id=ANN, cents=100))
    joining(table, DealNow(user_id=ANN))
    assert table.state.stage is Stage.PLAYING
    while table.state.stage is Stage.PLAYING:
        joining(table, table.click(ANN, "stand"))
    joining(table, PlaceBet(user_id=ANN, cents=100))
    assert table.state.stage is Stage.PLAYING


def test_who_waits_for_others_waits_no_longer_than_the_bets_are_open() -> None:
    """With little time left for bets, that is all there is."""
    table = Sitting.at(HOTSEAT)
    table.now += SECONDS.bet - 4
    joining(table, PlaceBet(user_id=ANN, cents=100))
    assert table.state.deadline == START + SECONDS.bet


def test_after_a_restart_a_new_table_waits_a_moment_again() -> None:
    """Not for as long as bets may take: everybody who is there has bet."""
    table = Sitting.at(HOTSEAT)
    joining(table, PlaceBet(user_id=ANN, cents=100))
    state = resume(table.state, now=table.now + 500, seconds=replace(SECONDS, join=10))
    assert state.deadline == table.now + 510
    assert resume(table.state, now=table.now, seconds=SECONDS).deadline == table.now


def test_a_changed_bet_returns_the_old_one() -> None:
    """Both movements are booked, and the new stake alone lies on the table."""
    table = Sitting.at(HOTSEAT)
    table.bet(BEN, 100)
    assert postings(table.bet(BEN, 250)) == [("bet_returned", 100), ("bet", 250)]
    assert postings(table.bet(BEN, 250)) == [("bet_returned", 250), ("bet", 250)]
    assert (table.gain(BEN), table.journal.at_stake) == (-250, 250)


def test_bets_outside_the_limits_are_refused_with_the_limit() -> None:
    """A cent too little or too much is told with the figure that counts."""
    table = Sitting.at(CASINO)
    low = table.refused(PlaceBet(user_id=ANN, cents=499))
    high = table.refused(PlaceBet(user_id=ANN, cents=50_001))
    assert (low.why, low.cents) == (Why.BET_TOO_LOW, 500)
    assert (high.why, high.cents) == (Why.BET_TOO_HIGH, 50_000)
    for cents in (0, -1, -100_000):
        assert table.why(PlaceBet(user_id=ANN, cents=cents)) is Why.BET_TOO_LOW
    table.bet(BEN, 500)
    table.bet(BEN, 50_000)


def test_the_last_bet_is_repeated() -> None:
    """By the same seat, and not before there was one."""
    table = turns()
    table.move(ANN, "stand")
    table.move(BEN, "stand")
    assert [seat.last_stake for seat in table.state.seats] == [1_000, 2_000]
    assert postings(table.bet(BEN, None)) == [("bet", 2_000)]
    assert table.why(PlaceBet(user_id=CAT, cents=None)) is Why.NOTHING_TO_REPEAT


def test_the_last_bet_outlives_a_round_that_was_sat_out() -> None:
    """Who missed a round still finds their bet of before."""
    table = turns()
    table.move(ANN, "stand")
    table.move(BEN, "stand")
    table.bet(ANN, 100)
    table.deal(ANN)
    while table.state.stage is Stage.PLAYING:
        table.move(ANN, "stand")
    assert table.state.seat(2).last_stake == 2_000


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


def test_who_has_not_bet_deals_for_nobody() -> None:
    """But for the first seat."""
    table = turns()
    table.move(ANN, "stand")
    table.move(BEN, "stand")
    table.bet(ANN, 100)
    assert table.why(DealNow(user_id=BEN)) is Why.DEAL_NEEDS_BET


@pytest.mark.parametrize("join", [0, 10])
def test_when_others_may_deal(join: int) -> None:
    """After the opening of the table, after a round, and after a restart."""
    seconds = replace(SECONDS, join=join)
    state = open_table(
        HOTSEAT,
        channel_id=20,
        guild_id=30,
        opener=ANN,
        now=START,
        seconds=seconds,
        seed=bytes(32),
    )
    assert state.deal_from == START + join
    assert resume(state, now=START + 50, seconds=seconds).deal_from == START + 50 + join
    assert state.postponed(7).deal_from == START + join + 7
    table = Sitting.at(HOTSEAT)
    table.stack("2h 9c Th Td 8c")
    joining(table, PlaceBet(user_id=ANN, cents=100))
    table.deal(ANN)
    table.now += 20
    decision = handle(
        table.state,
        table.click(ANN, "stand"),
        now=table.now,
        seconds=seconds,
        luck=lambda: bytes(32),
    )
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
    """Once is sat out; a bet in between forgives it; twice in a row frees the seat."""
    table = Sitting.at(HOTSEAT)
    table.wait(SECONDS.bet)
    assert table.state.seat(1).missed == 1
    table.bet(ANN, 100)
    while table.state.stage is Stage.PLAYING:
        table.move(ANN, "stand")
    assert table.state.seat(1).missed == 0
    table.wait(SECONDS.bet)
    assert table.users == [ANN]
    table.wait(SECONDS.bet)
    assert table.users == []
    assert table.state.stage is Stage.CLOSED
    assert table.state.next_deadline is None
    assert table.decisions[-1].change.table.closed


def test_a_seat_is_freed_though_others_play_on() -> None:
    """Who misses two rounds that others play is gone when the second is dealt."""
    table = Sitting.at(HOTSEAT)
    for _ in range(2):
        assert ANN in table.users
        table.bet(BEN, 100)
        table.wait(SECONDS.bet)
        while table.state.stage is Stage.PLAYING:
            table.move(BEN, "stand")
    assert table.users == [BEN]


def test_without_bets_the_deadline_moves_on() -> None:
    """Everybody gets the full time again, and a timer that asks twice finds nobody late."""
    table = Sitting.at(HOTSEAT)
    table.wait(SECONDS.bet + 5)
    assert table.state.deadline == START + 2 * SECONDS.bet + 5
    assert table.wait(0) is None
    assert table.state.seat(1).missed == 1


@LANDED
def test_after_a_round_the_first_seat_is_asked(rules: Rules) -> None:
    """The bets are open, everybody has the full time, and nothing is staked."""
    table = Sitting.at(rules, seed=3)
    table.bet(ANN, 1_000)
    while table.state.stage is Stage.PLAYING:
        table.wait(SECONDS.turn)
    state = table.state
    assert (state.stage, state.round, state.round_number) == (Stage.BETTING, None, 2)
    assert (state.asked, state.deadline) == (True, table.now + SECONDS.bet)
    assert [(seat.stake, seat.last_stake) for seat in state.seats] == [(0, 1_000)]


def test_the_first_seats_yes_gives_everybody_the_full_time() -> None:
    """Its bet says that another round is played; a bet that it changes says nothing new."""
    table = turns()
    table.move(ANN, "stand")
    table.move(BEN, "stand")
    table.now += 50
    table.bet(ANN, None)
    assert (table.state.asked, table.state.deadline) == (False, table.now + SECONDS.bet)
    table.now += 50
    table.bet(ANN, 100)
    assert table.state.deadline == table.now - 50 + SECONDS.bet


def test_a_bet_of_the_first_seat_answers_the_question() -> None:
    """Who bets plays again; a bet of another seat says nothing for the first."""
    table = turns()
    table.move(ANN, "stand")
    table.move(BEN, "stand")
    table.bet(BEN, None)
    assert table.state.asked
    table.bet(CAT, 100)
    table.bet(ANN, None)
    assert not table.state.asked


def test_one_deck_a_round_is_shuffled_before_every_round() -> None:
    """Each round has a seed of its own, and none is drawn before the round is over."""
    table = together()
    first = table.state.shoe_before.seed
    assert table.shuffles == 0
    table.wait(SECONDS.turn)
    assert table.shuffles == 1
    assert table.state.shoe.seed != first
    assert (table.state.shoe.dealt, table.state.shoe_before) == (0, table.state.shoe)


def test_a_shoe_is_dealt_on_until_the_cut_card_has_come_out() -> None:
    """In the round in which it comes out the cards are dealt to the end; then they are shuffled."""
    table = Sitting.at(HOTSEAT)
    seed = table.state.shoe.seed
    at = table.state.shoe.cut_card_at
    assert at is not None
    while table.state.shoe.seed == seed:
        assert table.shuffles == 0
        assert table.state.shoe.dealt < at
        before = table.state.shoe.dealt
        table.bet(ANN, 100)
        while table.state.stage is Stage.PLAYING:
            table.move(ANN, "stand")
    assert table.shuffles == 1
    frame = table.state.last
    assert frame is not None
    assert frame.stage is Stage.SETTLED
    assert before < at <= frame.shoe.dealt
    assert frame.shoe.spent
