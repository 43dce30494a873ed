"""Playing styles of the AI players: by the chart, like the dealer, never bust, aggressive, novice, card counting.

Sources of the index numbers: D. Schlesinger, *Blackjack Attack*: the "Illustrious 18" and the "Fab 4" for the Hi-Lo
count, several decks and standing on soft 17; also M. Shackleford, [High-Low card
counting](https://wizardofodds.com/games/blackjack/card-counting/high-low/).
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from engine.coach.chart import chart
from engine.coach.situation import Situation
from engine.round.moves import Verb
from engine.rules.cards import FRENCH_DECK, Card, Total
from engine.rules.rules import Rules


def book(situation: Situation) -> Verb:
    """Return the move that the strategy chart advises."""
    return chart(situation.rules).advised(situation)


def mirror(situation: Situation) -> Verb:
    """Hit and stand as the dealer must, and decline insurance."""
    if situation.insurance is not None:
        return Verb.DECLINE
    draws = situation.rules.dealer_draws(Total(situation.points, situation.soft))
    return Verb.HIT if draws else Verb.STAND


def careful(situation: Situation) -> Verb:
    """Hit only if no card can bust the hand, and decline insurance."""
    if situation.insurance is not None:
        return Verb.DECLINE
    return Verb.HIT if situation.points <= (17 if situation.soft else 11) else Verb.STAND


def gambler(situation: Situation) -> Verb:
    """Take insurance, split every pair, and double if one card can't bust the hand.

    Hit 16 and 17, since 17 wins only if the dealer busts.
    """
    moves = situation.verbs
    if situation.insurance is not None:
        return sure(situation)
    if Verb.SPLIT in moves:
        return Verb.SPLIT
    if Verb.DOUBLE in moves and (situation.soft or situation.points <= 11):
        return Verb.DOUBLE
    return Verb.HIT if situation.points < (19 if situation.soft else 18) else Verb.STAND


def sure(situation: Situation) -> Verb:
    """Take even money, or else insurance, if offered."""
    if situation.even_money:
        return Verb.EVEN_MONEY
    return Verb.INSURE if situation.insurance else Verb.DECLINE


GOOD = 19
"""The lowest total that a novice insures."""

_LOW = range(2, 7)
"""Cards 2 to 6, as upcards of a dealer who often busts."""


def insures_a_good_hand(situation: Situation) -> Verb | None:
    """Insure a good hand, else return None. A novice's mistake: only the hole card matters."""
    return sure(situation) if situation.points >= GOOD else None


def splits_tens(situation: Situation) -> Verb | None:
    """Return a split of tens against a low upcard, else None. A novice's mistake: 20 is worth more than two tens."""
    tens = situation.hand == (10, 10) and situation.up in _LOW
    return Verb.SPLIT if tens and Verb.SPLIT in situation.verbs else None


def keeps_eights(situation: Situation) -> Verb | None:
    """Return a stand on a pair of eights, else None. A novice's mistake: 16 is the worst total."""
    eights = situation.hand == (8, 8) and Verb.SPLIT in situation.verbs
    return Verb.STAND if eights else None


def stands_for_fear(situation: Situation) -> Verb | None:
    """Return a stand on hard 15 or 16 against a high upcard, else None. A novice's mistake."""
    stiff = not situation.soft and situation.points in (15, 16)
    return Verb.STAND if stiff and situation.up not in _LOW else None


def hits_for_hope(situation: Situation) -> Verb | None:
    """Return a hit on hard 12 or 13 if the chart stands against a low upcard, else None. A novice's mistake."""
    stiff = not situation.soft and situation.points in (12, 13) and situation.up in _LOW
    return Verb.HIT if stiff and book(situation) is Verb.STAND else None


def stands_on_soft_17(situation: Situation) -> Verb | None:
    """Return a stand on soft 17 or 18, which no card can bust, else None. A novice's mistake."""
    return Verb.STAND if situation.soft and situation.points in (17, 18) else None


def doubles_seldom(situation: Situation) -> Verb | None:
    """Return the chart's next best move instead of a double, a novice's mistake.

    None if the chart doesn't double, and for 10 and 11 against a low upcard.
    """
    if book(situation) is not Verb.DOUBLE:
        return None
    dares = situation.points in (10, 11) and situation.up in _LOW
    return None if dares else book(replace(situation, verbs=situation.verbs - {Verb.DOUBLE}))


Mistake = Callable[[Situation], Verb | None]

ANSWERS: Final[tuple[Mistake, ...]] = (insures_a_good_hand,)
"""Mistakes with insurance."""

MISTAKES: Final[tuple[Mistake, ...]] = (
    splits_tens,
    keeps_eights,
    stands_for_fear,
    hits_for_hope,
    stands_on_soft_17,
    doubles_seldom,
)
"""In play; the first that applies is made."""


def novice(situation: Situation) -> Verb:
    """Make a novice's first mistake that applies, else follow the strategy chart."""
    mistakes = MISTAKES if situation.insurance is None else ANSWERS
    made = (mistake(situation) for mistake in mistakes)
    return next((verb for verb in made if verb is not None), None) or book(situation)


_HIGH = (1, 10)
"""Cards that favour the player, as `_LOW` ones do the dealer."""

_DECK = len(FRENCH_DECK)


def true_count(situation: Situation) -> int:
    """Return the Hi-Lo true count of all open cards since the shuffle; 0 with an endless deck."""
    unseen = dict(enumerate(situation.unseen, 1))
    running = sum(unseen[points] for points in _HIGH) - sum(unseen[points] for points in _LOW)
    return _each_deck(running, sum(situation.unseen))


def count_before(rules: Rules, gone: Collection[Card]) -> int:
    """Return the Hi-Lo true count before a round; `gone` are the open cards since the shuffle."""
    if rules.decks is None:
        return 0
    running = sum((card.points in _LOW) - (card.points in _HIGH) for card in gone)
    return _each_deck(running, rules.decks * _DECK - len(gone))


def _each_deck(running: int, left: int) -> int:
    return running * _DECK // max(left, 1)


INSURES_FROM = 3
"""The true count from which insurance pays: the first of the Illustrious 18."""


class Indices(NamedTuple):
    """True counts from which the move `better` beats `other`, by hard total and upcard."""

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
"""In order of priority."""


def counter(situation: Situation) -> Verb:
    """Count cards: insure at a high count, deviate from the chart by index numbers, else follow it."""
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
    """Return True if an index number fits these rules: the chart, for a count of 0, must agree with it.

    Indices for surrender, split and double assume that the dealer peeks.
    """
    better, other, _ = indices
    if better not in situation.verbs or usual not in (better, other):
        return False
    if better is not Verb.STAND and situation.up in (1, 10) and not situation.peeks:
        return False
    return index == 0 or (usual is better) == (index < 0)
