"""The players of the house see what their seat sees, and nothing else."""

import pytest

from engine.ai_players.characters import Character
from engine.ai_players.members import Members
from engine.round.round import legal
from engine.rules.rule_sets import RULE_SETS
from tests.coach.situations import rounds, with_other_cards


@pytest.mark.parametrize("key", ["hotseat", "bicycle", "surrender", "vegas", "downtown"])
def test_cards_that_lie_face_down_change_no_move(key: str) -> None:
    """Hole cards and doubles face down, each replaced by others, for each decision of many rounds."""
    members, tried = Members(), 0
    for _, played in zip(range(25), rounds(RULE_SETS[key], seed=21), strict=False):
        for one in played.decisions:
            moves = legal(one.round, one.seat)
            done = [members.move(who, one.round, one.seat, moves, one.gone) for who in Character]
            for other in with_other_cards(one):
                tried += 1
                assert done == [
                    members.move(who, other, one.seat, moves, one.gone) for who in Character
                ]
    assert tried > 100
