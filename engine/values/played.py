"""Past rounds and decisions, as the bank returns them. Amounts in cents, times in Unix seconds, UTC."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import astuple, dataclass, field, replace
from enum import StrEnum
from operator import add
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

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


class MoneyEntry(NamedTuple):
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

    entries: tuple[S_co, ...]
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
        return f"KeptMove(at={self.at!r})"


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

    def seat_of(self, user_id: int) -> int | None:
        """Return the number of the user's seat; None if they were not dealt in."""
        return next((dealt.seat for dealt in self.dealt if dealt.user_id == user_id), None)


class RoundToReview(NamedTuple):
    """A round, and the `earlier` rounds of its table that may have used cards of its shoe, newest first."""

    saved: SavedRound
    earlier: tuple[SavedRound, ...]


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


@dataclass(frozen=True, slots=True)
class DailyGame:
    """A user's ten hands of a day (counted from 1970, UTC), as far as they have played them.

    `moves` are the words of all decisions, separated by spaces; `squares` has a letter for each finished hand.
    """

    day: int
    moves: str = field(default="", repr=False)
    squares: str = ""
    lost: int = 0
    over: bool = False
    shared: bool = False
    """True if the result was posted in a channel."""
    closed: bool = False
    """True if the user's data were deleted after they had begun: they can't play the day again."""


class DailyEntry(NamedTuple):
    """An entry of a day's board; the first rank is 1, and equal results share a rank."""

    rank: int
    user_id: int
    squares: str
    lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyBoard:
    """The top of a server's board of a day, and the number of all entries."""

    entries: tuple[DailyEntry, ...]
    count: int


class DailyPost(NamedTuple):
    """The last daily post of a channel: its day (counted from 1970, UTC; 0 before the first post).

    `begun_at` is when the bot began to send it, in Unix seconds; None once the outcome is known. `message_id` is None
    unless the post is there. `refusals` counts the days in a row on which the channel refused it.
    """

    guild_id: int
    channel_id: int
    day: int = 0
    begun_at: float | None = None
    message_id: int | None = None
    refusals: int = 0


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


class Judgement(NamedTuple):
    """A player's decisions in a round: their number, the number of best ones, and the cost of the others in cents."""

    decisions: int
    good: int
    cost: int


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


class SkillEntry(NamedTuple):
    """An entry of the leaderboard of skill; the first rank is 1."""

    rank: int
    user_id: int
    skill: Skill
