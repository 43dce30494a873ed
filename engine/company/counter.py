"""Who counts cards: plays the chart, but for the hands at which the count says something else."""

from engine.coach import Situation
from engine.company.count import true_count
from engine.company.fixed import book
from engine.game import Verb

INSURES_FROM = 3
"""The true count from which insurance wins on average."""


def counter(situation: Situation) -> Verb:
    """Insures when that is good, and plays the chart."""
    if situation.insurance is None:
        return book(situation)
    if true_count(situation) < INSURES_FROM:
        return Verb.DECLINE
    if situation.even_money:
        return Verb.EVEN_MONEY
    return Verb.INSURE if situation.insurance else Verb.DECLINE
