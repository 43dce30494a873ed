"""The daily ten: ten hands a day, the same for all users. Days are counted from 1970, UTC."""

from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class DailyGame:
    """A user's progress in a day's ten hands.

    `moves` names all decisions, `squares` has a letter for each finished hand, `lost` is in millionths of the stake.
    """

    day: int
    moves: str = field(default="", repr=False)
    squares: str = ""
    lost: int = 0
    over: bool = False
    shared: bool = False
    """True if posted in a channel."""
    closed: bool = False
    """True if the user's data were deleted: they can't play this day again."""


class DailyEntry(NamedTuple):
    """A user's result on a day's leaderboard; equal results share a rank, from 1."""

    rank: int
    user_id: int
    squares: str
    lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyBoard:
    """The top of a server's leaderboard for a day, and the number of entries."""

    entries: tuple[DailyEntry, ...]
    count: int


class DailyPost(NamedTuple):
    """A channel's last post about the daily ten; `day` is 0 before the first.

    `begun_at` is when sending began, in Unix seconds; None once the outcome is known. `message_id` is None without a
    post. `refusals` counts the days in a row on which the channel refused it.
    """

    guild_id: int
    channel_id: int
    day: int = 0
    begun_at: float | None = None
    message_id: int | None = None
    refusals: int = 0
