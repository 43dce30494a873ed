"""The daily ten as the bank keeps it: what each user has decided, and what it cost, in millionths of the stake."""

from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from engine.values.tables import Called


@dataclass(frozen=True, slots=True, kw_only=True)
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


class DailyBank(Protocol):
    """What is kept of the daily ten."""

    async def daily_secret(self, fresh: bytes) -> bytes:
        """What the cards follow from; it is `fresh` where there was none, and the same for good, for all processes."""

    async def daily_game(self, user_id: int, day: int) -> DailyGame:
        """How far a user is on a day."""

    async def keep_daily(
        self,
        user_id: int,
        guild_id: int,
        before: DailyGame,
        after: DailyGame,
        called: Called | None = None,
    ) -> bool:
        """Keep a game that has gone on; False, and it is not kept, where it is not as it was `before` any more.

        It counts for the guild in which it was begun. `called` is what the user is called, where that is to be kept.
        """

    async def daily_board(self, guild_id: int, day: int, limit: int) -> DailyBoard:
        """The users who have played all hands of a day in a guild: most best hands first, then least lost."""

    async def daily_streak(self, user_id: int, day: int) -> int:
        """How many days in a row up to this one a user has played all hands."""
