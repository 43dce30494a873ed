"""Turns, time-outs and stale buttons, and the frames shown."""

from dataclasses import replace

import pytest

from engine.round.moves import Hit, Verb
from engine.round.round import Phase
from engine.rules.refusals import Why
from engine.rules.rule_sets import HOTSEAT, VEGAS
from engine.table.command_handler import handle
from engine.table.commands import DealNow, LeaveTable, MakeMove, PlaceBet
from engine.table.state import TO_SEE, Stage
from tests.clock import START
from tests.engine.sitting import ANN, BEN, SECONDS, Sitting, postings, shown, together, turns
from tests.engine.variants import CASINO

pytestmark = pytest.mark.usefixtures("variants_at_tables")


def late(table: Sitting, seconds: float = SECONDS.turn) -> tuple[str, ...]:
    """Return the automatic moves after these seconds; no money may move."""
    decision = table.wait(seconds)
    assert decision is not None
    assert decision.change.settled or not postings(decision)
    return tuple(move for move in decision.change.moves if move[0].isdigit())


def test_a_time_out_stands_and_declines_insurance() -> None:
    """After the deadline, without spending money. A player who left declines at once, then stands."""
    table = turns()
    assert [seat.deadline for seat in table.state.seats] == [START + SECONDS.turn, None]
    assert table.wait(SECONDS.turn - 1) is None
    assert late(table, 1) == ("1 stand late",)
    assert table.state.seat(2).deadline == table.now + SECONDS.turn
    table = Sitting.at(CASINO)
    table.stack("Th Ac 9h 8c")
    table.bet(ANN, 1_000)
    left = table.would(table.state, LeaveTable(user_id=ANN))
    assert late(table) == ("1 decline late",)
    assert table.state.seat(1).deadline == table.now + SECONDS.turn
    assert left is not None
    assert left.change.moves[:2] == ("1 decline gone", "1 stand gone")
    assert left.change.settled


def test_only_late_players_stand() -> None:
    """A decision gives a new deadline. The late player's own click is then stale."""
    table = together()
    table.stack("2s")
    early = table.click(ANN, "stand")
    table.now += 30
    table.move(BEN, "hit")
    assert table.state.seat(2).deadline == table.now + SECONDS.turn
    assert late(table, 15) == ("1 stand late",)
    assert table.state.awaited == {2}
    assert table.why(early) is Why.STALE
    table = together()
    assert late(table) == ("1 stand late", "2 stand late")
    assert table.state.stage is Stage.BETTING


def test_a_double_click_hits_once() -> None:
    """An older button, or one without counters, is stale."""
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


def test_early_buttons_work_in_their_turn_and_old_ones_are_refused() -> None:
    """When the turn comes; after the round they do nothing."""
    table = turns()
    first, second = table.click(ANN, "stand"), table.click(BEN, "stand")
    refusal = table.refused(second)
    assert (refusal.why, refusal.turn) == (Why.NOT_YOUR_TURN, (1,))
    table.move(ANN, "stand")
    assert table.do(second).change.settled
    for command in (
        *(first, replace(first, round_number=3)),
        PlaceBet(user_id=ANN, cents=100, round_number=1),
        DealNow(user_id=ANN, round_number=1),
        LeaveTable(user_id=ANN, round_number=1),
    ):
        assert table.why(command) is Why.TOO_LATE
    assert table.why(replace(first, round_number=2)) is Why.NO_ROUND


def test_every_step_of_the_dealer_is_shown() -> None:
    """The hole card, each card, then the result. With `steps=False` only the last frame."""
    table = Sitting.at(HOTSEAT)
    table.stack("Th 2c Td 3c 4c 5c 6c")
    table.bet(ANN, 100)
    state, click = table.state, table.click(ANN, "stand")
    at_once = handle(state, click, now=table.now, seconds=SECONDS, random_bytes=bytes, steps=False)
    decision = table.do(click)
    dealer = [len(frame.round.groups[0].dealer.cards) for frame in decision.frames if frame.round]
    assert dealer == [2, 3, 4, 5]
    assert shown(decision) == [*[Phase.DEALER] * 4, None]
    assert decision.state.stage is Stage.BETTING
    assert decision.state.last is not None
    assert decision.state.last.stage is Stage.SETTLED
    assert at_once == decision._replace(frames=decision.frames[-1:])


# Clicks made before the player can have seen the next hand


def split_eights() -> Sitting:
    """Ann has split eights and plays the first hand."""
    table = Sitting.at(VEGAS)
    table.stack("8h 6c 8d Tc 3s 2d 9h 4c")
    table.bet(ANN, 1_000)
    table.move(ANN, "split")
    return table


def clicked(table: Sitting, verb: str, made: float) -> MakeMove:
    return replace(table.click(ANN, verb), made=made)


def test_the_next_hand_ignores_clicks_made_too_soon() -> None:
    """Until half a second after the last hand, by the click's time; not after a time-out."""
    table = split_eights()
    table.do(clicked(table, "hit", table.now - 1))
    assert table.round.active_hand(1) == 0, "an unfinished hand accepts every click"
    table.do(clicked(table, "stand", table.now - 1))
    done = table.now
    assert table.round.active_hand(1) == 1
    table.now += 2
    for verb in ("stand", "hit", "double"):
        assert table.why(clicked(table, verb, done + TO_SEE - 0.01)) is Why.HAND_JUST_UP
    table.do(clicked(table, "stand", done + TO_SEE))
    table.stack("2h 9c Th 8c 2d")
    table.bet(ANN, 1_000)
    table.do(clicked(table, "hit", table.now - 1))
    table = split_eights()
    table.wait(45)
    assert table.round.active_hand(1) == 1
    table.do(clicked(table, "stand", table.now - 1))
