"""Turns, time-outs and old buttons, and what is shown of them."""

from dataclasses import replace

import pytest

from engine.round.moves import Hit
from engine.round.phases import Phase
from engine.rules.refusals import Why
from engine.rules.rule_sets import HOTSEAT
from engine.table.commands import CheckDeadlines, DealNow, LeaveTable, PlaceBet
from engine.table.procedure import handle
from engine.table.state import Stage
from tests.clock import START
from tests.engine.sitting import (
    ANN,
    BEN,
    EVE,
    SECONDS,
    Sitting,
    postings,
    shown,
    together,
    turns,
)
from tests.engine.variants import CASINO

pytestmark = pytest.mark.usefixtures("variants_at_tables")


def test_a_time_out_stands() -> None:
    """Not before the deadline; the hand is not lost, and no money is spent."""
    table = turns()
    assert table.state.seat(1).deadline == START + SECONDS.turn
    assert table.state.seat(2).deadline is None
    assert table.wait(SECONDS.turn - 1) is None
    decision = table.wait(1)
    assert decision is not None
    assert (decision.change.moves, postings(decision)) == (("1 stand late",), [])
    assert table.state.seat(2).deadline == table.now + SECONDS.turn


def test_a_decision_gives_the_full_time_again() -> None:
    """Who hits has as long for the next card as for the first."""
    table = turns()
    table.stack("2s")
    table.now += 40
    table.move(ANN, "hit")
    assert table.state.seat(1).deadline == table.now + SECONDS.turn


def test_all_who_are_late_stand_at_once() -> None:
    """Seats that act at the same time run out of time at the same time, and the round ends."""
    table = together()
    decision = table.wait(SECONDS.turn)
    assert decision is not None
    stood = [move for move in decision.change.moves if move[0].isdigit()]
    assert stood == ["1 stand late", "2 stand late"]
    assert decision.change.settled


def test_only_the_late_stand() -> None:
    """Who decided in the meantime has a deadline of their own."""
    table = together()
    table.stack("2s")
    table.now += 30
    table.move(BEN, "hit")
    decision = table.wait(15)
    assert decision is not None
    assert decision.change.moves == ("1 stand late",)
    assert table.state.awaited == {2}


def test_a_time_out_declines_insurance() -> None:
    """Nothing ever spends a player's money for them."""
    table = Sitting.at(CASINO)
    table.stack("Th Ac 9h 8c")
    table.bet(ANN, 1_000)
    assert table.round.phase is Phase.INSURANCE
    decision = table.wait(SECONDS.turn)
    assert decision is not None
    assert (decision.change.moves, postings(decision)) == (("1 decline late",), [])
    assert table.state.seat(1).deadline == table.now + SECONDS.turn


def test_who_left_declines_insurance() -> None:
    """The others are not kept waiting, and the hand then stands."""
    table = Sitting.at(CASINO)
    table.stack("Th Ac 9h 8c")
    table.bet(ANN, 1_000)
    decision = table.leave(ANN)
    assert decision.change.moves[:2] == ("1 decline gone", "1 stand gone")
    assert decision.change.settled


def test_a_double_click_is_taken_once() -> None:
    """The second click is recognised as the same one, and pays nothing twice."""
    table = together()
    table.move(ANN, "stand")
    assert table.why(table.click(ANN, "stand", counter=1)) is Why.REPEATED
    assert table.why(table.click(ANN, "hit", counter=1)) is Why.STALE


def test_a_click_after_a_time_out_repeats_nothing() -> None:
    """The house has stood for the player: nobody tells them that a click of theirs was taken."""
    table = together()
    early = table.click(ANN, "stand")
    table.now += 30
    table.move(BEN, "hit")
    assert table.wait(15) is not None
    assert table.why(early) is Why.STALE


def test_a_queued_second_hit_does_not_hit_again() -> None:
    """Two quick clicks on one button draw one card."""
    table = turns()
    table.stack("2s 3s")
    click = table.click(ANN, "hit")
    table.do(click)
    assert table.why(click) is Why.REPEATED
    assert table.round.moves.count(Hit(1)) == 1


def test_an_old_button_is_stale() -> None:
    """A button from two decisions ago is old, whatever it says; so is one that was drawn for nobody."""
    table = turns()
    table.stack("2s 3s")
    old = table.click(ANN, "hit")
    table.move(ANN, "hit")
    table.move(ANN, "hit")
    assert table.why(old) is Why.STALE
    assert table.why(replace(table.click(ANN, "hit"), counters={})) is Why.STALE


def test_simultaneous_seats_never_make_each_other_stale() -> None:
    """A button stays good while others act, in every order."""
    table = together()
    table.stack("2s 3s")
    ann, ben = table.click(ANN, "hit"), table.click(BEN, "hit")
    table.do(ben)
    table.do(ann)
    assert {move for move in map(str, table.round.moves) if "hit" in move} == {"1 hit", "2 hit"}


def test_a_button_of_the_next_seat_is_not_stale_but_early() -> None:
    """Drawn before the turn came, it is refused for the turn, and good when the turn comes."""
    table = turns()
    early = table.click(BEN, "stand")
    refusal = table.refused(early)
    assert (refusal.why, refusal.turn) == (Why.NOT_YOUR_TURN, (1,))
    table.move(ANN, "stand")
    assert table.do(early).change.settled


def test_a_button_of_another_round_is_too_late() -> None:
    """It never acts on a later hand, nor bets, deals or leaves in a later round."""
    table = turns()
    click = table.click(ANN, "stand")
    table.move(ANN, "stand")
    table.move(BEN, "stand")
    assert table.why(click) is Why.TOO_LATE
    assert table.why(replace(click, round_number=3)) is Why.TOO_LATE
    for command in (
        PlaceBet(user_id=ANN, cents=100, round_number=1),
        DealNow(user_id=ANN, round_number=1),
        LeaveTable(user_id=ANN, round_number=1),
    ):
        assert table.why(command) is Why.TOO_LATE
    assert table.why(replace(click, round_number=2)) is Why.NO_ROUND


def test_strangers_have_nothing_to_say() -> None:
    """A bystander's click is refused, and nothing comes of it."""
    table = turns()
    for command in (table.click(EVE, "hit"), LeaveTable(user_id=EVE)):
        assert table.why(command) is Why.NOT_SEATED


def test_nothing_but_play_during_a_round() -> None:
    """Bets and the deal wait until the round is settled."""
    table = turns()
    for command in (
        PlaceBet(user_id=ANN, cents=100),
        DealNow(user_id=ANN),
    ):
        assert table.why(command) is Why.ROUND_RUNNING


def test_every_step_of_the_dealer_is_shown() -> None:
    """The hole card first, then card by card, then the result, with the bets for the next round."""
    table = Sitting.at(HOTSEAT)
    table.stack("Th 2c Td 3c 4c 5c 6c")
    table.bet(ANN, 100)
    decision = table.move(ANN, "stand")
    dealer = [len(frame.round.groups[0].dealer.cards) for frame in decision.frames if frame.round]
    assert dealer == [2, 3, 4]
    assert shown(decision) == [*[Phase.DEALER] * 3, None]
    assert decision.state.stage is Stage.BETTING
    assert decision.state.last is not None
    assert decision.state.last.stage is Stage.SETTLED


def test_the_steps_of_the_dealer_can_be_left_out() -> None:
    """Then only the ends of rounds are shown, and all else is the same."""
    table = Sitting.at(HOTSEAT)
    table.stack("Th 2c Td 3c 4c 5c 6c")
    table.bet(ANN, 100)
    before, click = table.state, table.click(ANN, "stand")
    at_once = handle(
        before, click, now=table.now, seconds=SECONDS, luck=lambda: bytes(32), steps=False
    )
    assert at_once is not None
    assert [frame.stage for frame in at_once.frames] == [Stage.BETTING]
    shown_in_full = table.do(click)
    assert at_once.frames == shown_in_full.frames[-1:]
    assert at_once.change == shown_in_full.change


def test_a_timer_that_finds_nobody_late_changes_nothing() -> None:
    """It only asks; a stale timer never acts on a later hand."""
    table = turns()
    before = table.state
    assert table.ask(CheckDeadlines()) is None
    assert table.state is before
