"""What a round has newly earned its players: a small line on its board, once.

A settled table shows what may have been earned. Only where that may be news the bank is asked, which searches the log
and says what is new. Then the board is drawn once more, as soon as it is at rest.
"""

import asyncio
import logging
from collections.abc import Iterator

from cogs.language.honours import Earned
from cogs.messages.screens import Screens
from cogs.network import tries
from engine.clock import Clock, wall_time
from engine.live import Table
from engine.review import Search, feats_of
from engine.saved import PublicBank, StorageTrouble
from engine.table import Stage, TableView

log = logging.getLogger(__name__)

RECENT = 3_600.0
"""Seconds. What older rounds have earned is told by `/stats` alone."""

REMEMBERED = 10_000
"""Players of whom is remembered what they have."""


class HonourLines:
    """Finds what the last rounds of tables have newly earned, and has their boards show it."""

    def __init__(self, bank: PublicBank, clock: Clock) -> None:
        self._bank = bank
        self._clock = clock
        self._looking = Search()
        self._known: dict[int, frozenset[str]] = {}
        self._lines: dict[int, tuple[int, tuple[Earned, ...]]] = {}
        """By the table: its last round, and what is new in it."""
        self._tasks: set[asyncio.Task[None]] = set()

    def of(self, view: TableView) -> tuple[Earned, ...]:
        """What is new in the round that this view shows the end of."""
        ended = view.last or view
        number, lines = self._lines.get(ended.table_id, (None, ()))
        return lines if number == ended.round_number else ()

    def look(self, table: Table, view: TableView, screens: Screens) -> None:
        """Look at the newest view of a table: has its last round earned something that is new?"""
        ended = view.last or view
        if view.stage is Stage.CLOSED:
            self._lines.pop(table.table_id, None)
        elif ended.stage is Stage.SETTLED and self._is_next(ended):
            self._lines[table.table_id] = ended.round_number, ()
            if players := [*self._with_news(ended)]:
                finding = self._find(table, ended, players, screens)
                task = asyncio.create_task(finding, name=f"honours of table {table.table_id}")
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    @property
    def at_work(self) -> bool:
        """Whether something is being found."""
        return bool(self._tasks)

    async def finish(self) -> None:
        """Wait until all that is being found is found, but no longer than `STOP_SECONDS`."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=tries.STOP_SECONDS)

    def _is_next(self, ended: TableView) -> bool:
        number, _ = self._lines.get(ended.table_id, (None, ()))
        return number != ended.round_number

    def _with_news(self, ended: TableView) -> Iterator[int]:
        earned = feats_of(ended)
        for seat in ended.seats:
            if not earned.get(seat.number, frozenset()) <= self._known.get(
                seat.user_id, frozenset()
            ):
                yield seat.user_id

    async def _find(
        self, table: Table, ended: TableView, players: list[int], screens: Screens
    ) -> None:
        try:
            new = [earned for user_id in players for earned in await self._new(user_id)]
        except StorageTrouble as error:
            log.warning("what a round has earned was not found: %s", error)
            return
        except Exception:
            log.exception("what a round has earned was not found")
            return
        if new and not self._is_next(ended):
            self._lines[ended.table_id] = ended.round_number, tuple(new)
            await screens.of(table).settled()
            if not self._is_next(ended) and table.view.stage is Stage.BETTING:
                screens.show(table, (table.view,), None)

    async def _new(self, user_id: int) -> list[Earned]:
        since = wall_time(self._clock) - RECENT
        found = await self._bank.find_honours(user_id, self._looking)
        if len(self._known) >= REMEMBERED:
            self._known.clear()
        self._known[user_id] = frozenset(one.what for one in await self._bank.honours(user_id))
        return [Earned(user_id, one.what) for one in found.new if one.at >= since]
