"""What is shown of a table: the newest views, in order and at what pace, by one task a table.

A screen keeps at most one request in flight and always goes on with the newest views. Whatever Discord answers never
reaches the table. A view comes with the interaction that caused it, if any: answering that with the drawn board is the
quickest way."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial

import discord

from cogs.board.messages.deletions import Deletions
from cogs.board.messages.late_requests import LateRequests
from cogs.board.messages.message import BoardMessage
from cogs.board.messages.renderer import Renderer
from cogs.board.messages.threads import Threads
from cogs.gateway.payloads import BotInteraction
from cogs.gateway.request_errors import (
    REQUEST_ERRORS,
    UNKNOWN_CHANNEL,
    code_of,
    in_one_line,
    is_closed,
    passes,
)
from cogs.gateway.requests import ANSWER_SECONDS, PAUSE_SECONDS
from cogs.gateway.retry import Backoff
from cogs.gateway.wire import Wire
from engine.live.table import Table
from engine.round.round import Phase
from engine.table.state import Stage
from engine.table.view import TableView
from engine.values.bank import PlayedElsewhere, StorageTrouble

log = logging.getLogger(__name__)

FIRST_PAUSE = 0.5
"""Seconds after a first failure; twice as many after each further one, up to `Pace.retry`."""

AI_SECONDS = 4.0
"""How long the hands of all AI players in a round may take together."""

MOST_HANDS = 4
"""At most this many of these hands are shown: each is a request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Seconds between two steps that nobody decides, and at most between two tries after a failure."""

    dealer: float = 1.0
    retry: float = 5.0
    late: float = 30.0
    """After this, Discord no longer carries out a request that was given up."""

    def thinned(self, frames: tuple[TableView, ...]) -> tuple[TableView, ...]:
        """Without some of the AI players' hands, where there are more than time or requests for."""
        hands = [number for number, view in enumerate(frames) if is_ai_hand(view)]
        most = min(MOST_HANDS, int(AI_SECONDS / self.dealer)) if self.dealer else 0
        if len(hands) <= most:
            return frames
        # The last one stays: after it the dealer plays.
        kept = {hands[len(hands) * count // most - 1] for count in range(1, most + 1)}
        return tuple(one for at, one in enumerate(frames) if at in kept or at not in hands)


def is_ai_hand(view: TableView) -> bool:
    """Whether this shows an AI player's hand: no person is to decide any more, and no dealer has played yet."""
    nobody_asked = view.stage is Stage.PLAYING and not view.awaited
    shown = [group.dealer.cards for group in view.groups]
    return nobody_asked and all(len(cards) - cards.count(None) == 1 for cards in shown)


def not_superseded(older: Iterable[TableView], newer: TableView) -> list[TableView]:
    """The views still worth showing before a newer one: those of earlier boards, and steps of the dealer's play, which
    a bet on the next round does not replace."""
    return [
        one
        for one in older
        if one.board < newer.board
        or (one.phase is Phase.DEALER and one.round_number < newer.round_number)
    ]


COMPLETE_SECONDS = 30.0
"""How long to wait for what a goodbye does not tell yet."""


class Pausing(Enum):
    """Whether no request is under way, and what ends the pause before its time."""

    NOT = auto()
    FOR_NEWS = auto()
    """Anything new to show."""
    FOR_CLICKS = auto()
    """A click, which can be answered; news alone don't make the bot try more often what failed in the channel."""


class Screen:
    """Shows one table. `show` never blocks: the newest views are shown as soon as the ones before have been."""

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
        """`at_rest` is called whenever everything is shown, or can't be."""
        self.table = table
        self._pace = pace
        self._threads = threads
        self._at_rest = at_rest
        self._budget = wire.budget
        self._late = LateRequests(pace.retry, pace.late)
        self._message = BoardMessage(wire, table, renderer, deletions, self._late)
        self.position = self._message.position
        self._pending: list[TableView] = []
        """The views that are not shown yet, the oldest first."""
        self._via: BotInteraction | None = None
        self.task: asyncio.Task[None] | None = None
        """Shows things, while there are any."""
        self._timer: asyncio.TimerHandle | None = None
        """Shows the newest view once more, while a request may come late."""
        self._is_correcting = False
        """True if the task that begins is to draw the summaries, too."""
        self._pause = Pausing.NOT
        self._wake: asyncio.Event | None = None
        """Ends the pause, while there is one."""
        self._backoff: Backoff | None = None
        """While what is to be shown fails."""
        self._completed = False
        """Whether it was looked what more a goodbye can tell."""
        self._hurried = False
        """Whether the bot stops, and nothing is worth a long pause."""
        self._reopened = False
        """Whether the channel was said to be open while it was being tried."""

    @property
    def _running(self) -> bool:
        return self.task is not None and not self.task.done()

    @property
    def busy(self) -> bool:
        """Whether something is being shown at this moment."""
        return self._running and (self._pause is Pausing.NOT or self._via is not None)

    @property
    def at_work(self) -> bool:
        """True while something is still to be shown, once more or for the first time, or a click to be acknowledged."""
        return self._running or self._timer is not None or bool(self._message.acknowledging)

    @property
    def owes(self) -> bool:
        """Whether something was not shown that people should see."""
        return bool(self._pending)

    @property
    def shut_out(self) -> bool:
        """Whether the channel refuses the bot, as far as is known."""
        return self._message.closed

    async def settled(self, within: float | None = None) -> None:
        """Return when everything is shown or can't be, or after this many seconds."""
        if self.task is not None:
            await asyncio.wait([self.task], timeout=within)

    async def finish(self) -> None:
        """Show the rest without long pauses; return when that is done or can't be."""
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
        """Show and acknowledge nothing more."""
        self._late.give_up()
        self._correct_later()
        if self.task is not None:
            self.task.cancel()
        self._message.acknowledging.give_up()

    def show(self, frames: tuple[TableView, ...], via: BotInteraction | None) -> None:
        """Show these views, in order, after those that are not shown yet and not superseded."""
        kept = not_superseded(self._pending, frames[0])
        self._pending = [*kept, *self._pace.thinned(frames)]
        if not self._message.is_reachable:
            del self._pending[:-1]
        if self.busy:
            self._message.overtake(via)
        elif via or self._message.is_reachable or frames[-1].stage is Stage.CLOSED:
            self._go_on(via)

    def prepare(self) -> None:
        """Show the table as it is now when `begin` says so, or before the next views where something happens first."""
        self._pending = [self.table.view]

    def begin(self) -> None:
        """Show what was prepared, unless that is under way or done."""
        if self._pending and not self._running:
            self._go_on(None)

    async def bring_down(self) -> None:
        """Draw the board once more: below what was written where that is much, and again if it was deleted."""
        if self.shut_out:
            return
        await self.position.is_deep()
        if not self._pending:
            self._go_on(None)
            await self.settled(within=ANSWER_SECONDS)

    def reopen(self) -> None:
        """The channel may be open again: show the table as it is now."""
        shut_out, self._message.closed = self.shut_out, False
        if self._running:
            self._reopened = True
        elif shut_out:
            self._go_on(None)

    def bring_back(self, via: BotInteraction) -> bool:
        """Show the table as it is now where the channel is closed: `via` may be a way. Returns whether it is tried."""
        current = self._message.is_reachable and not self._pending
        is_tried = self.shut_out and not self.busy and not current
        if is_tried:
            self._go_on(via)
        return is_tried

    def _go_on(self, via: BotInteraction | None) -> None:
        """Show what is pending, else the table as it is now."""
        self._pending = self._pending or [self.table.view]
        if via is not None:
            self._via = via
        if not self._running:
            self.task = asyncio.create_task(self._run(), name=f"screen {self.table.table_id}")
        elif via is not None or self._pause is Pausing.FOR_NEWS:
            self._wake_up()

    def _wake_up(self) -> None:
        if self._wake is not None:
            self._wake.set()

    async def _run(self) -> None:
        try:
            await self._show_all()
        finally:
            # Most tables are at rest, and a task that is over takes two kilobytes.
            self.task = None
            self._message.rest()
            self._correct_later()
            self._at_rest(self)

    def _correct_later(self) -> None:
        """Set the timer of the next correction, if there is one to make."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if (seconds := self._late.next) is not None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._correct)

    def _correct(self) -> None:
        """Show the newest view and the summaries once more, in case a late request has drawn older ones."""
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
                self.position.about(log).info("another process shows it now")
                return
            except StorageTrouble as error:
                await self._try_later(view, str(error))
            except REQUEST_ERRORS as error:
                if is_closed(error) and not self._reopened:
                    await self._leave_alone(view, error)
                    return
                if is_closed(error):
                    # It was opened while it refused the bot.
                    self._reopened = self._message.closed = False
                await self._after(view, error)
            except Exception:
                self.position.about(log).exception("a board was not shown")
            else:
                self._backoff = None
                if self._pending and self._pending[0].board == view.board:
                    # The dealer's steps are all shown. AI players' hands are not worth keeping anybody waiting.
                    pause = Pausing.FOR_NEWS if is_ai_hand(view) else Pausing.NOT
                    await self._rest(self._pace.dealer, pause)

    async def _wait_for_turn(self) -> None:
        """Wait until Discord may be sent what it counts; a click can be answered meanwhile. After a wait the newest
        state is shown, and no step on the way."""
        is_free = self._via is not None or not self._message.is_counted(self._pending[0])
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
        """Leave the last card to the view of the result: a step of its own is not worth a counted request."""
        step, *later = self._pending
        if later and later[0].last is not None and later[0].last.groups == step.groups:
            self._pending = later

    async def _deliver(self, view: TableView) -> None:
        via, self._via = self._via, None
        if self._is_correcting:
            self._is_correcting = False
            await self._message.sum_up_again()
        await self._message.show(view, via)
        if view.stage is Stage.CLOSED and not self._late:
            await self._say_goodbye()
            if await self._knows_more():
                self._pending = [view]
                return
            rest = partial(self._rest, self._pace.retry, Pausing.NOT)
            await self._threads.put_away(self.table, rest)

    async def _knows_more(self) -> bool:
        """Whether a goodbye can tell more than it does, once: nobody had to wait for what is worked out meanwhile."""
        if self._completed:
            return False
        self._completed = True
        try:
            async with asyncio.timeout(COMPLETE_SECONDS):
                return await self._message.drawing.learn_more()
        except (*REQUEST_ERRORS, StorageTrouble) as error:  # a timeout is among them
            self.position.about(log).info("the goodbye stays as it is: %r", error)
            return False

    async def _leave_alone(self, view: TableView, error: Exception) -> None:
        """The channel is closed to the bot: the view waits until somebody there does something, or the channel changes.
        A goodbye is tried at each start for a day, unless the channel is gone."""
        self._put_back(view)
        gone = code_of(error) == UNKNOWN_CHANNEL
        is_goodbye = self._pending[-1].stage is Stage.CLOSED
        if is_goodbye and (gone or self.position.is_older_than_a_day):
            await self._say_goodbye()
        if gone:
            self._pending = []

    async def _after(self, view: TableView, error: Exception) -> None:
        """What failed is shown later, by then as it is then; what is refused never is."""
        self._message.doubt(error)
        if isinstance(error, discord.RateLimited):
            await self._try_later(view, in_one_line(error), error.retry_after)
            return
        if passes(error) or is_closed(error):
            await self._try_later(view, in_one_line(error))
            return
        self.position.about(log).error("Discord refuses the board (%s)", in_one_line(error))
        if view.stage is Stage.CLOSED:
            await self._say_goodbye()

    async def _try_later(self, view: TableView, why: str, least: float = 0) -> None:
        self.position.about(log).warning("the board is shown later (%s)", why)
        self._put_back(view)
        if self._backoff is None:
            self._backoff = Backoff(lambda: 1.0, first=FIRST_PAUSE, longest=self._pace.retry)
        await self._rest(max(self._backoff.next(), least), Pausing.FOR_CLICKS)

    def _put_back(self, view: TableView) -> None:
        """It could not be shown: it comes first, unless there is a newer one of its board."""
        if not any(newer.board == view.board for newer in self._pending):
            self._pending.insert(0, view)

    async def _say_goodbye(self) -> None:
        try:
            await self.table.say_goodbye()
        except StorageTrouble as error:
            self.position.about(log).error("the next start says goodbye once more: %s", error)

    async def _rest(self, seconds: float | None, pause: Pausing) -> None:
        """Rest until something ends it, at most this many seconds."""
        if self._hurried and seconds is not None:
            # Without a pause between the dealer's cards, but not hammering at what fails.
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
