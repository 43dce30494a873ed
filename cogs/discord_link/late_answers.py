"""Acknowledges interactions that the bot has not answered in time.

Discord accepts a first answer for three seconds; an acknowledgement gives the bot more time. After a click it is
invisible; after a command the user sees "thinking".
"""

import logging
from functools import partial

from discord import InteractionType

from cogs.discord_link.payloads import BotInteraction, about
from cogs.discord_link.request_errors import quietly
from cogs.discord_link.requests import Errands, answer
from engine.clock import Clock, Timer

log = logging.getLogger(__name__)

CLICK_SECONDS = 2.0
"""Age of a click; leaves one second for the network."""

COMMAND_SECONDS = 1.0
"""The same for a command, where a deferral has no drawback."""

_SECONDS = {
    InteractionType.application_command: COMMAND_SECONDS,
    InteractionType.component: CLICK_SECONDS,
    InteractionType.modal_submit: CLICK_SECONDS,
}


def acknowledge(tasks: Errands, interaction: BotInteraction) -> None:
    """Acknowledge an interaction in a background task; after a command, only its user sees this."""
    response = interaction.response
    if not response.is_done():
        request = answer(response.defer, ephemeral=True)
        quiet = quietly(request, "an acknowledgement", partial(about, log, interaction))
        tasks.begin(quiet, interaction.id)


class LateAnswers:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._timers: dict[int, Timer] = {}
        self._acknowledging = Errands("acknowledge")

    def watch(self, interaction: BotInteraction, made_at: float) -> None:
        """Acknowledge this interaction once late. `made_at` is its creation by the bot's steady clock, in seconds."""
        due, late = made_at + _SECONDS[interaction.type], partial(self._acknowledge, interaction)
        self._timers[interaction.id] = self._clock.call_at(due, late)

    async def claim(self, interaction: BotInteraction) -> bool:
        """Stop watching an interaction, and wait for its running acknowledgement; return True if it was late."""
        was_late = interaction.id not in self._timers
        self.leave(interaction)
        await self._acknowledging.done(interaction.id)
        return was_late

    def leave(self, interaction: BotInteraction) -> None:
        if (timer := self._timers.pop(interaction.id, None)) is not None:
            timer.cancel()

    async def finish(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        await self._acknowledging.finish()
        self._acknowledging.give_up()

    def _acknowledge(self, interaction: BotInteraction) -> None:
        if self._timers.pop(interaction.id, None) is not None:
            acknowledge(self._acknowledging, interaction)
