"""Sends a table's views to Discord: in order, paced, one task per table.

A screen has at most one request in flight and continues with the newest views. Discord's responses never reach the
table. If an interaction caused a view, answering it with the drawn board is the fastest way to show it."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum, auto
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
from cogs.discord_link.requests import ANSWER_SECONDS, PAUSE_SECONDS
from cogs.discord_link.retry import Backoff
from cogs.discord_link.wire import Wire
from cogs.messages.deletions import Deletions
from cogs.messages.late_requests import LateRequests
from cogs.messages.message import BoardMessage
from cogs.messages.renderer import Renderer
from cogs.messages.threads import Threads
from engine.live.table import Table
from engine.round.round import Phase
from engine.table.state import Stage
from engine.table.view import TableView
from engine.values.bank import PlayedElsewhere, StorageTrouble

log = logging.getLogger(__name__)

FIRST_PAUSE = 0.5
"""Seconds after the first failure; doubled after each further one, up to `Pace.retry`."""

AI_SECONDS = 4.0
"""The longest time for all AI players' hands of a round."""

MOST_HANDS = 4
"""AI players' hands shown in a round; each is a request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Seconds between two steps of the dealer or AI players, and the longest pause between retries."""

    dealer: float = 1.0
    retry: float = 5.0
    late: float = 30.0
    """The time after which Discord no longer executes an abandoned request."""

    def thinned(self, frames: tuple[TableView, ...]) -> tuple[TableView, ...]:
        """Drop some of the AI players' hands if there are too many for `AI_SECONDS` or `MOST_HANDS`."""
        hands = [number for number, view in enumerate(frames) if is_ai_hand(view)]
        most = min(MOST_HANDS, int(AI_SECONDS / self.dealer)) if self.dealer else 0
        if len(hands) <= most:
            return frames
        # Keep the last one, because the dealer plays next.
        shown = {hands[len(hands) * count // most - 1] for count in range(1, most + 1)}
        return tuple(one for at, one in enumerate(frames) if at in shown or at not in hands)


def is_ai_hand(view: TableView) -> bool:
    """True if this shows an AI player's hand: after the last person's decision, before the dealer plays."""
    none_awaited = view.stage is Stage.PLAYING and not view.awaited
    shown = [group.dealer.cards for group in view.groups]
    return none_awaited and all(len(cards) - cards.count(None) == 1 for cards in shown)


def not_superseded(older: Iterable[TableView], newer: TableView) -> list[TableView]:
    """The views still worth showing before a newer one: earlier boards, and the dealer's steps of an earlier round."""
    return [
        one
        for one in older
        if one.board < newer.board
        or (one.phase is Phase.DEALER and one.round_number < newer.round_number)
    ]


COMPLETE_SECONDS = 30.0
"""The longest wait for data that a farewell lacks."""


class Pausing(Enum):
    """The event that ends a pause early."""

    NOT = auto()
    """None, or there is no pause."""
    FOR_NEWS = auto()
    """A new view."""
    FOR_CLICKS = auto()
    """A click, which can be answered. New views alone must not cause more retries in the channel."""


class Screen:
    """Shows one table. `show` never blocks: it queues the views."""

    def __init__(
        self,
        wire: Wire,
        table: Table,
        pace: Pace,
        renderer: Renderer,
        deletions: Deletions,
        threads: Threads,
        at_rest: Callable[["Screen"], None],
    ) -> None:
        """`at_rest` is called whenever all views are shown or have failed."""
        self.table = table
        self._pace = pace
        self._threads = threads
        self._at_rest = at_rest
        self._budget = wire.budget
        self._late = LateRequests(pace.retry, pace.late)
        self._message = BoardMessage(wire, table, renderer, deletions, self._late)
        self.position = self._message.position
        self._pending: list[TableView] = []
        """Views that are not shown yet, oldest first."""
        self._interaction: BotInteraction | None = None
        self.task: asyncio.Task[None] | None = None
        """Shows the pending views; None while there are none."""
        self._timer: asyncio.TimerHandle | None = None
        """Makes the next correction, while a late request is possible."""
        self._is_correcting = False
        """True if the next view also redraws the summaries."""
        self._pause = Pausing.NOT
        self._wake: asyncio.Event | None = None
        """Ends the current pause."""
        self._backoff: Backoff | None = None
        """Set while requests fail."""
        self._completed = False
        """True once late data of the farewell was loaded."""
        self._hurried = False
        """True while the bot stops: no long pauses."""
        self._reopened = False
        """True if the channel was reopened during a request."""

    @property
    def _running(self) -> bool:
        return self.task is not None and not self.task.done()

    @property
    def busy(self) -> bool:
        """True while a view is being shown."""
        return self._running and (self._pause is Pausing.NOT or self._interaction is not None)

    @property
    def at_work(self) -> bool:
        """True while there are views to show, corrections to make, or clicks to acknowledge."""
        return self._running or self._timer is not None or bool(self._message.acknowledging)

    @property
    def has_unshown(self) -> bool:
        """True if there are views that were not shown."""
        return bool(self._pending)

    @property
    def shut_out(self) -> bool:
        """True after the channel has refused the bot."""
        return self._message.closed

    async def settled(self, within: float | None = None) -> None:
        """Wait until all views are shown or have failed, at most this many seconds."""
        if self.task is not None:
            await asyncio.wait([self.task], timeout=within)

    async def finish(self) -> None:
        """Show the rest without long pauses; return when it is shown or has failed."""
        self._hurried = True
        self._wake_up()
        try:
            while self.at_work:
                if self._timer is not None:
                    self._timer.cancel()
                    await self._rest(self._late.next or 0, Pausing.FOR_NEWS)
                    self._correct()
                await self.settled()
                await self._message.acknowledging.finish()
        finally:
            self._hurried = False

    def give_up(self) -> None:
        """Cancel all views, corrections and acknowledgements."""
        self._late.give_up()
        self._correct_later()
        if self.task is not None:
            self.task.cancel()
        self._message.acknowledging.give_up()

    def show(self, frames: tuple[TableView, ...], interaction: BotInteraction | None) -> None:
        """Show these views in order, after pending ones that are not superseded."""
        older = not_superseded(self._pending, frames[0])
        self._pending = [*older, *self._pace.thinned(frames)]
        if not self._message.is_reachable:
            del self._pending[:-1]
        if self.busy:
            self._message.overtake(interaction)
        elif interaction or self._message.is_reachable or frames[-1].stage is Stage.CLOSED:
            self._go_on(interaction)

    def prepare(self) -> None:
        """Queue the current view; `begin` or the next call of `show` shows it."""
        self._pending = [self.table.view]

    def begin(self) -> None:
        """Show the prepared view, unless that is in progress or done."""
        if self._pending and not self._running:
            self._go_on(None)

    async def bring_down(self) -> None:
        """Draw the board again: in a new message if it is buried or was deleted."""
        if self.shut_out:
            return
        await self.position.find_buried()
        if not self._pending:
            self._go_on(None)
            await self.settled(within=ANSWER_SECONDS)

    def reopen(self) -> None:
        """Show the current view, because the channel may be open again."""
        shut_out, self._message.closed = self.shut_out, False
        if self._running:
            self._reopened = True
        elif shut_out:
            self._go_on(None)

    def bring_back(self, interaction: BotInteraction) -> bool:
        """Try to show the board of a closed channel with this interaction. Return True if it is tried."""
        current = self._message.is_reachable and not self._pending
        is_tried = self.shut_out and not self.busy and not current
        if is_tried:
            self._go_on(interaction)
        return is_tried

    def _go_on(self, interaction: BotInteraction | None) -> None:
        """Show the pending views, else the current one."""
        self._pending = self._pending or [self.table.view]
        if interaction is not None:
            self._interaction = interaction
        if not self._running:
            self.task = asyncio.create_task(self._run(), name=f"screen {self.table.table_id}")
        elif interaction is not None or self._pause is Pausing.FOR_NEWS:
            self._wake_up()

    def _wake_up(self) -> None:
        if self._wake is not None:
            self._wake.set()

    async def _run(self) -> None:
        try:
            await self._show_all()
        finally:
            # A finished task takes two kilobytes, and most tables are idle.
            self.task = None
            self._message.rest()
            self._correct_later()
            self._at_rest(self)

    def _correct_later(self) -> None:
        """Set the timer for the next correction, if any."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if (seconds := self._late.next) is not None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._correct)

    def _correct(self) -> None:
        """Show the newest view and the summaries again, in case a late request has overwritten them."""
        self._timer = None
        if not self._running:
            self._late.correct()
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
                    # It was reopened during the request.
                    self._reopened = self._message.closed = False
                await self._handle_failure(view, error)
            except Exception:
                self.position.about(log).exception("could not show a board")
            else:
                self._backoff = None
                if self._pending and self._pending[0].board == view.board:
                    # A new view ends the pause after an AI player's hand, but not after a step of the dealer.
                    pause = Pausing.FOR_NEWS if is_ai_hand(view) else Pausing.NOT
                    await self._rest(self._pace.dealer, pause)

    async def _wait_for_turn(self) -> None:
        """Wait for the global rate limit, unless a click can be answered. After a wait drop all but the newest view."""
        is_free = self._interaction is not None or not self._message.is_counted(self._pending[0])
        if is_free:
            return
        self._skip_last_card()
        if self._hurried:
            return
        turn = self._budget.turn()
        if not turn.done():
            turn.add_done_callback(lambda _: self._wake_up())
            await self._rest(None, Pausing.FOR_CLICKS)
            del self._pending[:-1]
        if not turn.cancel():
            self._budget.use(turn)

    def _skip_last_card(self) -> None:
        """Drop the step of the last card, if the next view shows it with the result, to save a request."""
        step, *later = self._pending
        if later and later[0].last is not None and later[0].last.groups == step.groups:
            self._pending = later

    async def _deliver(self, view: TableView) -> None:
        interaction, self._interaction = self._interaction, None
        if self._is_correcting:
            self._is_correcting = False
            await self._message.redraw_summaries()
        await self._message.show(view, interaction)
        if view.stage is Stage.CLOSED and not self._late:
            await self._finish_farewell()
            if await self._complete_farewell():
                self._pending = [view]
                return
            rest = partial(self._rest, self._pace.retry, Pausing.NOT)
            await self._threads.put_away(self.table, rest)

    async def _complete_farewell(self) -> bool:
        """Load late data for the farewell, once, after it was shown. Return True if that changes it."""
        if self._completed:
            return False
        self._completed = True
        try:
            async with asyncio.timeout(COMPLETE_SECONDS):
                return await self._message.drawing.complete_farewell()
        except (*REQUEST_ERRORS, StorageTrouble) as error:  # a timeout is among them
            self.position.about(log).info("could not complete the farewell: %r", error)
            return False

    async def _wait_for_channel(self, view: TableView, error: Exception) -> None:
        """Keep the view until a player acts in the closed channel or the channel changes. A farewell is also tried at
        each start for a day, unless the channel is gone."""
        self._put_back(view)
        gone = code_of(error) == UNKNOWN_CHANNEL
        is_farewell = self._pending[-1].stage is Stage.CLOSED
        if is_farewell and (gone or self.position.is_older_than_a_day):
            await self._finish_farewell()
        if gone:
            self._pending = []

    async def _handle_failure(self, view: TableView, error: Exception) -> None:
        """Retry later after a temporary error; drop the view after a refusal."""
        self._message.expect_late(error)
        if isinstance(error, discord.RateLimited):
            await self._retry_later(view, in_one_line(error), error.retry_after)
            return
        if passes(error) or is_closed(error):
            await self._retry_later(view, in_one_line(error))
            return
        self.position.about(log).error("Discord refuses the board (%s)", in_one_line(error))
        if view.stage is Stage.CLOSED:
            await self._finish_farewell()

    async def _retry_later(self, view: TableView, why: str, least: float = 0) -> None:
        self.position.about(log).warning("could not show the board, retrying (%s)", why)
        self._put_back(view)
        if self._backoff is None:
            self._backoff = Backoff(lambda: 1.0, first=FIRST_PAUSE, longest=self._pace.retry)
        await self._rest(max(self._backoff.next(), least), Pausing.FOR_CLICKS)

    def _put_back(self, view: TableView) -> None:
        """Queue a failed view first, unless a newer view of its board is pending."""
        if not any(newer.board == view.board for newer in self._pending):
            self._pending.insert(0, view)

    async def _finish_farewell(self) -> None:
        try:
            await self.table.say_farewell()
        except StorageTrouble as error:
            self.position.about(log).error("the farewell is repeated at the next start: %s", error)

    async def _rest(self, seconds: float | None, pause: Pausing) -> None:
        """Pause at most this many seconds, or until an event that `pause` allows."""
        if self._hurried and seconds is not None:
            # No pause between the dealer's cards, but a short one before a retry.
            await asyncio.sleep(0 if pause is Pausing.NOT else min(seconds, PAUSE_SECONDS))
            return
        self._pause = pause
        self._wake = asyncio.Event()
        try:
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        except TimeoutError:
            pass
        finally:
            self._pause, self._wake = Pausing.NOT, None
