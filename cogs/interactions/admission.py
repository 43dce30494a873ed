"""Drops interactions that are duplicates or too late, and floods of clicks, before they reach a table."""

import logging
from collections import Counter
from collections.abc import Callable

from cachetools import FIFOCache

from cogs.discord_link.discord_time import DiscordTime
from cogs.discord_link.payloads import (
    BotInteraction,
    ClickOutcome,
    InteractionGauges,
    about,
)
from cogs.discord_link.request_errors import quietly
from cogs.discord_link.requests import answer
from cogs.interactions.answering import note_refusal
from cogs.language import language_of

log = logging.getLogger(__name__)

LATEST = 3.0
"""Seconds in which Discord accepts the first answer to an interaction."""

LATE = "CAME_TOO_LATE"
"""The logged reason for refusing an older interaction."""

REMEMBERED = 4_096
"""Number of recent interaction ids in the duplicate check."""

MOST_CLICKS = 30
PER_SECONDS = 10.0


class RateLimit:
    """Checks interactions by id, age and user. `now` returns Unix seconds of the bot's steady clock."""

    def __init__(
        self, now: Callable[[], float], discord_time: DiscordTime, gauges: InteractionGauges
    ) -> None:
        self._now = now
        self._discord_time = discord_time
        self._gauges = gauges
        self._seen = FIFOCache[int, None](REMEMBERED)
        self._clicks = Counter[int]()
        """Clicks per user since `_counted_from`."""
        self._counted_from = now()
        self._late = 0
        """Late interactions since the last timely one."""

    async def lets_in(self, interaction: BotInteraction) -> bool:
        """Return True if this interaction may be handled. A user who clicks too fast is warned once per period."""
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
            about(log, interaction).info("too many clicks, further ones are dropped")
            await _warn(interaction)
        return False

    def _note_late(self, *, is_late: bool) -> None:
        """Log when interactions start and stop being late: the machine or its network is slow."""
        if is_late:
            if not self._late:
                log.warning("clicks and commands arrive too late to be answered and are dropped")
            self._late += 1
        elif self._late:
            log.info("clicks and commands arrive in time again, %d were dropped", self._late)
            self._late = 0

    def why_stale(self, interaction: BotInteraction) -> str | None:
        """Record the interaction. Return why it can't be answered, or None if it can."""
        if interaction.id in self._seen:
            return "CAME_TWICE"
        self._discord_time.note_interaction(interaction.id, interaction.user.id)
        if self._discord_time.age(interaction.id) > LATEST:
            return LATE
        self._seen[interaction.id] = None
        return None

    def answered(self, interaction_id: int) -> None:
        """Record the delay of an accepted first answer."""
        self._gauges.answered(self._discord_time.age(interaction_id))

    def made_at(self, interaction_id: int) -> float:
        """The time of the click, in Unix seconds of the bot's steady clock."""
        return self._now() - self._discord_time.age(interaction_id)

    def _clicks_of(self, user_id: int) -> int:
        """Count a click; return the user's clicks in this period."""
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
