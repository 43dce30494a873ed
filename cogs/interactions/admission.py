"""Refuses interactions: duplicates, late clicks, floods, too frequent actions, overload."""

import logging
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import islice

from cachetools import FIFOCache
from discord.ext.commands import CooldownMapping

from cogs.discord_link.discord_time import DiscordTime
from cogs.discord_link.payloads import BotInteraction, ClickOutcome, InteractionGauges, about
from cogs.discord_link.request_errors import quietly
from cogs.discord_link.requests import answer
from cogs.interactions.context import Context
from cogs.interactions.refusal_log import log_refusal
from cogs.language import language_of, words
from engine.clock import Clock

log = logging.getLogger(__name__)

LATEST = 3.0
"""Discord accepts no later first answer."""

LATE = "CAME_TOO_LATE"

REMEMBERED = 4_096

MOST_CLICKS = 30
PER_SECONDS = 10.0

MANY = 32
"""Waiting clicks always allowed: one stuck table doesn't block the others."""

A_WHILE = 0.5
"""Seconds that `MANY` clicks wait before new ones are refused."""

OLD = 1.0
"""While `MANY` wait, an older click is refused: it has already waited outside the bot."""


class RateLimit:
    """Drops duplicate and late interactions, and those beyond a user's rate limit.

    `now` is the bot's steady clock.
    """

    def __init__(
        self, now: Callable[[], float], discord_time: DiscordTime, gauges: InteractionGauges
    ) -> None:
        self._now = now
        self._discord_time = discord_time
        self._gauges = gauges
        self._seen = FIFOCache[int, None](REMEMBERED)
        self._clicks = Counter[int]()
        self._counted_from = now()
        self._late = 0

    async def lets_in(self, interaction: BotInteraction) -> bool:
        """Return True if the interaction may be handled. A user who clicks too fast is warned once per period."""
        stale = self.why_stale(interaction)
        self._note_late(is_late=stale == LATE)
        if stale is not None:
            level = logging.DEBUG if stale == LATE else logging.INFO
            log_refusal(interaction, stale, level=level)
            self._gauges.ended(ClickOutcome.TOO_LATE if stale == LATE else ClickOutcome.TWICE)
            return False
        if (clicks := self._clicks_of(interaction.user.id)) <= MOST_CLICKS:
            return True
        log_refusal(interaction, "TOO_QUICK")
        self._gauges.ended(ClickOutcome.TOO_QUICK)
        if clicks == MOST_CLICKS + 1:
            line = "the bot drops the user's further clicks (more than %d in %g s)"
            about(log, interaction).info(line, MOST_CLICKS, PER_SECONDS)
            await _warn(interaction)
        return False

    def _note_late(self, *, is_late: bool) -> None:
        if is_late:
            if not self._late:
                log.warning(
                    "the bot drops clicks and commands (they arrive too late to be answered)"
                )
            self._late += 1
        elif self._late:
            log.info("clicks and commands arrive in time again (%d were dropped)", self._late)
            self._late = 0

    def why_stale(self, interaction: BotInteraction) -> str | None:
        """Record the interaction. Return why it can't be answered, or None."""
        if interaction.id in self._seen:
            return "CAME_TWICE"
        self._discord_time.note_interaction(interaction.id, interaction.user.id)
        if self._discord_time.age(interaction.id) > LATEST:
            return LATE
        self._seen[interaction.id] = None
        return None

    def answered(self, interaction_id: int) -> None:
        self._gauges.answered(self._discord_time.age(interaction_id))

    def _clicks_of(self, user_id: int) -> int:
        if self._now() - self._counted_from >= PER_SECONDS:
            self._clicks.clear()
            self._counted_from = self._now()
        self._clicks[user_id] += 1
        return self._clicks[user_id]


async def _warn(interaction: BotInteraction) -> None:
    text = language_of(interaction.locale)("sorry-slow-down")
    warning = answer(interaction.response.send_message, text, ephemeral=True)
    await quietly(warning, "a word to slow down", partial(about, log, interaction))


class Cooldowns:
    """Limits how often an action happens within `seconds`.

    Each number in `times` limits one kind of key, such as user or channel.
    """

    def __init__(self, clock: Clock, seconds: float, *times: int) -> None:
        self._clock = clock
        self._limits = [CooldownMapping[int].from_cooldown(most, seconds, int) for most in times]

    def next_try(self, *keys: int) -> str | None:
        """Return when the action is allowed again, as a Discord timestamp; None if now."""
        now = self._clock.now()
        buckets = [one.get_bucket(key, now) for one, key in zip(self._limits, keys, strict=True)]
        seconds = max(bucket.get_retry_after(now) for bucket in buckets if bucket)
        return words.relative(self._clock.shown(now + seconds)) if seconds else None

    def take(self, *keys: int) -> str | None:
        """Count the action and return None; at a limit, only return `next_try`."""
        if (when := self.next_try(*keys)) is None:
            self.count(*keys)
        return when

    def count(self, *keys: int) -> None:
        now = self._clock.now()
        for one, key in zip(self._limits, keys, strict=True):
            one.update_rate_limit(key, now)


class Crowded(Exception):
    """Raised when an interaction is refused under overload, without effect."""

    def __init__(self, *, again: bool) -> None:
        super().__init__()
        self.again = again
        """True if the user has got this answer during the overload."""


class Crowding:
    """Refuses new interactions while many wait for tables, to keep waits short."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waiting: dict[int, float] = {}
        """In order of arrival."""
        self._refused_users: set[int] = set()
        self._refused = 0

    def enter(self, ctx: Context) -> None:
        """Count the interaction as waiting for a table until `leave`. Raises `Crowded`."""
        now = self._clock.now()
        since = next(islice(self._waiting.values(), MANY - 1, None), None)
        if since is not None and (now - since > A_WHILE or now - ctx.made_at > OLD):
            raise self._refusal(ctx.user_id)
        if self._refused:
            log.info("the bot accepts new clicks again (%d were refused)", self._refused)
            self._refused = 0
            self._refused_users.clear()
        self._waiting[ctx.interaction.id] = now

    def leave(self, ctx: Context) -> None:
        del self._waiting[ctx.interaction.id]

    def _refusal(self, user_id: int) -> Crowded:
        if not self._refused:
            log.warning("the bot refuses new clicks for a while (overload)")
        self._refused += 1
        again = user_id in self._refused_users
        self._refused_users.add(user_id)
        return Crowded(again=again)
