"""The daily ten: a user's game, a server's board and its posts. Days are counted from 1970, UTC."""

from dataclasses import dataclass, field
from typing import NamedTuple


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


class DailyStanding(NamedTuple):
    """An entry of a day's board; the first rank is 1, and equal results share a rank."""

    rank: int
    user_id: int
    squares: str
    lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyBoard:
    """The top of a server's board of a day, and the number of all entries."""

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
