"""`/house`: what the admins of a server may do about the table of a channel."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs import sentences
from cogs.desk import BotInteraction, Desk, Sorry, say
from engine.commands import CloseTable, VoidRound


class Admin(commands.Cog):
    """Ends rounds and closes tables. Everything staked goes back, and the log says who did it."""

    house = app_commands.Group(
        name="house",
        description="For the admins of this server",
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @house.command(name="void", description="End the round in this channel; every stake goes back")
    async def void(self, interaction: BotInteraction) -> None:
        """End a round without a result."""
        async with self.desk.answering(interaction):
            _require_admin(interaction)
            table = self.desk.table_of(interaction)
            await self.desk.submit(table, VoidRound(admin_id=interaction.user.id), interaction)
            await say(interaction, "The round is void, and every stake is back with its player.")

    @house.command(name="close", description="Close the table in this channel; stakes go back")
    async def close(self, interaction: BotInteraction) -> None:
        """Close a table, also one that could not be resumed."""
        async with self.desk.answering(interaction):
            _require_admin(interaction)
            channel, admin = interaction.channel_id or 0, interaction.user.id
            if self.desk.house.is_broken(channel):
                await self.desk.house.close_broken(channel, admin)
            else:
                table = self.desk.table_of(interaction)
                await self.desk.submit(table, CloseTable(admin_id=admin), interaction)
            await say(interaction, "The table is closed, and every stake is back with its player.")


def _require_admin(interaction: BotInteraction) -> None:
    """Discord hides the commands from others; this holds where it was told otherwise. Raises `Sorry`."""
    if not interaction.permissions.manage_guild:
        raise Sorry(sentences.ADMINS_ONLY)
