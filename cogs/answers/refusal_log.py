"""A log line for each refusal: who tried what, where, and the name of the reason."""

import logging
from collections.abc import Mapping
from typing import Any, cast

import discord

from cogs.board.buttons import parse_custom_id
from cogs.network.log_words import about
from cogs.network.payload import BotInteraction

log = logging.getLogger(__name__)


def note_refusal(interaction: BotInteraction, reason: str, *, level: int = logging.DEBUG) -> None:
    """Log that an interaction comes to nothing. `reason` is a name, not what the asker is told in their language."""
    if log.isEnabledFor(level):
        data = cast("Mapping[str, Any]", interaction.data or {})
        press = parse_custom_id(str(data.get("custom_id")))
        at = {} if press is None else {"table": press.table_id, "round": press.round_number}
        tried = _tried(interaction.type, data)
        about(log, interaction, **at).log(level, "%s refused (%s)", tried, reason)


def _tried(kind: discord.InteractionType, data: Mapping[str, Any]) -> str:
    """`button 'bj1:1:7:1:0:stand'`, `modal 'bj1:1:7:-:-:other'`, `/house set`. What may be forged is quoted."""
    match kind:
        case discord.InteractionType.component:
            return f"button {data.get('custom_id')!r}"
        case discord.InteractionType.modal_submit:
            return f"modal {data.get('custom_id')!r}"
        case _:
            return " ".join(_command(data))


def _command(data: Mapping[str, Any]) -> list[str]:
    """The words of a command, without what was typed into its options."""
    options = data.get("options") or ()
    inner = [option for option in options if option.get("type") == _SUBCOMMAND]
    return [f"/{data.get('name')}", *(str(option.get("name")) for option in inner[:1])]


_SUBCOMMAND = discord.AppCommandOptionType.subcommand.value
