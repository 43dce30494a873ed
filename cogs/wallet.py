"""`/balance`: what a player has, and the donor's offer to the broke."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs import sentences
from cogs.desk import BotInteraction, Desk, donors_offer, say
from cogs.words import mention
from engine.change import Wallet
from engine.money import dollars


class Balances(commands.Cog):
    """Tells balances."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(description="Show your balance, or another player's")
    @app_commands.describe(player="Whose balance to show; yours if left out")
    async def balance(
        self, interaction: BotInteraction, player: discord.User | None = None
    ) -> None:
        """Tell a balance to the asker alone."""
        async with self.desk.answering(interaction):
            if player is not None and player.bot:
                await say(interaction, sentences.BOTS_DO_NOT_PLAY)
                return
            mine = player is None or player.id == interaction.user.id
            user_id = interaction.user.id if player is None else player.id
            wallet = await self.desk.wallets.wallet(user_id)
            if mine and wallet.is_broke:
                await say(
                    interaction,
                    f"{_text(wallet, 'You have')}\n{sentences.BROKE}",
                    view=donors_offer(),
                )
            else:
                await say(
                    interaction, _text(wallet, "You have" if mine else f"{mention(user_id)} has")
                )


def _text(wallet: Wallet, who_has: str) -> str:
    lines = [f"{who_has} **{dollars(wallet.balance)}**."]
    if wallet.in_play:
        lines.append(f"In play: {dollars(wallet.in_play)}.")
    if wallet.donations:
        times = "once" if wallet.donations == 1 else f"{wallet.donations} times"
        lines.append(f"The donor has helped {times}.")
    return " ".join(lines)
