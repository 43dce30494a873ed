"""Messages next to a board that are deleted once a decision is made: hints, and pings of slow players.

A mention in an edited board sends no notification, so a separate message pings the player.
"""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import discord

from cogs.discord_link.payloads import BotInteraction, place
from cogs.discord_link.request_errors import quietly
from cogs.discord_link.requests import Errands, once
from cogs.discord_link.retry import pause
from cogs.discord_link.wire import Hook, Wire
from cogs.messages.deletions import Deletions
from cogs.messages.position import Token, nonce_of
from cogs.messages.renderer import language_at
from cogs.messages.screen import Screen
from engine.clock import Clock, Timer
from engine.live.table import Table
from engine.table.commands import Question
from engine.table.view import TableView

Decision = tuple[int, int, int]
"""Round number, seat number and the seat's counter; unique at a table."""


class Hints:
    """Deletes hints once their move is made, so that they do not cover its result.

    Only the token of its interaction can delete a private message, for fifteen minutes. Tokens are not saved, so a hint
    from before a restart stays until its reader dismisses it.
    """

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._given: dict[int, dict[Decision, Token]] = {}
        """By table; at most one per awaited seat."""
        self.errands = Errands("hint")

    def give(
        self,
        table: Table,
        question: Question,
        interaction: BotInteraction,
        follow_up: int | None = None,
        *,
        redrawn: bool = False,
    ) -> None:
        """Register a hint that was shown. Delete an earlier one for the decision, unless `redrawn` in its message."""
        given = self._given.setdefault(table.table_id, {})
        decision = question.round_number, question.seat, question.counter
        before, given[decision] = given.get(decision), Token(Hook.of(interaction), follow_up)
        if before is not None and not redrawn:
            self._delete(before)
        self.look(table, table.view)

    def look(self, table: Table, view: TableView) -> None:
        """Delete the hints for decisions that are made."""
        if (given := self._given.get(table.table_id)) is None:
            return
        awaited = {(view.round_number, seat.number, seat.counter) for seat in view.awaited}
        for decision in given.keys() - awaited:
            self._delete(given.pop(decision))
        if not given:
            del self._given[table.table_id]

    def leave(self) -> None:
        """Drop all hints without deleting them: another process plays the tables."""
        self._given.clear()

    def _delete(self, hint: Token) -> None:
        if not self._wire.is_expired(hint.hook):
            request = once(self._wire.delete_by_token(hint.hook, hint.follow_up))
            self.errands.begin(quietly(request, "deleting a hint"))


Turn = tuple[Decision, int]
"""The decision, and the player's id if other people wait for it, else 0."""


@dataclass(slots=True, kw_only=True)
class _Reminder:
    timer: Timer
    task: asyncio.Task[None] | None = None
    message: tuple[int, int] | None = None
    """Channel id and message id."""


@dataclass(slots=True, kw_only=True)
class Reminders:
    """Moves a board below newer messages and pings its player after `seconds` without a decision; 0 disables this.

    The ping is deleted when the decision is made. Only players whom others wait for are pinged.
    """

    wire: Wire
    clock: Clock
    seconds: float
    screen_of: Callable[[Table], Screen]
    deletions: Deletions
    _reminders: dict[int, dict[Turn, _Reminder]] = field(default_factory=dict, init=False)
    """By table."""
    errands: Errands = field(default_factory=lambda: Errands("reminder"), init=False)
    """Tasks that send or delete pings."""

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
        """Cancel all reminders: another process sends them, and deletes the pings."""
        for reminders in self._reminders.values():
            for reminder in reminders.values():
                reminder.timer.cancel()
        self._reminders.clear()

    def _remind_later(self, table: Table, turn: Turn) -> _Reminder:
        def remind() -> None:
            name = f"a ping in {place(self.wire.client, table.channel_id)}"
            work = quietly(self._remind_with_retries(reminder, table, turn), name)
            reminder.task = self.errands.begin(work)

        reminder = _Reminder(timer=self.clock.call_at(self.clock.now() + self.seconds, remind))
        return reminder

    async def _remind_with_retries(self, reminder: _Reminder, table: Table, turn: Turn) -> None:
        """Remind, with another try after each long or global rate limit."""
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
        only_player = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(user_id)]
        )
        link = screen.position.jump_url
        # The bot's only mention. It pings, so Discord always shows it as a name.
        text = language_at(table)("your-turn", player=f"<@{user_id}>", link=link)
        # The nonce prevents a second ping when the library retries.
        nonce = nonce_of(table.table_id, *decision, user_id)
        sent = await channel.send(text, allowed_mentions=only_player, nonce=nonce)
        reminder.message = sent.channel.id, sent.id
        screen.position.ignore(sent.id)
        await self.deletions.note(*reminder.message)

    def _is_decided(self, table: Table, turn: Turn) -> bool:
        return turn not in self._reminders.get(table.table_id, ())

    def _cancel(self, reminder: _Reminder) -> None:
        reminder.timer.cancel()
        if reminder.task is not None:
            self.errands.begin(self._delete_ping(reminder, reminder.task))

    async def _delete_ping(self, reminder: _Reminder, sending: asyncio.Task[None]) -> None:
        await asyncio.wait([sending])
        if reminder.message is not None:
            await self.deletions.delete(*reminder.message)


def _turns(view: TableView) -> Iterator[Turn]:
    """The turns of the awaited players; none while the table waits for a restart."""
    if view.waiting:
        return
    people = [seat for seat in view.seats if seat.character is None]
    playing = [seat for seat in people if seat.hands and not seat.leaving]
    others_wait = len(playing) > len(view.awaited)
    for seat in view.awaited:
        decision = view.round_number, seat.number, seat.counter
        yield decision, seat.user_id if others_wait else 0
