"""Checks the permissions of the bot and of users."""

import logging
from collections.abc import Iterable

import discord
from discord import AppCommandPermissionType as Kind

from cogs.discord_link.request_errors import REQUEST_ERRORS, in_one_line, is_closed
from cogs.discord_link.requests import once
from cogs.interactions.context import Context
from cogs.language import words
from cogs.language.display_names import display_name_of, written
from cogs.language.error_sentences import Sorry

log = logging.getLogger(__name__)

NEEDED = discord.Permissions(view_channel=True, send_messages=True, send_messages_in_threads=True)
"""For boards and reminders. Answers need no permission."""

SECONDS = 2.0


def invite_link(application_id: int) -> str:
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(application_id, permissions=NEEDED, scopes=scopes)


async def require_place(ctx: Context, channel_id: int) -> None:
    """Raise `Sorry` with advice if the bot could not post in this channel: the interaction's or its parent."""
    require_member(ctx)
    in_parent = channel_id != ctx.channel_id
    if missing := missing_permissions(ctx, in_parent=in_parent):
        raise Sorry("sorry-permissions", permissions=_name_keys(missing))
    client = ctx.interaction.client
    if client.user is not None and not in_parent and await _is_shut_out(ctx):
        raise Sorry("sorry-not-in-thread", bot=f"@{written(client.user.display_name)}")


def require_member(ctx: Context) -> None:
    """Raise `Sorry` if the server has installed the bot's commands without the bot as a member."""
    client = ctx.interaction.client
    if client.get_guild(ctx.guild_id) is None:
        raise Sorry("sorry-not-in-server", link=invite_link(client.application_id or 0))


def missing_for_threads(ctx: Context) -> list[str]:
    """Return the permissions that the bot lacks for threads, as keys of their names."""
    allowed = ctx.interaction.app_permissions
    needed = ("view_channel", "create_public_threads", "send_messages_in_threads")
    return _name_keys(name for name in needed if not getattr(allowed, name))


def missing_permissions(ctx: Context, *, in_parent: bool = False) -> list[str]:
    allowed, writing = ctx.interaction.app_permissions, _writing(ctx, in_parent=in_parent)
    return [name for name in ("view_channel", writing) if not getattr(allowed, name)]


def may_write(ctx: Context) -> bool:
    return bool(getattr(ctx.interaction.permissions, _writing(ctx)))


def require_writing(ctx: Context) -> None:
    """Raise `Sorry` if the bot or the user may not send messages in this channel."""
    if missing_permissions(ctx) or not may_write(ctx):
        raise Sorry("sorry-share-not-here")


async def may_use(ctx: Context, default: discord.Permissions, command_id: int | None) -> bool:
    """Return True if default permissions or the server's overwrites allow the user this command.

    Reading overwrites takes a request; if it fails, return False. Channels' overwrites are ignored.
    """
    if ctx.interaction.permissions >= default:
        return True
    http, application_id = ctx.interaction.client.http, ctx.interaction.application_id
    request = http.get_guild_application_command_permissions(application_id, ctx.guild_id)
    try:
        found = await once(request, SECONDS)
    except REQUEST_ERRORS as error:
        lines = ctx.about(log)
        lines.info("the bot could not read the overwrites of commands (%s)", in_one_line(error))
        return False
    chosen: dict[tuple[int, int], bool] = {
        (one["type"], int(one["id"])): one["permission"]
        for of in found
        if int(of["id"]) == command_id
        for one in of["permissions"]
    }
    user = ctx.interaction.user
    own = chosen.get((Kind.user.value, user.id))
    if own is not None or not isinstance(user, discord.Member):
        return bool(own)
    everyone = (Kind.role.value, ctx.guild_id)
    roles = {(Kind.role.value, role.id) for role in user.roles} - {everyone}
    by_role = [chosen[role] for role in roles if role in chosen]
    return any(by_role) if by_role else chosen.get(everyone, False)


def require_opponent(ctx: Context, player: discord.User | discord.Member) -> None:
    """Raise `Sorry` if the user can't challenge this player to a duel here."""
    if player.bot:
        raise Sorry("sorry-duel-bot")
    if player.id == ctx.user_id:
        raise Sorry("sorry-duel-yourself")
    if missing_permissions(ctx) or not may_write(ctx):
        raise Sorry("sorry-duel-not-here")
    seen = isinstance(player, discord.Member) and player.resolved_permissions
    if not seen or not seen.view_channel:
        name = words.player(ctx.lang, player.id, display_name_of(player).here)
        raise Sorry("sorry-duel-unseen", player=name)


def _name_keys(names: Iterable[str]) -> list[str]:
    return [f"permission-{name.replace('_', '-')}" for name in names]


def _writing(ctx: Context, *, in_parent: bool = False) -> str:
    in_thread = isinstance(ctx.interaction.channel, discord.Thread) and not in_parent
    return "send_messages_in_threads" if in_thread else "send_messages"


async def _is_shut_out(ctx: Context) -> bool:
    """Return True in a private thread without the bot, which permissions don't show."""
    thread, client = ctx.interaction.channel, ctx.interaction.client
    if not isinstance(thread, discord.Thread) or not thread.is_private():
        return False
    if thread.guild.get_thread(thread.id) is not None:
        return False
    # The cache has the bot's threads, except archived ones.
    try:
        await once(client.fetch_channel(thread.id), SECONDS)
    except REQUEST_ERRORS as error:
        return is_closed(error)
    return False
