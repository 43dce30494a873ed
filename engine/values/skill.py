"""Ratings of players' decisions. Losses in millionths of the first stake."""

from dataclasses import dataclass
from typing import Final, NamedTuple

ORDINARY: Final = 10_000
"""An average player's loss per decision: one percent of the first stake, in millionths."""


WEIGHT: Final = 100
"""Prior: every rating includes this many average decisions."""


class JudgedSeat(NamedTuple):
    """A player's decisions in a round that were made without a hint; `lost` is their cost, `good` ones cost nothing."""

    user_id: int
    decisions: int
    lost: int
    good: int = 0
    hinted: int = 0
    by_book: bool = False
    """True if the player made all, without hints, by the chart or equally good."""


class Judgement(NamedTuple):
    """A player's decisions in a round: their number, the number of best ones, and the cost of the others in cents."""

    decisions: int
    good: int
    cost: int


@dataclass(frozen=True, slots=True)
class Skill:
    """The number of a player's judged decisions, of good and hinted ones, and their cost in millionths of a stake."""

    decisions: int = 0
    good: int = 0
    lost: int = 0
    hinted: int = 0

    @property
    def permille(self) -> int:
        """The average loss per decision in thousandths of the first stake, rounded half up."""
        return (
            (self.lost + 500 * self.decisions) // (1_000 * self.decisions) if self.decisions else 0
        )

    @property
    def rating(self) -> int:
        """The average loss per decision in billionths of the first stake; the best are lowest.

        It includes `WEIGHT` average decisions, and another for each hint.
        """
        ordinary = WEIGHT + self.hinted
        return (self.lost + ORDINARY * ordinary) * 1_000 // (self.decisions + ordinary)


class SkillEntry(NamedTuple):
    """A user's entry on the skill leaderboard; the first rank is 1."""

    rank: int
    user_id: int
    skill: Skill
