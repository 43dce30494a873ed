"""Draws a table for its channel: in the language that is set there, or its own; with pictures where wanted."""

import logging
from collections.abc import Awaitable, Callable, Mapping

import discord

from cogs.language import LANGUAGES, Language, language_of
from cogs.language.names import News
from cogs.language.sentences import Sorry
from cogs.pictures.emojis import CardEmojis
from cogs.pictures.symbols import TEXT_ONLY, Pictures
from cogs.table.board import draw
from cogs.table.layout import Layout
from cogs.table.rounds_over import draw_rounds
from engine.bank.bank import Bank
from engine.channel_settings import ChannelSettings, Coaching
from engine.live.table import Table
from engine.table.view import TableView
from engine.values.errors import StorageTrouble
from engine.values.played import Share, Sitting
from engine.values.tables import ToWallTime

log = logging.getLogger(__name__)

Shares = Callable[[int, int], Awaitable[Mapping[int, Share]]]
"""Judges the decisions at a table, by its id and that of its last round. Raises `Sorry`."""


class Renderer:
    """Knows how a table is to look, and draws it.

    `settings_of` tells what is set for a channel, by its id; `shown` what people's clocks show at a deadline,
    `news` what is new in the round of a view, as far as it was `recalled`; `found` returns when a table's last round is
    searched for honours, and `shares` tells what people's decisions at a table come to, up to the round of an id.
    """

    def __init__(
        self,
        emojis: CardEmojis,
        settings_of: Callable[[int], ChannelSettings],
        shown: ToWallTime,
        news: Callable[[TableView], News],
        recalled: Callable[[Table], Awaitable[None]],
        bank: Bank,
        found: Callable[[Table], Awaitable[None]],
        shares: Shares,
    ) -> None:
        self._emojis = emojis
        self._bank = bank
        self._settings_of = settings_of
        self._shown = shown
        self._news = news
        self._recalled = recalled
        self._found = found
        self._shares = shares

    async def sitting(self, table: Table) -> Sitting | None:
        """What all rounds of a table come to, for its goodbye; None where none was played. Raises what the bank
        raises."""
        return await self._bank.sitting(table.table_id)

    async def shares(self, table: Table, newest: int) -> Mapping[int, Share]:
        """What is told of people's decisions at a closed table, by the user, once the honours of its last round are
        found, too. Takes as long as it takes. Raises what the bank raises."""
        await self._found(table)
        if self._settings_of(table.home).coach is Coaching.OFF:
            return {}
        try:
            return await self._shares(table.table_id, newest)
        except Sorry:
            return {}  # so much is asked of the coach

    async def round_id(self, ended: TableView) -> int | None:
        """The number in `/history` of a round that is over; None where the bank can't tell."""
        try:
            return await self._bank.round_of_table(ended.table_id, ended.round_number)
        except StorageTrouble as error:
            log.info("the number of a round is not known: %s", error)
            return None

    def draw(
        self,
        table: Table,
        view: TableView,
        sitting: Sitting | None = None,
        round_id: int | None = None,
    ) -> Layout:
        """The message of this table; a goodbye tells of the sitting. `round_id` is that of the last round."""
        settings = self._settings_of(table.home)
        return draw(
            view,
            self.language(table),
            self._pictures(settings),
            self._shown,
            coach=settings.coach,
            offered=settings.offered if view.rules_are_open else (),
            talk=settings.talk,
            news=self._news(view),
            sitting=sitting,
            round_id=round_id,
        )

    async def rounds_over(self, table: Table, first: int, last: int) -> Layout | None:
        """How the table's rounds from one number to another have gone; None where none was dealt. Raises what the bank
        raises."""
        rounds = await self._bank.rounds_of_table(table.table_id, first, last)
        if not rounds:
            return None
        players = {user_id for one in rounds for user_id in one.nets}
        names = await self._bank.names(table.guild_id, players)
        return draw_rounds(table.table_id, rounds, names, self.language(table))

    def language(self, table: Table) -> Language:
        """The language that is set for the table's channel, else the one that it was opened in."""
        return self.language_in(table.home, table.locale)

    def language_in(self, channel_id: int, locale: discord.Locale | str) -> Language:
        """The language that is set for a channel, else that of this locale."""
        chosen = LANGUAGES.get(self._settings_of(channel_id).language or "")
        return chosen or language_of(locale)

    def pictures_in(self, channel_id: int) -> Pictures:
        """Those that the host has, unless this channel is to have none."""
        return self._pictures(self._settings_of(channel_id))

    def _pictures(self, settings: ChannelSettings) -> Pictures:
        return TEXT_ONLY if settings.card_pictures is False else self._emojis.pictures

    async def get_ready(self, table: Table) -> None:
        """Recall what its board says."""
        await self._recalled(table)
