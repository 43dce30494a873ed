"""Which figures decide between the best move and another one.

Of a hand that is played on they are how often it wins and loses by each move. Where that does not tell, because the
moves have different stakes or more than one hand is in play, they are what each move brings on average. No pattern is
chosen whose figures, rounded as they are said, would not show which move is better: swapped, they would speak for the
other one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import NamedTuple

import numpy as np

from engine.coach.dealer import Dealer
from engine.coach.lines import LEVELS
from engine.coach.play import LOST, Play, played, results, totals
from engine.coach.situation import Situation
from engine.round.moves import Verb
from engine.rules.cards import BLACKJACK

WON = 1.0


_MADE = 17
"""Standing on less wins only when the dealer busts."""

_NEAR = 0.1
"""Surrender is a thought for hands that are worth hardly more; of better ones the next move is spoken of."""

_INSURANCE_PAYS_FROM = 1 / 3
"""It pays 2:1."""


class Pattern(Enum):
    """What a reason speaks of."""

    ODDS = auto()
    """How often the hand wins and loses by each of both moves."""
    BUSTS = auto()
    """The same where one of them is to stand on so little that only a bust of the dealer's wins."""
    ONE_CARD = auto()
    """What both moves bring where one of them is to double, which gives one card for twice the stake."""
    SPLIT = auto()
    """What the hands of a split pair bring, and what the pair does as one hand."""
    HALF = auto()
    """What surrender costs, and what the other move brings; `natural` where a natural would make it cost all."""
    OFFER = auto()
    """How often the dealer has a natural, and from what chance on an offer pays."""
    VALUES = auto()
    """What both moves bring."""


class InHundred(NamedTuple):
    """How often a hand wins and loses, in a hundred times."""

    wins: int
    loses: int

    @property
    def brings(self) -> int:
        """In hundredths of the first stake."""
        return self.wins - self.loses


_UNSPOKEN = InHundred(0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why the `best` move is better than the `other` one; what its pattern does not speak of is 0.

    Values are thousandths of the first stake. Chances of a natural are thousandths, too. How often a hand wins and
    loses is told in a hundred times.
    """

    pattern: Pattern
    best: Verb
    other: Verb
    best_value: int
    other_value: int
    best_odds: InHundred = _UNSPOKEN
    other_odds: InHundred = _UNSPOKEN
    natural: int = 0
    pays_from: int = 0


def reason(
    situation: Situation, values: Mapping[Verb, float], made: Verb | None = None
) -> Reason | None:
    """Why the first of these moves is better than the one that was `made`, or (None, or that one itself) the next best.

    `values` are those by `worth`. None where nothing else could be done.
    """
    best = next(iter(values))
    other = _next_best(values) if made in {None, best} else made
    if other is None:
        return None
    found = Reason(
        pattern=Pattern.VALUES,
        best=best,
        other=other,
        best_value=round(1000 * values[best]),
        other_value=round(1000 * values[other]),
    )
    if situation.insurance is not None:
        return _offered(situation, found)
    if found.best_value == found.other_value:
        return found
    if Verb.SURRENDER in {best, other}:
        return replace(found, pattern=Pattern.HALF, natural=_natural(situation))
    if Verb.SPLIT in {best, other}:
        return replace(found, pattern=Pattern.SPLIT)
    if Verb.DOUBLE in {best, other}:
        return replace(found, pattern=Pattern.ONE_CARD)
    return _played(situation, found)


def _next_best(values: Mapping[Verb, float]) -> Verb | None:
    best, *others = values
    if others[:1] == [Verb.SURRENDER] and values[best] > values[Verb.SURRENDER] + _NEAR:
        del others[:1]
    return others[0] if others else None


def _offered(situation: Situation, found: Reason) -> Reason:
    """Where it is about one offer, and not about two of them."""
    match {found.best, found.other} - {Verb.DECLINE}:
        case offers if offers == {Verb.INSURE}:
            pays_from = _INSURANCE_PAYS_FROM
        case offers if offers == {Verb.EVEN_MONEY} and not situation.rules.natural_paid_at_once:
            pays_from = 1 - 1 / float(situation.rules.natural_pays or 1)
        case _:
            return found
    natural, needed = _natural(situation), round(1000 * pays_from)
    if natural == needed:
        return found
    return replace(found, pattern=Pattern.OFFER, natural=natural, pays_from=needed)


def _natural(situation: Situation) -> int:
    """How often the dealer has, or gets, a natural, in a thousand times; 0 once they have found none."""
    dealer = Dealer(rules=situation.rules, up=situation.up, peeked=situation.peeked)
    return round(1000 * float(dealer.natural(np.array(situation.unseen, dtype=float))))


def _played(situation: Situation, found: Reason) -> Reason:
    """About a hand that stands or hits."""
    dealer = Dealer(rules=situation.rules, up=situation.up, peeked=situation.peeked)
    unseen = np.array([situation.unseen], dtype=float)
    hard, ace = sum(situation.hand), 1 in situation.hand
    play = played(dealer, unseen, hard, ace, exact=False)
    won, lost = (_often(dealer, play, hard, ace, brings) for brings in (WON, LOST))
    odds = dict(zip((Verb.STAND, Verb.HIT), map(InHundred, won, lost), strict=True))
    best, other = odds[found.best], odds[found.other]
    if best.brings <= other.brings:
        return found
    pattern = Pattern.BUSTS if situation.points < _MADE else Pattern.ODDS
    return replace(found, pattern=pattern, best_odds=best, other_odds=other)


def _often(dealer: Dealer, play: Play, hard: int, ace: bool, brings: float) -> list[int]:
    """How often in a hundred times a stake brings just that: by standing, and by hitting and the best play."""
    points, _ = totals(hard, ace)
    count = len(points)
    standing = np.full(count + 1, float(brings == LOST))
    standing[:count] = (play.ends[0] * (results(dealer.rules) == brings)[points]).sum(axis=1)
    found, stands = standing.copy(), play.values[0] == play.standing[0]
    for level in reversed(LEVELS[: BLACKJACK - hard + 1]):
        hitting = (play.chances[0, level] * found[play.after[level]]).sum(axis=1)
        found[level] = np.where(stands[level], standing[level], hitting)
    next_card, after = play.chances[0, 0], play.after[0]
    return [round(100 * float(chance)) for chance in (standing[0], next_card @ found[after])]
