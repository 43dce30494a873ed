"""Draws a table for its channel: in the language that is set there, or the server's; with pictures where wanted."""

import asyncio
from collections.abc import Awaitable, Callable

import discord

from cogs.language import LANGUAGES, Language, language_of
from cogs.language.honours import News
from cogs.network.request_errors import quietly
from cogs.pictures.emojis import CardEmojis
from cogs.pictures.symbols import TEXT_ONLY, Pictures
from cogs.table.board import draw
from cogs.table.layout import Layout
from engine.channel_settings import ChannelSettings
from engine.live import Table
from engine.saved import ToWallTime
from engine.table import TableView

SERVERS_AT_A_TIME = 8
LANGUAGE_SECONDS = 3.0
"""How long a board waits for the language of its server."""


class Renderer:
    """Knows how a table is to look, and draws it.

    `settings_of` tells what is set for a channel, by its id; `shown` what people's clocks show at a deadline,
    `news` what is new in the round of a view, as far as it was `recalled`.
    """

    def __init__(
        self,
        client: discord.Client,
        emojis: CardEmojis,
        settings_of: Callable[[int], ChannelSettings],
        shown: ToWallTime,
        news: Callable[[TableView], News],
        recalled: Callable[[Table], Awaitable[None]],
    ) -> None:
        self._client = client
        self._emojis = emojis
        self._settings_of = settings_of
        self._shown = shown
        self._news = news
        self._recalled = recalled
        self._locales: dict[int, discord.Locale] = {}
        """Of servers that were asked before the gateway had told of them."""
        self._asking: dict[int, asyncio.Task[None]] = {}
        self._few_at_a_time = asyncio.Semaphore(SERVERS_AT_A_TIME)

    def draw(self, table: Table, view: TableView) -> Layout:
        """The message of this table."""
        settings = self._settings_of(table.channel_id)
        lang, pictures = self._language(settings, table.guild_id), self._pictures(settings)
        return draw(
            view,
            lang,
            pictures,
            self._shown,
            coach=settings.coach,
            company=settings.company,
            talk=settings.talk,
            news=self._news(view),
        )

    def language(self, table: Table) -> Language:
        """The language that is set for the table's channel, else that of its server."""
        return self.language_in(table.channel_id, table.guild_id)

    def language_in(self, channel_id: int, guild_id: int) -> Language:
        """The language that is set for a channel, else that of its server."""
        return self._language(self._settings_of(channel_id), guild_id)

    def _language(self, settings: ChannelSettings, guild_id: int) -> Language:
        if settings.language is not None and settings.language in LANGUAGES:
            return LANGUAGES[settings.language]
        guild = self._known(guild_id)
        return language_of(guild.preferred_locale if guild else self._locales.get(guild_id))

    def _known(self, guild_id: int) -> discord.Guild | None:
        """A server that the gateway has told of; at first it only says that there is one."""
        guild = self._client.get_guild(guild_id)
        return None if guild is None or guild.unavailable else guild

    def pictures_in(self, channel_id: int) -> Pictures:
        """Those that the host has, unless this channel is to have none."""
        return self._pictures(self._settings_of(channel_id))

    def _pictures(self, settings: ChannelSettings) -> Pictures:
        return TEXT_ONLY if settings.card_pictures is False else self._emojis.pictures

    async def get_ready(self, table: Table) -> None:
        """Recall what its board says, and ask Discord for the language of its server where the gateway has not told of
        it yet: once a server, and of few at a time. A server that can't be asked, or not soon, gets the default
        language for now."""
        await self._recalled(table)
        guild_id = table.guild_id
        known = guild_id in self._locales or self._known(guild_id) is not None
        if known or self._settings_of(table.channel_id).language in LANGUAGES:
            return
        if guild_id not in self._asking:
            asking = quietly(self._learn(guild_id), f"asking for the language of server {guild_id}")
            self._asking[guild_id] = asyncio.create_task(asking)
        await asyncio.wait([self._asking[guild_id]], timeout=LANGUAGE_SECONDS)

    async def _learn(self, guild_id: int) -> None:
        try:
            async with self._few_at_a_time:
                guild = await self._client.fetch_guild(guild_id, with_counts=False)
            self._locales[guild_id] = guild.preferred_locale
        finally:
            del self._asking[guild_id]
