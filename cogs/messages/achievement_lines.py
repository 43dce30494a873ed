"""Finds players' new achievements after a round; the table's board announces each once.

The bank searches its log only if a settled table may have earned one. Achievements from daily hands or the coach's
judgements are announced with the player's next settled round.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Set

from cachetools import LRUCache

from cogs.discord_link.requests import Errands
from cogs.language.display_names import NO_NEWS, News
from engine.bank.bank import Bank
from engine.clock import Clock, wall_time
from engine.live.log_lines import About, about
from engine.live.table import Table
from engine.records.achievements import NOT_AT_SETTLEMENT, ROUNDS_BY_BOOK, Milestone, Search
from engine.records.feats import feats_of
from engine.table.state import Stage
from engine.table.view import SeatView, TableView
from engine.values.bank import StorageTrouble
from engine.values.money import GIFT
from engine.values.played import Earned

log = logging.getLogger(__name__)

RECENT = 3_600.0
"""Seconds; older rounds' achievements appear only in `/stats`."""

REMEMBERED = 10_000
"""Players per cache."""


class AchievementLines:
    def __init__(
        self,
        bank: Bank,
        clock: Clock,
        settled: Callable[[Table], Awaitable[None]],
        redraw: Callable[[Table], None],
    ) -> None:
        """`settled` waits until a table's views are shown."""
        self._bank = bank
        self._clock = clock
        self._settled = settled
        self._redraw = redraw
        self._searcher = Search()
        self._known = LRUCache[int, frozenset[str]](REMEMBERED)
        self._unannounced = LRUCache[int, tuple[Earned, ...]](REMEMBERED)
        """By player: earned away from the tables."""
        self._news: dict[int, tuple[int, News]] = {}
        """By table: last round's number and news."""
        self.errands = Errands("achievements")
        """A search's key is the table's id."""

    def of(self, view: TableView) -> News:
        """Return the achievements to announce with this view's finished round."""
        ended = view.shown_round
        number, news = self._news.get(ended.table_id, (None, NO_NEWS))
        return news if number == ended.round_number else NO_NEWS

    def look(self, table: Table, view: TableView) -> None:
        """Start a search for achievements if the last round may have earned any."""
        ended = view.shown_round
        if ended.stage is Stage.SETTLED and self._is_unseen(ended):
            people = [seat for seat in ended.seats if seat.character is None]
            earned = [one for seat in people for one in self._unannounced.pop(seat.user_id, ())]
            self._news[table.table_id] = ended.round_number, News(tuple(earned))
            feats = feats_of(ended)
            players = [
                seat.user_id
                for seat in people
                if self._may_be_news(seat, feats.get(seat.number, frozenset()))
            ]
            if players:
                search = self.errands.begin(self._search(players), table.table_id)
                self.errands.begin(self._find(table, ended, search))
        if view.stage is Stage.CLOSED:
            self.errands.begin(self._drop(table, self._settled(table)))

    async def found(self, table: Table) -> None:
        await self.errands.done(table.table_id)

    async def recall(self, table: Table) -> None:
        """After a restart, load the last round's achievement `BACK`, so that the dealer's comment stays the same."""
        ended = table.view.last
        if ended is None:
            return
        if await self._came_back(table, ended):
            news = self.of(ended)._replace(came_back=True)
            self._news[table.table_id] = ended.round_number, news

    def look_beside(self, user_id: int) -> None:
        """Search for achievements that a player has earned away from the tables."""
        self.errands.begin(self._find_away(user_id))

    async def judged_by_book(self, user_ids: Iterable[int]) -> None:
        """Search for achievements of players with rounds newly judged as by the book (basic strategy)."""
        for user_id in user_ids:
            known = Milestone.BY_BOOK in self._known.get(user_id, ())
            if not known and await self._bank.rounds_by_book(user_id) >= ROUNDS_BY_BOOK:
                self.look_beside(user_id)

    def _is_unseen(self, ended: TableView) -> bool:
        number, _ = self._news.get(ended.table_id, (None, None))
        return number != ended.round_number

    def _may_be_news(self, seat: SeatView, feats: Set[str]) -> bool:
        known = self._known.get(seat.user_id, frozenset())
        net, balance = seat.net, seat.balance
        is_up = net is not None and balance is not None and balance - net < 2 * GIFT <= balance
        return not feats <= known or (is_up and Milestone.BACK not in known)

    async def _find(
        self, table: Table, ended: TableView, search: "asyncio.Task[list[Earned]]"
    ) -> None:
        new = await search
        if not new or self._is_unseen(ended):
            return
        _, news = self._news[ended.table_id]
        back = any(one.what == Milestone.BACK for one in new) and await self._came_back(
            table, ended
        )
        self._news[ended.table_id] = ended.round_number, News((*news.earned, *new), back)
        await self._settled(table)
        if not self._is_unseen(ended) and table.view.stage is Stage.BETTING:
            self._redraw(table)

    async def _find_away(self, user_id: int) -> None:
        new = await self._search([user_id])
        if new:
            self._unannounced[user_id] = (*self._unannounced.get(user_id, ()), *new)

    async def _drop(self, table: Table, settled: Awaitable[None]) -> None:
        await settled
        self._news.pop(table.table_id, None)

    async def _came_back(self, table: Table, ended: TableView) -> bool:
        try:
            earned = await self._bank.earned_in_round(ended.table_id, ended.round_number)
        except StorageTrouble as error:
            lines = about(log, table, ended.round_number)
            lines.warning("the bank could not load the round's achievements (%s)", error)
            return False
        return any(what == Milestone.BACK for what, _ in earned)

    async def _search(self, players: Iterable[int]) -> list[Earned]:
        earned = list[Earned]()
        for user_id in players:
            lines = About(log, f"user {user_id}", user=user_id)
            try:
                earned += await self._new_achievements(user_id)
            except StorageTrouble as error:
                lines.warning("the bank could not find new achievements (%s)", error)
            except Exception:
                lines.exception("the bank could not find new achievements")
        return earned

    async def _new_achievements(self, user_id: int) -> list[Earned]:
        found = await self._bank.find_achievements(user_id, self._searcher)
        self._known[user_id] = frozenset(one.what for one in await self._bank.achievements(user_id))
        since = wall_time(self._clock) - RECENT
        return [
            Earned(user_id, one.what)
            for one in found.new
            if one.what in NOT_AT_SETTLEMENT or one.at >= since
        ]
