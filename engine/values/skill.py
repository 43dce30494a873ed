"""Skill as the bank keeps it: what players' decisions cost on average, in millionths of first stakes."""

from dataclasses import dataclass
from typing import Final, NamedTuple

ORDINARY: Final = 10_000
"""What a decision costs an ordinary player: one percent of the first stake."""

WEIGHT: Final = 100
"""So many decisions of an ordinary player are added to everybody's in a list: a few good ones prove little."""


class JudgedSeat(NamedTuple):
    """What the decisions of a player in a round come to.

    `decisions` are those without a hint, `good` those of them that cost nothing.
    """

    user_id: int
    decisions: int
    lost: int
    good: int = 0
    hinted: int = 0
    by_book: bool = False
    """Whether they made all of them, alone, and each as the chart says, or as well as by the cards that were gone."""


@dataclass(frozen=True, slots=True)
class Skill:
    """What some decisions come to."""

    decisions: int = 0
    good: int = 0
    lost: int = 0
    hinted: int = 0

    @property
    def permille(self) -> int:
        """What is lost a decision, in thousandths of the first stake, rounded half up."""
        return (
            (self.lost + 500 * self.decisions) // (1_000 * self.decisions) if self.decisions else 0
        )

    @property
    def rating(self) -> int:
        """What decides the order of a list, the lowest first: what is lost a decision, in thousandths of the unit.

        An ordinary player's decisions are added, and a hint counts as such a one: few decisions and many hints pull
        towards them.
        """
        ordinary = WEIGHT + self.hinted
        return (self.lost + ORDINARY * ordinary) * 1_000 // (self.decisions + ordinary)


class SkillStanding(NamedTuple):
    """A place in the leaderboard of skill, the first being 1."""

    rank: int
    user_id: int
    skill: Skill
