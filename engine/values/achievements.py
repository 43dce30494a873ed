"""Achievements and their search. Times in Unix seconds, UTC."""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, Protocol

from engine.values.played import SavedRound


class Achievement(NamedTuple):
    """An earned achievement; `at` in Unix seconds, UTC. `round_id` is the first round that earned it, or None."""

    what: str
    round_id: int | None
    at: float


class Gift(NamedTuple):
    """A gift of the donor in cents."""

    at: float
    cents: int


class SettledOnce(NamedTuple):
    """A settled round of one player: `at` its end, `net` in cents."""

    at: float
    round_id: int
    net: int
    naturals: int
    rule_set: str
    """Its key."""
    by_book: bool = False
    """True if it has been judged and was played by the book."""


class Progress(NamedTuple):
    """Progress in rounds, days or cents."""

    done: int
    all: int


class AchievementSearch(Protocol):
    """Searches for achievements, on worker threads."""

    @property
    def edition(self) -> int:
        """Grows with every change of the search."""

    @property
    def of_rounds(self) -> Collection[str]:
        """Keys of achievements of a single round."""

    @property
    def of_careers(self) -> Collection[str]:
        """Keys of achievements of many rounds."""

    def in_round(self, saved: SavedRound) -> Mapping[int, Collection[str]]:
        """Return the achievements of a round by user id."""

    def in_career(
        self, gifts: Iterable[Gift], rounds: Iterable[SettledOnce], dailies: Iterable[int]
    ) -> Iterable[Achievement]:
        """Return one player's achievements; arguments in time order, dailies as days since 1970, UTC."""

    def progress(
        self, gifts: Iterable[Gift], rounds: Iterable[SettledOnce], dailies: Iterable[int]
    ) -> Mapping[str, Progress]:
        """Return one player's progress by key; not all achievements have one."""


class AchievementsFound(NamedTuple):
    """New results; the next search continues after the `searched` of all `rounds`."""

    new: tuple[Achievement, ...]
    searched: int
    rounds: int
