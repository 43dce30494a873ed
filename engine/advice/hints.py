"""What a player is told who asks for a hint: the moves of the hand that is to decide, with what each is worth."""

from collections.abc import Collection
from dataclasses import dataclass

from engine.advice.reviews import Asked, Choice, asked_in, choices
from engine.coach.reasons import Reason, reason
from engine.coach.situation import situation_of
from engine.coach.worth import worth
from engine.rules.cards import Card
from engine.table.hints import Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """The moves that a player has, the best first, and why that is best; `seen` as of a `Review`."""

    asked: Asked
    why: Reason | None
    choices: tuple[Choice, ...]
    seen: int | None


def hint(question: Question, seen: Collection[Card] | None) -> Hint:
    """The hint for a seat that is to decide; `seen` as by `cards_before`."""
    situation = situation_of(question.round, question.seat, seen or ())
    stake, values = question.round.stakes[question.seat], worth(situation)
    return Hint(
        asked=asked_in(question.round, question.seat),
        why=reason(situation, values),
        choices=choices(values, stake),
        seen=None if seen is None else len(seen),
    )
