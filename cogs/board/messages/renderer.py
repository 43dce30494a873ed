"""Draws tables for their channels: in the language set there or their own, with pictures where wanted."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import discord

from cogs.board.board import draw
from cogs.board.cards import TEXT_ONLY, CardEmojis, Pictures
from cogs.board.farewell import draw_rounds
from cogs.board.hands import Teller
from cogs.board.messages.achievement_lines import AchievementLines, Shares
from cogs.board.parts import Layout
from cogs.language import LANGUAGES, Language, language_of
from cogs.language.sentences import Sorry
from engine.bank.bank import Bank
from engine.live.table import Table
from engine.table.channel_settings import ChannelSettings, Coaching
from engine.table.state import Stage
from engine.table.view import TableView
from engine.values.played import Share, Sitting
from engine.values.tables import ToWallTime


@dataclass(frozen=True, slots=True, kw_only=True)
class Renderer:
    """Knows how tables are to look in their channels."""

    emojis: CardEmojis
    settings_of: Callable[[int], ChannelSettings]
    """What is set for a channel, by its id."""
    shown: ToWallTime
    """What people's clocks show at a deadline."""
    bank: Bank
    achievements: AchievementLines
    shares: Shares

    def language(self, table: Table) -> Language:
        """The language that is set for the table's channel, else the one that it was opened in."""
        return self.language_in(table.home, table.locale)

    def language_in(self, channel_id: int, locale: discord.Locale | str) -> Language:
        """The language that is set for a channel, else that of this locale."""
        chosen = LANGUAGES.get(self.settings_of(channel_id).language or "")
        return chosen or language_of(locale)

    def pictures_in(self, channel_id: int) -> Pictures:
        """Those that the host has, unless this channel is to have none."""
        wanted = self.settings_of(channel_id).card_pictures is not False
        return self.emojis.pictures if wanted else TEXT_ONLY


class Drawing:
    """Draws one table, and knows what its message tells beside the view."""

    def __init__(self, renderer: Renderer, table: Table) -> None:
        self._renderer = renderer
        self._bank = renderer.bank
        self._table = table
        self._sitting: Sitting | None = None
        """What the goodbye tells of; None where no round was played."""
        self._shares: Mapping[int, Share] = {}
        """What it tells of people's decisions, by the user, once that is known."""

    async def learn(self, view: TableView) -> None:
        """Find out what is told beside this view. Raises what the bank raises."""
        await self._renderer.achievements.recall(self._table)
        if view.stage is Stage.CLOSED:
            self._sitting = await self._look_back()

    async def learn_more(self) -> bool:
        """Wait until all is known that a goodbye can tell; returns whether it is more than was told. Raises what the
        bank raises."""
        told = self._sitting
        if told is None:
            return False
        await self._renderer.achievements.found(self._table)
        if self._renderer.settings_of(self._table.home).coach is not Coaching.OFF:
            last = self._table.view.told.round_id or 0
            try:
                self._shares = await self._renderer.shares(self._table.table_id, last)
            except Sorry:
                self._shares = {}  # so much is asked of the coach
        return await self._look_back() != told

    async def _look_back(self) -> Sitting | None:
        sitting = await self._bank.sitting(self._table.table_id)
        return None if sitting is None else sitting.judged(self._shares)

    def draw(self, view: TableView) -> Layout:
        """The message that shows this view."""
        settings = self._renderer.settings_of(self._table.home)
        teller = Teller(
            lang=self._renderer.language(self._table),
            pictures=self._renderer.pictures_in(self._table.home),
            shown=self._renderer.shown,
            coach=settings.coach,
            offered=settings.offered if view.rules_are_open else (),
            talk=settings.talk,
            news=self._renderer.achievements.of(view),
            sitting=self._sitting,
        )
        return draw(view, teller)

    async def rounds_over(self, first: int, last: int) -> Layout | None:
        """How the rounds of these numbers have gone; None where none was dealt. Raises what the bank raises."""
        table_id, lang = self._table.table_id, self._renderer.language(self._table)
        rounds = await self._bank.rounds_of_table(table_id, first, last)
        if not rounds:
            return None
        players = {user_id for one in rounds for user_id in one.nets}
        names = await self._bank.names(self._table.guild_id, players)
        return draw_rounds(table_id, rounds, names, lang)
