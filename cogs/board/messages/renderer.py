"""Draws tables for their channels: in the language set there or their own, with pictures where wanted, and with what a
round has newly earned its players, once.

A settled table shows what may have been earned. Only where that may be news, the bank searches the log. Then the board
is drawn once more, as soon as it is at rest. What dailies or the coach's judgements have earned is told where the
player's next round is settled.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Set
from dataclasses import dataclass

import discord

from cogs.board.board import draw
from cogs.board.cards import TEXT_ONLY, CardEmojis, Pictures
from cogs.board.farewell import draw_rounds
from cogs.board.hands import Teller
from cogs.board.parts import Layout
from cogs.gateway.requests import Errands
from cogs.language import LANGUAGES, Language, language_of
from cogs.language.sentences import Sorry
from cogs.language.words import NO_NEWS, News
from engine.bank.bank import Bank
from engine.channel_settings import ChannelSettings, Coaching
from engine.clock import Clock, wall_time
from engine.live.table import Table
from engine.records.achievements import BESIDE, ROUNDS_BY_BOOK, Milestone, Search
from engine.records.feats import feats_of
from engine.table.state import Stage
from engine.table.view import SeatView, TableView
from engine.values.bank import StorageTrouble
from engine.values.money import GIFT
from engine.values.played import Earned, Share, Sitting
from engine.values.tables import ToWallTime

log = logging.getLogger(__name__)

RECENT = 3_600.0
"""Seconds. What older rounds have earned is told by `/stats` alone."""

REMEMBERED = 10_000
"""Players whose achievements are remembered."""


class AchievementLines:
    """Finds what the last rounds of tables have newly earned, and has their boards show it."""

    def __init__(
        self,
        bank: Bank,
        clock: Clock,
        settled: Callable[[Table], Awaitable[None]],
        redraw: Callable[[Table], None],
    ) -> None:
        """`settled` returns when a table's board is at rest, and `redraw` has it drawn anew."""
        self._bank = bank
        self._clock = clock
        self._settled = settled
        self._redraw = redraw
        self._looking = Search()
        self._known: dict[int, frozenset[str]] = {}
        self._untold: dict[int, tuple[Earned, ...]] = {}
        """By the player: what they have earned beside the tables since their last round."""
        self._news: dict[int, tuple[int, News]] = {}
        """By the table: its last round, and what is new in it."""
        self._recalled = set[int]()
        """The tables that were open at the start, and were looked at."""
        self._searches: dict[int, asyncio.Task[list[Earned]]] = {}
        """By the table: the search in its last round."""
        self.errands = Errands("honours")

    def of(self, view: TableView) -> News:
        """What is new in the round that this view shows the end of."""
        ended = view.told
        number, news = self._news.get(ended.table_id, (None, NO_NEWS))
        return news if number == ended.round_number else NO_NEWS

    def look(self, table: Table, view: TableView) -> None:
        """Look at a table's newest view before it is shown: has its last round earned something new?"""
        ended = view.told
        if ended.stage is Stage.SETTLED and self._is_next(ended):
            people = [seat for seat in ended.seats if seat.character is None]
            told = [one for seat in people for one in self._untold.pop(seat.user_id, ())]
            self._news[table.table_id] = ended.round_number, News(tuple(told))
            feats = feats_of(ended)
            players = [
                seat.user_id
                for seat in people
                if self._may_be_news(seat, feats.get(seat.number, frozenset()))
            ]
            if players:
                search = self.errands.begin(self._found(players))
                self._searches[table.table_id] = search
                self.errands.begin(self._find(table, ended, search))
        if view.stage is Stage.CLOSED:
            self.errands.begin(self._drop(table, self._settled(table)))

    async def found(self, table: Table) -> None:
        """Return when it is known what the last round of a table has earned, or can't be."""
        if (search := self._searches.get(table.table_id)) is not None:
            await asyncio.wait([search])

    async def recall(self, table: Table) -> None:
        """Learn after a restart what its last round is known to have earned: the dealer says the same as before."""
        ended = table.view.last
        if ended is None or not table.view.resumed or table.table_id in self._recalled:
            return
        self._recalled.add(table.table_id)
        try:
            if await self._came_back(ended):
                news = self.of(ended)._replace(came_back=True)
                self._news[table.table_id] = ended.round_number, news
        except StorageTrouble as error:
            log.warning("what a round has earned is not known: %s", error)

    def look_beside(self, user_id: int) -> None:
        """Somebody may have earned something beside the tables."""
        self.errands.begin(self._find_beside(user_id))

    async def judged_by_book(self, user_ids: Iterable[int]) -> None:
        """These players have newly judged rounds that were played by the book."""
        for user_id in user_ids:
            known = Milestone.BY_BOOK in self._known.get(user_id, ())
            if not known and await self._bank.rounds_by_book(user_id) >= ROUNDS_BY_BOOK:
                self.look_beside(user_id)

    def _is_next(self, ended: TableView) -> bool:
        number, _ = self._news.get(ended.table_id, (None, None))
        return number != ended.round_number

    def _may_be_news(self, seat: SeatView, feats: Set[str]) -> bool:
        """Whether a round has these feats for the first time, or has brought somebody to twice the donor's gift."""
        known = self._known.get(seat.user_id, frozenset())
        net, balance = seat.net, seat.balance
        is_up = net is not None and balance is not None and balance - net < 2 * GIFT <= balance
        return not feats <= known or (is_up and Milestone.BACK not in known)

    async def _find(
        self, table: Table, ended: TableView, search: "asyncio.Task[list[Earned]]"
    ) -> None:
        new = await search
        if not new or self._is_next(ended):
            return
        _, news = self._news[ended.table_id]
        back = any(one.what == Milestone.BACK for one in new) and await self._came_back(ended)
        self._news[ended.table_id] = ended.round_number, News((*news.earned, *new), back)
        await self._settled(table)
        if not self._is_next(ended) and table.view.stage is Stage.BETTING:
            self._redraw(table)

    async def _find_beside(self, user_id: int) -> None:
        new = await self._found([user_id])
        if len(self._untold) >= REMEMBERED:
            self._untold.clear()
        if new:
            self._untold[user_id] = (*self._untold.get(user_id, ()), *new)

    async def _drop(self, table: Table, settled: Awaitable[None]) -> None:
        """Once the table has said goodbye, nobody asks for its news any more."""
        await settled
        self._searches.pop(table.table_id, None)
        self._news.pop(table.table_id, None)
        self._recalled.discard(table.table_id)

    async def _came_back(self, ended: TableView) -> bool:
        """Whether somebody is known to be back from the donor with this round."""
        earned = await self._bank.earned_in_round(ended.table_id, ended.round_number)
        return any(what == Milestone.BACK for what, _ in earned)

    async def _found(self, players: Iterable[int]) -> list[Earned]:
        try:
            return [earned for user_id in players for earned in await self._new(user_id)]
        except StorageTrouble as error:
            log.warning("what a round has earned was not found: %s", error)
        except Exception:
            log.exception("what a round has earned was not found")
        return []

    async def _new(self, user_id: int) -> list[Earned]:
        found = await self._bank.find_achievements(user_id, self._looking)
        if len(self._known) >= REMEMBERED:
            self._known.clear()
        self._known[user_id] = frozenset(one.what for one in await self._bank.achievements(user_id))
        since = wall_time(self._clock) - RECENT
        return [
            Earned(user_id, one.what) for one in found.new if one.what in BESIDE or one.at >= since
        ]


Shares = Callable[[int, int], Awaitable[Mapping[int, Share]]]
"""Judges the decisions at a table, by its id and that of its last round. Raises `Sorry`."""


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
