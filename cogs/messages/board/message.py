"""A table's message, the board.

A new message replaces it at a deal if it is buried or so old that Discord limits its edits, or if a player asks for
the table; the old one then shows a summary of its rounds. If anyone deleted the board, the next edit fails and a new
message follows. A closed table's farewell is sent like any other view. `cogs/messages/board/states.py` explains the
order of steps.
"""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import discord

from cogs.discord_link.payloads import BotInteraction, is_command
from cogs.discord_link.request_errors import REQUEST_ERRORS
from cogs.discord_link.requests import REQUEST_SECONDS, Try, once
from cogs.discord_link.wire import Hook, Wire
from cogs.messages.board.channel import TableChannel
from cogs.messages.board.edits import MessageEdits
from cogs.messages.board.late_requests import LateRequests
from cogs.messages.board.position import Position
from cogs.messages.board.renderer import Drawing, Renderer
from cogs.messages.board.states import NEXT_MAY_EXIST, MessageEvent
from cogs.messages.board.summaries import Summaries
from cogs.messages.board.tokens import MessageToken, is_dead
from cogs.messages.cleanup import Cleanup, placeholder
from engine.live.table import Table
from engine.table.view import TableView
from engine.values.bank import PlayedElsewhere, StorageTrouble

log = logging.getLogger(__name__)


class BoardMessage:
    """Shows a table's views in its message. After a failed request, the next call of `show` continues."""

    def __init__(
        self,
        wire: Wire,
        table: Table,
        renderer: Renderer,
        cleanup: Cleanup,
        late: LateRequests,
    ) -> None:
        self._wire = wire
        self._table = table
        self._cleanup = cleanup
        self.drawing = Drawing(renderer, table)
        self.position = Position(wire, table, cleanup)
        self.channel = TableChannel(table, self.position, cleanup)
        self.edits = MessageEdits(wire, table, self.position, self.channel, late)
        self._tokens = self.edits.tokens
        self.summaries = Summaries(wire, table, self.position, cleanup, late)
        if table.view.resumed:
            late.expect(soon=False)

    @property
    def is_reachable(self) -> bool:
        """True if the channel is open or an interaction's token is valid."""
        return not self.channel.is_closed or self._tokens.is_valid

    def is_counted(self, view: TableView) -> bool:
        """Return True if showing this view, other than as an answer, counts against the global rate limit."""
        return self._must_move(view, None) or self._tokens.newest() is None

    def _must_move(self, view: TableView, interaction: BotInteraction | None) -> bool:
        # A click's answer must not wait for the rate limit.
        is_answer = interaction is not None and self.position.is_under(interaction)
        may_wait = not is_answer or self._wire.budget.has_room
        leaves = not self.channel.is_closed and self.position.must_leave(view, may_wait=may_wait)
        return leaves or not self.position.has_message

    def rest(self) -> None:
        if not self.edits.acknowledging:
            self._tokens.rest()

    async def show(self, view: TableView, interaction: BotInteraction | None) -> None:
        """Show a view, if possible as the answer to `interaction`, unless a newer board is shown.

        Raises `REQUEST_ERRORS` and `StorageTrouble`.
        """
        if interaction is not None:
            self._tokens.add(interaction)
        if interaction is not None and is_command(interaction):
            if await self._answer_command(interaction, view):
                return
            interaction = None
        await self._load(view)
        if view.board < self.position.round:
            self.edits.acknowledge(interaction)
        elif self._must_move(view, interaction):
            await self._summarize(view, interaction)
            await self._send(view, interaction)
        else:
            self.position.round = view.board
            drawn = self.drawing.draw(view)
            if interaction is not None and await self.edits.answer_click(interaction, drawn):
                return
            if not await self.edits.edit(drawn, partial(self._send_by_token, view, interaction)):
                await self._replace_deleted(view, interaction)

    async def _load(self, view: TableView) -> None:
        await self.drawing.load(view)
        await self.position.save()
        if self.position.has_message and self.position.is_noted:
            self.position.happens(MessageEvent.LEFT)  # before a restart

    async def _replace_deleted(self, view: TableView, interaction: BotInteraction | None) -> None:
        await self._discard()  # Discord may still have it
        await self._send(view, interaction)

    async def _summarize(self, view: TableView, interaction: BotInteraction | None) -> None:
        """Replace the board by a summary of its rounds; without any, delete the message."""
        if not self.position.has_message:
            self.edits.acknowledge(interaction)
            return
        drawn = await self.drawing.rounds_over(self.position.first, view.board - 1)
        if drawn is None:
            self.edits.acknowledge(interaction)
            await self._discard()
            return
        message_id = await self._leave()
        if interaction is None or not await self.edits.answer_click(interaction, drawn):
            await self.edits.edit(drawn, self._delete)
        self.summaries.add(message_id, drawn)

    async def _leave(self) -> int:
        message_id = self.position.id or 0
        await self._cleanup.save(self._table.channel_id, message_id)
        self.position.happens(MessageEvent.LEFT)
        return message_id

    async def _discard(self) -> None:
        await self._leave()
        await self._delete()

    async def _delete(self) -> bool:
        """Delete the message, now or later. Always returns True."""
        channel_id = self._table.channel_id
        if await self._cleanup.delete(channel_id, self.position.id or 0):
            self.position.happens(MessageEvent.DELETED)
            # Pending deletions there can go ahead.
            await self._cleanup.reopen(channel_id.__eq__)
        elif not self.position.is_noted:
            self.position.happens(MessageEvent.LOST)
        return True

    async def _replace_by(self, message_id: int, token: MessageToken, view: TableView) -> None:
        """Make this message the board; delete another new one that may have been sent."""
        await self._summarize(view, None)
        if self.position.state in NEXT_MAY_EXIST:
            await self._cleanup.delete_unconfirmed(
                self._table.channel_id, self.position.next_nonce(), later=self.channel.is_closed
            )
        await self._move_to(message_id, token, view)

    @asynccontextmanager
    async def _deletes_unused(self, message_id: int, token: MessageToken) -> AsyncIterator[None]:
        """Delete a new message if it can't become the board. It has no nonce to find it by."""
        try:
            yield
        except (*REQUEST_ERRORS, StorageTrouble) as error:
            if self.position.id != message_id or isinstance(error, PlayedElsewhere):
                await self._delete_new(message_id, token)
            raise

    async def _delete_new(self, message_id: int, token: MessageToken) -> None:
        try:
            await once(self._wire.delete_by_token(token.hook, token.follow_up))
        except REQUEST_ERRORS:
            await self._cleanup.delete(self._table.channel_id, message_id)

    async def _move_to(self, message_id: int, token: MessageToken | None, view: TableView) -> None:
        self._tokens.use(token)
        stays = self.position.id not in self.summaries
        await self.position.move_to(message_id, view, stays=stays)

    async def _answer_command(self, interaction: BotInteraction, view: TableView) -> bool:
        # Before the bank is read: Discord accepts a first answer for three seconds.
        if (message_id := await self.edits.defer(interaction)) is None:
            return False
        token = MessageToken(Hook.of(interaction))
        async with self._deletes_unused(message_id, token):
            await self._load(view)
            await self._replace_by(message_id, token, view)
        return await self.edits.edit(
            self.drawing.draw(view), partial(self._send_by_token, view, interaction)
        )

    async def _send(self, view: TableView, interaction: BotInteraction | None) -> None:
        if self.channel.is_closed and await self._send_by_token(view, interaction):
            return
        await self._table.ensure_owner()
        self.position.happens(MessageEvent.SENDING)
        try:
            nonce = self.position.next_nonce()
            sent = await once(self._wire.send(self._table.channel_id, placeholder(), nonce))
        except discord.HTTPException as error:
            if self.channel.refuses(error) and await self._send_by_token(view, interaction):
                return
            raise
        await self.channel.accept()
        await self._move_to(sent, None, view)
        drawn = self.drawing.draw(view)
        if not await self.edits.edit(drawn, partial(self._send_by_token, view, interaction)):
            line = "the bot lost its new message, the next move sends another (it was deleted)"
            self.position.about(log).warning(line)

    async def _send_by_token(self, view: TableView, interaction: BotInteraction | None) -> bool:
        for hook in self._tokens.for_follow_up(interaction):
            if await self._follow_up(hook, view):
                return True
        return False

    async def _follow_up(self, hook: Hook, view: TableView) -> bool:
        await self.edits.acknowledging.done(hook.id)  # the first answer comes before
        try:
            following = self._wire.follow_up(hook, placeholder())
            sent = await Try(REQUEST_SECONDS, prompt=True).make(following)
        except discord.HTTPException as error:
            if not is_dead(error):
                raise
            return False
        token = MessageToken(hook, sent)
        async with self._deletes_unused(sent, token):
            await self._replace_by(sent, token, view)
        await self.edits.edit_with(token, self.drawing.draw(view))
        return True
