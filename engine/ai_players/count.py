"""The Hi-Lo count: two to six are worth one, tens, faces and aces minus one, all others nothing.

True counts are running counts for each deck that is left, rounded down. Source: S. Wong, *Professional Blackjack*.
"""

from collections.abc import Collection

from engine.coach.situation import Situation
from engine.rules.cards import FRENCH_DECK, Card
from engine.rules.rules import Rules

_LOW, _HIGH = range(2, 7), (1, 10)
"""Points of a card."""

_DECK = len(FRENCH_DECK)


def true_count(situation: Situation) -> int:
    """The count of what lay open since the shuffle, the cards on the table among it; 0 where the deck is endless."""
    left = situation.discards if situation.left == 0 else situation.unseen
    unseen = dict(enumerate(left, 1))
    running = sum(unseen[points] for points in _HIGH) - sum(unseen[points] for points in _LOW)
    return _each_deck(running, sum(left))


def count_before(rules: Rules, gone: Collection[Card]) -> int:
    """The true count before a round, when these cards lay open since the shuffle."""
    if rules.decks is None:
        return 0
    running = sum((card.points in _LOW) - (card.points in _HIGH) for card in gone)
    return _each_deck(running, rules.decks * _DECK - len(gone))


def _each_deck(running: int, left: int) -> int:
    """For each deck of the cards that are left."""
    return running * _DECK // max(left, 1)
