"""Honours: what was found in somebody's rounds. The bank keeps them; what earns them is known to whoever searches."""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, Protocol

from engine.saved.played import KeptRound


class Honour(NamedTuple):
    """What somebody has earned, by its key, and the first round that has earned it; `at` in Unix seconds, UTC."""

    what: str
    round_id: int
    at: float


class Gift(NamedTuple):
    """What the donor gave, in cents; `at` in Unix seconds, UTC."""

    at: float
    cents: int


class SettledOnce(NamedTuple):
    """What a settled round came to for somebody. `net` in cents, `at` (its end) in Unix seconds, UTC."""

    at: float
    round_id: int
    net: int
    naturals: int
    rule_set: str | None
    """The key; None for a round of an older schema that is not counted."""


class HonourSearch(Protocol):
    """What looks for honours. It is called beside the event loop."""

    @property
    def edition(self) -> int:
        """Grows whenever something else is looked for."""

    @property
    def of_rounds(self) -> Collection[str]:
        """The keys that a single round earns."""

    @property
    def of_careers(self) -> Collection[str]:
        """The keys that many rounds earn together."""

    def in_round(self, kept: KeptRound) -> Mapping[int, Collection[str]]:
        """What a round has earned its players, by user id."""

    def in_career(self, gifts: Iterable[Gift], rounds: Iterable[SettledOnce]) -> Iterable[Honour]:
        """What somebody's gifts and rounds, each in the order of time, have earned them together."""


class HonoursFound(NamedTuple):
    """What a search has found that was not known. `searched` of `rounds` are through: the next search goes on there."""

    new: tuple[Honour, ...]
    searched: int
    rounds: int
