"""A table that lives: one inbox, one worker, one timer, around the pure command handler.

Every command, from a button, from typing or from the timer, goes into the inbox, and the worker takes them one at a
time. For each it asks the handler, has the bank save the change, takes the new state, and only then shows it. A
caller who stops waiting can't cut a command in half, and what the audience does with a view can't change the game.

Where the bank can't tell whether a change is saved, the table asks for the same change again before it does anything
else, and every few seconds: the bank saves it once, so afterwards table and file agree. Nobody becomes late while
the bank can save nothing: all deadlines move by that time.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from engine.clock import Clock, Timer
from engine.live.doubt import Doubt, StillInDoubt, doubt_after, not_payable
from engine.live.inbox import Hinted, Inbox, Letter
from engine.live.log_lines import about, log_accepted
from engine.rules.refusals import Refusal, Refused, Why
from engine.rules.rules import Rules
from engine.table.channel_settings import ChannelSettings, Seconds
from engine.table.command_handler import handle
from engine.table.commands import CheckDeadlines, Command, Invite, Question, question
from engine.table.draft import Accepted, Company
from engine.table.resuming import without_name
from engine.table.state import Stage, TableState
from engine.table.view import TableView, view_of
from engine.values.bank import (
    DoesNotFit,
    InsufficientFunds,
    OutcomeUnknown,
    PlayedElsewhere,
    StorageTrouble,
    TableBank,
)
from engine.values.tables import NO_NAMES, Called, Kept, Names, TableMessage

log = logging.getLogger(__name__)

Luck = Callable[[], bytes]
"""Gives 32 random bytes a call."""

RETRY_SECONDS = 5
"""Wait before a timer's command that could not be saved, or a change in doubt, is tried again."""


class Audience(Protocol):
    """Whoever shows tables to people."""

    def show(self, table: "Table", frames: tuple[TableView, ...], via: object) -> None:
        """New views of a table, in order, the last one current; `via` is what came with the command. Never blocks."""


class Readiness:
    """Gets players of the house ready, for one table after another: what several tables need is made once."""

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Lock()

    async def ready(self, rules: Rules) -> Company:
        """Those who decide for them, once they know these rules."""
        async with self._one_at_a_time:
            return await asyncio.to_thread(_ready, rules)


def _ready(rules: Rules) -> Company:
    from engine.ai_players.bets_and_moves import Members, warm

    warm(rules)
    return Members()


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What tables are given: bank, clock, luck, time limits, and the audience."""

    bank: TableBank
    clock: Clock
    luck: Luck
    seconds: Seconds
    """Time limits for channels without settings of their own."""
    audience: Audience
    steps: bool = True
    """Whether the audience shows the dealer's play step by step."""
    company: Readiness = field(default_factory=Readiness)


class Table:
    """An open table. `start` it, `submit` commands, `stop` it; stopping loses nothing that was accepted."""

    def __init__(
        self,
        state: TableState,
        balances: Mapping[int, int],
        around: Surroundings,
        *,
        names: Names = NO_NAMES,
        before: TableView | None = None,
        settings: Callable[[], ChannelSettings],
        on_closed: Callable[["Table"], None],
    ) -> None:
        self._state = state
        self._balances = dict(balances)
        self._names = dict(names)
        self._around = around
        self._settings = settings
        self._on_closed = on_closed
        self._inbox = Inbox()
        self._worker: asyncio.Task[None] | None = None
        self._timer: Timer | None = None
        self._stopping = False
        self._left = False
        """Whether it was let go of, because another process plays it on."""
        self._doubt: Doubt | None = None
        self.broken = False
        """Whether it ended because it no longer fits what the bank has kept of it."""
        self._told: str | None = None
        """The last logged reason why a deadline could not be kept; None after one was."""
        self._hinted = Hinted()
        self._company: asyncio.Task[Company] | None = None
        """Who decides for players of the house; None as long as none are expected."""
        self._before = before
        """How the round before has ended, while one is played."""
        self._view: TableView | None = None
        """Made once for each state, on demand."""

    @property
    def table_id(self) -> int:
        """The number the bank gave it."""
        return self._state.table_id

    @property
    def channel_id(self) -> int:
        """Where it stands."""
        return self._state.channel_id

    @property
    def parent_id(self) -> int | None:
        """The channel in which it was asked for, where it stands in a thread that was made for it."""
        return self._state.parent_id

    @property
    def home(self) -> int:
        """The channel in which it was asked for."""
        return self.parent_id or self.channel_id

    @property
    def settings(self) -> ChannelSettings:
        """What is set for its channel now: an admin may change it."""
        return self._settings()

    @property
    def guild_id(self) -> int:
        """The server in which it stands."""
        return self._state.guild_id

    @property
    def locale(self) -> str:
        """The language that it was opened in, as Discord writes it; empty where nobody knows."""
        return self._state.locale

    @property
    def message(self) -> TableMessage:
        """The message that shows it."""
        return self._state.message

    @property
    def opener(self) -> int | None:
        """Who has opened it, while they sit at it: the first seat's number is theirs alone."""
        first = (seat.user_id for seat in self._state.seats if seat.number == 1)
        return next(first, None)

    @property
    def company(self) -> int:
        """How many players of the house sit here."""
        return sum(seat.character is not None for seat in self._state.seats)

    @property
    def view(self) -> TableView:
        """The table as anybody may see it now."""
        if self._view is None:
            self._view = self._look(self._state)
        return self._view

    def question(self, user_id: int) -> Question:
        """What this user is to decide, for a hint. Raises `Refused` where that is nothing."""
        return question(self._state, user_id)

    def note_hint(self, asked: Question) -> None:
        """Remember a hint that is given now: the next move will say so. Raises `Refused` where it is made already."""
        self._hinted.note(self._state, asked)

    def start(self) -> None:
        """Work commands and watch the deadlines from now on."""
        if self.company:
            self.expect_company()
        self._worker = asyncio.create_task(self._work(), name=f"table {self.table_id}")
        self._set_timer()

    def expect_company(self) -> asyncio.Task[Company]:
        """Get players of the house ready, who may sit down here soon, so that nobody has to wait for them."""
        if self._company is None:
            getting_ready = self._around.company.ready(self._state.rules)
            self._company = asyncio.create_task(getting_ready, name=f"company {self.table_id}")
        return self._company

    async def stop(self, *, aloud: bool = True) -> None:
        """Finish the command in work and those before it, take no more, and tell the players that the table waits.

        Not `aloud` where another process plays it on: then nobody is told.
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
                self._around.audience.show(self, (self.view._replace(waiting=True),), None)

    async def submit(
        self,
        command: Command,
        via: object = None,
        *,
        origin: str = "house",
        called: Called | None = None,
    ) -> TableView:
        """The table after this command. Raises `Refused`, or what the bank raises; then nothing has changed.

        `via` goes with the views to the audience, `origin` into the log: it says where the command came from. `called`
        is what its user is called; a new name is kept with the change.
        """
        if self._stopping:
            raise Refused(Refusal(why=Why.HOUSE_CLOSING))
        if self._worker is None:
            raise Refused(Refusal(why=Why.TABLE_CLOSED))
        answer: asyncio.Future[TableView] = asyncio.get_running_loop().create_future()
        letter = Letter(command=command, via=via, origin=origin, answer=answer, called=called)
        self._inbox.put(letter)
        return await answer

    def refusal(self, command: Command) -> Refusal | None:
        """Why this command would be refused now, if it would be; nothing is done.

        For commands that need neither luck nor players of the house.
        """
        now = self._around.clock.now()
        try:
            handle(self._state, command, now=now, seconds=self._seconds(), luck=bytes, steps=False)
        except Refused as refused:
            return refused.refusal
        return None

    def note_balance(self, user_id: int, cents: int) -> None:
        """Show what a player has now, which something else than this table has changed."""
        if user_id in self._balances:
            self._balances[user_id] = cents
            self._view = None

    async def remember_message(self, message: TableMessage, left: int | None) -> None:
        """Save which message shows the table, and drop the note to delete the one it has `left`.

        Raises what the bank raises.
        """
        await self._around.bank.remember_message(self.table_id, message, left)
        self._state = self._state._replace(message=message)

    def forget(self, user_id: int) -> None:
        """Stop naming this user as a player of the last round."""
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
            self._around.audience.show(self, (self.view,), None)

    async def make_sure(self) -> None:
        """Return if this process plays the table, and so may show it. Raises what the bank raises."""
        if self._left:
            raise PlayedElsewhere("the table was let go of")
        await self._around.bank.make_sure()

    async def say_goodbye(self) -> None:
        """Note that the message says that the table is closed."""
        await self._around.bank.say_goodbye(self.table_id)

    async def _work(self) -> None:
        while (letter := await self._inbox.get()) is not None:
            try:
                await self._carry_out(letter)
            except Exception as error:
                if not letter.answer.done():
                    letter.answer.set_exception(error)
            else:
                if not letter.answer.done():
                    letter.answer.set_result(self.view)
            del letter  # all that came with it would be there until the next one
            if self._state.stage is Stage.CLOSED or self.broken:
                self._close()
                return
        with suppress(Exception):  # the next start reads from the file what became of it
            await self._end_doubt()

    async def _carry_out(self, letter: Letter) -> None:
        around = self._around
        try:
            await self._end_doubt()
        except OutcomeUnknown as error:
            raise StillInDoubt(str(error)) from error
        if self._state.stage is Stage.CLOSED or self.broken:
            raise Refused(Refusal(why=Why.TABLE_CLOSED))
        company = await self._get_company(letter.command)
        now = around.clock.now()
        self._excuse(now)
        accepted = handle(
            self._state,
            self._hinted.marked(self._state, letter.command),
            now=now,
            seconds=self._seconds(),
            luck=around.luck,
            company=company,
            balances=self._balances,
            steps=around.steps,
        )
        if accepted is None:
            self._doubt = None
            self._set_timer()
            return
        await self._save(accepted, letter)

    def _seconds(self) -> Seconds:
        return self.settings.seconds(self._around.seconds)

    async def _get_company(self, command: Command) -> Company | None:
        """Who decides for players of the house, where they may have to."""
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

    async def _save(self, accepted: Accepted, letter: Letter) -> None:
        called, change = self._newly_called(accepted, letter), accepted.change
        if called is not None:
            change = change._replace(called=called)
        try:
            kept = await self._around.bank.commit(change.dated(self._around.clock.shown))
        except InsufficientFunds as error:
            raise not_payable(letter.command, error) from None
        except Exception as error:
            self._doubt = doubt_after(error, accepted, letter, self._doubt)
            if isinstance(error, OutcomeUnknown):
                self._set_timer()
            raise
        self._doubt = None
        if called is not None:
            self._names[called.user_id] = called.here
        self._take(accepted, kept, letter)

    def _newly_called(self, accepted: Accepted, letter: Letter) -> Called | None:
        """What somebody who sits here, or gets up, is called, where that is not known yet."""
        called = letter.called
        if called is None or self._names.get(called.user_id) == called.here:
            return None
        sits = (state.seat_of(called.user_id) for state in (accepted.state, self._state))
        return called if any(sits) else None

    async def _end_doubt(self) -> None:
        """Save again what may be saved already; if that does not fit any more, the table is broken.

        Raises what else the bank raises; then it is as unknown as before.
        """
        now, doubt = self._around.clock.now(), self._doubt
        if doubt is None or (again := doubt.again(now)) is None:
            return
        try:
            await self._save(*again)
        except Refused:
            # Money that is there no more: it was not saved, and whoever asked was told that this may be.
            self._excuse(now)
            self._doubt = None
        except DoesNotFit as error:
            # Somebody else has written to the file: what the table is now nobody can tell but an admin.
            self._doubt = None
            self.broken = True
            told = "does not fit what is kept, /house close there returns its stakes: %s"
            about(log, self._state).error(told, error)

    def _excuse(self, now: float) -> None:
        """Move all deadlines by the outage so far: only those who were late before it are late."""
        if self._doubt is not None and (seconds := self._doubt.excused(now)):
            self._state = self._state.postponed(seconds)
            self._view = None

    def _take(self, accepted: Accepted, kept: Kept, letter: Letter) -> None:
        """The change is saved: now it counts, and may be seen."""
        self._before = self.view.last or self._before
        are_other_rules = accepted.state.rules != self._state.rules
        last = accepted.state.last
        if last is not None and last.round_number == accepted.change.round_number:
            last = last._replace(round_id=kept.round_id)
        self._state = accepted.state._replace(message=self._state.message, last=last)
        if are_other_rules and self._company is not None:
            self._expect_nobody()
            self.expect_company()
        self._balances |= kept.balances
        self._view = None
        log_accepted(accepted, letter.command, letter.origin)
        self._set_timer()
        self._show(accepted.frames, letter.via)
        self._hinted.forget_but(self._state)
        shown = {seat.user_id for seat in self._state.seats}
        if self._state.last is not None:
            shown |= {seat.user_id for seat in self._state.last.seats}
        self._balances = {u: cents for u, cents in self._balances.items() if u in shown}
        self._names = {u: name for u, name in self._names.items() if u in shown}

    def _look(self, state: TableState) -> TableView:
        view = view_of(state, self._balances, self._names)
        return view._replace(before=self._before) if view.stage is Stage.PLAYING else view

    def _show(self, frames: Iterable[TableState], via: object) -> None:
        """What goes wrong here has no effect on what was saved: nobody may be told that nothing changed."""
        try:
            *before, _ = frames
            views = (*map(self._look, before), self.view)
            self._around.audience.show(self, views, via)
        except Exception:
            about(log, self._state).exception("could not be shown")

    def _close(self) -> None:
        self._cancel_timer()
        self._expect_nobody()
        self._worker = None
        for letter in self._inbox.take_all():
            if letter is not None and not letter.answer.done():  # its caller may have gone away
                letter.answer.set_exception(Refused(Refusal(why=Why.TABLE_CLOSED)))
        self._on_closed(self)

    def _set_timer(self, not_before: float = 0) -> None:
        self._cancel_timer()
        deadline = self._state.next_deadline
        if self._doubt is not None and self._doubt.held is not None:
            deadline = self._around.clock.now() + RETRY_SECONDS
        if deadline is not None:
            when = max(deadline, not_before)
            self._timer = self._around.clock.call_at(when, self._ask_who_is_late)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ask_who_is_late(self) -> None:
        """Put the timer's question into the inbox; the worker finds out whether anybody is late."""
        if self._worker is None or self._stopping:
            return
        answer: asyncio.Future[TableView] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(self._timer_answered)
        self._inbox.put(Letter(command=CheckDeadlines(), via=None, origin="timer", answer=answer))

    def _timer_answered(self, answer: asyncio.Future[TableView]) -> None:
        error = answer.exception()
        if error is None:
            self._told = None
        elif self._worker is not None and not self._stopping:
            self._tell_once(error)
            self._set_timer(not_before=self._around.clock.now() + RETRY_SECONDS)

    def _tell_once(self, error: BaseException) -> None:
        """Log the failure once, not with every try; again when the reason changes."""
        told = repr(error)
        if told != self._told:
            self._told = told
            why = None if isinstance(error, StorageTrouble) else error
            lines = about(log, self._state)
            lines.error("a deadline could not be kept: %s", error, exc_info=why)
