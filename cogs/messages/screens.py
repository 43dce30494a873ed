"""The audience of all tables: a screen for each."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial

import discord

from cogs.gateway import tries
from cogs.gateway.wire import Wire
from cogs.messages.deletions import Deletions
from cogs.messages.pending import Pace
from cogs.messages.renderer import Renderer
from cogs.messages.screen import Screen
from cogs.threads.threads import Threads
from engine.live.table import Table
from engine.table.state import Stage
from engine.table.view import TableView

log = logging.getLogger(__name__)

AT_A_TIME = 5
"""Tables that are being shown at the same time after a start: about as many requests as Discord takes from a bot.
With thousands at once each of them would have its answer too late, and try again."""

TURN_SECONDS = 1.0
"""After which a table that is not shown yet keeps the others waiting no longer."""


class Screens:
    """Shows every table that it is told of."""

    def __init__(
        self,
        wire: Wire,
        pace: Pace,
        renderer: Renderer,
        deletions: Deletions,
        threads: Threads,
    ) -> None:
        self._new_screen = partial(
            Screen, wire, pace=pace, renderer=renderer, deletions=deletions, threads=threads
        )
        self._screens: dict[Table, Screen] = {}
        """By the table itself: one that was let go of has the number of the one that is played on."""
        self._prepared: deque[Screen] = deque()
        """Those whose turn has not come yet after a start."""
        self._showing: list[asyncio.Task[None]] = []

    def show(self, table: Table, frames: tuple[TableView, ...], via: object) -> None:
        """Show views of a table; `via` is the interaction that they answer, if any."""
        screen = self.of(table)
        screen.show(frames, via if isinstance(via, discord.Interaction) else None)
        if frames[-1].stage is Stage.CLOSED:
            self._drop_when_shown(screen)

    def show_in_turn(self, resumed: Iterable[tuple[Table, tuple[TableView, ...]]]) -> None:
        """Show many tables, few at a time. Where something happens at a table, its turn comes at once."""
        for table, frames in resumed:
            screen = self.of(table)
            screen.prepare(frames)
            self._prepared.append(screen)
        shows = range(min(AT_A_TIME, len(self._prepared)))
        self._showing = [
            asyncio.create_task(self._show_prepared(), name=f"boards {n}") for n in shows
        ]

    async def _show_prepared(self) -> None:
        while self._prepared:
            screen = self._begin_next()
            if screen.task is not None:
                await asyncio.wait([screen.task], timeout=TURN_SECONDS)

    def _begin_next(self) -> Screen:
        screen = self._prepared.popleft()
        screen.begin()
        if screen.table.view.stage is Stage.CLOSED:
            self._drop_when_shown(screen)
        return screen

    def of(self, table: Table) -> Screen:
        """The screen of this table."""
        if table not in self._screens:
            self._screens[table] = self._new_screen(table)
        return self._screens[table]

    def reopen(self, is_concerned: Callable[[Table], bool]) -> None:
        """Try again to show those of these tables whose channels were closed to the bot."""
        for screen in list(self._screens.values()):
            if is_concerned(screen.table):
                screen.reopen()
                if screen.table.view.stage is Stage.CLOSED:
                    self._drop_when_shown(screen)

    def forget(self, guild_id: int) -> None:
        """The bot is no longer in this server: its closed tables are not shown any more."""
        for table in list(self._screens):
            if table.guild_id == guild_id and table.view.stage is Stage.CLOSED:
                del self._screens[table]

    async def leave(self) -> None:
        """Show nothing more of any table: another process does."""
        self._prepared.clear()
        screens, self._screens = self._screens, {}
        for screen in screens.values():
            screen.give_up()
        for screen in screens.values():
            await screen.settled()

    def _drop_when_shown(self, screen: Screen) -> None:
        def drop(_: object) -> None:
            if not screen.owes:
                self._screens.pop(screen.table, None)

        if screen.task is not None:
            screen.task.add_done_callback(drop)
        else:
            drop(None)

    async def finish(self) -> None:
        """Wait until every screen shows the newest view or can't; after `STOP_SECONDS` the others give up."""
        while self._prepared:
            self._begin_next()
        until = asyncio.get_running_loop().time() + tries.STOP_SECONDS
        while late := [screen for screen in self._screens.values() if screen.at_work]:
            finishing = [asyncio.create_task(screen.finish()) for screen in late]
            left = until - asyncio.get_running_loop().time()
            _, unfinished = await asyncio.wait(finishing, timeout=left)
            if unfinished:
                log.warning("boards that could not be shown to the end: %d", len(unfinished))
                for screen in late:
                    screen.give_up()
                for task in unfinished:
                    task.cancel()
                await asyncio.wait(unfinished)
                return
