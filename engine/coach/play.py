"""The best play of one hand by hitting and standing, for every line that it can draw.

A line's value is the better of standing and of the average over the lines with one card more, worked out from the
longest lines to the shortest.
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


Chance = TypeVar("Chance", float, Array)


def natural_brings(rules: Rules, natural: Chance) -> Chance:
    """What a stake on a player's natural brings, by the chance of a natural of the dealer's."""
    pays = float(rules.natural_pays or 1)
    return pays * (1 - natural * (not rules.natural_paid_at_once))


class Now(NamedTuple):
    """What a hand brings, in stakes, by what is done next."""

    standing: float
    hitting: float
    doubling: float


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
    def now(self) -> "Now":
        """Before any card is drawn, by the first pack."""
        after = self.after[0]
        hitting = self.chances[0, 0] @ self.values[0, after]
        doubling = 2 * self.chances[0, 0] @ self.standing[0, after]
        return Now(float(self.standing[0, 0]), float(hitting), float(doubling))

    @property
    def hitting(self) -> Array:
        """What hitting brings, by line, of the first pack."""
        found: Array = (self.chances[0] * self.values[0, self.after]).sum(axis=-1)
        return found

    def reached(self, hits: Flags) -> Array:
        """How likely each line comes up, when the hand hits after the lines that `hits` names."""
        lines, found = np.arange(len(hits)), np.zeros(len(hits) + 1)
        found[0] = 1.0
        for level in LEVELS:
            going = lines[level][hits[level]]
            share = found[going, np.newaxis] * self.chances[0, going]
            np.add.at(found, self.after[going], share)
        return found[:-1]

    def doubling_after(self, line: int) -> Array:
        """By pack: doubling once these cards are drawn."""
        found: Array = (self.chances[:, line] * self.standing[:, self.after[line]]).sum(axis=-1)
        return 2 * found


class Plan(NamedTuple):
    """Fixed play by a hand's value, whatever the cards: rows by points, columns for hard and soft.

    Where `stands` is false the hand hits; `doubles` is for two cards that may be doubled.
    """

    stands: Flags
    doubles: Flags


def played(
    dealer: Dealer, packs: Array, hard: int, ace: bool, *, exact: bool, plan: Plan | None = None
) -> Play:
    """A hand of so many points with aces as one, `ace` telling whether it holds one, for each row of unseen cards.

    Without a plan, what is best is decided by the first pack, and done with all of them: so the others tell what the
    same play is worth where some cards are gone that the player does not know of.
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
    """The points of the hand after each line, and whether they are soft: 0 or 1."""
    count = UP_TO[BLACKJACK - hard]
    points = hard + POINTS[:count]
    soft = (ace | (LINES[:count, 0] > 0)) & (points + 10 <= BLACKJACK)
    return (points + 10 * soft).astype(np.intp), soft.astype(np.intp)
