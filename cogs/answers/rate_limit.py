"""Drops events that come twice or too late, and the clicks of users who click like a machine.

What is dropped never reaches a table: it can't change a game, and it takes no time from anybody else.
"""

import logging
import math
from collections import Counter
from collections.abc import Callable

from cachetools import FIFOCache
from discord.utils import DISCORD_EPOCH

from cogs.answers.answering import note_refusal
from cogs.gateway.payloads import (
    BotInteraction,
    ClickOutcome,
    Gauges,
    about,
)
from cogs.gateway.request_errors import quietly
from cogs.gateway.requests import answer
from cogs.language import language_of

log = logging.getLogger(__name__)

LATEST = 3.0
"""Seconds in which Discord takes the first answer to an interaction."""

LATE = "CAME_TOO_LATE"
"""The reason for which an older interaction is refused."""

REMEMBERED = 4_096
"""Interactions that are remembered."""

DRIFT = 0.001
"""How much the two clocks may move apart: far more than clocks do, and far less than a late event shows."""

MOST_CLICKS = 30
PER_SECONDS = 10.0


class RateLimit:
    """Judges interactions by id, age and sender. `now` tells Unix seconds, by a clock that is never set.

    This machine's clock and Discord's may differ, and drift: the smallest difference seen lately counts as none.
    """

    def __init__(self, now: Callable[[], float], gauges: Gauges) -> None:
        self._now = now
        self._gauges = gauges
        self._seen = FIFOCache[int, None](REMEMBERED)
        self._offset = math.inf
        self._judged_at = now()
        self._clicks = Counter[int]()
        """How often each user has clicked since `_counted_from`; of others nothing is kept."""
        self._counted_from = now()
        self._late = 0
        """Interactions since the last that came in time."""

    async def lets_in(self, interaction: BotInteraction) -> bool:
        """Whether to go on with this interaction; a user who is too quick is told so, once."""
        stale = self.why_stale(interaction)
        self._note_late(is_late=stale == LATE)
        if stale is not None:
            level = logging.DEBUG if stale == LATE else logging.INFO
            note_refusal(interaction, stale, level=level)
            self._gauges.ended(ClickOutcome.TOO_LATE if stale == LATE else ClickOutcome.TWICE)
            return False
        if (clicks := self._clicks_of(interaction.user.id)) <= MOST_CLICKS:
            return True
        note_refusal(interaction, "TOO_QUICK")
        self._gauges.ended(ClickOutcome.TOO_QUICK)
        if clicks == MOST_CLICKS + 1:
            about(log, interaction).info("too quick, further clicks are dropped")
            await _warn(interaction)
        return False

    def _note_late(self, *, is_late: bool) -> None:
        """Worth a look without being asked: the machine or its network is slow, and many may be late in a row."""
        if is_late:
            if not self._late:
                log.warning("clicks and commands come too late to be answered, and are dropped")
            self._late += 1
        elif self._late:
            log.info("they come in time again, %d were dropped", self._late)
            self._late = 0

    def why_stale(self, interaction: BotInteraction) -> str | None:
        """Why this interaction can't be answered, or None where it is new and can be."""
        if interaction.id in self._seen:
            return "CAME_TWICE"
        now = self._now()
        behind = self._behind(interaction.id, now)
        self._offset, self._judged_at = self._least(behind, now), now
        if behind - self._offset > LATEST:
            return LATE
        self._seen[interaction.id] = None
        return None

    def age(self, interaction_id: int) -> float:
        """Seconds since this interaction was made, in Discord's time as far as it is known."""
        now = self._now()
        behind = self._behind(interaction_id, now)
        return behind - self._least(behind, now)

    def answered(self, interaction_id: int) -> None:
        """Discord has taken the first answer to this interaction."""
        self._gauges.answered(self.age(interaction_id))

    def made_at(self, interaction_id: int) -> float:
        """When this interaction was made, by this machine's clock that is never set, as far as it is known."""
        return self._now() - self.age(interaction_id)

    def _behind(self, interaction_id: int, now: float) -> float:
        """Seconds by which this machine's clock is later than Discord's was when the interaction was made."""
        return now - ((interaction_id >> 22) + DISCORD_EPOCH) / 1000

    def _least(self, behind: float, now: float) -> float:
        """The smallest difference seen lately, this one among them."""
        return min(behind, self._offset + DRIFT * max(now - self._judged_at, 0))

    def _clicks_of(self, user_id: int) -> int:
        """How often a user has clicked in these seconds, this time too."""
        if self._now() - self._counted_from >= PER_SECONDS:
            self._clicks.clear()
            self._counted_from = self._now()
        self._clicks[user_id] += 1
        return self._clicks[user_id]


async def _warn(interaction: BotInteraction) -> None:
    text = language_of(interaction.locale)("sorry-slow-down")
    await quietly(
        answer(interaction.response.send_message, text, ephemeral=True), "a word to slow down"
    )
