"""More clicks than the bot can carry, or a table that takes its time: every click gets an answer all the same.

Discord waits three seconds for it. A click that has none soon before that is acknowledged, and what becomes of it is
shown later. If everything were let in all would wait for so long; so nobody is let in while many have
been waiting for a while. A refusal costs little, and who clicks again a moment later finds a place.
"""

import logging
from collections import deque
from collections.abc import Callable
from itertools import islice

from cogs.network.acknowledging import Acknowledging
from cogs.network.payload import BotInteraction
from engine.clock import Clock, Timer

log = logging.getLogger(__name__)

MANY = 32
"""A single table that is stuck keeps nobody else outside."""

A_WHILE = 0.5
"""Seconds for which many have been waiting when nobody else is let in."""

LATE = 1.0
"""Seconds for which a click was on its way when it is not let in while many wait: there is a queue outside, too."""

PATIENCE = 2.0
"""Seconds that a click may wait for its answer before it is acknowledged: there is a way to the bot, and one back."""


class Crowded(Exception):
    """The bot has more to do than it can: this was not tried, and changes nothing."""

    def __init__(self, *, again: bool) -> None:
        super().__init__()
        self.again = again
        """Whether this user has been told so a moment ago."""


class Crowding:
    """Knows what waits for a table, and since when. `age` tells for how many seconds an interaction has been there."""

    def __init__(self, clock: Clock, age: Callable[[BotInteraction], float]) -> None:
        self._clock = clock
        self._age = age
        self._waiting: dict[int, float] = {}
        """Since when each interaction waits, in the order in which they came."""
        self._clicks: deque[tuple[float, BotInteraction]] = deque()
        """Those of the last seconds, and when they are to be acknowledged if nothing else has answered them."""
        self._timer: Timer | None = None
        self._acknowledging = Acknowledging()
        self._told: set[int] = set()
        self._refused = 0
        """Since the last that was let in."""

    def enter(self, interaction: BotInteraction, *, is_click: bool) -> None:
        """An interaction waits for its table from now on, until it leaves. Raises `Crowded`."""
        now = self._clock.now()
        self._let_in(now, interaction)
        self._waiting[interaction.id] = now
        if is_click:
            self._clicks.append((now + PATIENCE, interaction))
            self._look_later()

    def leave(self, interaction: BotInteraction) -> None:
        """Its table has carried it out, or refused it."""
        del self._waiting[interaction.id]

    async def finish(self) -> None:
        """Return when the clicks that are being acknowledged are; the others have their answers from elsewhere."""
        self._clicks.clear()
        if self._timer is not None:
            self._timer.cancel()
        await self._acknowledging.finish()

    def _let_in(self, now: float, interaction: BotInteraction) -> None:
        last = next(islice(self._waiting.values(), MANY - 1, None), None)
        if last is not None and (now - last > A_WHILE or self._age(interaction) > LATE):
            user_id = interaction.user.id
            if not self._refused:
                log.warning("more clicks than can be carried out: new ones are refused for a while")
            again = user_id in self._told
            self._told.add(user_id)
            self._refused += 1
            raise Crowded(again=again)
        if self._refused:
            log.info("clicks count again, %d were refused", self._refused)
            self._refused = 0
            self._told.clear()

    def _look_later(self) -> None:
        if self._timer is None and self._clicks:
            self._timer = self._clock.call_at(self._clicks[0][0], self._acknowledge_late)

    def _acknowledge_late(self) -> None:
        """Also where the table has carried a click out, and its board is on its way."""
        self._timer = None
        now = self._clock.now()
        while self._clicks:
            due, click = self._clicks[0]
            # Those that are answered are done with, though not due yet: no timer is needed for each of them.
            if due > now and not click.response.is_done():
                break
            self._clicks.popleft()
            self._acknowledging.begin(click)
        self._look_later()
