"""Chooses the figures that explain to a player why the best move beats another one.

For hitting against standing they are the chances to win and lose, otherwise the expected results. Chances are only used
if, rounded, they show which move is better.
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
"""Standing on less wins only if the dealer busts."""

_NEAR = 0.1
"""If the best move beats surrender by more, the reason compares it with the next best one."""

_INSURANCE_PAYS_FROM = 1 / 3
"""Insurance pays 2:1, so it breaks even at this chance."""


class Pattern(Enum):
    """The kind of figures in an explanation."""

    ODDS = auto()
    """The chances to win and lose with either move."""
    BUSTS = auto()
    """As ODDS, if a standing hand wins only if the dealer busts."""
    ONE_CARD = auto()
    """The expected results of doubling and of the other move."""
    SPLIT = auto()
    """The expected results of the split hands and of the pair as one."""
    HALF = auto()
    """The cost of surrender and the other move's result; `natural` if a natural would take the rest."""
    OFFER = auto()
    """The chance of a dealer natural, and the chance at which the offer breaks even."""
    VALUES = auto()
    """The expected results of both moves."""


class InHundred(NamedTuple):
    wins: int
    loses: int

    @property
    def brings(self) -> int:
        """The net result in hundredths of the first stake."""
        return self.wins - self.loses


_UNSPOKEN = InHundred(0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """The figures that explain why the `best` move beats the `other`; unused ones are 0.

    Values are in thousandths of the first stake, `natural` and `pays_from` are chances in thousandths.
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
    """Explain why the best move beats the one `made`; by default, the next best.

    None if there was only one move. `values` comes from `worth`.
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
    dealer = Dealer(rules=situation.rules, up=situation.up, peeked=situation.peeked)
    return round(1000 * float(dealer.natural(np.array(situation.unseen, dtype=float))))


def _played(situation: Situation, found: Reason) -> Reason:
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
