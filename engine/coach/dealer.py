"""What a hand plays against: the chances of the dealer's ends and of the next card, as cards leave the pack.

Unseen cards are exchangeable: that the hole card lies on the table already, and others draw before the dealer does,
changes nothing. With a peek that found nothing, all chances are those given that there is no natural; those of the
player's cards, too: a card that would have made one does not lie under the upcard, and so is likelier to come.
"""

from dataclasses import dataclass

import numpy as np

from engine.coach.dealer_hands import ENDS, NATURAL, ends, ends_over_two
from engine.coach.lines import FROM_SHORT, LINES, SHORT, Array
from engine.rules.rules import Rules

THIN = 25
"""With fewer unseen cards than that, each of them counts for too much to do without the exact way."""

_AT_ONCE = 500
"""Rows that are multiplied at a time: for larger products OpenBLAS wakes threads, which is slow on a busy machine."""

_NEVER = 1e-300


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealer:
    """What a hand plays against: `up` in points, and whether the dealer has `peeked` and found no natural.

    Once the shoe has run out, the hole card is one of those that were left of it: counts of `hole`.
    """

    rules: Rules
    up: int
    peeked: bool
    hole: tuple[float, ...] | None = None

    @property
    def partner(self) -> int | None:
        """The kind (its column) that makes a natural of the upcard; None where no card does."""
        return {1: 9, 10: 0}.get(self.up)

    def natural(self, unseen: Array) -> float:
        """The chance that the dealer has, or gets, a natural."""
        if self.peeked or self.partner is None:
            return 0.0
        return float(unseen[self.partner] / unseen.sum())

    def next_card(self, left: Array) -> Array:
        """The chance of each kind to be the next card, for counts of cards that are left (the last axis)."""
        left = np.maximum(left, 0)
        every = left.sum(axis=-1, keepdims=True)
        if not self.peeked or self.partner is None or self.hole is not None:
            chances: Array = left / np.maximum(every, 1)
            return chances
        partners = left[..., self.partner, np.newaxis]
        others = every - 1  # without the hole card, which is none of the partners
        chances = left * (others - partners) / np.maximum(others * (every - partners), 1)
        chances[..., self.partner] = (partners / np.maximum(others, 1))[..., 0]
        return chances

    def ends_by_line(self, unseen: Array, count: int, *, exact: bool) -> Array:
        """The chances of each end once the player has drawn each of the first `count` lines out of the unseen cards.

        Unless `exact`, or where few cards are left, only those of the short lines are worked out. What is said of a
        line that can't be drawn any more means nothing.
        """
        exact = exact or bool(unseen.sum() < THIN)
        possible = np.flatnonzero((LINES[:count] <= unseen).all(axis=1))
        which = possible if exact else SHORT[count > SHORT]
        known = self._ends(unseen - LINES[which])
        if exact:
            found = np.zeros((count, ENDS))
            found[which] = known
            return found
        rows = range(0, count, _AT_ONCE)
        blocks = [
            FROM_SHORT[row : min(row + _AT_ONCE, count), : len(which)] @ known for row in rows
        ]
        return np.concatenate(blocks)

    def _ends(self, left: Array) -> Array:
        if self.hole is None:
            return self._after_the_peek(ends(self.rules, self.up, left))
        hole = np.array([self.hole])
        return self._after_the_peek(ends_over_two(self.rules, self.up, hole, 1, left))

    def ends_past(self, unseen: Array, left: int, discards: Array) -> Array:
        """The same for each row of `unseen`, when the shoe runs out after `left` more cards, and the discards come."""
        count = left + self.rules.hole_card
        return self._after_the_peek(ends_over_two(self.rules, self.up, unseen, count, discards))

    def _after_the_peek(self, known: Array) -> Array:
        if self.peeked:
            known /= np.maximum(1 - known[:, NATURAL:], _NEVER)
            known[:, NATURAL] = 0
        return known
