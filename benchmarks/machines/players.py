"""Ways to play, as functions of what a seat may see."""

from collections.abc import Callable

from engine.coach import Situation, chart, worth
from engine.game import Verb

Player = Callable[[Situation], Verb]
"""Chooses among the moves that are possible."""


def best(situation: Situation) -> Verb:
    """Plays as well as can be, with every card in mind."""
    return next(iter(worth(situation)))


def by_chart(situation: Situation) -> Verb:
    """Knows the strategy chart of these rules by heart, and does not count cards."""
    return chart(situation.rules).advised(situation)


def mimic(situation: Situation) -> Verb:
    """Mimics a dealer who stands on every 17: no doubling, no splitting, no insurance."""
    if situation.insurance is not None:
        return Verb.DECLINE
    return Verb.HIT if situation.points < 17 else Verb.STAND


def never_bust(situation: Situation) -> Verb:
    """Draws only where no card can bust the hand."""
    if situation.insurance is not None:
        return Verb.DECLINE
    return Verb.HIT if situation.points <= (17 if situation.soft else 11) else Verb.STAND


def gambler(situation: Situation) -> Verb:
    """Wants as much on the table as can be: insures, splits every pair, doubles where one card can't bust the hand."""
    moves = situation.verbs
    if situation.insurance is not None:
        return Verb.EVEN_MONEY if situation.even_money else Verb.INSURE
    if Verb.SPLIT in moves:
        return Verb.SPLIT
    if Verb.DOUBLE in moves and (situation.soft or situation.points <= 11):
        return Verb.DOUBLE
    return Verb.HIT if situation.points < 17 else Verb.STAND


PLAYERS: dict[str, Player] = {
    "best": best,
    "chart": by_chart,
    "mimic the dealer": mimic,
    "never bust": never_bust,
    "gambler": gambler,
}
