"""Who counts cards (Hi-Lo): the chart of the table's rules, but for hands about which the count says something else.

Sources: D. Schlesinger, *Blackjack Attack*: the "Illustrious 18" and the "Fab 4" for the Hi-Lo count, several decks and
standing on soft 17; the same numbers are in M. Shackleford, *The Wizard of Odds*, [High-Low card
counting](https://wizardofodds.com/games/blackjack/card-counting/high-low/).
"""

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from engine.ai_players.playing_styles import book, sure
from engine.coach.situation import Situation
from engine.round.moves import Verb
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


INSURES_FROM = 3
"""The true count from which insurance wins on average: the first of the eighteen."""


class Indices(NamedTuple):
    """The true counts from which one move is better than another, by a hard total and an upcard (points)."""

    better: Verb
    other: Verb
    counts: Mapping[tuple[int, int], int]


INDICES: Final = (
    Indices(Verb.SURRENDER, Verb.HIT, {(14, 10): 3, (15, 9): 2, (15, 10): 0, (15, 1): 1}),
    Indices(Verb.SPLIT, Verb.STAND, {(20, 5): 5, (20, 6): 4}),
    Indices(Verb.DOUBLE, Verb.HIT, {(9, 2): 1, (9, 7): 3, (10, 10): 4, (10, 1): 4, (11, 1): 1}),
    Indices(
        *(Verb.STAND, Verb.HIT),
        {(12, 2): 3, (12, 3): 2, (12, 4): 0, (12, 5): -2, (12, 6): -1}
        | {(13, 2): -1, (13, 3): -2, (15, 10): 4, (16, 9): 5, (16, 10): 0},
    ),
)
"""What comes first is asked first."""


def counter(situation: Situation) -> Verb:
    """Insures when that is good, and plays by the count where there is an index for the hand."""
    if situation.insurance is not None:
        return sure(situation) if true_count(situation) >= INSURES_FROM else book(situation)
    usual = book(situation)
    if situation.soft or situation.rules.ties_lose or situation.rules.decks is None:
        return usual
    for indices in INDICES:
        index = indices.counts.get((situation.points, situation.up))
        if index is not None and _holds(indices, index, situation, usual):
            return indices.better if true_count(situation) >= index else indices.other
    return usual


def _holds(indices: Indices, index: int, situation: Situation, usual: Verb) -> bool:
    """Whether this index is one for these rules: the chart, which is made for a count of zero, says the same.

    Surrenders and doubles are reckoned for a dealer who has looked for a natural.
    """
    better, other, _ = indices
    if better not in situation.verbs or usual not in (better, other):
        return False
    if better is not Verb.STAND and situation.up in (1, 10) and not situation.peeks:
        return False
    return index == 0 or (usual is better) == (index < 0)
