"""Pings slow players, and moves the board below newer messages.

A mention in an edited board sends no notification, so a separate message pings; it is deleted after the decision.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

import discord

from cogs.discord_link.request_errors import REQUEST_ERRORS, passes, quietly
from cogs.discord_link.requests import Errands, once
from cogs.discord_link.retry import Backoff, Stopped, Waits
from cogs.discord_link.wire import Wire
from cogs.messages.board.position import nonce_of
from cogs.messages.board.renderer import language_at
from cogs.messages.board.screen import Screen
from cogs.messages.cleanup import Cleanup
from engine.clock import Clock, Timer
from engine.live.table import Table
from engine.table.view import TableView

log = logging.getLogger(__name__)


class AwaitedTurn(NamedTuple):
    round_number: int
    seat: int
    counter: int
    user_id: int
    """0 unless other people wait for them."""


@dataclass(slots=True, kw_only=True)
class _Reminder:
    timer: Timer
    waits: Waits
    """Before retries; stopped at the decision."""
    task: asyncio.Task[None] | None = None
    message: tuple[int, int] | None = None
    """Channel id and message id."""
    unconfirmed: tuple[int, str] | None = None
    """Channel id and nonce, if the ping may have been sent without a response."""


@dataclass(slots=True, kw_only=True)
class Reminders:
    """Reminds players after `seconds` without a decision; 0 disables this. Pings only players whom others wait for."""

    wire: Wire
    clock: Clock
    seconds: float
    screen_of: Callable[[Table], Screen]
    cleanup: Cleanup
    _reminders: dict[int, dict[AwaitedTurn, _Reminder]] = field(default_factory=dict, init=False)
    """By table."""
    errands: Errands = field(default_factory=lambda: Errands("reminder"), init=False)

    def look(self, table: Table, view: TableView) -> None:
        """Start and cancel reminders as the turns change."""
        if not self.seconds:
            return
        wanted = {*_turns(view)}
        reminders = self._reminders.setdefault(table.table_id, {})
        for turn in reminders.keys() - wanted:
            self._cancel(reminders.pop(turn))
        for turn in wanted - reminders.keys():
            reminders[turn] = self._remind_later(table, turn)
        if not reminders:
            del self._reminders[table.table_id]

    def leave(self) -> None:
        for reminders in self._reminders.values():
            for reminder in reminders.values():
                reminder.timer.cancel()
                reminder.waits.stop()
        self._reminders.clear()

    def _remind_later(self, table: Table, turn: AwaitedTurn) -> _Reminder:
        def remind() -> None:
            lines = partial(self.screen_of(table).position.about, log, user=turn.user_id or None)
            work = self._remind_with_retries(reminder, table, turn)
            reminder.task = self.errands.begin(quietly(work, "a ping", lines))

        timer = self.clock.call_at(self.clock.now() + self.seconds, remind)
        reminder = _Reminder(timer=timer, waits=Waits(self.clock))
        return reminder

    async def _remind_with_retries(
        self, reminder: _Reminder, table: Table, turn: AwaitedTurn
    ) -> None:
        backoff = Backoff()
        while not self._is_decided(table, turn):
            try:
                await self._remind(reminder, table, turn)
                return
            except discord.RateLimited as error:
                seconds = error.retry_after
            except REQUEST_ERRORS as error:
                if not passes(error):
                    raise
                reminder.unconfirmed = table.channel_id, nonce_of(table.table_id, *turn)
                seconds = backoff.next()
            with suppress(Stopped):
                await reminder.waits.pause(seconds)

    async def _remind(self, reminder: _Reminder, table: Table, turn: AwaitedTurn) -> None:
        screen, user_id = self.screen_of(table), turn.user_id
        await (allowed := self.wire.budget.turn())
        self.wire.budget.use(allowed)
        if self._is_decided(table, turn):
            return
        await screen.bring_down()
        if not user_id or self._is_decided(table, turn):
            return
        channel = self.wire.client.get_partial_messageable(table.channel_id)
        only_player = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(user_id)]
        )
        link = screen.position.jump_url
        # Besides a duel's challenge the bot's only mention. It pings, so Discord always shows it as a name.
        text = language_at(table)("your-turn", player=f"<@{user_id}>", link=link)
        # A retry with the same nonce finds the ping that an earlier try has sent.
        nonce = nonce_of(table.table_id, *turn)
        sent = await once(channel.send(text, allowed_mentions=only_player, nonce=nonce))
        reminder.message = sent.channel.id, sent.id
        screen.position.ignore(sent.id)
        await self.cleanup.note(*reminder.message)

    def _is_decided(self, table: Table, turn: AwaitedTurn) -> bool:
        return turn not in self._reminders.get(table.table_id, ())

    def _cancel(self, reminder: _Reminder) -> None:
        reminder.timer.cancel()
        reminder.waits.stop()
        if reminder.task is not None:
            self.errands.begin(self._delete_ping(reminder, reminder.task))

    async def _delete_ping(self, reminder: _Reminder, sending: asyncio.Task[None]) -> None:
        await asyncio.wait([sending])
        if reminder.message is not None:
            await self.cleanup.delete(*reminder.message)
        elif reminder.unconfirmed is not None:
            try:
                await self.cleanup.delete_unconfirmed(*reminder.unconfirmed)
            except REQUEST_ERRORS:
                await self.cleanup.delete_unconfirmed(*reminder.unconfirmed, later=True)


def _turns(view: TableView) -> Iterator[AwaitedTurn]:
    if view.waiting:
        return
    people = [seat for seat in view.seats if seat.character is None]
    playing = [seat for seat in people if seat.hands and not seat.leaving]
    others_wait = len(playing) > len(view.awaited)
    for seat in view.awaited:
        user_id = seat.user_id if others_wait else 0
        yield AwaitedTurn(view.round_number, seat.number, seat.counter, user_id)
