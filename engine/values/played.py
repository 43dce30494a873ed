"""What was played, as the bank tells it afterwards: plain values. Amounts in cents, times in Unix seconds, UTC."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import astuple, dataclass, field, replace
from enum import StrEnum
from operator import add
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from engine.values.rounds import DealtSeat
from engine.values.tables import Names


class Ending(StrEnum):
    """How a round came to its end."""

    SETTLED = "settled"
    VOIDED = "voided"
    """By an admin: every stake went back that was not paid yet."""


@dataclass(frozen=True, slots=True)
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
        return Counts(*map(add, astuple(self), astuple(other)))


@dataclass(frozen=True, slots=True)
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


LEAST_ROUNDS: Final = 10
"""Finished rounds that it takes to be listed by money. The schema of the bank counts them, too."""


class Standing(NamedTuple):
    """A place in a leaderboard of money, the first being 1. `rounds` are those that the leaderboard is about.

    `net` is what decides: what those rounds came to, or (of all time) all rounds of the user.
    """

    rank: int
    user_id: int
    balance: int
    rounds: int
    net: int


S_co = TypeVar("S_co", covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaderboard(Generic[S_co]):
    """A page of a list, how many users are on the list, and where the asking user is; None if they are not listed.

    Users with equal scores share a `rank`. The `position` is the number of the user's line, the first being 1.
    """

    standings: tuple[S_co, ...]
    count: int
    rank: int | None
    position: int | None


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round that has ended, for one of its players. Of a voided one, only hands that were paid before are counted."""

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


class RoundOfTable(NamedTuple):
    """A round that has ended, for everybody: `nets` in cents by user id, without players of the house."""

    round_id: int
    number: int
    """Counts within the table."""
    ending: Ending
    nets: Mapping[int, int]
    """Of a voided round, of those alone who were paid before."""


class BestRound(NamedTuple):
    """The round of a table that has brought somebody most, by its number there; `net` in cents."""

    number: int
    net: int
    natural: bool
    """Whether a hand of theirs was paid as a natural."""


class Share(NamedTuple):
    """How many decisions somebody has made, and how many of them were as good as the best."""

    decisions: int = 0
    good: int = 0


class Sat(NamedTuple):
    """What somebody's rounds at a table come to; `net` in cents."""

    user_id: int
    rounds: int
    net: int
    best: BestRound
    share: Share = Share()
    """Of the decisions that are judged."""


class Earned(NamedTuple):
    """An achievement that somebody has earned at a table, by its key."""

    user_id: int
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """All rounds of a table that were dealt and have ended, at least one."""

    rounds: int
    seconds: float
    """From the first bet to the last end."""
    players: tuple[Sat, ...]
    """People alone, who has won most first; of a voided round, those who were paid before."""
    achievements: tuple[Earned, ...]
    """As they were earned."""
    names: Names

    def judged(self, shares: Mapping[int, Share]) -> "Sitting":
        """The same, with what is known of players' decisions, by the user."""
        players = (one._replace(share=shares.get(one.user_id, Share())) for one in self.players)
        return replace(self, players=tuple(players))

    def of(self, user_id: int) -> "Sitting | None":
        """What of it concerns this user; None where they have no result."""
        mine = [one for one in self.players if one.user_id == user_id]
        if not mine:
            return None
        earned = tuple(one for one in self.achievements if one.user_id == user_id)
        return replace(self, rounds=mine[0].rounds, players=(mine[0],), achievements=earned)


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


@dataclass(frozen=True, slots=True)
class KeptRound:
    """A round that was dealt and has ended, with all that a replay needs.

    The moves hold cards that nobody may have seen: people are shown the `Replay` of `engine.records`.
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
    """How many cards of the shoe were gone before the round; None where version 0.1.0 dealt it."""
    parent_id: int | None = None
    """The channel of the thread, where its table had one of its own."""


class RoundToReview(NamedTuple):
    """A round, and the `earlier` ones of its table in which cards of its shoe may have gone, the newest first."""

    kept: KeptRound
    earlier: tuple[KeptRound, ...]


class Achievement(NamedTuple):
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
    rule_set: str
    """The key."""
    by_book: bool = False
    """Whether it is judged, and was played by the book."""


class Progress(NamedTuple):
    """How far somebody is on the way to an achievement that much has to be done for: rounds, days, cents."""

    done: int
    all: int


class AchievementSearch(Protocol):
    """What looks for achievements. It is called beside the event loop."""

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
    ) -> Iterable[Achievement]:
        """What somebody's gifts, rounds and finished dailies, each in the order of time, have earned them together.

        Dailies are days, counted from 1970, UTC.
        """

    def progress(
        self, gifts: Iterable[Gift], rounds: Iterable[SettledOnce], dailies: Iterable[int]
    ) -> Mapping[str, Progress]:
        """How far the same has brought them, by the key of the achievement; some have no steps on the way."""


class AchievementsFound(NamedTuple):
    """What a search has found that was not known. `searched` of `rounds` are through: the next search goes on there."""

    new: tuple[Achievement, ...]
    searched: int
    rounds: int


@dataclass(frozen=True, slots=True)
class DailyGame:
    """A user's ten hands of a day (counted from 1970, UTC) as far as they are played.

    `moves` are the words of all decisions, a space between two; `squares` has a letter for each hand that is over.
    """

    day: int
    moves: str = field(default="", repr=False)
    squares: str = ""
    lost: int = 0
    over: bool = False
    shared: bool = False
    """Whether the result was posted in a channel."""
    closed: bool = False
    """Whether the user has begun it and was forgotten since: it can't be played again."""


class DailyStanding(NamedTuple):
    """A place on the board of a day, the first being 1; who did as well as another has the same place."""

    rank: int
    user_id: int
    squares: str
    lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyBoard:
    """The first places of a server's board of a day, and how many users are on it in all."""

    standings: tuple[DailyStanding, ...]
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
