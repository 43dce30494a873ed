"""Judging skips decisions that cost nothing, with the same result as a full calculation."""

from dataclasses import replace
from itertools import islice

import pytest

from engine.advice import reviews
from engine.advice.reviews import skill
from engine.coach.situation import Situation
from engine.coach.worth import worth
from engine.round.moves import Verb
from engine.rules.options import Options, with_options
from engine.rules.rule_sets import RULE_SETS, SURRENDER
from engine.rules.rules import Rules
from engine.values.played import SavedMove
from tests.coach.judged import PLAYERS, ToJudge, in_full, to_judge

JUDGED = (*RULE_SETS.values(), with_options(SURRENDER, Options(decks=1)))

ROUNDS = 12


@pytest.fixture
def evaluated(monkeypatch: pytest.MonkeyPatch) -> list[Situation]:
    """The situations evaluated during the test."""
    found: list[Situation] = []

    def noted(situation: Situation) -> dict[Verb, float]:
        found.append(situation)
        return worth(situation)

    monkeypatch.setattr(reviews, "worth", noted)
    return found


def hinted(one: ToJudge) -> ToJudge:
    """The round with hints before every decision."""
    moves = (
        SavedMove(f"{text} hinted", at) if text[0].isdecimal() else SavedMove(text, at)
        for text, at in one.saved.moves
    )
    return replace(one, saved=replace(one.saved, moves=tuple(moves)))


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("rules", JUDGED, ids=lambda rules: f"{rules.key}-{rules.decks}")
def test_judging_comes_to_the_full_calculation(rules: Rules, player: str) -> None:
    """To the last millionth, by all rules and ways to play."""
    for one in islice(to_judge(rules, player, seed=8), ROUNDS):
        assert skill(one.saved, one.gone).seats == tuple(in_full(one))


@pytest.mark.parametrize("key", RULE_SETS)
def test_the_chart_costs_no_calculation(key: str, evaluated: list[Situation]) -> None:
    """Nor does a move after a hint; any other is evaluated."""
    for one in islice(to_judge(RULE_SETS[key], "book", seed=3), ROUNDS):
        for seat in skill(one.saved, one.gone).seats:
            assert (seat.lost, seat.good) == (0, seat.decisions)
            assert seat.by_book == bool(seat.decisions)
    others = [*islice(to_judge(RULE_SETS[key], "gambler", seed=3), ROUNDS)]
    for one in map(hinted, others):
        assert all(not seat.decisions for seat in skill(one.saved, one.gone).seats)
    assert not evaluated
    cost = sum(seat.lost for one in others for seat in skill(one.saved, one.gone).seats)
    assert cost > 0
    assert evaluated
