"""Ways to play: by the book, as the dealer, without ever going bust, all out, as a beginner, or counting cards.

Who counts (Hi-Lo) plays by the chart of the table's rules, but for hands about which the count says something else.
Sources: D. Schlesinger, *Blackjack Attack*: the "Illustrious 18" and the "Fab 4" for the Hi-Lo count, several decks and
standing on soft 17; the same numbers are in M. Shackleford, *The Wizard of Odds*, [High-Low card
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
    """Knows the strategy chart of these rules by heart, and does not count cards."""
    return chart(situation.rules).advised(situation)


def mirror(situation: Situation) -> Verb:
    """Draws and stands as the dealer must by these rules; never doubles, splits, insures or gives up."""
    if situation.insurance is not None:
        return Verb.DECLINE
    draws = situation.rules.dealer_draws(Total(situation.points, situation.soft))
    return Verb.HIT if draws else Verb.STAND


def careful(situation: Situation) -> Verb:
    """Draws only where no card can bust the hand."""
    if situation.insurance is not None:
        return Verb.DECLINE
    return Verb.HIT if situation.points <= (17 if situation.soft else 11) else Verb.STAND


def gambler(situation: Situation) -> Verb:
    """Wants as much on the table as can be: insures, splits every pair, doubles where one card can't bust the hand.

    Hits 16 whatever the dealer shows, and 17 as well: it beats nobody who does not bust.
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
    """Even money, insurance, or neither where neither is possible."""
    if situation.even_money:
        return Verb.EVEN_MONEY
    return Verb.INSURE if situation.insurance else Verb.DECLINE


GOOD = 19
"""Points of a hand that seems worth insuring."""

_LOW = range(2, 7)
"""Points of the upcards with which the dealer often busts."""


def insures_a_good_hand(situation: Situation) -> Verb | None:
    """Insurance is a bet on the hole card; the own hand has nothing to do with it."""
    return sure(situation) if situation.points >= GOOD else None


def splits_tens(situation: Situation) -> Verb | None:
    """Two hands that begin with a ten are worth less than 20."""
    tens = situation.hand == (10, 10) and situation.up in _LOW
    return Verb.SPLIT if tens and Verb.SPLIT in situation.verbs else None


def keeps_eights(situation: Situation) -> Verb | None:
    """16 is the worst hand there is, and two hands that begin with 8 are better."""
    eights = situation.hand == (8, 8) and Verb.SPLIT in situation.verbs
    return Verb.STAND if eights else None


def stands_for_fear(situation: Situation) -> Verb | None:
    """A high upcard is not beaten by 15 or 16, and a bust costs no more; nor is half of the bet taken back."""
    stiff = not situation.soft and situation.points in (15, 16)
    return Verb.STAND if stiff and situation.up not in _LOW else None


def hits_for_hope(situation: Situation) -> Verb | None:
    """Against a low upcard it is the dealer who is likely to bust."""
    stiff = not situation.soft and situation.points in (12, 13) and situation.up in _LOW
    return Verb.HIT if stiff and book(situation) is Verb.STAND else None


def stands_on_soft_17(situation: Situation) -> Verb | None:
    """17 seems enough, and 18 too; but no card can bust a soft hand."""
    return Verb.STAND if situation.soft and situation.points in (17, 18) else None


def doubles_seldom(situation: Situation) -> Verb | None:
    """10 and 11 against a low upcard are not all that is worth doubling."""
    if book(situation) is not Verb.DOUBLE:
        return None
    dares = situation.points in (10, 11) and situation.up in _LOW
    return None if dares else book(replace(situation, verbs=situation.verbs - {Verb.DOUBLE}))


Mistake = Callable[[Situation], Verb | None]

ANSWERS: Final[tuple[Mistake, ...]] = (insures_a_good_hand,)
"""Where insurance is offered."""

MISTAKES: Final[tuple[Mistake, ...]] = (
    splits_tens,
    keeps_eights,
    stands_for_fear,
    hits_for_hope,
    stands_on_soft_17,
    doubles_seldom,
)
"""In play; the first that is about a hand is made."""


def novice(situation: Situation) -> Verb:
    """Makes the first mistake that there is to make, and plays by the chart otherwise."""
    mistakes = MISTAKES if situation.insurance is None else ANSWERS
    made = (mistake(situation) for mistake in mistakes)
    return next((verb for verb in made if verb is not None), None) or book(situation)


_HIGH = (1, 10)
"""Points of the cards that are good for the player; those of `_LOW` are good for the dealer."""

_DECK = len(FRENCH_DECK)


def true_count(situation: Situation) -> int:
    """The count of what lay open since the shuffle, the cards on the table among it; 0 where the deck is endless."""
    unseen = dict(enumerate(situation.unseen, 1))
    running = sum(unseen[points] for points in _HIGH) - sum(unseen[points] for points in _LOW)
    return _each_deck(running, sum(situation.unseen))


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
