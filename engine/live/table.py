"""An open table, which carries out commands one at a time.

A worker passes each command to the pure command handler, has the bank save the change, adopts the new state, and then
shows it. Cancelled callers don't interrupt a command.

A change of unknown outcome is retried before any other command; the bank saves it at most once. An outage moves all
deadlines, so it makes no player late.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from engine.clock import Clock
from engine.live.ai_players import AIPlayerLoader, TableAIPlayers
from engine.live.deadlines import DeadlineTimer
from engine.live.log_lines import about, log_accepted
from engine.live.saving import Saving, StillInDoubt
from engine.live.shown import ShownTable
from engine.live.worker import Hinted, QueuedCommand, Worker
from engine.round.shoe import RandomBytes
from engine.rules.refusals import Refusal, Refused, Why
from engine.table.channel_settings import ChannelSettings, Seconds
from engine.table.command_handler import handle
from engine.table.commands import AdminCommand, Command, Invite, Question, question
from engine.table.draft import Accepted, AIPlayers
from engine.table.state import Stage, TableState
from engine.table.view import TableView
from engine.values.bank import DoesNotFit, OutcomeUnknown, PlayedElsewhere
from engine.values.tables import NO_NAMES, DisplayName, Names, TableMessage

if TYPE_CHECKING:
    from engine.bank.bank import Bank

log = logging.getLogger(__name__)


class Audience(Protocol):
    def show(self, table: "Table", frames: tuple[TableView, ...], interaction: object) -> None:
        """Show players a table's new views in order, the last one current. Must not block."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableContext:
    bank: "Bank"
    clock: Clock
    random_bytes: RandomBytes
    seconds: Seconds
    """Defaults of the time limits."""
    audience: Audience
    steps: bool = True
    ai_players: AIPlayerLoader = field(default_factory=AIPlayerLoader)


class Table:
    """An open table. Stopping it loses no accepted command."""

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
        self.table_id = state.table_id
        self.guild_id = state.guild_id
        self.channel_id = state.channel_id
        self.parent_id = state.parent_id
        """The parent channel if the table has its own thread, else None."""
        self.home = state.parent_id or state.channel_id
        """The channel in which the table was opened, or the parent of its thread."""
        self.locale = state.locale
        self._shown = ShownTable(state, balances, names, before)
        self._context = context
        self._settings = settings
        self._on_closed = on_closed
        self._worker = Worker(self._carry_out, self._is_over, self._close)
        self._saving = Saving(context.bank, context.clock)
        lines = about(log, state)
        self._timer = DeadlineTimer(context.clock, self._worker, self._shown, self._saving, lines)
        self._ai_players = TableAIPlayers(context.ai_players, state.table_id)
        self._hinted = Hinted()
        self._left = False
        self.broken = False
        """True if it no longer fits its saved data."""

    @property
    def settings(self) -> ChannelSettings:
        return self._settings()

    @property
    def message(self) -> TableMessage:
        return self._shown.state.message

    @property
    def opener(self) -> int | None:
        """The opener's user id, None if they left: seat 1 is never reused."""
        first = (seat.user_id for seat in self._shown.state.seats if seat.number == 1)
        return next(first, None)

    @property
    def ai_players(self) -> int:
        return sum(seat.character is not None for seat in self._shown.state.seats)

    @property
    def view(self) -> TableView:
        return self._shown.view

    def question(self, user_id: int) -> Question:
        """Return the decision that this user has to make now, for a hint. Raises `Refused` if there is none."""
        balance = self._shown.balances.get(user_id, 0)
        return question(self._shown.state, user_id, balance)

    def note_hint(self, question: Question) -> None:
        """Mark the next move as hinted. Raises `Refused` if it was made already."""
        self._hinted.note(self._shown.state, question)

    def start(self) -> None:
        if self.ai_players:
            self.load_ai_players()
        self._worker.start(self.table_id)
        self._timer.set()

    def load_ai_players(self) -> asyncio.Task[AIPlayers]:
        return self._ai_players.load(self._shown.state.rules)

    async def stop(self, *, aloud: bool = True) -> None:
        """Carry out the queued commands, accept no more, and show players the pause.

        If not `aloud`, nothing is shown, because another process plays the table.
        """
        self._left = not aloud
        self._timer.cancel()
        if await self._worker.stop():
            with suppress(Exception):  # the next start reads the outcome from the database
                await self._end_outage()
            self._ai_players.drop()
            if aloud and self._shown.state.stage is not Stage.CLOSED:
                self._context.audience.show(self, (self.view._replace(waiting=True),), None)

    async def submit(
        self,
        command: Command,
        interaction: object = None,
        *,
        origin: str = "house",
        display_name: DisplayName | None = None,
    ) -> TableView:
        """Carry out a command and return the new view. Raises `Refused` or the bank's error.

        `interaction` is passed to the audience; `origin` is logged; a new `display_name` is saved.
        """
        return await self._worker.put(
            command, origin=origin, interaction=interaction, display_name=display_name
        )

    def refusal(self, command: Command) -> Refusal | None:
        """Return why a command would be refused now, or None. The command must need no random bytes or AI players."""
        now, seconds = self._context.clock.now(), self._seconds()
        try:
            handle(
                self._shown.state,
                command,
                now=now,
                seconds=seconds,
                random_bytes=bytes,
                steps=False,
            )
        except Refused as refused:
            return refused.refusal
        return None

    def note_balance(self, user_id: int, cents: int) -> None:
        self._shown.note_balance(user_id, cents)

    async def remember_message(self, message: TableMessage, left: int | None) -> None:
        """Save which message shows the table, and that the old message `left` no longer has to be deleted."""
        async with self._saving.certain():
            version = self._shown.state.version
            await self._context.bank.remember_message(self.table_id, version, message, left)
        self._shown.note_message(message)

    def forget(self, user_id: int) -> None:
        """Remove a user's name from the last round, and show the table without it."""
        if self._shown.forget(user_id):
            self._context.audience.show(self, (self.view,), None)

    async def ensure_owner(self) -> None:
        """Raise a bank's error, such as `PlayedElsewhere`, unless this process plays the table."""
        if self._left:
            raise PlayedElsewhere("another process has taken the table over")
        await self._context.bank.ensure_owner()

    async def say_farewell(self) -> None:
        """Save that the message of this closed table announces its end."""
        await self._context.bank.say_farewell(self.table_id, self._shown.state.version)

    async def _carry_out(self, queued: QueuedCommand) -> TableView:
        context = self._context
        try:
            await self._end_outage()
        except OutcomeUnknown as error:
            raise StillInDoubt(str(error)) from error
        if self._is_over():
            raise Refused(Refusal(why=Why.TABLE_CLOSED))
        ai_players = await self._ai_players_for(queued.command)
        now = context.clock.now()
        moved = self._excuse(now)
        accepted = handle(
            self._shown.state,
            self._hinted.marked(self._shown.state, queued.command),
            now=now,
            seconds=self._seconds(),
            random_bytes=context.random_bytes,
            ai_players=ai_players,
            balances=self._shown.balances,
            steps=context.steps,
        )
        if accepted is None:
            self._saving.end_outage()
            self._timer.set()
            if moved:
                self._show((self._shown.state,), None)
        else:
            await self._save(self._saving.numbered(accepted), queued)
        return self.view

    def _seconds(self) -> Seconds:
        return self.settings.seconds(self._context.seconds)

    async def _ai_players_for(self, command: Command) -> AIPlayers | None:
        if isinstance(command, AdminCommand) or not (
            isinstance(command, Invite) or self.ai_players
        ):
            return None
        return await self._ai_players.loaded(self._shown.state.rules)

    async def _save(self, accepted: Accepted, queued: QueuedCommand) -> None:
        is_admin = isinstance(queued.command, AdminCommand)
        new_name = self._shown.new_name(queued.display_name, accepted, is_admin=is_admin)
        try:
            saved = await self._saving.commit(accepted, queued, new_name)
        except OutcomeUnknown:
            self._timer.set()
            raise
        rules = self._shown.state.rules
        self._shown.adopt(accepted, saved, new_name)
        if self._shown.state.rules != rules:
            self._ai_players.reload(self._shown.state.rules)
        log_accepted(accepted, queued.command, queued.origin)
        self._timer.set()
        self._show(accepted.frames, queued.interaction)
        self._hinted.forget_but(self._shown.state)
        self._shown.prune()

    def _show(self, frames: Iterable[TableState], interaction: object) -> None:
        """Show a change. Errors are logged: the change is saved, so its caller must not see a failure."""
        try:
            views = self._shown.views(frames)
            self._context.audience.show(self, views, interaction)
        except Exception:
            about(log, self._shown.state).exception("the bot could not show the table")

    async def _end_outage(self) -> None:
        """Retry the change of unknown outcome, if any; if it contradicts the saved data, the table is broken."""
        now = self._context.clock.now()
        if (to_retry := self._saving.to_retry(now)) is None:
            return
        try:
            await self._save(*to_retry)
        except Refused:
            # The retry lacks funds, or the player is on a break. So the first try was not saved.
            self._excuse(now)
            self._saving.end_outage()
        except DoesNotFit as error:
            # Another program has written to the database: only an admin can end this table.
            self._saving.end_outage()
            self.broken = True
            text = "saved data contradicts the table, /house close there returns its stakes (%s)"
            about(log, self._shown.state).error(text, error)

    def _excuse(self, now: float) -> bool:
        """Move the deadlines by the time of an outage; return True if there was any."""
        seconds = self._saving.excused(now)
        if seconds:
            self._shown.postpone(seconds)
        return bool(seconds)

    def _is_over(self) -> bool:
        return self._shown.state.stage is Stage.CLOSED or self.broken

    def _close(self) -> None:
        self._timer.cancel()
        self._ai_players.drop()
        self._on_closed(self)
