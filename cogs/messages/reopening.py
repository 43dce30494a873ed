"""Discord tells that somebody has changed what may be done in a channel: perhaps a board can be shown again.

Whether it can is not worked out here: the event that closed the channel may have been lost, and then nothing seems to
have changed. Each event is one request for each board that is not shown, and for each message that is to be deleted.
"""

from collections.abc import Set

import discord
from discord.ext import commands

from cogs.messages.deletions import Deletions
from cogs.messages.screens import Screens


class Reopening(commands.Cog):
    """Brings back the boards of channels that were closed to the bot, when these or its roles change."""

    def __init__(self, screens: Screens, deletions: Deletions) -> None:
        self.screens = screens
        self.deletions = deletions

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Somebody has changed who may do what in a channel, and so in its threads."""
        await self._reopen({after.id, *(thread.id for thread in getattr(after, "threads", ()))})

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread is no longer archived, perhaps."""
        if not payload.data.get("thread_metadata", {}).get("archived"):
            await self._reopen({payload.thread_id})

    @commands.Cog.listener()
    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """A role may do more, or less."""
        await self._reopen_all(after.guild)

    @commands.Cog.listener()
    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """The bot has got another role, perhaps; of other members Discord tells only who asks for it."""
        if after == after.guild.me:
            await self._reopen_all(after.guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """While there was no connection, anything may have changed."""
        await self._reopen_all(guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was invited again."""
        await self._reopen_all(guild)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was sent away, or the server is gone."""
        self.screens.forget(guild.id)

    async def _reopen(self, channels: Set[int]) -> None:
        self.screens.reopen(lambda table: not channels.isdisjoint({table.channel_id, table.home}))
        await self.deletions.reopen(lambda channel_id: channel_id in channels)

    async def _reopen_all(self, guild: discord.Guild) -> None:
        def is_there(channel_id: int) -> bool:
            return guild.get_channel_or_thread(channel_id) is not None

        self.screens.reopen(lambda table: table.guild_id == guild.id)
        await self.deletions.reopen(is_there)
