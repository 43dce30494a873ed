"""What stands beside a board until a decision is made: hints, and pings of players whom others wait for.

An edited board notifies nobody, and a mention in it is silent. So a small message of its own pings the player.
"""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import discord

from cogs.board.messages.deletions import Deletions
from cogs.board.messages.position import Token, nonce_of
from cogs.board.messages.renderer import language_at
from cogs.board.messages.screen import Screen
from cogs.gateway.payloads import BotInteraction, place
from cogs.gateway.request_errors import quietly
from cogs.gateway.requests import Errands, once
from cogs.gateway.retry import pause
from cogs.gateway.wire import Hook, Wire
from engine.clock import Clock, Timer
from engine.live.table import Table
from engine.table.commands import Question
from engine.table.view import TableView

Decision = tuple[int, int, int]
"""Round number, seat number and the seat's counter, which never come again."""


class Hints:
    """Takes hints away as soon as their move is made, so that none covers what comes of it.

    Only the token of its interaction can delete a private message, for fifteen minutes. That is kept nowhere else, so a
    hint from before a restart stays until its reader puts it away.
    """

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._given: dict[int, dict[Decision, Token]] = {}
        """By table. No more than there are seats to decide."""
        self.errands = Errands("hint")

    def give(
        self,
        table: Table,
        asked: Question,
        via: BotInteraction,
        follow_up: int | None = None,
        *,
        anew: bool = False,
    ) -> None:
        """A hint was shown, or drawn `anew` in the same message. An earlier one for the decision goes."""
        given = self._given.setdefault(table.table_id, {})
        decision = asked.round_number, asked.seat, asked.counter
        before, given[decision] = given.get(decision), Token(Hook.of(via), follow_up)
        if before is not None and not anew:
            self._take_away(before)
        self.look(table, table.view)

    def look(self, table: Table, view: TableView) -> None:
        """Take those away whose decision is made."""
        if (given := self._given.get(table.table_id)) is None:
            return
        awaited = {(view.round_number, seat.number, seat.counter) for seat in view.awaited}
        for decision in given.keys() - awaited:
            self._take_away(given.pop(decision))
        if not given:
            del self._given[table.table_id]

    def leave(self) -> None:
        """Take none away any more: another process plays the tables."""
        self._given.clear()

    def _take_away(self, hint: Token) -> None:
        if not self._wire.is_expired(hint.via):
            request = once(self._wire.delete_by_token(hint.via, hint.follow_up))
            self.errands.begin(quietly(request, "the end of a hint"))


Turn = tuple[Decision, int]
"""The decision; the player's id if other people wait for it, else 0."""


@dataclass(slots=True, kw_only=True)
class _Reminder:
    timer: Timer
    task: asyncio.Task[None] | None = None
    message: tuple[int, int] | None = None
    """The ids of its channel and of itself."""


@dataclass(slots=True, kw_only=True)
class Reminders:
    """Moves a table below what was written and pings its player, after this many `seconds`; 0 never does.

    The ping is deleted with the decision. Only players whom others wait for are pinged.
    """

    wire: Wire
    clock: Clock
    seconds: float
    screen_of: Callable[[Table], Screen]
    deletions: Deletions
    _reminders: dict[int, dict[Turn, _Reminder]] = field(default_factory=dict, init=False)
    """By table."""
    errands: Errands = field(default_factory=lambda: Errands("reminder"), init=False)
    """What is being sent, and what was called off is being deleted."""

    def look(self, table: Table, view: TableView) -> None:
        """Start and call off reminders as the turns change."""
        if not self.seconds:
            return
        wanted = {*_turns(view)}
        reminders = self._reminders.setdefault(table.table_id, {})
        for turn in reminders.keys() - wanted:
            self._call_off(reminders.pop(turn))
        for turn in wanted - reminders.keys():
            reminders[turn] = self._remind_later(table, turn)
        if not reminders:
            del self._reminders[table.table_id]

    def leave(self) -> None:
        """Remind nobody any more: another process does, and deletes what was sent."""
        for reminders in self._reminders.values():
            for reminder in reminders.values():
                reminder.timer.cancel()
        self._reminders.clear()

    def _remind_later(self, table: Table, turn: Turn) -> _Reminder:
        def remind() -> None:
            name = f"a ping in {place(self.wire.client, table.channel_id)}"
            work = quietly(self._insist(reminder, table, turn), name)
            reminder.task = self.errands.begin(work)

        reminder = _Reminder(timer=self.clock.call_at(self.clock.now() + self.seconds, remind))
        return reminder

    async def _insist(self, reminder: _Reminder, table: Table, turn: Turn) -> None:
        """Remind, once more after each long rate limit and each limit for all requests."""
        while True:
            try:
                return await self._remind(reminder, table, turn)
            except discord.RateLimited as error:
                await pause(self.clock, error.retry_after)

    async def _remind(self, reminder: _Reminder, table: Table, turn: Turn) -> None:
        screen, (decision, user_id) = self.screen_of(table), turn
        await (allowed := self.wire.budget.turn())
        self.wire.budget.use(allowed)
        if self._is_decided(table, turn):
            return
        await screen.bring_down()
        if not user_id or self._is_decided(table, turn):
            return
        channel = self.wire.client.get_partial_messageable(table.channel_id)
        only_them = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(user_id)]
        )
        link = screen.position.jump_url
        # The one mention that there is: where it pings, Discord shows it as a name for sure.
        text = language_at(table)("your-turn", player=f"<@{user_id}>", link=link)
        # However often the library tries, there is one ping.
        nonce = nonce_of(table.table_id, *decision, user_id)
        sent = await channel.send(text, allowed_mentions=only_them, nonce=nonce)
        reminder.message = sent.channel.id, sent.id
        screen.position.is_no_writing(sent.id)
        await self.deletions.note(*reminder.message)

    def _is_decided(self, table: Table, turn: Turn) -> bool:
        return turn not in self._reminders.get(table.table_id, ())

    def _call_off(self, reminder: _Reminder) -> None:
        reminder.timer.cancel()
        if reminder.task is not None:
            self.errands.begin(self._remove(reminder, reminder.task))

    async def _remove(self, reminder: _Reminder, sending: asyncio.Task[None]) -> None:
        await asyncio.wait([sending])
        if reminder.message is not None:
            await self.deletions.delete(*reminder.message)


def _turns(view: TableView) -> Iterator[Turn]:
    """The turns of those who are to decide. None while the table waits for a restart."""
    if view.waiting:
        return
    people = [seat for seat in view.seats if seat.character is None]
    playing = [seat for seat in people if seat.hands and not seat.leaving]
    others_wait = len(playing) > len(view.awaited)
    for seat in view.awaited:
        decision = view.round_number, seat.number, seat.counter
        yield decision, seat.user_id if others_wait else 0
