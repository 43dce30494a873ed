"""What each move is worth: the expected result, in first stakes, of the move and of the best play after it.

It is about the hand that is to decide, and about those that are split from it; what the seat's other hands bring is the
same whatever is done here. A value is what can be won (1: the stake) or lost on average: -0.5 is half of the stake.
"""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from engine.coach.bets import LOST, natural_brings, result
from engine.coach.dealer import Dealer
from engine.coach.dealer_hands import NATURAL
from engine.coach.lines import Array
from engine.coach.play import Play, played
from engine.coach.situation import Situation
from engine.coach.splitting import splitting
from engine.game import Verb

EVEN = 1.0
HALF = 0.5
INSURANCE_PAYS = 2.0


_BOLDER = (
    *(Verb.STAND, Verb.HIT, Verb.SURRENDER, Verb.DOUBLE, Verb.SPLIT),
    *(Verb.DECLINE, Verb.EVEN_MONEY, Verb.INSURE),
)
"""Among moves that are worth the same, the first of these comes first."""


def worth(situation: Situation, *, exact: bool = False) -> dict[Verb, float]:
    """The value of each legal move, the best first; insurance is that of the highest amount.

    `exact` takes several times as long for low cards, and differs by less than a thousandth of the stake.
    """
    insuring = situation.insurance is not None
    found = _of_insurance(situation, exact) if insuring else _of_play(situation, exact)
    return dict(sorted(found.items(), key=lambda item: (-item[1], _BOLDER.index(item[0]))))


def of_the_deal(situation: Situation, *, exact: bool = False) -> float:
    """What a hand is worth once it is dealt, before the dealer has looked for a natural, without insurance."""
    dealer, unseen = _dealer(situation), _unseen(situation)
    natural = dealer.natural(unseen)
    if situation.natural:
        return natural_brings(situation.rules, natural)
    best = max(_of_play(situation.after_the_peek, exact).values())
    if not situation.peeks:
        return best
    found = result(situation.rules, situation.points, NATURAL)
    return natural * found + (1 - natural) * best


def _of_insurance(situation: Situation, exact: bool) -> Mapping[Verb, float]:
    """Even money is a sure win; insurance pays 2:1 on the chance of a natural, and leaves the hand as it is."""
    natural = _dealer(situation).natural(_unseen(situation))
    declined = of_the_deal(situation, exact=exact)
    found = {Verb.DECLINE: declined}
    if situation.insurance:
        side = natural * INSURANCE_PAYS - (1 - natural)
        found[Verb.INSURE] = declined + float(situation.insurance) * side
    if situation.even_money:
        found[Verb.EVEN_MONEY] = EVEN
    return found


@lru_cache(maxsize=1024)
def _of_play(situation: Situation, exact: bool) -> Mapping[Verb, float]:
    dealer, unseen = _dealer(situation), _unseen(situation)
    hard, ace = sum(situation.hand), 1 in situation.hand
    play = played(dealer, unseen[np.newaxis], hard, ace, exact=exact)
    return {
        move: _of_move(move, situation, dealer, unseen, play, exact) for move in situation.verbs
    }


def _of_move(
    move: Verb, situation: Situation, dealer: Dealer, unseen: Array, play: Play, exact: bool
) -> float:
    match move:
        case Verb.HIT:
            return float(play.hitting[0])
        case Verb.DOUBLE:
            return float(play.doubling[0])
        case Verb.SPLIT:
            card, alike, hands = situation.hand[0], situation.alike, situation.hands
            return splitting(dealer, unseen, card, alike, hands, exact=exact)
        case Verb.SURRENDER:
            natural = dealer.natural(unseen)
            return natural * LOST - (1 - natural) * HALF
        case _:
            return float(play.standing[0, 0])


def _dealer(situation: Situation) -> Dealer:
    return Dealer(rules=situation.rules, up=situation.up, peeked=situation.peeked)


def _unseen(situation: Situation) -> Array:
    return np.array(situation.unseen, dtype=float)
