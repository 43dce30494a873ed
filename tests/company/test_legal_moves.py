"""Whatever a seat is asked, each character does something that is possible."""

from collections.abc import Iterator

import pytest

from engine.ai_players.characters import Character
from engine.ai_players.members import Members, plays
from engine.coach.worth import worth
from engine.round.moves import Insure, PlayerMove
from engine.round.round import legal
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from tests.coach.situations import decided, decisions

every_rule_set = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS.keys())

FREE = {"hit", "stand", "decline", "even-money", "surrender"}
"""Words of the moves that cost nothing."""


@every_rule_set
@pytest.mark.parametrize("character", Character)
def test_a_move_is_legal(rules: Rules, character: Character) -> None:
    """And always the same in the same situation."""
    for situation in decisions(rules, seed=9, count=400):
        verb = plays(character, situation)
        offered = situation.verbs if situation.insurance is None else worth(situation)
        assert verb in offered
        assert plays(character, situation) == verb


@every_rule_set
@pytest.mark.parametrize("character", Character)
def test_a_move_can_be_paid(rules: Rules, character: Character) -> None:
    """Out of the moves that a table names, whichever they are; insurance with its cents."""
    for one in decided(rules, seed=4, count=200):
        every = legal(one.round, one.seat)
        free = tuple(move for move in every if move.verb in FREE)
        for moves in (every, free, *without_one(every)):
            move = Members().move(character, one.round, one.seat, moves, one.gone)
            assert move in moves
            if isinstance(move, Insure):
                assert move.cents > 0


def without_one(moves: tuple[PlayerMove, ...]) -> Iterator[tuple[PlayerMove, ...]]:
    """All but one of those that cost something."""
    for priced in moves:
        if priced.verb not in FREE:
            yield tuple(move for move in moves if move is not priced)
