"""Receives button clicks and modals. Custom ids contain all state, so buttons work after a restart."""

import discord
from discord.ext import commands

from cogs.discord_link.ownership import Ownership
from cogs.discord_link.payloads import BotInteraction
from cogs.interactions.admission import RateLimit
from cogs.interactions.desk import Desk
from cogs.interactions.press import Presses

_CLICKS = (discord.InteractionType.component, discord.InteractionType.modal_submit)


class Clicks(commands.Cog):
    def __init__(
        self, desk: Desk, presses: Presses, rate_limit: RateLimit, ownership: Ownership
    ) -> None:
        self.desk = desk
        self._presses = presses
        self._rate_limit = rate_limit
        self._ownership = ownership

    @commands.Cog.listener()
    async def on_interaction(self, interaction: BotInteraction) -> None:
        if interaction.type not in _CLICKS or not await self._ownership.answers():
            return
        if await self._rate_limit.lets_in(interaction):
            await self.desk.answering(interaction, self._presses.answer)
