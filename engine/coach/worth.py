"""What each move is worth: the expected result, in first stakes, of the move and of the best play after it.

It is about the hand that is to decide, and about those that are split from it; what the seat's other hands bring is the
same whatever is done here. A value is what can be won (1: the stake) or lost on average: -0.5 is half of the stake.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial

import numpy as np

from engine.coach.dealer import NATURAL, Dealer
from engine.coach.lines import Array, Flags
from engine.coach.play import LOST, Now, Plan, natural_brings, played, result
from engine.coach.situation import Situation
from engine.coach.splitting import splitting
from engine.round.moves import Verb

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
    if situation.insurance is None:
        found = _of_play(situation, exact)
    else:
        found = answers(situation, partial(_best, exact=exact))
    return dict(sorted(found.items(), key=lambda item: (-item[1], _BOLDER.index(item[0]))))


def by_plan(situation: Situation, move: Verb, plan: Plan) -> float:
    """The value of a legal move, and of the play after it by a plan, when there is no question of insurance."""
    dealer, unseen = _dealer(situation), _unseen(situation)
    hard, ace = sum(situation.hand), 1 in situation.hand
    now = played(dealer, unseen[np.newaxis], hard, ace, exact=False, plan=plan).now
    return _of_move(move, situation, dealer, unseen, now, exact=False, plan=plan)


def gained_by_hitting(situation: Situation, plan: Plan, hits: Flags) -> Array:
    """By line: what hitting brings more than standing, with play by a plan, times the chance that the line comes up.

    The hand hits after the lines that `hits` names.
    """
    hard, ace = sum(situation.hand), 1 in situation.hand
    unseen = _unseen(situation)[np.newaxis]
    play = played(_dealer(situation), unseen, hard, ace, exact=False, plan=plan)
    found: Array = play.reached(hits) * (play.hitting - play.standing[0, :-1])
    return found


def of_the_deal(situation: Situation, play: Callable[[Situation], float]) -> float:
    """What a hand is worth once it is dealt, before the dealer has looked for a natural, without insurance.

    `play` tells what it is worth after the peek.
    """
    dealer, unseen = _dealer(situation), _unseen(situation)
    natural = dealer.natural(unseen)
    if situation.natural:
        return natural_brings(situation.rules, natural)
    played_on = play(situation.after_the_peek)
    if not situation.peeks:
        return played_on
    found = result(situation.rules, situation.points, NATURAL)
    return natural * found + (1 - natural) * played_on


def answers(situation: Situation, play: Callable[[Situation], float]) -> Mapping[Verb, float]:
    """What each answer to insurance is worth; `play` as of the deal.

    Even money is a sure win; insurance pays 2:1 on the chance of a natural, and leaves the hand as it is.
    """
    natural = _dealer(situation).natural(_unseen(situation))
    declined = of_the_deal(situation, play)
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
    now = played(dealer, unseen[np.newaxis], hard, ace, exact=exact).now
    return {
        move: _of_move(move, situation, dealer, unseen, now, exact=exact)
        for move in situation.verbs
    }


def _best(situation: Situation, exact: bool = False) -> float:
    return max(_of_play(situation, exact).values())


def _of_move(
    move: Verb,
    situation: Situation,
    dealer: Dealer,
    unseen: Array,
    now: Now,
    *,
    exact: bool,
    plan: Plan | None = None,
) -> float:
    match move:
        case Verb.HIT:
            return now.hitting
        case Verb.DOUBLE:
            return now.doubling
        case Verb.SPLIT:
            card, alike, hands = situation.hand[0], situation.alike, situation.hands
            return splitting(dealer, unseen, card, alike, hands, exact=exact, plan=plan)
        case Verb.SURRENDER:
            natural = dealer.natural(unseen)
            return natural * LOST - (1 - natural) * HALF
        case _:
            return now.standing


def _dealer(situation: Situation) -> Dealer:
    return Dealer(rules=situation.rules, up=situation.up, peeked=situation.peeked)


def _unseen(situation: Situation) -> Array:
    return np.array(situation.unseen, dtype=float)
