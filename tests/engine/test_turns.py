"""Turns, time-outs and old buttons, and what is shown of them."""

from dataclasses import replace

import pytest

from engine.round.moves import Hit, Verb
from engine.round.round import Phase
from engine.rules.refusals import Why
from engine.rules.rule_sets import HOTSEAT, VEGAS
from engine.table.command_handler import handle
from engine.table.commands import DealNow, LeaveTable, PlaceBet, Play
from engine.table.state import TO_SEE, Stage
from tests.clock import START
from tests.engine.sitting import ANN, BEN, SECONDS, Sitting, postings, shown, together, turns
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


def test_only_the_late_stand() -> None:
    """Who decided in the meantime has a deadline of their own, and the full time; all who are late stand at once."""
    table = together()
    table.stack("2s")
    table.now += 30
    table.move(BEN, "hit")
    assert table.state.seat(2).deadline == table.now + SECONDS.turn
    decision = table.wait(15)
    assert decision is not None
    assert decision.change.moves == ("1 stand late",)
    assert table.state.awaited == {2}
    table = together()
    decision = table.wait(SECONDS.turn)
    assert decision is not None
    stood = [move for move in decision.change.moves if move[0].isdigit()]
    assert (stood, decision.change.settled) == (["1 stand late", "2 stand late"], True)


def test_a_time_out_declines_insurance() -> None:
    """Nothing ever spends a player's money for them; who has left declines at once, and then stands."""
    table = Sitting.at(CASINO)
    table.stack("Th Ac 9h 8c")
    table.bet(ANN, 1_000)
    left = table.would(table.state, LeaveTable(user_id=ANN))
    decision = table.wait(SECONDS.turn)
    assert decision is not None
    assert (decision.change.moves, postings(decision)) == (("1 decline late",), [])
    assert table.state.seat(1).deadline == table.now + SECONDS.turn
    assert left is not None
    assert left.change.moves[:2] == ("1 decline gone", "1 stand gone")
    assert left.change.settled


def test_a_click_after_a_time_out_repeats_nothing() -> None:
    """The house has stood for the player: nobody tells them that a click of theirs was taken."""
    table = together()
    early = table.click(ANN, "stand")
    table.now += 30
    table.move(BEN, "hit")
    assert table.wait(15) is not None
    assert table.why(early) is Why.STALE


def test_a_queued_second_hit_does_not_hit_again() -> None:
    """Two quick clicks on one button draw one card; a button from two decisions ago, or drawn for nobody, is old."""
    table = turns()
    table.stack("2s 3s")
    click = table.click(ANN, "hit")
    table.do(click)
    assert table.why(click) is Why.REPEATED
    assert table.why(replace(click, verb=Verb.STAND)) is Why.STALE
    assert table.round.moves.count(Hit(1)) == 1
    table.move(ANN, "hit")
    assert table.why(click) is Why.STALE
    assert table.why(replace(table.click(ANN, "hit"), counters={})) is Why.STALE


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


def test_every_step_of_the_dealer_is_shown() -> None:
    """The hole card first, then card by card, then the result, with the bets for the next round.

    The steps can be left out: then only the end of the round is shown, and all else is the same.
    """
    table = Sitting.at(HOTSEAT)
    table.stack("Th 2c Td 3c 4c 5c 6c")
    table.bet(ANN, 100)
    state, click = table.state, table.click(ANN, "stand")
    at_once = handle(state, click, now=table.now, seconds=SECONDS, luck=bytes, steps=False)
    decision = table.do(click)
    dealer = [len(frame.round.groups[0].dealer.cards) for frame in decision.frames if frame.round]
    assert dealer == [2, 3, 4]
    assert shown(decision) == [*[Phase.DEALER] * 3, None]
    assert decision.state.stage is Stage.BETTING
    assert decision.state.last is not None
    assert decision.state.last.stage is Stage.SETTLED
    assert at_once == decision._replace(frames=decision.frames[-1:])


# Clicks made so soon after a hand was finished that their player can't have seen the next one


def split_eights() -> Sitting:
    """Ann has split a pair of eights, and is to decide about the first hand."""
    table = Sitting.at(VEGAS)
    table.stack("8h 6c 8d Tc 3s 2d 9h 4c")
    table.bet(ANN, 1_000)
    table.move(ANN, "split")
    return table


def clicked(table: Sitting, verb: str, made: float) -> Play:
    """A click on the board as it is now, made at this moment."""
    return replace(table.click(ANN, verb), made=made)


def test_the_next_hand_takes_no_click_that_has_not_seen_it() -> None:
    """Half a second after the one before was finished it does, however late the click arrives."""
    table = split_eights()
    table.do(clicked(table, "hit", table.now - 1))
    assert table.round.active_hand(1) == 0, "a hand that goes on takes every click"
    table.do(clicked(table, "stand", table.now - 1))
    done = table.now
    assert table.round.active_hand(1) == 1
    table.now += 2
    for verb in ("stand", "hit", "double"):
        assert table.why(clicked(table, verb, done + TO_SEE - 0.01)) is Why.STALE
    table.do(clicked(table, "stand", done + TO_SEE))
    table.stack("2h 9c Th 8c 2d")
    table.bet(ANN, 1_000)
    table.do(clicked(table, "hit", table.now - 1))


def test_after_time_has_run_out_nobody_has_to_wait() -> None:
    """Only a click of the player's own may be followed by others that were meant for the same hand."""
    table = split_eights()
    table.wait(45)
    assert table.round.active_hand(1) == 1
    table.do(clicked(table, "stand", table.now - 1))
