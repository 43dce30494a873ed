"""An open table: one inbox, one worker, one timer, around the pure command handler.

The worker takes commands from the inbox one at a time, from players and from the timer. It passes each to the handler,
has the bank save the change, adopts the new state, and only then shows it. Cancelled callers don't interrupt a command,
and the audience can't affect the game.

If the outcome of saving is unknown, the table retries the same change before any other command, and every few seconds.
The bank saves it at most once, so table and database agree afterwards. An outage moves all deadlines, so it makes no
player late.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from engine.clock import Clock, Timer
from engine.live.inbox import Hinted, Inbox, QueuedCommand
from engine.live.log_lines import about, log_accepted
from engine.live.outage import Outage, StillInDoubt, not_payable, outage_after
from engine.rules.refusals import Refusal, Refused, Why
from engine.rules.rules import Rules
from engine.table.channel_settings import ChannelSettings, Seconds
from engine.table.command_handler import handle
from engine.table.commands import (
    CheckDeadlines,
    CloseTable,
    Command,
    Invite,
    Question,
    VoidRound,
    question,
)
from engine.table.draft import Accepted, Company
from engine.table.resuming import without_name
from engine.table.state import Stage, TableState
from engine.table.view import TableView, view_of
from engine.values.bank import (
    DoesNotFit,
    InsufficientFunds,
    OutcomeUnknown,
    Paused,
    PlayedElsewhere,
    StorageTrouble,
)
from engine.values.tables import (
    NO_NAMES,
    AdminEnd,
    DisplayName,
    EndedByAdmin,
    Names,
    Saved,
    TableMessage,
)

if TYPE_CHECKING:
    from engine.bank.bank import Bank

log = logging.getLogger(__name__)

Luck = Callable[[], bytes]
"""Returns 32 random bytes per call."""

RETRY_SECONDS = 5
"""Delay before a timer's failed command, or a change of unknown outcome, is tried again."""


class Audience(Protocol):
    """Shows tables to people."""

    def show(self, table: "Table", frames: tuple[TableView, ...], interaction: object) -> None:
        """Show a table's new views, in order, the last one current. Must not block."""


class Readiness:
    """Loads what AI players need, on a worker thread, for one table at a time, so that tables share the results."""

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Lock()

    async def ready(self, rules: Rules) -> Company:
        """Return the AI players' decision maker once it has loaded these rules."""
        async with self._one_at_a_time:
            return await asyncio.to_thread(_ready, rules)


def _ready(rules: Rules) -> Company:
    from engine.ai_players.bets_and_moves import Members, warm

    warm(rules)
    return Members()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableContext:
    """What tables share: bank, clock, random bytes, default time limits and audience."""

    bank: "Bank"
    clock: Clock
    luck: Luck
    seconds: Seconds
    """Time limits for channels that have not set any."""
    audience: Audience
    steps: bool = True
    """True if the audience shows the dealer's play step by step."""
    company: Readiness = field(default_factory=Readiness)


class Table:
    """An open table. `start` it, `submit` commands, `stop` it; stopping loses no accepted command."""

    def __init__(
        self,
        state: TableState,
        balances: Mapping[int, int],
        context: TableContext,
        *,
        names: Names = NO_NAMES,
        before: TableView | None = None,
        settings: Callable[[], ChannelSettings],
        on_closed: Callable[["Table"], None],
    ) -> None:
        self._state = state
        self._balances = dict(balances)
        self._names = dict(names)
        self._context = context
        self._settings = settings
        self._on_closed = on_closed
        self._inbox = Inbox()
        self._worker: asyncio.Task[None] | None = None
        self._timer: Timer | None = None
        self._saving = asyncio.Lock()
        """Held while the bank saves something that names the table's version."""
        self._commands = 0
        """The number of commands tried."""
        self._stopping = False
        self._left = False
        """True once another process plays it."""
        self._outage: Outage | None = None
        self.broken = False
        """True if it ended because it no longer fits its saved data."""
        self._told: str | None = None
        """The last logged failure of a timer's command; None after a success."""
        self._hinted = Hinted()
        self._company: asyncio.Task[Company] | None = None
        """Loads the decision maker of AI players; None until it is needed."""
        self._before = before
        """The end of the previous round, while one is played."""
        self._view: TableView | None = None
        """Cached view of the current state."""

    @property
    def table_id(self) -> int:
        """The bank's number of the table."""
        return self._state.table_id

    @property
    def channel_id(self) -> int:
        """The channel or thread of the table."""
        return self._state.channel_id

    @property
    def parent_id(self) -> int | None:
        """The channel of the thread that was made for the table; None outside such a thread."""
        return self._state.parent_id

    @property
    def home(self) -> int:
        """The channel in which it was opened, even if it is in a thread made for it."""
        return self.parent_id or self.channel_id

    @property
    def settings(self) -> ChannelSettings:
        """The current settings of its channel, which an admin may change at any time."""
        return self._settings()

    @property
    def guild_id(self) -> int:
        return self._state.guild_id

    @property
    def locale(self) -> str:
        """Discord's code for the language in which it was opened; empty if unknown."""
        return self._state.locale

    @property
    def message(self) -> TableMessage:
        return self._state.message

    @property
    def opener(self) -> int | None:
        """The user who opened it, if still seated: seat number 1 is never reused."""
        first = (seat.user_id for seat in self._state.seats if seat.number == 1)
        return next(first, None)

    @property
    def company(self) -> int:
        """How many AI players sit here."""
        return sum(seat.character is not None for seat in self._state.seats)

    @property
    def view(self) -> TableView:
        """The current view."""
        if self._view is None:
            self._view = self._look(self._state)
        return self._view

    def question(self, user_id: int) -> Question:
        """Return the decision that this user has to make, for a hint. Raises `Refused` if there is none."""
        return question(self._state, user_id)

    def note_hint(self, asked: Question) -> None:
        """Mark the player's next move as hinted. Raises `Refused` if they have already made it."""
        self._hinted.note(self._state, asked)

    def start(self) -> None:
        """Start to carry out commands and to watch deadlines."""
        if self.company:
            self.expect_company()
        self._worker = asyncio.create_task(self._work(), name=f"table {self.table_id}")
        self._set_timer()

    def expect_company(self) -> asyncio.Task[Company]:
        """Start loading AI players' decisions in the background, ahead of the first command that needs them."""
        if self._company is None:
            getting_ready = self._context.company.ready(self._state.rules)
            self._company = asyncio.create_task(getting_ready, name=f"company {self.table_id}")
        return self._company

    async def stop(self, *, aloud: bool = True) -> None:
        """Carry out the queued commands, accept no more, and announce that the table pauses.

        Without `aloud`, announce nothing, as another process plays the table.
        """
        self._left = not aloud
        self._cancel_timer()
        if self._worker is not None and not self._stopping:
            self._stopping = True
            self._inbox.put(None)
            await self._worker
            self._worker = None
            self._expect_nobody()
            if aloud and self._state.stage is not Stage.CLOSED:
                self._context.audience.show(self, (self.view._replace(waiting=True),), None)

    async def submit(
        self,
        command: Command,
        interaction: object = None,
        *,
        origin: str = "house",
        display_name: DisplayName | None = None,
    ) -> TableView:
        """Carry out a command and return the table's view. Raises `Refused` or the bank's error if nothing changed.

        `interaction` goes with the views to the audience; `origin` is the source of the command, for the log. A new
        `display_name` of the user is saved.
        """
        if self._stopping:
            raise Refused(Refusal(why=Why.HOUSE_CLOSING))
        if self._worker is None:
            raise Refused(Refusal(why=Why.TABLE_CLOSED))
        answer: asyncio.Future[TableView] = asyncio.get_running_loop().create_future()
        queued = QueuedCommand(
            command=command,
            interaction=interaction,
            origin=origin,
            answer=answer,
            display_name=display_name,
        )
        self._inbox.put(queued)
        return await answer

    def refusal(self, command: Command) -> Refusal | None:
        """Return the refusal that this command would get now, or None. Nothing changes.

        Only for commands that need neither random bytes nor AI players.
        """
        now = self._context.clock.now()
        try:
            handle(self._state, command, now=now, seconds=self._seconds(), luck=bytes, steps=False)
        except Refused as refused:
            return refused.refusal
        return None

    def note_balance(self, user_id: int, cents: int) -> None:
        """Show a player's new balance after a change from outside this table."""
        if user_id in self._balances:
            self._balances[user_id] = cents
            self._view = None

    async def remember_message(self, message: TableMessage, left: int | None) -> None:
        """Save which message shows the table, and drop the note to delete the message that it has `left`.

        Raises the bank's errors.
        """
        async with self._saving:
            self._require_certainty()
            version = self._state.version
            await self._context.bank.remember_message(self.table_id, version, message, left)
        self._state = self._state._replace(message=message)

    def forget(self, user_id: int) -> None:
        """Remove this user's name from the last round."""
        last, before = self._state.last, self._before
        self._names.pop(user_id, None)
        in_last = last is not None and last.seat_of(user_id) is not None
        if last is not None and in_last:
            self._state = self._state._replace(last=without_name(last, user_id))
        in_before = before is not None and before.seat_of(user_id) is not None
        if in_before:
            self._before = None
        if in_last or in_before:
            self._view = None
            self._context.audience.show(self, (self.view,), None)

    async def ensure_owner(self) -> None:
        """Raise `PlayedElsewhere`, or another error of the bank, unless this process plays the table."""
        if self._left:
            raise PlayedElsewhere("another process has taken the table over")
        await self._context.bank.ensure_owner()

    async def say_farewell(self) -> None:
        """Save that the table's message announces its end."""
        await self._context.bank.say_farewell(self.table_id, self._state.version)

    async def _work(self) -> None:
        while (queued := await self._inbox.get()) is not None:
            try:
                await self._carry_out(queued)
            except Exception as error:
                if not queued.answer.done():
                    queued.answer.set_exception(error)
            else:
                if not queued.answer.done():
                    queued.answer.set_result(self.view)
            del queued  # free its contents before waiting for the next letter
            if self._state.stage is Stage.CLOSED or self.broken:
                self._close()
                return
        with suppress(Exception):  # the next start reads the outcome from the database
            await self._end_outage()

    async def _carry_out(self, queued: QueuedCommand) -> None:
        context = self._context
        try:
            await self._end_outage()
        except OutcomeUnknown as error:
            raise StillInDoubt(str(error)) from error
        if self._state.stage is Stage.CLOSED or self.broken:
            raise Refused(Refusal(why=Why.TABLE_CLOSED))
        company = await self._get_company(queued.command)
        now = context.clock.now()
        self._excuse(now)
        accepted = handle(
            self._state,
            self._hinted.marked(self._state, queued.command),
            now=now,
            seconds=self._seconds(),
            luck=context.luck,
            company=company,
            balances=self._balances,
            steps=context.steps,
        )
        if accepted is None:
            self._outage = None
            self._set_timer()
            return
        self._commands += 1
        await self._save(accepted.named(self._commands), queued)

    def _seconds(self) -> Seconds:
        return self.settings.seconds(self._context.seconds)

    async def _get_company(self, command: Command) -> Company | None:
        """Return the AI players' decision maker if this command may need it."""
        if not (isinstance(command, Invite) or self.company):
            return None
        try:
            return await self.expect_company()
        except Exception:
            self._company = None  # the next command tries again
            raise

    def _expect_nobody(self) -> None:
        if self._company is not None:
            self._company.cancel()
            self._company = None

    async def _save(self, accepted: Accepted, queued: QueuedCommand) -> None:
        display_name, change = self._new_display_name(accepted, queued), accepted.change
        if (ended := _ended_by(queued.command)) is not None:
            change = change._replace(ended=ended)
        if display_name is not None:
            change = change._replace(display_name=display_name)
        try:
            async with self._saving:
                saved = await self._context.bank.commit(change.dated(self._context.clock.shown))
        except InsufficientFunds as error:
            raise not_payable(queued.command, error) from None
        except Paused as error:
            raise Refused(Refusal(why=Why.PAUSED, until=error.until)) from None
        except Exception as error:
            self._outage = outage_after(error, accepted, queued, self._outage)
            if isinstance(error, OutcomeUnknown):
                self._set_timer()
            raise
        self._outage = None
        if display_name is not None:
            self._names[display_name.user_id] = display_name.here
        self._take(accepted, saved, queued)

    def _new_display_name(self, accepted: Accepted, queued: QueuedCommand) -> DisplayName | None:
        """Return the display name of the letter's user if it is new and they sit here, before or after the command."""
        display_name = queued.display_name
        if display_name is None or self._names.get(display_name.user_id) == display_name.here:
            return None
        sits = (state.seat_of(display_name.user_id) for state in (accepted.state, self._state))
        return display_name if any(sits) else None

    async def _end_outage(self) -> None:
        """Retry the change of unknown outcome. If it contradicts the saved data, the table is broken.

        Raises the bank's other errors; then the outcome is still unknown.
        """
        now, outage = self._context.clock.now(), self._outage
        if outage is None or (again := outage.again(now)) is None:
            return
        try:
            await self._save(*again)
        except Refused:
            # The retry lacks funds, or the player is on a break. So the first try was not saved.
            self._excuse(now)
            self._outage = None
        except DoesNotFit as error:
            # Another program has written to the database: only an admin can end this table.
            self._outage = None
            self.broken = True
            told = "contradicts its saved data, /house close there returns its stakes: %s"
            about(log, self._state).error(told, error)

    def _require_certainty(self) -> None:
        """Raise `StillInDoubt` while the saved version is unknown."""
        if self._outage is not None and self._outage.held is not None:
            raise StillInDoubt("the outcome of an earlier command is unknown")

    def _excuse(self, now: float) -> None:
        """Move all deadlines by the outage so far; players who were late before it stay late."""
        if self._outage is not None and (seconds := self._outage.excused(now)):
            self._state = self._state.postponed(seconds)
            self._view = None

    def _take(self, accepted: Accepted, saved: Saved, queued: QueuedCommand) -> None:
        """Adopt a saved change: update the state, log it, set the timer and show it."""
        self._before = self.view.last or self._before
        are_other_rules = accepted.state.rules != self._state.rules
        last = accepted.state.last
        if last is not None and last.round_number == accepted.change.round_number:
            last = last._replace(round_id=saved.round_id)
        self._state = accepted.state._replace(message=self._state.message, last=last)
        if are_other_rules and self._company is not None:
            self._expect_nobody()
            self.expect_company()
        self._balances |= saved.balances
        self._view = None
        log_accepted(accepted, queued.command, queued.origin)
        self._set_timer()
        self._show(accepted.frames, queued.interaction)
        self._hinted.forget_but(self._state)
        shown = {seat.user_id for seat in self._state.seats}
        if self._state.last is not None:
            shown |= {seat.user_id for seat in self._state.last.seats}
        self._balances = {u: cents for u, cents in self._balances.items() if u in shown}
        self._names = {u: name for u, name in self._names.items() if u in shown}

    def _look(self, state: TableState) -> TableView:
        view = view_of(state, self._balances, self._names)
        return view._replace(before=self._before) if view.stage is Stage.PLAYING else view

    def _show(self, frames: Iterable[TableState], interaction: object) -> None:
        """Show states. Log errors instead of raising: the change is saved, so its caller must not see a failure."""
        try:
            *before, _ = frames
            views = (*map(self._look, before), self.view)
            self._context.audience.show(self, views, interaction)
        except Exception:
            about(log, self._state).exception("could not be shown")

    def _close(self) -> None:
        self._cancel_timer()
        self._expect_nobody()
        self._worker = None
        for queued in self._inbox.take_all():
            if queued is not None and not queued.answer.done():  # callers may be cancelled
                queued.answer.set_exception(Refused(Refusal(why=Why.TABLE_CLOSED)))
        self._on_closed(self)

    def _set_timer(self, not_before: float = 0) -> None:
        self._cancel_timer()
        deadline = self._state.next_deadline
        if self._outage is not None and self._outage.held is not None:
            deadline = self._context.clock.now() + RETRY_SECONDS
        if deadline is not None:
            when = max(deadline, not_before)
            self._timer = self._context.clock.call_at(when, self._ask_who_is_late)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ask_who_is_late(self) -> None:
        """Queue a check of the deadlines."""
        if self._worker is None or self._stopping:
            return
        answer: asyncio.Future[TableView] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(self._timer_answered)
        self._inbox.put(
            QueuedCommand(command=CheckDeadlines(), interaction=None, origin="timer", answer=answer)
        )

    def _timer_answered(self, answer: asyncio.Future[TableView]) -> None:
        error = answer.exception()
        if error is None:
            self._told = None
        elif self._worker is not None and not self._stopping:
            self._tell_once(error)
            self._set_timer(not_before=self._context.clock.now() + RETRY_SECONDS)

    def _tell_once(self, error: BaseException) -> None:
        """Log a failure when it first occurs or its reason changes, not at every retry."""
        told = repr(error)
        if told != self._told:
            self._told = told
            why = None if isinstance(error, StorageTrouble) else error
            lines = about(log, self._state)
            lines.error("could not act on a deadline: %s", error, exc_info=why)


def _ended_by(command: Command) -> EndedByAdmin | None:
    """Return the round or table that an admin has ended with this command, for the log of their actions."""
    match command:
        case VoidRound(admin_id=admin_id):
            return EndedByAdmin(AdminEnd.ROUND, admin_id)
        case CloseTable(admin_id=admin_id):
            return EndedByAdmin(AdminEnd.TABLE, admin_id)
        case _:
            return None
