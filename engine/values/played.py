"""Finished rounds and statistics about them. Amounts in cents, times in Unix seconds, UTC."""

from collections.abc import Mapping
from dataclasses import astuple, dataclass, field, replace
from enum import StrEnum
from operator import add
from typing import Final, Generic, NamedTuple, TypeVar

from engine.values.rounds import DealtSeat
from engine.values.tables import Names


class Ending(StrEnum):
    """How a round ended."""

    SETTLED = "settled"
    VOIDED = "voided"
    """By an admin; unsettled stakes were returned."""


@dataclass(frozen=True, slots=True)
class Counts:
    """A user's totals over settled rounds."""

    rounds: int = 0
    won: int = 0
    lost: int = 0
    naturals: int = 0
    staked: int = 0
    net: int = 0

    @property
    def even(self) -> int:
        """The number of rounds neither won nor lost."""
        return self.rounds - self.won - self.lost

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(*map(add, astuple(self), astuple(other)))


@dataclass(frozen=True, slots=True)
class BiggestWin:
    """A user's highest gain in one round."""

    round_id: int
    net: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """Statistics about a user's settled rounds, in total and by rule set."""

    total: Counts
    by_rule_set: Mapping[str, Counts]
    biggest_win: BiggestWin | None


class BalancePoint(NamedTuple):
    """A user's balance at one time, including stakes on tables."""

    at: float
    balance: int


LEAST_ROUNDS: Final = 10
"""Finished rounds required for a leaderboard of money."""


class MoneyEntry(NamedTuple):
    """An entry of a leaderboard of winnings; the first rank is 1.

    `rounds` and `net`, by which the list is sorted, are of the leaderboard's period.
    """

    rank: int
    user_id: int
    balance: int
    rounds: int
    net: int


S_co = TypeVar("S_co", covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaderboard(Generic[S_co]):
    """A page of a leaderboard, the number of listed users, and the reader's place, if listed.

    Equal scores share a `rank`; `position` is the reader's line, from 1.
    """

    entries: tuple[S_co, ...]
    count: int
    rank: int | None
    position: int | None
    read_at: float | None = None
    """Set for a cached list."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One player's result in a finished round. In a voided one, only hands paid before its end count."""

    round_id: int
    table_id: int
    number: int
    """At its table."""
    channel_id: int
    guild_id: int
    rule_set: str
    """Its key."""
    ending: Ending
    ended_at: float
    hands: int
    staked: int
    net: int


class RoundOfTable(NamedTuple):
    """A finished round at a table; `nets` are gains by user id, without AI players."""

    round_id: int
    number: int
    """At its table."""
    ending: Ending
    nets: Mapping[int, int]
    """In a voided round, only players already paid."""


class BestRound(NamedTuple):
    """A player's best round at a table, by its number there."""

    number: int
    net: int
    natural: bool
    """True if a hand was paid as a natural."""


class Share(NamedTuple):
    """The number of a player's decisions, and of those as good as the best."""

    decisions: int = 0
    good: int = 0


class Sat(NamedTuple):
    """The totals of a player's rounds at a table."""

    user_id: int
    rounds: int
    net: int
    best: BestRound
    share: Share = Share()
    """Only of judged decisions."""


class Earned(NamedTuple):
    """An achievement, by key, that a player earned at a table."""

    user_id: int
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """A summary of the rounds dealt and ended at a table; at least one."""

    rounds: int
    seconds: float
    """From the first bet to the last end."""
    players: tuple[Sat, ...]
    """People only, highest gain first; of voided rounds, players already paid."""
    achievements: tuple[Earned, ...]
    """In the order of earning."""
    names: Names

    def judged(self, shares: Mapping[int, Share]) -> "Sitting":
        """Return a copy with each player's share of good decisions, given by user id."""
        players = (one._replace(share=shares.get(one.user_id, Share())) for one in self.players)
        return replace(self, players=tuple(players))

    def of(self, user_id: int) -> "Sitting | None":
        """Return a copy with only this user's results; None if they did not play."""
        mine = [one for one in self.players if one.user_id == user_id]
        if not mine:
            return None
        earned = tuple(one for one in self.achievements if one.user_id == user_id)
        return replace(self, rounds=mine[0].rounds, players=(mine[0],), achievements=earned)


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """A page of a user's rounds, newest first, and the number of all."""

    rounds: tuple[PlayedRound, ...]
    count: int


class SavedMove(NamedTuple):
    """A move's text form and time. `repr` hides the text, which may name an unseen card."""

    text: str
    at: float

    def __repr__(self) -> str:
        return f"SavedMove(at={self.at!r})"


@dataclass(frozen=True, slots=True)
class SavedRound:
    """A finished round, complete for a replay.

    Its moves may name unseen cards, so users only see a `Replay`.
    """

    round_id: int
    table_id: int
    number: int
    channel_id: int
    guild_id: int
    rules: str
    """The text form."""
    ending: Ending
    ended_at: float
    dealt: tuple[DealtSeat, ...]
    moves: tuple[SavedMove, ...] = field(repr=False)
    shoe: int | None = None
    """The shoe's number at its table; None if not sealed."""
    gone: int | None = None
    """Cards dealt from the shoe before; None in version 0.1.0."""
    parent_id: int | None = None

    def seat_of(self, user_id: int) -> int | None:
        return next((dealt.seat for dealt in self.dealt if dealt.user_id == user_id), None)


class RoundToReview(NamedTuple):
    """A round for the coach to review, and `earlier` rounds that may have used its shoe, newest first."""

    saved: SavedRound
    earlier: tuple[SavedRound, ...]
