"""Ways to play without counting: by the book, as the dealer, without ever going bust, all out, as a beginner."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from engine.coach.chart import chart
from engine.coach.situation import Situation
from engine.round.moves import Verb
from engine.rules.cards import Total


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
"""Upcards with which the dealer often busts."""


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
