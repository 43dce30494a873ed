"""The value of each move: the expected result with the best play after it, in units of the first stake.

Values cover the hand and hands split from it. 1 is winning the stake, -0.5 losing half of it.
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
"""The order of moves with equal values."""


def worth(situation: Situation, *, exact: bool = False) -> dict[Verb, float]:
    """Return the value of each legal move, best first, in units of the first stake; insurance at the highest amount.

    `exact` takes several times as long for low cards, for a difference below a thousandth of the stake.
    """
    if situation.insurance is None:
        found = _of_play(situation, exact)
    else:
        found = answers(situation, partial(_best, exact=exact))
    return dict(sorted(found.items(), key=lambda item: (-item[1], _BOLDER.index(item[0]))))


def by_plan(situation: Situation, move: Verb, plan: Plan) -> float:
    """Return a legal move's value, in units of the first stake, with later play by the plan and no insurance."""
    dealer, unseen = _dealer(situation), _unseen(situation)
    hard, ace = sum(situation.hand), 1 in situation.hand
    now = played(dealer, unseen[np.newaxis], hard, ace, exact=False, plan=plan).now
    return _of_move(move, situation, dealer, unseen, now, exact=False, plan=plan)


def gained_by_hitting(situation: Situation, plan: Plan, hits: Flags) -> Array:
    """Return, by line of drawn cards, the gain of hitting over standing times the line's probability.

    The hand hits on the lines in `hits`; after the decision it is played by the plan.
    """
    hard, ace = sum(situation.hand), 1 in situation.hand
    unseen = _unseen(situation)[np.newaxis]
    play = played(_dealer(situation), unseen, hard, ace, exact=False, plan=plan)
    found: Array = play.reached(hits) * (play.hitting - play.standing[0, :-1])
    return found


def of_the_deal(situation: Situation, play: Callable[[Situation], float]) -> float:
    """Return a hand's value before the dealer's peek, without insurance; `play` returns it after the peek."""
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
    """Return the value of each answer to an insurance offer; `play` returns a hand's value after the peek.

    Even money is a certain win. Insurance pays 2:1 on a dealer natural.
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
