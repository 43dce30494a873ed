"""A tap on the shoulder: whoever lets others wait for a while is told, once, that it is his turn.

The board can't do that: edits never notify, and a mention inside it is silent. So a small message of its own pings
the player on purpose, and is deleted as soon as he has decided.
"""

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass
from typing import Any

import discord

from cogs.language import words
from cogs.network.errors import quietly
from cogs.network.log_words import place
from cogs.table.artist import Artist
from cogs.table.leftovers import Leftovers
from cogs.table.message import nonce_of
from cogs.table.screens import PATIENCE, Screens
from engine.clock import Clock, Timer
from engine.table import SeatView, Table, TableView

log = logging.getLogger(__name__)

Turn = tuple[int, int, int]
"""Round number, seat number and the seat's counter: a turn that never comes again."""


@dataclass(slots=True, kw_only=True)
class _Reminder:
    timer: Timer
    task: asyncio.Task[None] | None = None
    message: tuple[int, int] | None = None
    """The ids of its channel and of itself."""


class Nudges:
    """Watches all tables. `seconds` of patience, in the time of `clock`; 0 never nudges."""

    def __init__(
        self,
        client: discord.Client,
        *,
        clock: Clock,
        seconds: float,
        artist: Artist,
        screens: Screens,
        leftovers: Leftovers,
    ) -> None:
        self._client = client
        self._clock = clock
        self._seconds = seconds
        self._artist = artist
        self._screens = screens
        self._leftovers = leftovers
        self._reminders: dict[int, dict[Turn, _Reminder]] = {}
        """By table."""
        self._at_work: set[asyncio.Task[None]] = set()
        """What is being sent or deleted."""

    def show(self, table: Table, frames: tuple[TableView, ...], _via: object) -> None:
        """Start and call off reminders as the turns change."""
        if not self._seconds:
            return
        wanted = dict(_turns_others_wait_for(frames[-1]))
        reminders = self._reminders.setdefault(table.table_id, {})
        for turn in reminders.keys() - wanted.keys():
            self._call_off(reminders.pop(turn))
        for turn in wanted.keys() - reminders.keys():
            reminders[turn] = self._remind_later(table, turn, wanted[turn].user_id)
        if not reminders:
            del self._reminders[table.table_id]

    async def finish(self) -> None:
        """Return when what was begun is sent and what was called off is deleted, or when patience is at an end."""
        if self._at_work:
            await asyncio.wait(set(self._at_work), timeout=PATIENCE)

    def _name(self, channel_id: int) -> str:
        """How the log calls a ping in this channel."""
        return f"a ping in {place(self._client, channel_id)}"

    def _remind_later(self, table: Table, turn: Turn, user_id: int) -> _Reminder:
        def remind() -> None:
            reminder.task = self._begin(
                quietly(self._remind(reminder, table, turn, user_id), self._name(table.channel_id))
            )

        reminder = _Reminder(timer=self._clock.call_at(self._clock.now() + self._seconds, remind))
        return reminder

    async def _remind(self, reminder: _Reminder, table: Table, turn: Turn, user_id: int) -> None:
        channel = self._client.get_partial_messageable(table.channel_id)
        only_him = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(user_id)]
        )
        link = self._screens.of(table).jump_url(table.guild_id)
        text = self._artist.language(table)("your-turn", player=words.mention(user_id), link=link)
        # However often the library tries, there is one ping.
        nonce = nonce_of(table.table_id, *turn)
        sent = await channel.send(text, allowed_mentions=only_him, nonce=nonce)
        reminder.message = sent.channel.id, sent.id
        await self._leftovers.note(*reminder.message)

    def _call_off(self, reminder: _Reminder) -> None:
        reminder.timer.cancel()
        if reminder.task is not None:
            self._begin(self._remove(reminder, reminder.task))

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name="nudge")
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)
        return task

    async def _remove(self, reminder: _Reminder, sending: asyncio.Task[None]) -> None:
        await asyncio.wait([sending])
        if reminder.message is not None:
            await self._leftovers.delete(*reminder.message)


def _turns_others_wait_for(view: TableView) -> Iterator[tuple[Turn, SeatView]]:
    """Those who are to decide, where somebody else is in the round who is not. A table that waits waits for nobody."""
    playing = [seat for seat in view.seats if seat.hands and not seat.leaving]
    if view.waiting or len(playing) == len(view.awaited):
        return
    for seat in view.awaited:
        yield (view.round_number, seat.number, seat.counter), seat
