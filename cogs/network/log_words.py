"""How the log names things to a host, in plain English."""

import logging

import discord

from cogs.network.payload import BotInteraction
from engine.about import About


def place(client: discord.Client, channel_id: int | None) -> str:
    """`#casino`, or `channel 123` where the gateway has told of no such channel."""
    if channel_id is None:
        return "no channel"
    channel = client.get_channel(channel_id)
    name = getattr(channel, "name", None)
    return f"#{_printable(name)}" if name else f"channel {channel_id}"


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


def _printable(name: str) -> str:
    """One line, whatever somebody has called their channel."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)
