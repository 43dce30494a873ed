"""The top of a skill leaderboard: five chart players among 95 others."""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random

import pytest

from engine.advice.reviews import evaluated_moves, lost
from engine.rules.rule_sets import VEGAS
from engine.values.skill import Skill
from engine.values.tables import Character
from tests.ai_players.alone import SEAT, played

WEAK = (Character.NOVICE, Character.MIRROR, Character.CAREFUL, Character.GAMBLER)


@cache
def costs() -> Mapping[Character, Sequence[int]]:
    """Return each decision's cost as the bot judges it, in millionths of the stake."""
    return {
        one: [
            lost(made)
            for found in played(VEGAS, one, 50, seed=1)
            for made in evaluated_moves(
                VEGAS, found.round.stakes, found.round.moves, SEAT, found.gone
            )
        ]
        for one in (Character.BOOK, *WEAK)
    }


def rating(character: Character, rng: Random, *, hints: bool = False) -> float:
    """Rate random decisions, half of them by the chart. With `hints`, costly ones were hinted and do not count."""
    count, part = rng.randint(50, 1_000), rng.uniform(0.5, 1)
    made = rng.choices(costs()[character], k=round(part * count))
    made += rng.choices(costs()[Character.BOOK], k=count - len(made))
    own = [cost for cost in made if not hints or not cost]
    hinted = len(made) - len(own)
    return Skill(decisions=len(own), good=own.count(0), lost=sum(own), hinted=hinted).rating


@pytest.mark.parametrize(
    "hints", [False, True], ids=["without hints", "hints for costly decisions"]
)
def test_chart_player_leads(hints: bool) -> None:
    rng, led = Random(1), 0
    for _ in range(100):
        good = min(rating(Character.BOOK, rng) for _ in range(5))
        led += good < min(rating(rng.choice(WEAK), rng, hints=hints) for _ in range(95))
    assert led >= 99
