"""Shoes that are good and bad for the player."""

from collections import Counter
from dataclasses import replace

from engine.coach.situation import Situation
from engine.rules.cards import FRENCH_DECK, Card
from engine.rules.rules import Rules

DECK = len(FRENCH_DECK)
LOW = [card for card in FRENCH_DECK if 2 <= card.points <= 6]
HIGH = [card for card in FRENCH_DECK if card.points in (1, 10)]


def at_count(situation: Situation, count: int) -> Situation:
    """The same with two decks unseen and this true count: high cards lie there in place of low ones, or low of high."""
    unseen = Counter(dict.fromkeys(range(1, 10), 8) | {10: 32})
    for number in range(abs(count)):
        low = 2 + number % 5
        unseen[low] -= 1 if count > 0 else -1
        unseen[10] += 1 if count > 0 else -1
    return replace(situation, unseen=tuple(unseen[points] for points in range(1, 11)))


def gone_for(rules: Rules, count: int) -> list[Card]:
    """So few low cards, or high ones, that this is the true count of what is left."""
    cards, left = (LOW if count > 0 else HIGH) * (rules.decks or 0), DECK * (rules.decks or 0)
    gone = 0
    while gone * DECK < abs(count) * (left - gone) - (DECK - 1 if count < 0 else 0):
        gone += 1
    return cards[:gone]
