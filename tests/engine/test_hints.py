"""A hint at a table: what a player may ask about, and the mark on the move that follows."""

import pytest

from engine.round.moves import Origin, PlayerMove, Verb
from engine.rules.refusals import Refused, Why
from engine.rules.rule_sets import HOTSEAT
from engine.table.commands import Play
from tests.engine.test_living_table import click, dealt

from .storing import ANN, BEN, Living


def why(living: Living, user_id: int) -> Why:
    """Why this user can't ask."""
    with pytest.raises(Refused) as refused:
        living.table.question(user_id)
    return refused.value.refusal.why


def played(living: Living) -> tuple[str, ...]:
    """The players' moves of the last change."""
    return tuple(move for move in living.bank.kept[-1].moves if move[0].isdigit())


async def test_who_is_to_decide_may_ask() -> None:
    """Nobody else: not whose turn is later, nor who does not play; and nothing of the table changes."""
    living = await dealt()
    before = living.table.view
    asked = living.table.question(ANN)
    assert (asked.seat, asked.round_number, asked.gone) == (1, 1, 0)
    assert why(living, BEN) is Why.NOT_YOUR_TURN
    assert why(living, 999) is Why.NOT_IN_ROUND
    assert living.table.view == before
    await living.table.stop()


async def test_nobody_asks_between_rounds() -> None:
    """There is nothing to decide then."""
    living = Living.at(HOTSEAT)
    assert why(living, ANN) is Why.NO_ROUND
    await living.table.stop()


async def test_the_move_after_a_hint_says_so() -> None:
    """That one alone: the next one of the same player was made without."""
    living = await dealt()
    living.table.note_hint(living.table.question(ANN))
    await living.table.submit(click(living, ANN, Verb.STAND))
    await living.table.submit(click(living, BEN, Verb.STAND))
    kept = [move for change in living.bank.kept for move in change.moves if move[0].isdigit()]
    assert kept == ["1 stand hinted", "2 stand"]
    await living.table.stop()


async def test_a_move_without_a_hint_can_not_claim_one() -> None:
    """Nor hide one: the table knows."""
    living = await dealt()
    plain = click(living, ANN, Verb.STAND)
    claimed = Play(
        user_id=ANN,
        verb=Verb.STAND,
        counters=plain.counters,
        round_number=plain.round_number,
        hinted=True,
    )
    await living.table.submit(claimed)
    assert played(living) == ("1 stand",)
    await living.table.stop()


async def test_a_hint_for_a_decision_that_is_made_is_refused() -> None:
    """The player was quicker: nothing is told that might help with another decision, and nothing is marked."""
    living = await dealt()
    asked = living.table.question(ANN)
    await living.table.submit(click(living, ANN, Verb.STAND))
    with pytest.raises(Refused) as refused:
        living.table.note_hint(asked)
    assert refused.value.refusal.why is Why.STALE
    await living.table.stop()


async def test_a_second_click_after_a_hint_is_a_repetition() -> None:
    """As without: once is enough."""
    living = await dealt()
    living.table.note_hint(living.table.question(ANN))
    stand = click(living, ANN, Verb.STAND)
    await living.table.submit(stand)
    with pytest.raises(Refused) as refused:
        await living.table.submit(stand)
    assert refused.value.refusal.why is Why.REPEATED
    await living.table.stop()


async def test_a_question_keeps_its_round() -> None:
    """What happens at the table afterwards does not change it."""
    living = await dealt()
    asked = living.table.question(ANN)
    moves = [*asked.round.moves]
    await living.table.submit(click(living, ANN, Verb.STAND))
    assert asked.round.moves == moves
    assert not any(isinstance(move, PlayerMove) and move.origin is Origin.HINTED for move in moves)
    await living.table.stop()
