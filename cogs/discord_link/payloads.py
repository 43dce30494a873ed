"""Reads the data of interactions, which may be forged, and counts their outcomes."""

import logging
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final

import discord

from engine.live.log_lines import About

log = logging.getLogger(__name__)

BotInteraction = discord.Interaction[discord.Client]


NEWEST = "last_message_id"


def note_newest(data: Any) -> None:
    """Save the channel's newest message id in an interaction's data, before the library drops it."""
    match data:
        case {"channel": {"last_message_id": newest}, "data": dict(payload)}:
            payload[NEWEST] = newest


def drop_unread(data: Any) -> None:
    """Remove what the bot never reads of a clicked message; parsing it would take a twentieth of a click's time."""
    match data:
        case {"message": dict(message)}:
            message["components"] = []
            message.pop("interaction", None)
            message.pop("interaction_metadata", None)


def clicked_message(interaction: discord.Interaction[Any]) -> int | None:
    """Return the id of the message whose button was clicked or opened the modal; None for a command."""
    return None if interaction.message is None else interaction.message.id


def newest_message(interaction: discord.Interaction[Any]) -> int | None:
    """Return the id of the channel's newest message, which may be deleted; None if unknown."""
    match payload(interaction).get(NEWEST):
        case str(text) if text.isascii() and text.isdecimal() and len(text) < 20:
            return int(text)
        case _:
            return None


def payload(interaction: discord.Interaction[Any]) -> Mapping[str, Any]:
    data: Any = interaction.data
    return data if isinstance(data, Mapping) else {}


def text_of(data: Mapping[str, Any], custom_id: str) -> str:
    """Return the text that a user entered in a modal's input; empty if it is missing."""
    rows = data.get("components")
    for row in rows if isinstance(rows, list) else ():
        match row:
            case {"component": {"custom_id": str(found), "value": str(text)}} if found == custom_id:
                return text
    return ""


def is_command(interaction: BotInteraction) -> bool:
    return interaction.type is discord.InteractionType.application_command


def action_of(interaction: discord.Interaction[Any]) -> str:
    """Return `button 'bj2:table:stand:1,7:1:0'` or `/house set`; quoted, as custom ids may be forged."""
    data = payload(interaction)
    match interaction.type, data.get("options"):
        case discord.InteractionType.component, _:
            return f"button {data.get('custom_id')!r}"
        case discord.InteractionType.modal_submit, _:
            return f"modal {data.get('custom_id')!r}"
        case _, [{"type": discord.AppCommandOptionType.subcommand.value, "name": name}, *_]:
            return f"/{data.get('name')} {name}"
        case _:
            return f"/{data.get('name')}"


def place(client: discord.Client, channel_id: int | None, table_id: int | None = None) -> str:
    """Return `#casino, table 3` for the log; `channel 5` if the client does not know its name."""
    if table_id is not None:
        return f"{place(client, channel_id)}, table {table_id}"
    if channel_id is None:
        return "no channel"
    name = getattr(client.get_channel(channel_id), "name", None)
    if not name:
        return f"channel {channel_id}"
    # On one line: a channel's name may contain any character.
    return "#" + "".join(letter if letter.isprintable() else "?" for letter in name)


def about(log: logging.Logger, interaction: BotInteraction, **numbers: int | None) -> About:
    """Return a logger that begins lines with `#casino, interaction 5 of user 7`; `numbers` are further fields."""
    where = place(interaction.client, interaction.channel_id, numbers.get("table"))
    return About(
        log,
        f"{where}, interaction {interaction.id} of user {interaction.user.id}",
        guild=interaction.guild_id,
        channel=interaction.channel_id,
        interaction=interaction.id,
        user=interaction.user.id,
        **numbers,
    )


def about_channel(
    log: logging.Logger, client: discord.Client, channel_id: int, **numbers: int | None
) -> About:
    """Return a logger that begins lines with the channel's name, as `#casino`; `numbers` are further fields."""
    words = place(client, channel_id, numbers.get("table"))
    guild = getattr(client.get_channel(channel_id), "guild", None)
    return About(log, words, channel=channel_id, **{"guild": guild and guild.id} | numbers)


def counted(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


class ClickOutcome(StrEnum):
    """The outcome of a click, modal or command, for the metrics."""

    DONE = "done"
    REFUSED = "refused"
    """By the rules, the table or a page."""
    CROWDED = "crowded"
    TOO_QUICK = "too_quick"
    TOO_LATE = "too_late"
    TWICE = "twice"
    UNREADABLE = "unreadable"
    UNANSWERED = "unanswered"
    NOT_KEPT = "not_kept"
    FAILED = "failed"


class InteractionGauges:
    """Receives the outcomes of interactions. This class ignores them, its subclass `Metrics` records them.

    Methods never block and never raise.
    """

    def ended(self, outcome: ClickOutcome) -> None:
        """Count the outcome of an interaction."""

    def answered(self, seconds: float) -> None:
        """Record the seconds from an interaction's creation to its first accepted answer."""


NO_GAUGES: Final = InteractionGauges()
