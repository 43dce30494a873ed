"""Draws a table for its channel: in the language that is set there, or the server's; with pictures where wanted."""

from collections.abc import Callable, Iterable

import discord
from discord import ui

from cogs.cards.emojis import CardEmojis
from cogs.cards.pictures import TEXT_ONLY, Pictures
from cogs.language import LANGUAGES, Language, language_of
from cogs.table.board import draw
from cogs.trouble import quietly
from engine.channel_settings import ChannelSettings
from engine.table import Table
from engine.view import TableView


class Artist:
    """Knows how a table is to look, and draws it. `settings_of` tells what is set for a channel, by its id."""

    def __init__(
        self,
        client: discord.Client,
        emojis: CardEmojis,
        settings_of: Callable[[int], ChannelSettings],
    ) -> None:
        self._client = client
        self._emojis = emojis
        self._settings_of = settings_of
        self._locales: dict[int, discord.Locale] = {}
        """Of servers that were asked before the gateway had told of them."""

    def draw(self, table: Table, view: TableView) -> ui.LayoutView:
        """The message of this table."""
        return draw(view, self.language(table), self.pictures_in(table.channel_id))

    def language(self, table: Table) -> Language:
        """The language that is set for the table's channel, else that of its server."""
        code = self._settings_of(table.channel_id).language
        if code is not None and code in LANGUAGES:
            return LANGUAGES[code]
        guild = self._client.get_guild(table.guild_id)
        return language_of(guild.preferred_locale if guild else self._locales.get(table.guild_id))

    def pictures_in(self, channel_id: int) -> Pictures:
        """Those that the host has, unless this channel is to have none."""
        unwanted = self._settings_of(channel_id).card_pictures is False
        return TEXT_ONLY if unwanted else self._emojis.pictures

    async def learn(self, guild_ids: Iterable[int]) -> None:
        """Ask Discord for the languages of these servers, before the gateway tells of them."""
        for guild_id in set(guild_ids):
            await quietly(self._learn(guild_id), f"asking for the language of server {guild_id}")

    async def _learn(self, guild_id: int) -> None:
        guild = await self._client.fetch_guild(guild_id, with_counts=False)
        self._locales[guild_id] = guild.preferred_locale
