"""Reading interactions, whose contents a client may have forged; and counting their outcomes."""

import logging
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final

import discord

from engine.live.log_lines import About

log = logging.getLogger(__name__)

BotInteraction = discord.Interaction[discord.Client]
"""An interaction of this bot's client."""


NEWEST = "last_message_id"
"""The field with the id of a channel's newest message."""


def note_newest(data: Any) -> None:
    """Copy the channel's newest message id into the interaction's data: the library drops it from the channel."""
    match data:
        case {"channel": {"last_message_id": newest}, "data": dict(payload)}:
            payload[NEWEST] = newest


def clicked_message(interaction: discord.Interaction[Any]) -> int | None:
    """The message of the clicked button or of the one that opened the modal; None for a command."""
    return None if interaction.message is None else interaction.message.id


def newest_message(interaction: discord.Interaction[Any]) -> int | None:
    """The newest message of the interaction's channel, which may be deleted; None if unknown."""
    match payload(interaction).get(NEWEST):
        case str(text) if text.isascii() and text.isdecimal() and len(text) < 20:
            return int(text)
        case _:
            return None


def payload(interaction: discord.Interaction[Any]) -> Mapping[str, Any]:
    """The interaction's data; empty if there is none."""
    data: Any = interaction.data
    return data if isinstance(data, Mapping) else {}


def text_of(data: Mapping[str, Any], custom_id: str) -> str:
    """The value of a modal's text input; empty if the modal has no such input."""
    rows = data.get("components")
    for row in rows if isinstance(rows, list) else ():
        match row:
            case {"component": {"custom_id": str(found), "value": str(text)}} if found == custom_id:
                return text
    return ""


def is_command(interaction: BotInteraction) -> bool:
    """True for a slash command."""
    return interaction.type is discord.InteractionType.application_command


# How the log names things


def place(client: discord.Client, channel_id: int | None) -> str:
    """`#casino`, or `channel 123` if the channel is not in the gateway cache."""
    if channel_id is None:
        return "no channel"
    name = getattr(client.get_channel(channel_id), "name", None)
    if not name:
        return f"channel {channel_id}"
    # Keep it on one line: a channel's name may contain any character.
    return "#" + "".join(letter if letter.isprintable() else "?" for letter in name)


def about(log: logging.Logger, interaction: BotInteraction, **numbers: int | None) -> About:
    """A logger for an interaction, `#casino, interaction 5 of user 7`; `numbers` are further fields."""
    channel = place(interaction.client, interaction.channel_id)
    return About(
        log,
        f"{channel}, interaction {interaction.id} of user {interaction.user.id}",
        channel=interaction.channel_id,
        interaction=interaction.id,
        user=interaction.user.id,
        **numbers,
    )


def counted(count: int, thing: str) -> str:
    """`1 table`, `2 tables`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


# Outcomes


class ClickOutcome(StrEnum):
    """The outcome of a click, a modal or a command."""

    DONE = "done"
    REFUSED = "refused"
    """By the rules, the table or a page; the user got a sentence."""
    CROWDED = "crowded"
    """Overload."""
    TOO_QUICK = "too_quick"
    """The user's rate limit."""
    TOO_LATE = "too_late"
    """Too old on arrival for Discord to accept an answer."""
    TWICE = "twice"
    UNREADABLE = "unreadable"
    """A command unknown to this program or malformed."""
    UNANSWERED = "unanswered"
    """Discord did not accept the answer."""
    NOT_KEPT = "not_kept"
    """The database failed."""
    FAILED = "failed"
    """A bug of the program."""


class InteractionGauges:
    """Receives events and ignores them; `Metrics` records them. Never blocks, never raises."""

    def ended(self, outcome: ClickOutcome) -> None:
        """Count the outcome of an interaction."""

    def answered(self, seconds: float) -> None:
        """Record the time from an interaction's creation until Discord accepted its first answer."""


NO_GAUGES: Final = InteractionGauges()
