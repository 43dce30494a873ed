"""Looks back at a seat's decisions in a round: what was best each time, and what the choice cost.

A decision is judged by what its player could know when it was made; how the cards fell has no say.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from engine.coach.situation import Situation, situation_of
from engine.coach.worth import worth
from engine.round.moves import Deal, Insure, Move, PlayerMove, Reveal, Verb
from engine.round.round import Round
from engine.rules.cards import Card
from engine.rules.rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewed:
    """A decision: the `number` of its move in the log, the `situation`, the `move`, and what each one was worth, the
    best first.

    Values are parts of the first stake; `value` is that of the move that was made.
    """

    number: int
    situation: Situation
    move: PlayerMove
    values: Mapping[Verb, float]
    value: float

    @property
    def best(self) -> Verb:
        """The best move."""
        return next(iter(self.values))

    @property
    def cost(self) -> float:
        """What the choice cost on average beside the best one, as a part of the first stake; never below zero."""
        return self.values[self.best] - self.value


def review(
    rules: Rules,
    stakes: Mapping[int, int],
    moves: Iterable[Move],
    seat: int,
    gone: Collection[Card] = (),
) -> tuple[Reviewed, ...]:
    """Every decision of a seat in the round of these moves, when `gone` are the cards of earlier rounds of the shoe.

    Those that the house made in the player's place are among them: a move tells its origin. Raises `IllegalMove` where
    these are not the moves of a round.
    """
    round_ = Round.start(rules, stakes)
    found = []
    for number, move in enumerate(moves):
        before = round_.copy()
        round_.push(move)
        if not isinstance(move, Deal | Reveal) and move.seat == seat:
            found.append(_reviewed(before, number, move, gone))
    return tuple(found)


def _reviewed(round_: Round, number: int, move: PlayerMove, gone: Collection[Card]) -> Reviewed:
    situation = situation_of(round_, move.seat, gone)
    values = worth(situation)
    value = values[move.verb]
    if isinstance(move, Insure) and situation.insurance:
        part = float(move.cents / (round_.stakes[move.seat] * situation.insurance))
        value = values[Verb.DECLINE] + part * (value - values[Verb.DECLINE])
    return Reviewed(number=number, situation=situation, move=move, values=values, value=value)
