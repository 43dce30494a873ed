"""Who has begun to play not long ago: the chart, but for mistakes that most people begin with."""

from engine.coach import Situation
from engine.company.fixed import book
from engine.game import Verb


def novice(situation: Situation) -> Verb:
    """Plays the chart; takes even money."""
    return Verb.EVEN_MONEY if situation.even_money else book(situation)
