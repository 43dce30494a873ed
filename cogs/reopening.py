"""Discord tells that somebody has changed what may be done in a channel: perhaps a board can be shown again.

Whether it can is not worked out here: the event that closed the channel may have been lost, and then nothing seems to
have changed. Each event is one request for each board that is not shown.
"""

import discord
from discord.ext import commands

from cogs.table.screens import Screens
from engine.table import Table


class Reopening(commands.Cog):
    """Brings back the boards of channels that were closed to the bot, when these or its roles change."""

    def __init__(self, screens: Screens) -> None:
        self.screens = screens

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Somebody has changed who may do what in a channel, and so in its threads."""
        concerned = {after.id, *(thread.id for thread in getattr(after, "threads", ()))}
        self.screens.reopen(lambda table: table.channel_id in concerned)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread is no longer archived, perhaps."""
        if not payload.data.get("thread_metadata", {}).get("archived"):
            self.screens.reopen(lambda table: table.channel_id == payload.thread_id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """A role may do more, or less."""
        self._in_guild(after.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """The bot has got another role, perhaps; of other members Discord tells only who asks for it."""
        if after == after.guild.me:
            self._in_guild(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """After a new connection nobody knows what has changed."""
        self._in_guild(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was invited again."""
        self._in_guild(guild.id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was sent away, or the server is gone."""
        self.screens.forget(guild.id)

    def _in_guild(self, guild_id: int) -> None:
        def is_there(table: Table) -> bool:
            return table.guild_id == guild_id

        self.screens.reopen(is_there)
