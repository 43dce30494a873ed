"""The slash commands as Discord sends them: not everything is let in, and not everything fits."""

import logging
from typing import Any

import discord
from discord import app_commands

from cogs.answers.context import Context
from cogs.gateway.interactions import about
from cogs.gateway.library import ReadTree
from cogs.gateway.request_errors import in_one_line, place_of
from cogs.health.gauges import ClickOutcome

log = logging.getLogger(__name__)


class Tree(ReadTree):
    """The slash commands of a client that has a rate limit."""

    async def interaction_check(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether to go on with this command."""
        return bool(await self.client.rate_limit.lets_in(interaction))

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        """A command that went wrong: the asker gets a sentence, and the log the cause."""
        if isinstance(error, app_commands.CommandInvokeError):
            about(log, interaction).error("failed", exc_info=error.original)
            await self._end(interaction, ClickOutcome.FAILED, "sorry-our-fault")
        else:
            await self.unread(interaction, error)

    async def unread(self, interaction: discord.Interaction[Any], error: Exception) -> None:
        """The asker gets a sentence, and the log the place where reading failed."""
        about(log, interaction).warning("no command of ours: %s", place_of(error))
        await self._end(interaction, ClickOutcome.UNREADABLE, "sorry-command-unread")

    async def unanswered(self, interaction: discord.Interaction[Any], error: Exception) -> None:
        """The log gets a line."""
        about(log, interaction).info("could not be answered: %s", in_one_line(error))
        await self._end(interaction, ClickOutcome.UNANSWERED)

    async def _end(
        self, interaction: discord.Interaction[Any], outcome: ClickOutcome, key: str | None = None
    ) -> None:
        """Count it, and tell the asker. Typing is not playing: who still types a command is told nothing."""
        if interaction.type is discord.InteractionType.autocomplete:
            return
        self.client.gauges.ended(outcome)
        if key is not None:
            ctx = Context(interaction)
            await ctx.say(ctx.lang(key))
