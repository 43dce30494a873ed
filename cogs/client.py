"""The Discord client: logs in, resumes the tables that were open, and carries the cogs."""

import logging
from typing import Protocol

import discord
import yarl
from discord import app_commands
from discord.ext import commands
from discord.gateway import DiscordWebSocket

from cogs.admin import Admin
from cogs.card_emojis import CardEmojis
from cogs.clicks import Clicks
from cogs.desk import Desk, Wallets
from cogs.doorkeeper import Doorkeeper
from cogs.registration import Memory, register
from cogs.rules import RuleBook
from cogs.screen import Pace, Screens
from cogs.tables import Tables
from cogs.wallet import Balances
from engine.clock import Clock
from engine.draft import Seconds
from engine.house import House, HouseBank
from engine.table import Luck, Surroundings

log = logging.getLogger(__name__)


class ClientBank(HouseBank, Wallets, Memory, Protocol):
    """The whole bank, as far as Discord is concerned."""


class Tree(app_commands.CommandTree["BlackjackBot"]):
    """The slash commands; not everything is let in."""

    async def interaction_check(self, interaction: discord.Interaction["BlackjackBot"]) -> bool:
        """Whether to go on with this command."""
        return await self.client.doorkeeper.lets_in(interaction)


class BlackjackBot(commands.Bot):
    """The Discord side: logs in, resumes the tables, answers commands and clicks."""

    def __init__(
        self,
        bank: ClientBank,
        *,
        clock: Clock,
        luck: Luck,
        seconds: Seconds,
        pace: Pace,
        card_pictures: bool,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
        )
        self.bank = bank
        self.doorkeeper = Doorkeeper(clock.now)
        self.card_emojis = CardEmojis(self, wanted=card_pictures)
        self.screens = Screens(self, pace, self.card_emojis)
        around = Surroundings(
            bank=bank,
            clock=clock,
            luck=luck,
            seconds=seconds,
            audience=self.screens,
        )
        self.house = House(bank, around)

    async def setup_hook(self) -> None:
        """Between login and the gateway: the commands, the tables that were open, and where the gateway is."""
        self.card_emojis.start()
        desk = Desk(self.house, self.bank, self.screens)
        for cog in (
            Tables(desk),
            Balances(desk),
            RuleBook(desk),
            Admin(desk),
            Clicks(desk, self.doorkeeper),
        ):
            await self.add_cog(cog)
        await register(self.tree, self.application_id or 0, self.bank)
        _, gateway, _ = await self.http.get_bot_gateway()
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
        for table, views in await self.house.resume():
            self.screens.show(table, views, None)

    async def on_ready(self) -> None:
        """Tell the host; this may happen more than once."""
        log.info("logged in as %s, %d tables open", self.user, len(self.house))

    async def close(self) -> None:
        """Finish what is in work, show it, and leave; open tables go on at the next start."""
        await self.card_emojis.stop()
        await self.house.stop()
        await self.screens.finish()
        await super().close()
