"""`/balance`: what a player has, and the donor's offer to the broke."""

import discord
from discord.ext import commands

from cogs.answers.desk import Desk
from cogs.answers.wallets import tell_balance
from cogs.gateway.interactions import BotInteraction
from cogs.language.sentences import Sorry
from cogs.language.translator import slash
from cogs.language.words import called_of


class Balances(commands.Cog):
    """Tells balances."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @slash("balance")
    async def balance(
        self, interaction: BotInteraction, player: discord.User | None = None
    ) -> None:
        """Tell a balance to the asker alone."""
        async with self.desk.answering(interaction) as ctx:
            if player is not None and player.bot:
                raise Sorry("sorry-bots-do-not-play")
            who = called_of(player) if player else ctx.called
            await tell_balance(ctx, self.desk.bank, who)
