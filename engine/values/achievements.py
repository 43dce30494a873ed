"""Achievements, and the interface of the search for them. Times in Unix seconds, UTC."""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, Protocol

from engine.values.played import SavedRound


class Achievement(NamedTuple):
    """An achievement that a player earned; `round_id` is the first round that earned it, or None."""

    what: str
    round_id: int | None
    at: float


class Gift(NamedTuple):
    """A gift of play money to a broke or new player, in cents."""

    at: float
    cents: int


class SettledOnce(NamedTuple):
    """One player's result in a settled round: `at` is its end, `net` the gain in cents."""

    at: float
    round_id: int
    net: int
    naturals: int
    rule_set: str
    """Its key."""
    by_book: bool = False
    """True if it has been judged and was played by the book."""


class Progress(NamedTuple):
    """A player's progress towards an achievement, in rounds, days or cents."""

    done: int
    all: int


class AchievementSearch(Protocol):
    """Searches for achievements; runs on worker threads."""

    @property
    def edition(self) -> int:
        """The search's version number; grows with every change of the search."""

    @property
    def of_rounds(self) -> Collection[str]:
        """Keys of the achievements that a single round can earn."""

    @property
    def of_careers(self) -> Collection[str]:
        """Keys of all other achievements."""

    def in_round(self, saved: SavedRound) -> Mapping[int, Collection[str]]:
        """Return the keys of achievements earned in a round, by user id."""

    def in_career(
        self, gifts: Iterable[Gift], rounds: Iterable[SettledOnce], dailies: Iterable[int]
    ) -> Iterable[Achievement]:
        """Return all achievements of one player. Arguments are in time order; dailies are days since 1970, UTC."""

    def progress(
        self, gifts: Iterable[Gift], rounds: Iterable[SettledOnce], dailies: Iterable[int]
    ) -> Mapping[str, Progress]:
        """Return one player's progress by achievement key; some achievements have none."""


class AchievementsFound(NamedTuple):
    """A search's new achievements of a player, and how many of all `rounds` have been searched."""

    new: tuple[Achievement, ...]
    searched: int
    rounds: int
