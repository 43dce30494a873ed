"""More clicks than the bot can carry: if all were let in, all would wait for long.

So nobody is let in while many have been waiting for a while. A refusal costs little, and who clicks again a moment
later finds a place.
"""

import logging
from collections.abc import Callable
from itertools import islice

from cogs.network.payload import BotInteraction
from engine.clock import Clock

log = logging.getLogger(__name__)

MANY = 32
"""A single table that is stuck keeps nobody else outside."""

A_WHILE = 0.5
"""Seconds for which many have been waiting when nobody else is let in."""

LATE = 1.0
"""Seconds for which a click was on its way when it is not let in while many wait: there is a queue outside, too."""


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
        self._told: set[int] = set()
        self._refused = 0
        """Since the last that was let in."""

    def enter(self, interaction: BotInteraction) -> None:
        """An interaction waits for its table from now on, until it leaves. Raises `Crowded`."""
        now = self._clock.now()
        self._let_in(now, interaction)
        self._waiting[interaction.id] = now

    def leave(self, interaction: BotInteraction) -> None:
        """Its table has carried it out, or refused it."""
        del self._waiting[interaction.id]

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
