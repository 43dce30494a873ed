"""What a player is told who asks for a hint: the moves of the hand that is to decide, with what each is worth."""

from collections.abc import Collection
from dataclasses import dataclass

from engine import coach
from engine.coach import situation_of
from engine.lessons.reviews import Asked, Choice, asked_in, choices
from engine.rules import Card
from engine.table import Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """The moves that a player has, the best first; `seen` as of a `Review`."""

    asked: Asked
    choices: tuple[Choice, ...]
    seen: int | None


def hint(question: Question, seen: Collection[Card] | None) -> Hint:
    """The hint for a seat that is to decide; `seen` as by `cards_before`."""
    situation = situation_of(question.round, question.seat, seen or ())
    stake = question.round.stakes[question.seat]
    return Hint(
        asked=asked_in(question.round, question.seat),
        choices=choices(coach.worth(situation), stake),
        seen=None if seen is None else len(seen),
    )
