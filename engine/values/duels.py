"""Duels, in which two players decide about the same ten hands. Times in Unix seconds, UTC."""

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

DUEL_SECONDS: Final = 86_400.0
"""From the challenge to the end."""

OPEN_DUELS: Final = 3
"""The most per player; a duel that they have finished does not count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Duelist:
    """One player's side of a duel; `user_id` is None after a deletion of their data.

    `moves` names all decisions. `squares` (a letter each), `lost` (millionths of the stake), `decisions` and `good` are
    about finished hands.
    """

    user_id: int | None
    moves: str = field(default="", repr=False)
    squares: str = ""
    lost: int = 0
    decisions: int = 0
    good: int = 0
    over: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """A saved duel. `secret` determines the hands; None until a player looks at them."""

    duel_id: int
    guild_id: int
    channel_id: int
    locale: str
    """Discord's code of the result's language."""
    ends_at: float
    challenger: Duelist
    challenged: Duelist
    secret: bytes | None = field(default=None, repr=False)
    declined: bool = False
    posting_at: float | None = None
    """When the bot first began to send the result."""
    settled: bool = False
    challenge_id: int | None = None
    """The challenge's message, while it has buttons."""

    @property
    def duelists(self) -> tuple[Duelist, Duelist]:
        return self.challenger, self.challenged

    def of(self, user_id: int) -> Duelist | None:
        return next((one for one in self.duelists if one.user_id == user_id), None)

    def is_decided(self, at: float) -> bool:
        """Return True once both players have finished or time is up."""
        return at >= self.ends_at or all(one.over for one in self.duelists)

    def is_open(self, at: float) -> bool:
        """Return True while a player can still play."""
        return not (self.declined or self.settled or self.is_decided(at))

    def can_decline(self, user_id: int) -> bool:
        """Return True if the user may decline: until their first move; the challenger, until either player's."""
        mine = self.of(user_id)
        if mine is None or mine.moves:
            return False
        return mine is self.challenged or not self.challenged.moves

    @property
    def winner(self) -> Duelist | None:
        """The player who finished with the smaller loss; None for a draw, or if neither finished."""
        finished = sorted((one for one in self.duelists if one.over), key=lambda one: one.lost)
        if len(finished) == 2 and finished[0].lost == finished[1].lost:
            return None
        return finished[0] if finished else None


class Unable(Enum):
    """The reason why a duel can't begin."""

    CHALLENGER_FULL = auto()
    CHALLENGED_FULL = auto()
