"""The best play of one hand by hitting and standing, for every line of cards that it may draw.

A line's value is the better of standing and the average over the lines with one more card, computed from the highest
lines down.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeVar

import numpy as np

from engine.coach.dealer import BUST, ENDS, NATURAL, Dealer
from engine.coach.lines import LEVELS, LINES, NEXT, POINTS, UP_TO, Array, Flags, Indexes
from engine.rules.cards import BLACKJACK
from engine.rules.rules import Rules

LOST = -1.0


@lru_cache(maxsize=64)
def results(rules: Rules) -> Array:
    """Return the hands' results in stakes, by the player's points (row) and the dealer's result (column)."""
    return np.array(
        [[result(rules, points, end) for end in range(ENDS)] for points in range(BLACKJACK + 1)]
    )


def result(rules: Rules, points: int, end: int) -> float:
    """Return the result in stakes of a hand of up to 21 points against the dealer's result `end`."""
    if end == BUST:
        return 1.0
    beats = end == NATURAL and (rules.dealer_natural_beats_21 or points < BLACKJACK)
    dealer = BLACKJACK if end == NATURAL else 17 + end
    if beats or points < dealer:
        return LOST
    if points > dealer:
        return 1.0
    return LOST if rules.ties_lose else 0.0


Chance = TypeVar("Chance", float, Array)


def natural_brings(rules: Rules, natural: Chance) -> Chance:
    """Return a player's expected result with a natural, in stakes, if the dealer has one with chance `natural`."""
    pays = float(rules.natural_pays or 1)
    return pays * (1 - natural * (not rules.natural_paid_at_once))


class Now(NamedTuple):
    """A hand's expected results, in stakes, by next move."""

    standing: float
    hitting: float
    doubling: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """Probabilities and values, in stakes, of a hand by pack (row of unseen cards) and line of drawn cards.

    `after`, by line and next card, is the next line, or the number of lines if the hand busts, for which `values` and
    `standing` have a last entry.
    """

    chances: Array
    """By pack, line and card."""
    ends: Array
    """Probabilities of results, by pack, line and result."""
    after: Indexes
    standing: Array
    """By pack and line."""
    values: Array
    """By pack and line, with the best play."""

    @property
    def now(self) -> "Now":
        """The values before any card is drawn, for the first pack of unseen cards."""
        after = self.after[0]
        hitting = self.chances[0, 0] @ self.values[0, after]
        doubling = 2 * self.chances[0, 0] @ self.standing[0, after]
        return Now(float(self.standing[0, 0]), float(hitting), float(doubling))

    @property
    def hitting(self) -> Array:
        """The value of hitting after each line of drawn cards, for the first pack of unseen cards."""
        found: Array = (self.chances[0] * self.values[0, self.after]).sum(axis=-1)
        return found

    def reached(self, hits: Flags) -> Array:
        """Return the probability of reaching each line of cards if the hand hits only on the lines in `hits`."""
        lines, found = np.arange(len(hits)), np.zeros(len(hits) + 1)
        found[0] = 1.0
        for level in LEVELS:
            going = lines[level][hits[level]]
            share = found[going, np.newaxis] * self.chances[0, going]
            np.add.at(found, self.after[going], share)
        return found[:-1]

    def doubling_after(self, line: int) -> Array:
        """Return the value of doubling after this line of drawn cards, by pack of unseen cards."""
        found: Array = (self.chances[:, line] * self.standing[:, self.after[line]]).sum(axis=-1)
        return 2 * found


class Plan(NamedTuple):
    """A fixed strategy by total: rows are points, columns hard and soft. `doubles` is for two-card hands."""

    stands: Flags
    doubles: Flags


def played(
    dealer: Dealer, packs: Array, hard: int, ace: bool, *, exact: bool, plan: Plan | None = None
) -> Play:
    """Compute the values of playing a hand with this hard total, for each row of unseen cards in `packs`.

    Without a plan, the best play of the first row is applied to all: the others lack cards that the player does not
    know of.
    """
    count = UP_TO[BLACKJACK - hard]
    points, soft = totals(hard, ace)
    final = points == BLACKJACK
    left = packs[:, np.newaxis] - LINES[:count]
    ends = np.stack([dealer.ends_by_line(pack, count, exact=exact) for pack in packs])
    chances = dealer.next_card(left)
    after = np.minimum(NEXT[:count], count)
    standing = np.full((len(packs), count + 1), LOST)
    standing[:, :count] = (ends * results(dealer.rules)[points]).sum(axis=-1)
    values = standing.copy()
    for level in reversed(LEVELS[: BLACKJACK - hard + 1]):
        hitting = (chances[:, level] * values[:, after[level]]).sum(axis=-1)
        better = standing[0, level] >= hitting[0]
        stands = final[level] | (better if plan is None else plan.stands[points, soft][level])
        values[:, level] = np.where(stands, standing[:, level], hitting)
    return Play(chances=chances, ends=ends, after=after, standing=standing, values=values)


@lru_cache(maxsize=64)
def totals(hard: int, ace: bool) -> tuple[Indexes, Indexes]:
    """Return the hand's points after each line of drawn cards, and 1 where it is soft, else 0."""
    count = UP_TO[BLACKJACK - hard]
    points = hard + POINTS[:count]
    soft = (ace | (LINES[:count, 0] > 0)) & (points + 10 <= BLACKJACK)
    return (points + 10 * soft).astype(np.intp), soft.astype(np.intp)
