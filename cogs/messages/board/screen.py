"""Sends a table's views to Discord: in order, paced, one task and one request at a time.

The table never waits for Discord's responses.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial

import discord

from cogs.discord_link.payloads import BotInteraction
from cogs.discord_link.request_errors import (
    REQUEST_ERRORS,
    UNKNOWN_CHANNEL,
    code_of,
    in_one_line,
    is_closed,
    passes,
)
from cogs.discord_link.requests import ANSWER_SECONDS
from cogs.discord_link.retry import Backoff
from cogs.discord_link.wire import Wire
from cogs.messages.board.farewell_completion import BoardFarewell
from cogs.messages.board.late_requests import LateRequests
from cogs.messages.board.message import BoardMessage
from cogs.messages.board.pacing import EndedBy, Pauses
from cogs.messages.board.renderer import Renderer
from cogs.messages.board.timing import Timing, is_ai_hand, not_superseded
from cogs.messages.cleanup import Cleanup
from cogs.messages.threads import Threads
from engine.live.table import Table
from engine.table.state import Stage
from engine.table.view import TableView
from engine.values.bank import PlayedElsewhere, StorageTrouble

log = logging.getLogger(__name__)

FIRST_PAUSE = 0.5
"""Seconds after the first failure; doubled up to `Timing.retry`."""


class Screen:
    """Shows one table in its channel. Calls `at_rest` whenever all views are shown or have failed."""

    def __init__(
        self,
        wire: Wire,
        table: Table,
        timing: Timing,
        renderer: Renderer,
        cleanup: Cleanup,
        threads: Threads,
        at_rest: Callable[["Screen"], None],
    ) -> None:
        self.table = table
        self._timing = timing
        self._at_rest = at_rest
        self._budget = wire.budget
        self._late = LateRequests(timing.retry, timing.late, self._correct)
        self._message = BoardMessage(wire, table, renderer, cleanup, self._late)
        self.position = self._message.position
        self._farewell = BoardFarewell(table, self._message, threads)
        self._pending: list[TableView] = []
        """Oldest first."""
        self._interaction: BotInteraction | None = None
        self.task: asyncio.Task[None] | None = None
        self._is_correcting = False
        """The next view also redraws the summaries."""
        self._pauses = Pauses()
        self._backoff: Backoff | None = None
        self._reopened = False
        """True if the channel was reopened during a request."""

    @property
    def _running(self) -> bool:
        return self.task is not None and not self.task.done()

    @property
    def busy(self) -> bool:
        uninterruptible = self._pauses.current is EndedBy.NOTHING
        return self._running and (uninterruptible or self._interaction is not None)

    @property
    def at_work(self) -> bool:
        """True if there are views to show, corrections to make or clicks to acknowledge."""
        acknowledging = bool(self._message.edits.acknowledging)
        return self._running or self._late.is_scheduled or acknowledging

    @property
    def has_unshown(self) -> bool:
        return bool(self._pending)

    @property
    def shut_out(self) -> bool:
        return self._message.channel.is_closed

    async def settled(self, within: float | None = None) -> None:
        """Wait until all views are shown or have failed, at most `within` seconds."""
        if self.task is not None:
            await asyncio.wait([self.task], timeout=within)

    async def finish(self) -> None:
        self._pauses.hurried = True
        self._pauses.end()
        try:
            while self.at_work:
                if self._late.is_scheduled:
                    await self._pauses.rest(self._late.unschedule(), EndedBy.VIEWS)
                    self._correct()
                await self.settled()
                await self._message.edits.acknowledging.finish()
        finally:
            self._pauses.hurried = False

    def give_up(self) -> None:
        self._late.give_up()
        if self.task is not None:
            self.task.cancel()
        self._message.edits.acknowledging.give_up()

    def show(self, frames: tuple[TableView, ...], interaction: BotInteraction | None) -> None:
        """Queue these views and drop superseded ones. Never blocks."""
        older = not_superseded(self._pending, frames[0])
        self._pending = [*older, *self._timing.thinned(frames)]
        if not self._message.is_reachable:
            del self._pending[:-1]
        if self.busy:
            self._message.edits.overtake(interaction)
        elif interaction or self._message.is_reachable or frames[-1].stage is Stage.CLOSED:
            self._go_on(interaction)

    def prepare(self) -> None:
        """Queue the table's current view for `begin` or `show`."""
        self._pending = [self.table.view]

    def begin(self) -> None:
        if self._pending and not self._running:
            self._go_on(None)

    async def bring_down(self) -> None:
        """Draw the board again: in a new message if the old one is buried or deleted."""
        if self.shut_out:
            return
        await self.position.find_buried()
        if not self._pending:
            self._go_on(None)
            await self.settled(within=ANSWER_SECONDS)

    def reopen(self) -> None:
        """Show the current view if the channel was closed, because it may be open again."""
        shut_out = self.shut_out
        self._message.channel.reopen()
        if self._running:
            self._reopened = True
        elif shut_out:
            self._go_on(None)

    def bring_back(self, interaction: BotInteraction) -> bool:
        """Try to show a closed channel's board by this interaction's token; return True if tried."""
        current = self._message.is_reachable and not self._pending
        is_tried = self.shut_out and not self.busy and not current
        if is_tried:
            self._go_on(interaction)
        return is_tried

    def _go_on(self, interaction: BotInteraction | None) -> None:
        self._pending = self._pending or [self.table.view]
        if interaction is not None:
            self._interaction = interaction
        if not self._running:
            self.task = asyncio.create_task(self._run(), name=f"screen {self.table.table_id}")
        elif interaction is not None or self._pauses.current is EndedBy.VIEWS:
            self._pauses.end()

    async def _run(self) -> None:
        try:
            await self._show_all()
        finally:
            # A finished task takes two kilobytes, and most tables are idle.
            self.task = None
            self._message.rest()
            self._late.schedule()
            self._at_rest(self)

    def _correct(self) -> None:
        if not self._running:
            self._late.corrected()
            self._is_correcting = True
            self._go_on(None)

    async def _show_all(self) -> None:
        self._backoff, self._reopened = None, False
        while self._pending:
            await self._wait_for_turn()
            view = self._pending.pop(0)
            try:
                await self._deliver(view)
            except PlayedElsewhere:
                self.position.about(log).info("another process shows the board now")
                return
            except StorageTrouble as error:
                await self._retry_later(view, str(error))
            except REQUEST_ERRORS as error:
                if is_closed(error) and not self._reopened:
                    await self._wait_for_channel(view, error)
                    return
                if is_closed(error):
                    # During the request.
                    self._reopened = False
                    self._message.channel.reopen()
                await self._handle_failure(view, error)
            except Exception:
                self.position.about(log).exception("the bot could not show the board")
            else:
                self._backoff = None
                if self._pending and self._pending[0].board == view.board:
                    # A new view ends the pause after an AI player's hand, not after a dealer's
                    # step.
                    ended_by = EndedBy.VIEWS if is_ai_hand(view) else EndedBy.NOTHING
                    await self._pauses.rest(self._timing.dealer, ended_by)

    async def _wait_for_turn(self) -> None:
        """Wait for the global rate limit if it applies to the next view; after a wait keep only the newest."""
        is_free = self._interaction is not None or not self._message.is_counted(self._pending[0])
        if is_free:
            return
        self._skip_last_card()
        if self._pauses.hurried:
            return
        turn = self._budget.turn()
        if not turn.done():
            turn.add_done_callback(lambda _: self._pauses.end())
            await self._pauses.rest(None, EndedBy.CLICKS)
            del self._pending[:-1]
        if not turn.cancel():
            self._budget.use(turn)

    def _skip_last_card(self) -> None:
        step, *later = self._pending
        if later and later[0].last is not None and later[0].last.groups == step.groups:
            self._pending = later

    async def _deliver(self, view: TableView) -> None:
        interaction, self._interaction = self._interaction, None
        if self._is_correcting:
            self._is_correcting = False
            await self._message.summaries.redraw()
        await self._message.show(view, interaction)
        if view.stage is Stage.CLOSED and not self._late:
            if await self._farewell.shown():
                self._pending = [view]
            else:
                rest = partial(self._pauses.rest, self._timing.retry, EndedBy.NOTHING)
                await self._farewell.put_thread_away(rest)

    async def _wait_for_channel(self, view: TableView, error: Exception) -> None:
        """Keep the view of a closed channel until a player acts or the channel changes; drop a deleted channel's.

        A farewell is also tried after a restart within a day.
        """
        self._put_back(view)
        gone = code_of(error) == UNKNOWN_CHANNEL
        is_farewell = self._pending[-1].stage is Stage.CLOSED
        if is_farewell and (gone or self.position.is_older_than_a_day):
            await self._farewell.save()
        if gone:
            self._pending = []

    async def _handle_failure(self, view: TableView, error: Exception) -> None:
        self._message.edits.expect_late(error)
        if isinstance(error, discord.RateLimited):
            await self._retry_later(view, in_one_line(error), error.retry_after)
            return
        if passes(error) or is_closed(error):
            await self._retry_later(view, in_one_line(error))
            return
        self.position.about(log).error("Discord refused the board (%s)", in_one_line(error))
        if view.stage is Stage.CLOSED:
            await self._farewell.save()

    async def _retry_later(self, view: TableView, why: str, least: float = 0) -> None:
        lines = self.position.about(log)
        lines.warning("the bot could not show the board, it tries again (%s)", why)
        self._put_back(view)
        if self._backoff is None:
            self._backoff = Backoff(lambda: 1.0, first=FIRST_PAUSE, longest=self._timing.retry)
        await self._pauses.rest(max(self._backoff.next(), least), EndedBy.CLICKS)

    def _put_back(self, view: TableView) -> None:
        if not any(newer.board == view.board for newer in self._pending):
            self._pending.insert(0, view)
