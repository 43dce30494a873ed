"""Draws tables for their channels: in the language set there or their own, with pictures where wanted."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from cogs.board.board import draw
from cogs.board.card_emojis import CardEmojis
from cogs.board.farewell import draw_rounds
from cogs.board.hands import Teller
from cogs.board.messages.achievement_lines import AchievementLines
from cogs.board.parts import Layout
from cogs.language import Language, language_in
from cogs.language.sentences import Sorry
from engine.bank.bank import Bank
from engine.live.table import Table
from engine.table.channel_settings import Coaching
from engine.table.state import Stage
from engine.table.view import TableView
from engine.values.played import Share, Sitting
from engine.values.tables import ToWallTime

Shares = Callable[[int, int], Awaitable[Mapping[int, Share]]]
"""Judges the decisions at a table, by its id and that of its last round. Raises `Sorry`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Renderer:
    """What drawings of all tables have in common."""

    emojis: CardEmojis
    shown: ToWallTime
    """What people's clocks show at a deadline."""
    bank: Bank
    achievements: AchievementLines
    shares: Shares


def language_at(table: Table) -> Language:
    """The language that is set for the table's channel, else the one that it was opened in."""
    return language_in(table.settings, table.locale)


class Drawing:
    """Draws one table, and knows what its message tells beside the view."""

    def __init__(self, renderer: Renderer, table: Table) -> None:
        self._renderer = renderer
        self._bank = renderer.bank
        self._table = table
        self._sitting: Sitting | None = None
        """What the goodbye tells of; None where no round was played."""
        self._is_recalled = not table.view.resumed
        """Whether it is known what its last round had earned before a restart."""
        self._played_last: str | None = None
        """The key of the rule set that was last dealt in this channel; looked up while the rules can be changed."""
        self._shares: Mapping[int, Share] = {}
        """What it tells of people's decisions, by the user, once that is known."""

    async def learn(self, view: TableView) -> None:
        """Find out what is told beside this view. Raises what the bank raises."""
        if not self._is_recalled:
            self._is_recalled = True
            await self._renderer.achievements.recall(self._table)
        if view.rules_are_open and self._played_last is None:
            self._played_last = await self._bank.last_rule_set(self._table.home) or ""
        if view.stage is Stage.CLOSED:
            self._sitting = await self._look_back()

    async def learn_more(self) -> bool:
        """Wait until all is known that a goodbye can tell; returns whether it is more than was told. Raises what the
        bank raises."""
        told = self._sitting
        if told is None:
            return False
        await self._renderer.achievements.found(self._table)
        if self._table.settings.coach is not Coaching.OFF:
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
        settings = self._table.settings
        teller = Teller(
            lang=language_at(self._table),
            pictures=self._renderer.emojis.pictures_if(settings.card_pictures),
            shown=self._renderer.shown,
            coach=settings.coach,
            offered=settings.offered if view.rules_are_open else (),
            played_last=self._played_last,
            talk=settings.talk,
            news=self._renderer.achievements.of,
            sitting=self._sitting,
        )
        return draw(view, teller)

    async def rounds_over(self, first: int, last: int) -> Layout | None:
        """How the rounds of these numbers have gone; None where none was dealt. Raises what the bank raises."""
        table_id, lang = self._table.table_id, language_at(self._table)
        rounds = await self._bank.rounds_of_table(table_id, first, last)
        if not rounds:
            return None
        players = {user_id for one in rounds for user_id in one.nets}
        names = await self._bank.names(self._table.guild_id, players)
        return draw_rounds(table_id, rounds, names, lang)
