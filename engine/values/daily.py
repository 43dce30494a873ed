"""The daily ten as the bank keeps it: what each user has decided, and what it cost, in millionths of the stake."""

from dataclasses import dataclass, field
from typing import NamedTuple


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
