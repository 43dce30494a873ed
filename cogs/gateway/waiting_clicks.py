"""Clicks and commands that wait for their answer: late ones are acknowledged, and too many are refused.

Discord takes a first answer for three seconds; an acknowledgement keeps the way open for longer. That of a click is
invisible; after a command the bot is "thinking" until the answer takes the place of that.

Once many have waited half a second, new clicks are refused, or all would wait for long. A refusal costs little, and who
clicks again a moment later finds a place.
"""

import logging
from collections.abc import Callable
from functools import partial
from itertools import islice

from cogs.gateway.payloads import BotInteraction, is_command
from cogs.gateway.request_errors import quietly
from cogs.gateway.requests import Errands, answer
from engine.clock import Clock, Timer

log = logging.getLogger(__name__)

CLICK_SECONDS = 2.0
"""Seconds after which a click is acknowledged, which leaves one for the way to the bot and back."""

COMMAND_SECONDS = 1.0
"""The same for a command, which loses nothing by being answered in two steps."""

MANY = 32
"""How many clicks may wait at least: one stuck table keeps nobody else out."""

A_WHILE = 0.5
"""Seconds that many have to wait before new clicks are refused."""

LATE = 1.0
"""While many wait, a click that is older than these seconds is refused: there is a queue outside, too."""

Age = Callable[[int], float]
"""For how many seconds the interaction of this id has been there."""


def acknowledge(under_way: Errands, via: BotInteraction) -> None:
    """Acknowledge an interaction, in a task that goes by its id, unless it is answered. Nobody but its author sees
    that."""
    if not via.response.is_done():
        under_way.begin(quietly(answer(via.response.defer, ephemeral=True)), via.id)


class LateAnswers:
    """Acknowledges what is late."""

    def __init__(self, clock: Clock, age: Age) -> None:
        self._clock = clock
        self._age = age
        self._timers: dict[int, Timer] = {}
        """By the id of each interaction that is watched."""
        self._acknowledging = Errands("acknowledge")

    def watch(self, interaction: BotInteraction) -> None:
        """Acknowledge this one when its time has come, unless it is answered or claimed."""
        seconds = COMMAND_SECONDS if is_command(interaction) else CLICK_SECONDS
        due = self._clock.now() + seconds - self._age(interaction.id)
        late = partial(self._acknowledge, interaction)
        self._timers[interaction.id] = self._clock.call_at(due, late)

    async def claim(self, interaction: BotInteraction) -> bool:
        """Leave a watched one to the caller from now on.

        Returns, once its acknowledgement is through or has failed, whether it was late.
        """
        was_late = interaction.id not in self._timers
        self.leave(interaction)
        await self._acknowledging.done(interaction.id)
        return was_late

    def leave(self, interaction: BotInteraction) -> None:
        """Leave it unacknowledged."""
        if (timer := self._timers.pop(interaction.id, None)) is not None:
            timer.cancel()

    async def finish(self) -> None:
        """Wait for the acknowledgements that are under way; begin no others."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        await self._acknowledging.finish()
        self._acknowledging.give_up()

    def _acknowledge(self, interaction: BotInteraction) -> None:
        """Also if a table has carried a click out, and its board is on its way."""
        if self._timers.pop(interaction.id, None) is not None:
            acknowledge(self._acknowledging, interaction)


class Crowded(Exception):
    """The bot has too much to do: this was not tried, and changes nothing."""

    def __init__(self, *, again: bool) -> None:
        super().__init__()
        self.again = again
        """Whether this user has just been told."""


class Crowding:
    """Knows which interactions wait for a table, and since when."""

    def __init__(self, clock: Clock, age: Age) -> None:
        self._clock = clock
        self._age = age
        self._waiting: dict[int, float] = {}
        """Since when each interaction waits, in the order in which they came."""
        self._told: set[int] = set()
        self._refused = 0
        """How many, since the last that was let in."""

    def enter(self, interaction: BotInteraction) -> None:
        """An interaction waits for its table from now on, until it leaves. Raises `Crowded`."""
        now = self._clock.now()
        since = next(islice(self._waiting.values(), MANY - 1, None), None)
        if since is not None and (now - since > A_WHILE or self._age(interaction.id) > LATE):
            raise self._refusal(interaction.user.id)
        if self._refused:
            log.info("clicks count again, %d were refused", self._refused)
            self._refused = 0
            self._told.clear()
        self._waiting[interaction.id] = now

    def leave(self, interaction: BotInteraction) -> None:
        """Its table has carried it out, or refused it."""
        del self._waiting[interaction.id]

    def _refusal(self, user_id: int) -> Crowded:
        if not self._refused:
            log.warning("more clicks than can be carried out: new ones are refused for a while")
        self._refused += 1
        again = user_id in self._told
        self._told.add(user_id)
        return Crowded(again=again)
