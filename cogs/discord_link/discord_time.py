"""Estimates Discord's time, because the host's clock may be hours off."""

import logging
from collections.abc import Collection
from email.utils import parsedate_to_datetime
from typing import Final

from cachetools import FIFOCache, TTLCache

from engine.clock import Clock, wall_time

log = logging.getLogger(__name__)

DRIFT: Final = 3.0
"""Seconds between the host's clock and Discord's `Date`, which has whole seconds."""

QUORUM: Final = 3
"""Users whose ids are trusted without a `Date`."""

COARSE: Final = 1.25
"""Seconds by which a `Date` may lag behind an id: rounding and network."""

MOST_DATES: Final = 16
"""Of any age: the steady clock hardly drifts, and after a jump new dates replace them."""

ENOUGH: Final = 4
"""For a warning: a single answer may be delayed."""

MOST_USERS, VOTE_SECONDS = 1_024, 300.0
"""Number of votes, and lifetime in seconds."""

_EPOCH: Final = 1_420_070_400.0


class DiscordTime:
    """Estimates the offset between the bot's steady clock and Discord's.

    An interaction's id has its creation time, so its arrival shows the offset plus a delay; each user votes with
    their smallest recent offset. The estimate is a low quantile, so that one user's forged ids can't move it. Below
    `QUORUM` users the `Date` of responses decides, refined by votes that agree; without dates the votes, else the
    host's wall clock.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._votes = TTLCache[int, float](MOST_USERS, VOTE_SECONDS, clock.now)
        """Smallest recent offset in seconds by user."""
        self._dates = FIFOCache[float, float](MOST_DATES)
        """Smallest offset in seconds by `Date`."""
        self._last_date: str | None = None
        self._offset: float | None = None
        """None after new votes or dates."""
        self._estimated_at = 0.0
        self._has_warned = False

    def note_interaction(self, interaction_id: int, user_id: int) -> None:
        offset = self._clock.now() - _made(interaction_id)
        if offset < self._votes.get(user_id, float("inf")):
            self._votes[user_id] = offset
            self._offset = None

    def note_date(self, date: str | None) -> None:
        """Learn from a response's `Date` header, if readable. The first with a date has the smallest offset."""
        if date == self._last_date:
            return
        self._last_date = date
        try:
            second = parsedate_to_datetime(date or "").timestamp()
        except ValueError:
            return
        offset = self._clock.now() - second
        if offset < self._dates.get(second, float("inf")):
            self._dates[second] = offset
            self._offset = None
            self._warn()

    def age(self, snowflake: int) -> float:
        """Return the seconds since this id was created, at least 0."""
        return max(self._clock.now() - self._offset_now() - _made(snowflake), 0.0)

    def _offset_now(self) -> float:
        now = self._clock.now()
        if self._offset is None or now - self._estimated_at >= 1:
            self._offset, self._estimated_at = self._estimate(), now
        return self._offset

    def _estimate(self) -> float:
        with self._votes.timer:  # no vote expires while they are read
            votes = list(self._votes.values())
        if len(votes) >= QUORUM:
            return max(_quartile(votes), sorted(votes)[1])
        if self._dates:
            dated = _quartile(self._dates.values())
            return min((vote for vote in votes if 0 <= dated - vote <= COARSE), default=dated)
        return _quartile(votes) if votes else self._clock.now() - wall_time(self._clock)

    def _warn(self) -> None:
        if self._has_warned or len(self._dates) < ENOUGH:
            return
        ahead = wall_time(self._clock) - self._clock.now() + _quartile(self._dates.values())
        if abs(ahead) > DRIFT:
            self._has_warned = True
            log.warning("the clock of this machine is %s", difference(ahead))


def difference(ahead: float) -> str:
    """Say how many seconds the host's clock is `ahead` of Discord's, and the remedy."""
    how = "ahead of" if ahead > 0 else "behind"
    return f"{abs(ahead):.0f} s {how} Discord's: sudo timedatectl set-ntp true"


def _made(snowflake: int) -> float:
    return (snowflake >> 22) / 1000 + _EPOCH


def _quartile(offsets: Collection[float]) -> float:
    return sorted(offsets)[len(offsets) // 4]
