"""The best play of one hand by hitting and standing, for every line that it can draw.

A line's value is the better of standing and of the average over the lines with one card more, worked out from the
longest lines to the shortest. With a peek that found nothing all chances are those given that there is no natural, of
the player's cards, too: a card that would have made one is less likely to lie under the upcard, and so more likely to
come.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from engine.coach.dealer import BUST, ENDS, NATURAL, ends_by_line
from engine.coach.lines import LEVELS, LINES, NEXT, POINTS, UP_TO, Array, Indexes
from engine.rules import BLACKJACK, Rules

LOST = -1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealer:
    """What a hand plays against: `up` in points, and whether the dealer has `peeked` and found no natural."""

    rules: Rules
    up: int
    peeked: bool

    @property
    def partner(self) -> int | None:
        """The kind (its column) that makes a natural of the upcard; None where no card does."""
        return {1: 9, 10: 0}.get(self.up)

    def natural(self, unseen: Array) -> float:
        """The chance that the dealer has, or gets, a natural."""
        if self.peeked or self.partner is None:
            return 0.0
        return float(unseen[self.partner] / unseen.sum())


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A hand by line, for each of some packs. Values are in stakes; `chances` and `after` are by the next card.

    `after` is the line with that card, or the number of lines where it busts the hand: the last of the `values` and of
    `standing` are of that, a bet lost.
    """

    chances: Array
    """By pack, line and card."""
    ends: Array
    """The dealer's, by pack, line and end."""
    after: Indexes
    standing: Array
    """By pack and line."""
    values: Array
    """The same for the best play."""

    @property
    def hitting(self) -> Array:
        """By pack: a card before anything else is decided."""
        return self._average(self.values)

    @property
    def doubling(self) -> Array:
        """By pack: one card, and no more."""
        return 2 * self._average(self.standing)

    def _average(self, by_line: Array) -> Array:
        found: Array = (self.chances[:, 0] * by_line[:, self.after[0]]).sum(axis=-1)
        return found

    def doubling_after(self, line: int) -> Array:
        """By pack: doubling once these cards are drawn."""
        found: Array = (self.chances[:, line] * self.standing[:, self.after[line]]).sum(axis=-1)
        return 2 * found


def played(dealer: Dealer, packs: Array, hard: int, ace: bool, *, exact: bool) -> Play:
    """A hand of so many points with aces as one, `ace` telling whether it holds one, for each row of unseen cards.

    What is best is decided by the first pack, and done with all of them: so the others tell what the same play is worth
    where some cards are gone that the player does not know of.
    """
    count = UP_TO[BLACKJACK - hard]
    points, final = _totals(hard, ace)
    left = packs[:, np.newaxis] - LINES[:count]
    ends = np.stack(
        [
            ends_by_line(dealer.rules, dealer.up, pack, count, peeked=dealer.peeked, exact=exact)
            for pack in packs
        ]
    )
    chances = next_card(dealer, left)
    after = np.minimum(NEXT[:count], count)
    standing = np.full((len(packs), count + 1), LOST)
    standing[:, :count] = (ends * _results(dealer.rules)[points]).sum(axis=-1)
    values = standing.copy()
    for level in reversed(LEVELS[: BLACKJACK - hard + 1]):
        hitting = (chances[:, level] * values[:, after[level]]).sum(axis=-1)
        stands = final[level] | (standing[0, level] >= hitting[0])
        values[:, level] = np.where(stands, standing[:, level], hitting)
    return Play(chances=chances, ends=ends, after=after, standing=standing, values=values)


Chance = TypeVar("Chance", float, Array)


def natural_brings(rules: Rules, natural: Chance) -> Chance:
    """What a stake on a player's natural brings, by the chance of a natural of the dealer's."""
    pays = float(rules.natural_pays or 1)
    return pays * (1 - natural * (not rules.natural_paid_at_once))


def next_card(dealer: Dealer, left: Array) -> Array:
    """The chance of each kind to be the next card, for counts of cards that are left (the last axis)."""
    left = np.maximum(left, 0)
    every = left.sum(axis=-1, keepdims=True)
    if not dealer.peeked or dealer.partner is None:
        chances: Array = left / np.maximum(every, 1)
        return chances
    partners = left[..., dealer.partner, np.newaxis]
    others = every - 1  # without the hole card, which is none of the partners
    chances = left * (others - partners) / np.maximum(others * (every - partners), 1)
    chances[..., dealer.partner] = (partners / np.maximum(others, 1))[..., 0]
    return chances


@lru_cache(maxsize=64)
def _totals(hard: int, ace: bool) -> tuple[Indexes, npt.NDArray[np.bool_]]:
    """The value of the hand after each line, and whether it has 21, so that nothing is decided any more."""
    count = UP_TO[BLACKJACK - hard]
    points = hard + POINTS[:count]
    soft = (ace | (LINES[:count, 0] > 0)) & (points + 10 <= BLACKJACK)
    best = (points + 10 * soft).astype(np.intp)
    return best, best == BLACKJACK


@lru_cache(maxsize=64)
def _results(rules: Rules) -> Array:
    """What a stake brings, by the player's value and the dealer's end."""
    return np.array(
        [[result(rules, points, end) for end in range(ENDS)] for points in range(BLACKJACK + 1)]
    )


def result(rules: Rules, points: int, end: int) -> float:
    """What a stake brings on a hand of so many points, no more than 21, when the dealer's hand ends like this."""
    if end == BUST:
        return 1.0
    beats = end == NATURAL and (rules.dealer_natural_beats_21 or points < BLACKJACK)
    dealer = BLACKJACK if end == NATURAL else 17 + end
    if beats or points < dealer:
        return LOST
    if points > dealer:
        return 1.0
    return LOST if rules.ties_lose else 0.0
