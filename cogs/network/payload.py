"""The payload of a click or a modal, read with care: it is what somebody's program has sent."""

from collections.abc import Mapping
from typing import Any

import discord

BotInteraction = discord.Interaction[discord.Client]
"""An interaction, as the bot gets it."""


NEWEST = "last_message_id"
"""Where the payload says which message is the newest in the channel."""


def newest_message(interaction: discord.Interaction[Any]) -> int | None:
    """The newest message of the interaction's channel, which may be deleted; None where nobody knows."""
    match payload(interaction).get(NEWEST):
        case str(text) if text.isascii() and text.isdecimal() and len(text) < 20:
            return int(text)
        case _:
            return None


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
