"""Draws tables in the languages of their channels."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from cogs.language import Language, language_in
from cogs.language.error_sentences import Sorry
from cogs.messages.achievement_lines import AchievementLines
from cogs.messages.card_emojis import CardEmojis
from cogs.pages.board import draw
from cogs.pages.farewell import draw_rounds
from cogs.pages.hands import Teller
from cogs.pages.parts import Layout
from engine.bank.bank import Bank
from engine.live.table import Table
from engine.table.channel_settings import Coaching
from engine.table.state import Stage
from engine.table.view import TableView
from engine.values.played import Share, Sitting
from engine.values.tables import ToWallTime

Shares = Callable[[int, int], Awaitable[Mapping[int, Share]]]
"""By table id and last round id. Raises `Sorry`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Renderer:
    emojis: CardEmojis
    shown: ToWallTime
    bank: Bank
    achievements: AchievementLines
    shares: Shares


def language_at(table: Table) -> Language:
    """Return the channel's language, else the one in which the table was opened."""
    return language_in(table.settings, table.locale)


class Drawing:
    """Draws one table. Loads data that its view lacks: the farewell's results and the last rule set."""

    def __init__(self, renderer: Renderer, table: Table) -> None:
        self._renderer = renderer
        self._bank = renderer.bank
        self._table = table
        self._sitting: Sitting | None = None
        """None if no round was played."""
        self._is_recalled = not table.view.resumed
        """True once achievements from before a restart are loaded."""
        self._played_last: str | None = None
        """The channel's last rule set; loaded while the rules can be changed."""
        self._shares: Mapping[int, Share] = {}
        """By user id; empty until the farewell is completed."""

    async def load(self, view: TableView) -> None:
        """Load the data to draw this view. Raises `StorageTrouble`."""
        if not self._is_recalled:
            self._is_recalled = True
            await self._renderer.achievements.recall(self._table)
        if view.rules_are_open and self._played_last is None:
            self._played_last = await self._bank.last_rule_set(self._table.home) or ""
        if view.stage is Stage.CLOSED:
            self._sitting = await self._load_sitting()

    async def complete_farewell(self) -> bool:
        """Wait for late achievements and judgements; return True if they change the farewell.

        Raises `StorageTrouble`.
        """
        before = self._sitting
        if before is None:
            return False
        await self._renderer.achievements.found(self._table)
        if self._table.settings.coach is not Coaching.OFF:
            last = self._table.view.shown_round.round_id or 0
            try:
                self._shares = await self._renderer.shares(self._table.table_id, last)
            except Sorry:
                self._shares = {}  # the coach is too busy
        return await self._load_sitting() != before

    async def _load_sitting(self) -> Sitting | None:
        sitting = await self._bank.sitting(self._table.table_id)
        return None if sitting is None else sitting.judged(self._shares)

    def draw(self, view: TableView) -> Layout:
        settings = self._table.settings
        teller = Teller(
            lang=language_in(settings, self._table.locale),
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
        """Draw a summary of the rounds `first` to `last`; None without any. Raises `StorageTrouble`."""
        table_id, lang = self._table.table_id, language_at(self._table)
        rounds = await self._bank.rounds_of_table(table_id, first, last)
        if not rounds:
            return None
        players = {user_id for one in rounds for user_id in one.nets}
        names = await self._bank.names(self._table.guild_id, players)
        return draw_rounds(table_id, rounds, names, lang)
