"""What the bot must be allowed to do, and no more: in a server, and in the channel of a table."""

import discord

from cogs.answers.context import Context

NEEDED = discord.Permissions(view_channel=True, send_messages=True, send_messages_in_threads=True)
"""A table's message is sent and edited, and players are reminded of their turns. All else is answers to interactions,
files and pictures included: Discord lets those through without a permission."""


def missing_permissions(ctx: Context) -> list[str]:
    """What the bot may not do in this channel, and would have to: keep a message there and follow it up."""
    allowed = ctx.interaction.app_permissions
    return [name for name in ("view_channel", _writing(ctx)) if not getattr(allowed, name)]


def may_write(ctx: Context) -> bool:
    """Whether the asker may write in this channel."""
    return bool(getattr(ctx.interaction.permissions, _writing(ctx)))


def _writing(ctx: Context) -> str:
    in_thread = isinstance(ctx.interaction.channel, discord.Thread)
    return "send_messages_in_threads" if in_thread else "send_messages"
