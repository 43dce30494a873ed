"""Exercises from a player's past mistakes, without money or effect on the skill rating."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.advice.reviews import EQUAL, DecisionPoint, EvaluatedMove, evaluated_moves, logged
from engine.coach.chart import chart
from engine.coach.reasons import Reason, reason
from engine.round.moves import Origin, Verb
from engine.rules.cards import Card
from engine.rules.rules import Rules
from engine.values.played import SavedRound


class JudgedAnswer(NamedTuple):
    """The verdict on an answer to an exercise.

    `why` explains why the best move beats the answer or, if that was right, the move made at the table.
    """

    right: bool
    why: Reason | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """A past mistake to play again: `number` is its move's index in the saved round, `verbs` are the legal moves."""

    round_id: int
    number: int
    rules: Rules
    point: DecisionPoint
    made: Verb
    verbs: tuple[Verb, ...]
    _move: EvaluatedMove

    def answer(self, verb: Verb) -> JudgedAnswer:
        """Judge an answer. Raises `ValueError` for an illegal move."""
        values = self._move.values
        if verb not in values:
            raise ValueError(f"{verb} can't be done here")
        right = values[self._move.best] - values[verb] <= EQUAL
        made = self.made if right else verb
        return JudgedAnswer(right, reason(self._move.situation, values, made))


def exercises(saved: SavedRound, seat: int, seen: Collection[Card] | None) -> Iterator[Exercise]:
    """Yield exercises from a seat's own mistakes in a saved round, if the strategy chart agrees with the exact cards.

    `seen` are earlier rounds' cards, from `cards_before`. Raises `ValueError` or `IllegalMove` for a damaged log.
    """
    rules, stakes, moves = logged(saved)
    for one in evaluated_moves(rules, stakes, moves, seat, seen or ()):
        if _is_mistake(one):
            yield Exercise(
                round_id=saved.round_id,
                number=one.number,
                rules=rules,
                point=one.point,
                made=one.move.verb,
                verbs=tuple(verb for verb in Verb if verb in one.values),
                _move=one,
            )


def _is_mistake(one: EvaluatedMove) -> bool:
    if one.cost <= EQUAL or one.move.origin not in {Origin.PLAYER, Origin.HINTED}:
        return False
    return chart(one.situation.rules).advised(one.situation) is one.best
