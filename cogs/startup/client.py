"""The Discord client: logs in, resumes the tables that were open, and carries the cogs."""

import logging
from functools import partial
from typing import Any

import discord
from discord.ext import commands

from cogs.answers.desk import Desk
from cogs.answers.panels import Panels
from cogs.answers.rate_limit import Doorkeeper
from cogs.answers.router import Clicks
from cogs.commands.admin import Admin
from cogs.commands.help import Help
from cogs.commands.history import Rounds
from cogs.commands.house.setting_words import Host
from cogs.commands.leaderboard import Leaders
from cogs.commands.privacy import Privacy
from cogs.commands.rules import RuleBook
from cogs.commands.stats import PlayerStatistics
from cogs.commands.tables import Tables
from cogs.commands.wallet import Balances
from cogs.language.translator import Translator
from cogs.network.errors import CannotStart
from cogs.network.guard import guard
from cogs.network.link import NO_TOKEN, Link
from cogs.network.log_words import counted
from cogs.network.tries import single_tries
from cogs.pictures.chart import Charts
from cogs.pictures.emojis import CardEmojis
from cogs.startup.chores import Chores
from cogs.startup.invite import Invitation
from cogs.startup.registration import register
from cogs.startup.tree import Tree
from cogs.table.artist import Artist
from cogs.table.leftovers import Leftovers
from cogs.table.nudges import Nudges
from cogs.table.reopening import Reopening
from cogs.table.screen import Pace
from cogs.table.screens import Screens
from engine.clock import Clock
from engine.house import House
from engine.saved import PublicBank
from engine.table import Audience, ChannelSettings, Luck, Seconds, Surroundings, Table, TableView

log = logging.getLogger(__name__)

COMMANDS, PICTURES = "the commands", "the pictures of cards"
"""Chores of the start, as the log calls them."""


class Audiences:
    """Several audiences of the same tables."""

    def __init__(self, *audiences: Audience) -> None:
        self._audiences = audiences

    def show(self, table: Table, frames: tuple[TableView, ...], via: object) -> None:
        """Show it to each of them."""
        for audience in self._audiences:
            audience.show(table, frames, via)


class BlackjackBot(commands.Bot):
    """The Discord side: logs in, resumes the tables, answers commands and clicks."""

    def __init__(
        self,
        bank: PublicBank,
        *,
        clock: Clock,
        luck: Luck,
        seconds: Seconds,
        pace: Pace,
        card_pictures: bool,
        nudge_seconds: float,
        invites: bool,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
            http_trace=single_tries(),
        )
        guard(self._connection.parsers)
        self.bank = bank
        self.clock = clock
        self.link = Link(self, clock)
        self.chores = Chores(clock)
        self.charts = Charts()
        self.doorkeeper = Doorkeeper(clock.now)
        self.card_emojis = CardEmojis(self, wanted=card_pictures)
        self.artist = Artist(self, self.card_emojis, self._settings_of, clock.shown)
        self.leftovers = Leftovers(self, bank, clock)
        self.screens = Screens(self, pace, self.artist, self.leftovers)
        self.nudges = Nudges(
            self,
            clock=clock,
            seconds=nudge_seconds,
            artist=self.artist,
            screens=self.screens,
            leftovers=self.leftovers,
        )
        self._audience = Audiences(self.screens, self.nudges)
        around = Surroundings(
            bank=bank,
            clock=clock,
            luck=luck,
            seconds=seconds,
            audience=self._audience,
        )
        self.house = House(bank, around, self._parent_of)
        self._desk = Desk(self.house, bank, self.screens)
        self._host = Host(seconds=seconds, card_pictures=card_pictures)
        self._invitation = Invitation(bank, wanted=invites)

    def _settings_of(self, channel_id: int) -> ChannelSettings:
        """What the house has set for a channel. The house is shown by the artist, and so is made after it."""
        return self.house.settings_of(channel_id)

    def _parent_of(self, channel_id: int) -> int | None:
        """The channel that a thread belongs to, once the gateway has told of it."""
        channel = self.get_channel(channel_id)
        return channel.parent_id if isinstance(channel, discord.Thread) else None

    async def login(self, token: str) -> None:
        """Log in and resume the tables, however long Discord can't be reached. Raises `CannotStart`."""
        if not token.strip().isprintable():
            raise CannotStart(NO_TOKEN)
        await self.link.log_in(partial(super().login, token))

    async def connect(self, *, reconnect: bool = True) -> None:
        """Serve the gateway until closed; every break is mended that can be. Raises `CannotStart`."""
        await self.link.stay()

    async def setup_hook(self) -> None:
        """Between login and the gateway: the tables that were open first, and beside them all that may fail."""
        guide = await self._add_cogs()
        resumed = await self.house.resume()
        await self.leftovers.recall()
        for table, views in resumed:
            self._audience.show(table, views, None)
        self._begin_chores(guide)

    async def _add_cogs(self) -> Help:
        desk, panels = self._desk, Panels()
        guide = Help(desk, self.tree)
        for cog in (
            Tables(desk),
            Balances(desk),
            PlayerStatistics(desk, self.bank, self.charts, self.clock),
            Leaders(desk, self.bank, panels),
            RuleBook(desk),
            guide,
            Privacy(desk, self.bank, panels),
            Rounds(desk, panels, self.bank, self.artist),
            Admin(desk, self.bank, host=self._host, clock=self.clock),
            Clicks(desk, self.doorkeeper, panels),
            Reopening(self.screens, self.leftovers),
        ):
            await self.add_cog(cog)
        await self.tree.set_translator(Translator())
        return guide

    def _begin_chores(self, guide: Help) -> None:
        application = self.application_id or 0

        async def register_commands() -> None:
            """Register them, and let `/help` know what can be clicked."""
            guide.ids = await register(self.tree, application, self.bank)

        self.chores.begin(COMMANDS, register_commands)
        self.chores.begin(PICTURES, self.card_emojis.put_in_place)
        self.chores.begin("the invitation", partial(self._invitation.at_start, application))
        self.chores.begin("older messages", self.leftovers.delete_all)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Tell the link at once, and not in a task of its own, when a session has begun or goes on."""
        if event in ("connect", "resumed"):
            self.link.up()
        super().dispatch(event, *args, **kwargs)

    async def on_connect(self) -> None:
        """Discord has told which servers there are; this may happen more than once."""
        self._invitation.connected(self.application_id or 0, len(self.guilds))

    async def on_ready(self) -> None:
        """Tell the host; this may happen more than once."""
        log.info("logged in as %s, %s open", self.user, counted(len(self.house), "table"))

    async def close(self) -> None:
        """Finish what is in work, show it, and leave; open tables go on at the next start."""
        self.link.stop()
        await self.house.stop()
        await self._desk.finish()
        await self.nudges.finish()
        await self.screens.finish()
        # Only now: what is cut off in a rate limit for everything would keep the boards from being shown.
        await self.chores.stop()
        await self.charts.close()
        await super().close()
