"""Clicks and commands as Discord sends them, read with care: they hold what somebody's program has sent."""

import logging
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final

import discord

from engine.live.log_lines import About

log = logging.getLogger(__name__)

BotInteraction = discord.Interaction[discord.Client]
"""An interaction, as the bot gets it."""


NEWEST = "last_message_id"
"""Where Discord says which message is the newest in a channel."""


def note_newest(data: Any) -> None:
    """Copy the id of the newest message in an interaction's channel into its payload: the library leaves that as it is,
    and drops what it has of the channel."""
    match data:
        case {"channel": {"last_message_id": newest}, "data": dict(payload)}:
            payload[NEWEST] = newest


def clicked_message(interaction: discord.Interaction[Any]) -> int | None:
    """The message that was clicked, or whose modal was sent off; None for a command."""
    return None if interaction.message is None else interaction.message.id


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
    """What was written into the text input of this id; empty where a modal has no such input."""
    rows = data.get("components")
    for row in rows if isinstance(rows, list) else ():
        match row:
            case {"component": {"custom_id": str(found), "value": str(text)}} if found == custom_id:
                return text
    return ""


def is_command(interaction: BotInteraction) -> bool:
    """Whether somebody has typed a command."""
    return interaction.type is discord.InteractionType.application_command


# How the log names things


def place(client: discord.Client, channel_id: int | None) -> str:
    """`#casino`, or `channel 123` for a channel that the gateway has not told of."""
    if channel_id is None:
        return "no channel"
    name = getattr(client.get_channel(channel_id), "name", None)
    if not name:
        return f"channel {channel_id}"
    # One line, whatever somebody has called their channel.
    return "#" + "".join(letter if letter.isprintable() else "?" for letter in name)


def about(log: logging.Logger, interaction: BotInteraction, **numbers: int | None) -> About:
    """Lines about what a user did: `#casino, interaction 5 of user 7`; what else is known of it comes as numbers."""
    at = place(interaction.client, interaction.channel_id)
    return About(
        log,
        f"{at}, interaction {interaction.id} of user {interaction.user.id}",
        channel=interaction.channel_id,
        interaction=interaction.id,
        user=interaction.user.id,
        **numbers,
    )


def counted(count: int, thing: str) -> str:
    """`1 table`, `2 tables`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


# What becomes of them


class ClickOutcome(StrEnum):
    """What became of a click, a modal or a command."""

    DONE = "done"
    REFUSED = "refused"
    """By the rules, the table or a page, with a sentence."""
    CROWDED = "crowded"
    """More clicks than can be carried out."""
    TOO_QUICK = "too_quick"
    """A user who clicks like a machine."""
    TOO_LATE = "too_late"
    """Discord would take no answer any more when it came."""
    TWICE = "twice"
    UNREADABLE = "unreadable"
    """A command that Discord sent as it should not."""
    UNANSWERED = "unanswered"
    """Discord did not take the answer."""
    NOT_KEPT = "not_kept"
    """The database failed."""
    FAILED = "failed"
    """An error of the program."""


class Gauges:
    """Is told what happens, and forgets it: a host's metrics write it down. Never blocks and never raises."""

    def ended(self, outcome: ClickOutcome) -> None:
        """An interaction has ended like this."""

    def answered(self, seconds: float) -> None:
        """Discord has taken the first answer to an interaction so long after it was made."""


NO_GAUGES: Final = Gauges()
