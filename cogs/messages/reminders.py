"""Reminders: where a player has been waited for, the table comes down below what was written, and the player is pinged.

The board can't do that: edits never notify, and a mention inside it is silent. So a small message of its own pings
the player, and is deleted as soon as they have decided. Nobody is pinged whom no other person waits for.
"""

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass
from typing import Any

import discord

from cogs.gateway import tries
from cogs.gateway.interactions import place
from cogs.gateway.request_budget import Rank
from cogs.gateway.request_errors import quietly
from cogs.gateway.wire import Wire
from cogs.messages.deletions import Deletions
from cogs.messages.renderer import Renderer
from cogs.messages.screens import Screens
from cogs.messages.token import nonce_of
from engine.clock import Clock, Timer
from engine.live.table import Table
from engine.table.view import TableView

log = logging.getLogger(__name__)

Turn = tuple[int, int, int, int]
"""Round number, seat number and the seat's counter, which never come again; the player's id if others wait, else 0."""


@dataclass(slots=True, kw_only=True)
class _Reminder:
    timer: Timer
    task: asyncio.Task[None] | None = None
    message: tuple[int, int] | None = None
    """The ids of its channel and of itself."""


class Reminders:
    """Reminds the players of all tables after so many `seconds` of `clock`; 0 never does."""

    def __init__(
        self,
        wire: Wire,
        *,
        clock: Clock,
        seconds: float,
        renderer: Renderer,
        screens: Screens,
        deletions: Deletions,
    ) -> None:
        self._client = wire.client
        self._budget = wire.budget
        self._clock = clock
        self._seconds = seconds
        self._renderer = renderer
        self._screens = screens
        self._deletions = deletions
        self._reminders: dict[int, dict[Turn, _Reminder]] = {}
        """By table."""
        self._at_work: set[asyncio.Task[None]] = set()
        """What is being sent or deleted."""

    def show(self, table: Table, frames: tuple[TableView, ...], _via: object) -> None:
        """Start and call off reminders as the turns change."""
        if not self._seconds:
            return
        wanted = {*_turns(frames[-1])}
        reminders = self._reminders.setdefault(table.table_id, {})
        for turn in reminders.keys() - wanted:
            self._call_off(reminders.pop(turn))
        for turn in wanted - reminders.keys():
            reminders[turn] = self._remind_later(table, turn)
        if not reminders:
            del self._reminders[table.table_id]

    async def finish(self) -> None:
        """Wait until what was begun is sent and what was called off is deleted, but no longer than `STOP_SECONDS`."""
        if self._at_work:
            await asyncio.wait(set(self._at_work), timeout=tries.STOP_SECONDS)

    def leave(self) -> None:
        """Remind nobody any more: another process does, and deletes what was sent."""
        for reminders in self._reminders.values():
            for reminder in reminders.values():
                reminder.timer.cancel()
        self._reminders.clear()

    def _name(self, channel_id: int) -> str:
        """How the log calls a ping in this channel."""
        return f"a ping in {place(self._client, channel_id)}"

    def _remind_later(self, table: Table, turn: Turn) -> _Reminder:
        def remind() -> None:
            work = self._remind(reminder, table, turn)
            reminder.task = self._begin(quietly(work, self._name(table.channel_id)))

        reminder = _Reminder(timer=self._clock.call_at(self._clock.now() + self._seconds, remind))
        return reminder

    async def _remind(self, reminder: _Reminder, table: Table, turn: Turn) -> None:
        screen, (*_, user_id) = self._screens.of(table), turn
        await (allowed := self._budget.turn(Rank.REST))
        self._budget.use(allowed)
        if self._is_decided(table, turn):
            return
        await screen.bring_down()
        if not user_id or self._is_decided(table, turn):
            return
        channel = self._client.get_partial_messageable(table.channel_id)
        only_them = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(user_id)]
        )
        link = screen.jump_url(table.guild_id)
        # The one mention that there is: where it pings, Discord shows it as a name for sure.
        text = self._renderer.language(table)("your-turn", player=f"<@{user_id}>", link=link)
        # However often the library tries, there is one ping.
        nonce = nonce_of(table.table_id, *turn)
        sent = await channel.send(text, allowed_mentions=only_them, nonce=nonce)
        reminder.message = sent.channel.id, sent.id
        screen.is_no_writing(sent.id)
        await self._deletions.note(*reminder.message)

    def _is_decided(self, table: Table, turn: Turn) -> bool:
        return turn not in self._reminders.get(table.table_id, ())

    def _call_off(self, reminder: _Reminder) -> None:
        reminder.timer.cancel()
        if reminder.task is not None:
            self._begin(self._remove(reminder, reminder.task))

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name="reminder")
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)
        return task

    async def _remove(self, reminder: _Reminder, sending: asyncio.Task[None]) -> None:
        await asyncio.wait([sending])
        if reminder.message is not None:
            await self._deletions.delete(*reminder.message)


def _turns(view: TableView) -> Iterator[Turn]:
    """The turns of those who are to decide. None while the table waits for a restart."""
    if view.waiting:
        return
    people = [seat for seat in view.seats if seat.character is None]
    playing = [seat for seat in people if seat.hands and not seat.leaving]
    others_wait = len(playing) > len(view.awaited)
    for seat in view.awaited:
        yield view.round_number, seat.number, seat.counter, seat.user_id if others_wait else 0
