"""Ratings of decisions. Losses in millionths of the first stake."""

from dataclasses import dataclass
from typing import Final, NamedTuple

ORDINARY: Final = 10_000
"""The cost of an average player's decision: one percent of the first stake, in millionths."""


WEIGHT: Final = 100
"""Prior: every rating includes this many decisions of an average player, as a few good ones prove little."""


class JudgedSeat(NamedTuple):
    """The sum of a player's decisions in a round.

    `decisions` counts those without a hint, `good` the ones that cost nothing.
    """

    user_id: int
    decisions: int
    lost: int
    good: int = 0
    hinted: int = 0
    by_book: bool = False
    """True if they made all decisions themselves, without hints, by the chart or as well as the gone cards allowed."""


@dataclass(frozen=True, slots=True)
class Skill:
    """The sum of some decisions."""

    decisions: int = 0
    good: int = 0
    lost: int = 0
    hinted: int = 0

    @property
    def permille(self) -> int:
        """The average loss per decision, in thousandths of the first stake, rounded half up."""
        return (
            (self.lost + 500 * self.decisions) // (1_000 * self.decisions) if self.decisions else 0
        )

    @property
    def rating(self) -> int:
        """The average loss per decision, in thousandths of `lost`'s unit; lists begin with the lowest.

        It includes `WEIGHT` decisions of an average player, and each hint counts as another.
        """
        ordinary = WEIGHT + self.hinted
        return (self.lost + ORDINARY * ordinary) * 1_000 // (self.decisions + ordinary)


class SkillStanding(NamedTuple):
    """An entry of the leaderboard of skill; the first rank is 1."""

    rank: int
    user_id: int
    skill: Skill
