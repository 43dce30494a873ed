"""Finds what a round has newly earned its players, so that the board tells of it, once.

A settled table shows what may have been earned. Only where that may be news, the bank searches the log. Then the board
is drawn once more, as soon as it is at rest. What dailies or the coach's judgements have earned is told where the
player's next round is settled.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Set

from cachetools import LRUCache

from cogs.gateway.requests import Errands
from cogs.language.names import NO_NEWS, News
from engine.bank.bank import Bank
from engine.clock import Clock, wall_time
from engine.live.table import Table
from engine.records.achievements import BESIDE, ROUNDS_BY_BOOK, Milestone, Search
from engine.records.feats import feats_of
from engine.table.state import Stage
from engine.table.view import SeatView, TableView
from engine.values.bank import StorageTrouble
from engine.values.money import GIFT
from engine.values.played import Earned

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
        self._known = LRUCache[int, frozenset[str]](REMEMBERED)
        self._untold = LRUCache[int, tuple[Earned, ...]](REMEMBERED)
        """By the player: what they have earned beside the tables since their last round."""
        self._news: dict[int, tuple[int, News]] = {}
        """By the table: its last round, and what is new in it."""
        self.errands = Errands("honours")
        """Among them, by the table, the search in its last round."""

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
                search = self.errands.begin(self._found(players), table.table_id)
                self.errands.begin(self._find(table, ended, search))
        if view.stage is Stage.CLOSED:
            self.errands.begin(self._drop(table, self._settled(table)))

    async def found(self, table: Table) -> None:
        """Return when it is known what the last round of a table has earned, or can't be."""
        await self.errands.done(table.table_id)

    async def recall(self, table: Table) -> None:
        """Learn after a restart what its last round is known to have earned: the dealer says the same as before."""
        ended = table.view.last
        if ended is None:
            return
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
        if new:
            self._untold[user_id] = (*self._untold.get(user_id, ()), *new)

    async def _drop(self, table: Table, settled: Awaitable[None]) -> None:
        """Once the table has said goodbye, nobody asks for its news any more."""
        await settled
        self._news.pop(table.table_id, None)

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
        self._known[user_id] = frozenset(one.what for one in await self._bank.achievements(user_id))
        since = wall_time(self._clock) - RECENT
        return [
            Earned(user_id, one.what) for one in found.new if one.what in BESIDE or one.at >= since
        ]
