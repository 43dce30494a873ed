"""What was played, as the bank tells it afterwards: plain values. Amounts in cents, times in Unix seconds, UTC."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, Protocol

from engine.saved.rounds import DealtSeat, SeatResult


class Ending(StrEnum):
    """How a round came to its end."""

    SETTLED = "settled"
    VOIDED = "voided"
    """By an admin, without a result: every stake went back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What some settled rounds come to for one user."""

    rounds: int = 0
    won: int = 0
    lost: int = 0
    naturals: int = 0
    staked: int = 0
    net: int = 0

    @property
    def even(self) -> int:
        """The rounds that were neither won nor lost."""
        return self.rounds - self.won - self.lost

    def __add__(self, other: "Counts") -> "Counts":
        """Both together."""
        return Counts(
            rounds=self.rounds + other.rounds,
            won=self.won + other.won,
            lost=self.lost + other.lost,
            naturals=self.naturals + other.naturals,
            staked=self.staked + other.staked,
            net=self.net + other.net,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BiggestWin:
    """The most that a user gained in one round."""

    round_id: int
    net: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """All settled rounds of a user, in sum and by the key of the rule set."""

    total: Counts
    by_rule_set: Mapping[str, Counts]
    biggest_win: BiggestWin | None
    """None for a user who has never won."""


class BalancePoint(NamedTuple):
    """What a user had at one moment, with what lay on tables at that moment."""

    at: float
    balance: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A place in a leaderboard, the first being 1. `rounds` and `net` count what the leaderboard is about."""

    rank: int
    user_id: int
    balance: int
    rounds: int
    net: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaderboard:
    """A page of it, and how many users are on it in all."""

    standings: tuple[Standing, ...]
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedPage:
    """A page of a leaderboard, and the place of whoever asked for it; None if they are not on it."""

    board: Leaderboard
    rank: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedRound:
    """A round that has ended, for one of its players. Of a voided one, hands and amounts are zero."""

    round_id: int
    table_id: int
    number: int
    """Counts within the table."""
    channel_id: int
    guild_id: int
    rule_set: str
    """The key."""
    ending: Ending
    ended_at: float
    hands: int
    staked: int
    net: int


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """A page of a user's rounds, the newest first, and how many there are in all."""

    rounds: tuple[PlayedRound, ...]
    count: int


class KeptMove(NamedTuple):
    """The text form of a move, and when it was made. Not printed: it may name a card that nobody has seen."""

    text: str
    at: float

    def __repr__(self) -> str:
        return f"KeptMove(at={self.at!r})"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptRound:
    """A round that was dealt and has ended, with all that a replay needs.

    The moves hold cards that nobody may have seen: people are shown the `Replay` of `engine.review`.
    """

    round_id: int
    table_id: int
    number: int
    channel_id: int
    guild_id: int
    rules: str
    """The text form of the rule set with its options."""
    ending: Ending
    ended_at: float
    dealt: tuple[DealtSeat, ...]
    moves: tuple[KeptMove, ...] = field(repr=False)
    shoe: int | None = None
    """The number of the shoe at its table; None where it was not sealed."""
    gone: int | None = None
    """How many cards of the shoe were gone before the round; None for rounds of older schemas."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedRound:
    """What a kept round of an older schema is found to have come to. `results` is empty for a voided one."""

    round_id: int
    rule_set: str
    results: tuple[SeatResult, ...]


class Honour(NamedTuple):
    """What somebody has earned, by its key, and the first round that has earned it; `at` in Unix seconds, UTC.

    `round_id` is None where no round has.
    """

    what: str
    round_id: int | None
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
    by_book: bool = False
    """Whether it is judged, and was played by the book."""


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

    def in_career(
        self, gifts: Iterable[Gift], rounds: Iterable[SettledOnce], dailies: Iterable[int]
    ) -> Iterable[Honour]:
        """What somebody's gifts, rounds and finished dailies, each in the order of time, have earned them together.

        Dailies are days, counted from 1970, UTC.
        """


class HonoursFound(NamedTuple):
    """What a search has found that was not known. `searched` of `rounds` are through: the next search goes on there."""

    new: tuple[Honour, ...]
    searched: int
    rounds: int
