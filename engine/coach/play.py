"""The best play of one hand by hitting and standing, for every line that it can draw.

A line's value is the better of standing and of the average over the lines with one card more, worked out from the
longest lines to the shortest.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from engine.coach.bets import LOST, results
from engine.coach.dealer import Dealer
from engine.coach.lines import LEVELS, LINES, NEXT, POINTS, UP_TO, Array, Indexes
from engine.rules import BLACKJACK


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
    ends = np.stack([dealer.ends_by_line(pack, count, exact=exact) for pack in packs])
    chances = dealer.next_card(left)
    after = np.minimum(NEXT[:count], count)
    standing = np.full((len(packs), count + 1), LOST)
    standing[:, :count] = (ends * results(dealer.rules)[points]).sum(axis=-1)
    values = standing.copy()
    for level in reversed(LEVELS[: BLACKJACK - hard + 1]):
        hitting = (chances[:, level] * values[:, after[level]]).sum(axis=-1)
        stands = final[level] | (standing[0, level] >= hitting[0])
        values[:, level] = np.where(stands, standing[:, level], hitting)
    return Play(chances=chances, ends=ends, after=after, standing=standing, values=values)


@lru_cache(maxsize=64)
def _totals(hard: int, ace: bool) -> tuple[Indexes, npt.NDArray[np.bool_]]:
    """The value of the hand after each line, and whether it has 21, so that nothing is decided any more."""
    count = UP_TO[BLACKJACK - hard]
    points = hard + POINTS[:count]
    soft = (ace | (LINES[:count, 0] > 0)) & (points + 10 <= BLACKJACK)
    best = (points + 10 * soft).astype(np.intp)
    return best, best == BLACKJACK
