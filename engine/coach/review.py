"""Looks back at a seat's decisions in a round: what was best each time, and what the choice cost.

A decision is judged by what its player could know when it was made; how the cards fell has no say.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from engine.coach.situation import Situation, situation_of
from engine.coach.worth import worth
from engine.game import Insure, MalformedRecord, Move, Origin, PlayerMove, Round, Verb
from engine.rules import Card, IllegalMove, Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewed:
    """A decision: the `number` of its move in the log, the `move`, and what each move was worth, the best first.

    Values are parts of the first stake; `value` is that of the move that was made.
    """

    number: int
    move: PlayerMove
    values: Mapping[Verb, float]
    value: float

    @property
    def best(self) -> Verb:
        """The best move."""
        return next(iter(self.values))

    @property
    def cost(self) -> float:
        """What the choice cost on average beside the best one, never below zero."""
        return max(0.0, self.values[self.best] - self.value)
'''
'''
