"""Past rounds and decisions, as the bank returns them. Amounts in cents, times in Unix seconds, UTC."""

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
    """By an admin: every unsettled stake was returned."""


@dataclass(frozen=True, slots=True)
class Counts:
    """The sums of some settled rounds of one user."""

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
        return Counts(*map(add, astuple(self), astuple(other)))


@dataclass(frozen=True, slots=True)
class BiggestWin:
    """A user's highest gain in one round."""

    round_id: int
    net: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """All settled rounds of a user, in total and by key of the rule set."""

    total: Counts
    by_rule_set: Mapping[str, Counts]
    biggest_win: BiggestWin | None
    """None for a user who has never won."""


class BalancePoint(NamedTuple):
    """A user's balance at one time, including stakes on tables."""

    at: float
    balance: int


LEAST_ROUNDS: Final = 10
"""Finished rounds required for a leaderboard of money."""


class Standing(NamedTuple):
    """An entry of a leaderboard of money; the first rank is 1.

    `rounds` counts the leaderboard's rounds. `net` decides the order: the result of these rounds, or of all the user's
    rounds for the leaderboard of all time.
    """

    rank: int
    user_id: int
    balance: int
    rounds: int
    net: int


S_co = TypeVar("S_co", covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaderboard(Generic[S_co]):
    """A page of a leaderboard, the number of listed users, and the asking user's place, or None if they are not listed.

    Users with equal scores share a `rank`. `position` is the user's line, counted from 1.
    """

    standings: tuple[S_co, ...]
    count: int
    rank: int | None
    position: int | None
    read_at: float | None = None
    """In Unix seconds, for a list that is cached."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A finished round of one player. In a voided round, only hands that were paid at once count."""

    round_id: int
    table_id: int
    number: int
    """The round's number at its table."""
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
    """A finished round of a table: `nets` are cents by user id, without AI players."""

    round_id: int
    number: int
    """The round's number at its table."""
    ending: Ending
    nets: Mapping[int, int]
    """For a voided round, only of players whose hands were paid at once."""


class BestRound(NamedTuple):
    """A player's best round at a table, by its number there; `net` in cents."""

    number: int
    net: int
    natural: bool
    """True if one of the player's hands was paid as a natural."""


class Share(NamedTuple):
    """How many decisions a player has made, and how many of them were as good as the best."""

    decisions: int = 0
    good: int = 0


class Sat(NamedTuple):
    """The sum of a player's rounds at a table; `net` in cents."""

    user_id: int
    rounds: int
    net: int
    best: BestRound
    share: Share = Share()
    """Only of judged decisions."""


class Earned(NamedTuple):
    """An achievement that a player has earned at a table, by its key."""

    user_id: int
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """All rounds of a table that were dealt and have ended; at least one."""

    rounds: int
    seconds: float
    """From the first bet to the last end."""
    players: tuple[Sat, ...]
    """People only, the highest gain first; from voided rounds, only players whose hands were paid at once."""
    achievements: tuple[Earned, ...]
    """In the order of earning."""
    names: Names

    def judged(self, shares: Mapping[int, Share]) -> "Sitting":
        """Return it with the shares of good decisions, by user id."""
        players = (one._replace(share=shares.get(one.user_id, Share())) for one in self.players)
        return replace(self, players=tuple(players))

    def of(self, user_id: int) -> "Sitting | None":
        """Return the part of one user; None if they have no result."""
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
    """The text form of a move, and when it was made. `repr` hides the text, which may name an unseen card."""

    text: str
    at: float

    def __repr__(self) -> str:
        return f"SavedMove(at={self.at!r})"


@dataclass(frozen=True, slots=True)
class SavedRound:
    """A finished round with all that a replay needs.

    Its moves may name unseen cards, so people see only the `Replay` of `engine.records`.
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
    moves: tuple[SavedMove, ...] = field(repr=False)
    shoe: int | None = None
    """The number of the shoe at its table; None if it was not sealed."""
    gone: int | None = None
    """The cards dealt from the shoe before the round; None for rounds of version 0.1.0."""
    parent_id: int | None = None
    """The parent channel, if the table had a thread made for it."""


class RoundToReview(NamedTuple):
    """A round, and the `earlier` rounds of its table that may have used cards of its shoe, newest first."""

    saved: SavedRound
    earlier: tuple[SavedRound, ...]
