"""Ways to play that don't change: by the book, as the dealer, without ever going bust, and all out."""

from engine.coach.chart import chart
from engine.coach.situation import Situation
from engine.round.moves import Verb
from engine.rules.hand import Total


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
