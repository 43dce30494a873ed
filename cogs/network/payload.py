"""The payload of a click or a modal, read with care: it is what somebody's program has sent."""

from collections.abc import Mapping
from typing import Any

import discord

BotInteraction = discord.Interaction[discord.Client]
"""An interaction, as the bot gets it."""


def payload(interaction: discord.Interaction[Any]) -> Mapping[str, Any]:
    """All of it; empty where there is none."""
    data: Any = interaction.data
    return data if isinstance(data, Mapping) else {}


def text_of(data: Mapping[str, Any], custom_id: str) -> str:
    """What was written into the text input of this id; empty where a modal has no such one."""
    rows = data.get("components")
    for row in rows if isinstance(rows, list) else ():
        match row:
            case {"component": {"custom_id": str(found), "value": str(text)}} if found == custom_id:
                return text
    return ""
