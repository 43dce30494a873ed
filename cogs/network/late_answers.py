"""Interactions that are not answered soon are acknowledged, and answered later.

Discord waits three seconds for a first answer. A click is acknowledged without anybody seeing it; whoever has typed a
command reads that the bot is thinking, and the answer takes the place of that.
"""

from collections.abc import Callable
from functools import partial

import discord

from cogs.network.acknowledging import Acknowledging
from cogs.network.payload import BotInteraction
from engine.clock import Clock, Timer

CLICK_SECONDS = 2.0
"""How long a click may be without an answer: there is a way to the bot, and one back. The answer itself is quicker."""

COMMAND_SECONDS = 1.0
"""The same for a command, which loses nothing by being answered in two steps."""


class LateAnswers:
    """Acknowledges what is late. `age` tells for how many seconds an interaction has been there."""

    def __init__(self, clock: Clock, age: Callable[[BotInteraction], float]) -> None:
        self._clock = clock
        self._age = age
        self._timers: dict[int, Timer] = {}
        """By the id of each interaction that is watched."""
        self._acknowledging = Acknowledging()

    def watch(self, interaction: BotInteraction) -> None:
        """Acknowledge this one when its time has come, unless it is answered or claimed."""
        seconds = COMMAND_SECONDS if is_command(interaction) else CLICK_SECONDS
        due = self._clock.now() + seconds - self._age(interaction)
        late = partial(self._acknowledge, interaction)
        self._timers[interaction.id] = self._clock.call_at(due, late)

    async def claim(self, interaction: BotInteraction) -> bool:
        """Leave a watched one to the caller from now on.

        Returns whether it was late, when its acknowledgement has got through, or has failed.
        """
        was_late = interaction.id not in self._timers
        self.leave(interaction)
        await self._acknowledging.done(interaction)
        return was_late

    def leave(self, interaction: BotInteraction) -> None:
        """Acknowledge it no more."""
        if (timer := self._timers.pop(interaction.id, None)) is not None:
            timer.cancel()

    async def finish(self) -> None:
        """Return when those that are being acknowledged are; the others have their answers from elsewhere."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        await self._acknowledging.finish()

    def _acknowledge(self, interaction: BotInteraction) -> None:
        """Also where a table has carried a click out, and its board is on its way."""
        if self._timers.pop(interaction.id, None) is not None:
            self._acknowledging.begin(interaction)


def is_command(interaction: BotInteraction) -> bool:
    """Whether somebody has typed a command."""
    return interaction.type is discord.InteractionType.application_command
