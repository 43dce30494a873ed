"""Achievements and their search. Times in Unix seconds, UTC."""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, Protocol

from engine.values.played import SavedRound


class Achievement(NamedTuple):
    """An achievement that a player has earned, and the first round that earned it; `at` in Unix seconds, UTC.

    `round_id` is None if it was not earned by a round.
    """

    what: str
    round_id: int | None
    at: float


class Gift(NamedTuple):
    """A gift of the donor in cents; `at` in Unix seconds, UTC."""

    at: float
    cents: int


class SettledOnce(NamedTuple):
    """A settled round of one player. `net` in cents, `at` (its end) in Unix seconds, UTC."""

    at: float
    round_id: int
    net: int
    naturals: int
    rule_set: str
    """Its key."""
    by_book: bool = False
    """True if the round has been judged and was played by the book."""


class Progress(NamedTuple):
    """A player's progress towards an achievement, in rounds, days or cents."""

    done: int
    all: int


class AchievementSearch(Protocol):
    """Searches for achievements; called on worker threads."""

    @property
    def edition(self) -> int:
        """Grows with every change of the search."""

    @property
    def of_rounds(self) -> Collection[str]:
        """The keys of achievements of a single round."""

    @property
    def of_careers(self) -> Collection[str]:
        """The keys of achievements of many rounds together."""

    def in_round(self, saved: SavedRound) -> Mapping[int, Collection[str]]:
        """Return the achievements of a round by user id."""

    def in_career(
        self, gifts: Iterable[Gift], rounds: Iterable[SettledOnce], dailies: Iterable[int]
    ) -> Iterable[Achievement]:
        """Return the achievements of one player's gifts, rounds and finished dailies, each in time order.

        Dailies are days, counted from 1970, UTC.
        """

    def progress(
        self, gifts: Iterable[Gift], rounds: Iterable[SettledOnce], dailies: Iterable[int]
    ) -> Mapping[str, Progress]:
        """Return one player's progress by key of the achievement; not all achievements have one."""


class AchievementsFound(NamedTuple):
    """New results of a search. `searched` of `rounds` have been searched; the next search continues there."""

    new: tuple[Achievement, ...]
    searched: int
    rounds: int
