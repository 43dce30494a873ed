"""Skill as the bank keeps it: what players' own decisions cost on average, in millionths of first stakes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from engine.saved.played import KeptRound


class JudgedSeat(NamedTuple):
    """What the decisions of a player in a round come to, those alone that they made without a hint."""

    user_id: int
    decisions: int
    lost: int
    by_book: bool = False
    """Whether they made all of them, and each as the chart says, or as well as by the cards that were gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """What some decisions come to."""

    decisions: int = 0
    lost: int = 0

    @property
    def rate(self) -> int:
        """What is lost a decision, in hundredths of a percent of the first stake, rounded half up."""
        return (self.lost + 50 * self.decisions) // (100 * self.decisions) if self.decisions else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillStanding:
    """A place in the leaderboard of skill, the first being 1."""

    rank: int
    user_id: int
    skill: Skill


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillBoard:
    """A page of it, and how many users are on it in all."""

    standings: tuple[SkillStanding, ...]
    count: int


class SkillBank(Protocol):
    """What is kept of skill. Times in Unix seconds; every period begins with the day (UTC) of its first moment."""

    async def unjudged_rounds(self, since: float, limit: int) -> list[KeptRound]:
        """At most `limit` settled rounds since this moment that are not judged yet, in the order of their ends."""

    async def keep_judged(self, kept: KeptRound, seats: Sequence[JudgedSeat]) -> None:
        """Keep what the decisions in a round come to, once even if asked twice; of forgotten users, nothing."""

    async def skill(self, user_id: int, since: float) -> Skill:
        """What a user's own decisions come to since then."""

    async def rounds_by_book(self, user_id: int) -> int:
        """How many judged rounds a user has played by the book."""

    async def skill_board(
        self, guild_id: int | None, since: float, least: int, offset: int, limit: int
    ) -> SkillBoard:
        """A page of those with so many decisions since then at least, in a guild or (None) everywhere."""

    async def skill_rank(
        self, user_id: int, guild_id: int | None, since: float, least: int
    ) -> int | None:
        """A user's place in it, the first being 1; None for who is not on it."""
