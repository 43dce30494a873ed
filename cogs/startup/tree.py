"""The slash commands as Discord sends them: not everything is let in, and not everything fits."""

import logging
from collections.abc import Sequence
from typing import Any

import discord
from discord import AppCommandOptionType, app_commands

from cogs.answers.context import Context
from cogs.gateway.interactions import about
from cogs.gateway.request_errors import REQUEST_ERRORS, in_one_line, place_of
from cogs.health.gauges import ClickOutcome

log = logging.getLogger(__name__)


AnyCommand = app_commands.Command[Any, ..., Any]

_TYPES: dict[AppCommandOptionType, type] = {
    AppCommandOptionType.integer: int,
    AppCommandOptionType.boolean: bool,
}
"""What a value is in JSON; text, for all that are not named."""


class Tree(app_commands.CommandTree[Any]):
    """The slash commands of a client that has a rate limit."""

    async def interaction_check(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether to go on with this command. Typing is not playing: suggestions are for everybody, at any pace."""
        return _is_typing(interaction) or await self.client.rate_limit.lets_in(interaction)

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        """A command that went wrong: the asker gets a sentence, and the log the cause."""
        if isinstance(error, app_commands.CommandInvokeError):
            about(log, interaction).error("failed", exc_info=error.original)
            self._note(interaction, ClickOutcome.FAILED)
            await _say(interaction, "sorry-our-fault")
        else:
            await self._unread(interaction, error)

    async def _unread(self, interaction: discord.Interaction[Any], error: Exception) -> None:
        about(log, interaction).warning("no command of ours: %s", place_of(error))
        self._note(interaction, ClickOutcome.UNREADABLE)
        await _say(interaction, "sorry-command-unread")

    def _note(self, interaction: discord.Interaction[Any], outcome: ClickOutcome) -> None:
        if not _is_typing(interaction):
            self.client.gauges.ended(outcome)

    async def _call(self, interaction: discord.Interaction[Any]) -> None:
        try:
            if _is_typing(interaction):
                await self._suggest(interaction)
            else:
                await super()._call(interaction)
        except app_commands.AppCommandError as error:
            await self._unread(interaction, error)
        except REQUEST_ERRORS as error:
            about(log, interaction).info("could not be answered: %s", in_one_line(error))
            self._note(interaction, ClickOutcome.UNANSWERED)
        except Exception as error:
            # The library reads a command as Discord should send it, and trips over one that is not like that.
            await self._unread(interaction, error)

    async def _suggest(self, interaction: discord.Interaction[Any]) -> None:
        """As the library does, which tells of every answer that comes too late with a traceback."""
        command, options = self._get_app_command_options(interaction.data)
        (focused,) = [option["name"] for option in options if option.get("focused")]
        await command._invoke_autocomplete(interaction, focused, interaction.namespace)

    def _get_app_command_options(self, data: Any) -> tuple[Any, Any]:
        command, options = super()._get_app_command_options(data)
        if not fits(command, options, data.get("resolved", {})):
            raise app_commands.CommandSignatureMismatch(command)
        return command, options


def fits(command: AnyCommand, options: Sequence[Any], resolved: Any) -> bool:
    """Whether these options are the command's own, with values of their kinds and the users that they name."""
    kinds = {parameter.display_name: parameter.type for parameter in command.parameters}
    return all(_fits(kinds.get(option["name"]), option, resolved) for option in options)


def _fits(kind: AppCommandOptionType | None, option: Any, resolved: Any) -> bool:
    if kind is None or option["type"] != kind.value:
        return False
    value = option["value"]
    if kind is AppCommandOptionType.user:
        return isinstance(value, str) and value in resolved["users"]
    # What is still being typed is text.
    return type(value) is (str if option.get("focused") else _TYPES.get(kind, str))


def _is_typing(interaction: discord.Interaction[Any]) -> bool:
    """Whether somebody is still writing a command, and suggestions are asked for."""
    return interaction.type is discord.InteractionType.autocomplete


async def _say(interaction: discord.Interaction[Any], key: str) -> None:
    """Tell the asker; nobody is told anything while they type."""
    if not _is_typing(interaction):
        ctx = Context(interaction)
        await ctx.say(ctx.lang(key))
