"""Clicks made so soon after a hand was finished that their player can't have seen the next one."""

import pytest

from engine.rules.refusals import Why
from engine.rules.rule_sets import HOTSEAT, RULE_SETS
from engine.table.commands import Play
from engine.table.state import TO_SEE, Stage
from tests.engine.sitting import ANN, Sitting

VEGAS = RULE_SETS["vegas"]


def split() -> Sitting:
    """Ann has split a pair of eights, and is to decide about the first hand."""
    table = Sitting.at(VEGAS)
    table.stack("8h 6c 8d Tc 3s 2d 9h 4c")
    table.bet(ANN, 1_000)
    table.move(ANN, "split")
    return table


def clicked(table: Sitting, verb: str, made: float) -> Play:
    """A click on the board as it is now, made at this moment."""
    click = table.click(ANN, verb)
    return Play(
        user_id=click.user_id,
        verb=click.verb,
        counters=click.counters,
        round_number=click.round_number,
        made=made,
    )


def hand(table: Sitting) -> int | None:
    """The hand that Ann is to decide about."""
    return table.round.active_hand(1)


@pytest.mark.parametrize("verb", ["stand", "hit", "double"])
def test_the_next_hand_takes_no_click_that_has_not_seen_it(verb: str) -> None:
    """Half a second after the one before was finished it does, however late the click arrives."""
    table = split()
    table.do(clicked(table, "stand", table.now))
    done = table.now
    assert hand(table) == 1
    table.now += 2
    assert table.why(clicked(table, verb, done + TO_SEE - 0.01)) is Why.STALE
    assert hand(table) == 1
    table.do(clicked(table, "stand", done + TO_SEE))
    assert table.state.stage is Stage.BETTING


def test_a_hand_that_goes_on_takes_every_click() -> None:
    """After a split, and after a card that leaves it unfinished."""
    table = split()
    table.do(clicked(table, "hit", table.now - 1))
    assert hand(table) == 0
    table.do(clicked(table, "stand", table.now - 1))
    assert hand(table) == 1


def test_what_nobody_dates_is_taken() -> None:
    """A click without a moment, and whatever a timer does."""
    table = split()
    table.do(clicked(table, "stand", table.now))
    table.move(ANN, "stand")
    assert table.state.stage is Stage.BETTING


def test_after_time_has_run_out_nobody_has_to_wait() -> None:
    """Only a click of the player's own may be followed by others that were meant for the same hand."""
    table = split()
    table.wait(45)
    assert hand(table) == 1
    table.do(clicked(table, "stand", table.now - 1))


def test_the_next_round_knows_nothing_of_it() -> None:
    """Its first hand takes a click at once."""
    table = Sitting.at(HOTSEAT)
    table.stack("2h 9c Th Td 8c 2d 9d Tc Ts")
    table.bet(ANN, 1_000)
    table.do(clicked(table, "stand", table.now))
    table.bet(ANN, 1_000)
    table.do(clicked(table, "hit", table.now - 1))
