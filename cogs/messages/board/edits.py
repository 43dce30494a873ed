"""Edits a table's message in the best way available.

The answer to an interaction is fastest; then its token can edit for fifteen minutes, even in a closed channel.
Neither counts against the global rate limit. The last way is an edit in the channel.
"""

import logging
from collections.abc import Awaitable, Callable

import discord

from cogs.discord_link.late_answers import acknowledge
from cogs.discord_link.payloads import BotInteraction, action_of
from cogs.discord_link.request_errors import (
    ANSWERED,
    INVALID_FORM,
    LOST_MESSAGE,
    REQUEST_ERRORS,
    code_of,
    in_one_line,
)
from cogs.discord_link.requests import ANSWER_SECONDS, REQUEST_SECONDS, Errands, Try, answer, once
from cogs.discord_link.wire import Wire
from cogs.messages.board.channel import TableChannel
from cogs.messages.board.late_requests import LateRequests
from cogs.messages.board.position import Position
from cogs.messages.board.states import MessageEvent
from cogs.messages.board.tokens import MessageToken, Tokens, is_dead
from cogs.pages.parts import Layout
from engine.live.table import Table

log = logging.getLogger(__name__)

GONE = LOST_MESSAGE | {INVALID_FORM}
"""The message is deleted, or became a text answer."""

OVERTAKEN_SECONDS = 0.5
"""Time left for an answer when a newer view waits."""


class MessageEdits:
    def __init__(
        self,
        wire: Wire,
        table: Table,
        position: Position,
        channel: TableChannel,
        late: LateRequests,
    ) -> None:
        self._wire = wire
        self._table = table
        self._position = position
        self._channel = channel
        self._late = late
        self.tokens = Tokens(wire, position)
        self.acknowledging = Errands("acknowledge")
        self._answering: Try | None = None

    def overtake(self, interaction: BotInteraction | None) -> None:
        """Make way for a newer view: shorten a running answer's timeout, acknowledge the view's `interaction`."""
        if self._answering is not None:
            self._answering.hurry(OVERTAKEN_SECONDS)
        if interaction is not None:
            self.tokens.add(interaction)
        self.acknowledge(interaction)

    def acknowledge(self, interaction: BotInteraction | None) -> None:
        if interaction is not None:
            acknowledge(self.acknowledging, interaction)

    def expect_late(self, error: Exception) -> None:
        """Plan to redraw the board after a failed request, unless Discord has refused it."""
        refused = isinstance(error, discord.DiscordException) and getattr(error, "status", 0) < 500
        if not refused:
            self._late.expect()

    async def answer_click(self, interaction: BotInteraction, drawn: Layout) -> bool:
        """Answer a click on the board with this drawing; return True on success."""
        if interaction.response.is_done():
            return False
        if self._position.is_under(interaction):
            await self._table.ensure_owner()
            # It can be cut off any time: a token's rate limit affects no other request.
            self._answering = Try(ANSWER_SECONDS, prompt=True)
            try:
                await self._answering.make(interaction.response.edit_message(view=drawn))
            except REQUEST_ERRORS as error:
                self._note(error, interaction)
            else:
                self._position.happens(MessageEvent.EDITED)
                return True
            finally:
                self._answering = None
        self.acknowledge(interaction)
        return False

    async def defer(self, interaction: BotInteraction) -> int | None:
        """Defer a command's answer. Return its message's id, or None if that can't become the board."""
        if interaction.response.is_done():
            return None
        try:
            return await self._defer(interaction)
        except REQUEST_ERRORS as error:
            self._note(error, interaction)
            return None

    async def _defer(self, interaction: BotInteraction) -> int | None:
        try:
            taken = await answer(interaction.response.defer)
        except discord.HTTPException as error:
            if code_of(error) != ANSWERED:
                raise
            # An earlier try succeeded although it seemed to fail.
            given = await once(interaction.original_response())
            return given.id if given.flags.loading else None
        return None if taken is None else taken.message_id

    async def edit(self, drawn: Layout, if_closed: Callable[[], Awaitable[bool]]) -> bool:
        """Edit the message by an interaction's token or in the channel; if that is closed, call `if_closed`.

        Return False if the message is gone.
        """
        try:
            is_there = await self._edit_by_token(drawn)
            return await self._edit_in_channel(drawn) if is_there is None else is_there
        except discord.HTTPException as error:
            if not self._channel.refuses(error) or not await if_closed():
                raise
        return True

    async def _edit_in_channel(self, drawn: Layout) -> bool:
        await self._table.ensure_owner()
        editing = self._wire.edit(self._table.channel_id, self._position.id or 0, drawn)
        try:
            await once(editing)
        except discord.HTTPException as error:
            if code_of(error) in GONE:
                return False
            raise
        self._position.happens(MessageEvent.EDITED)
        await self._channel.accept()
        return True

    async def _edit_by_token(self, drawn: Layout) -> bool | None:
        """Edit the message by an interaction's token. Return False if it is gone, None without a usable token."""
        if (token := self.tokens.newest()) is None:
            return None
        try:
            await self.edit_with(token, drawn)
        except discord.HTTPException as error:
            if code_of(error) in GONE:
                return False
            if not is_dead(error):
                raise
        except discord.RateLimited:
            if self._channel.is_closed:
                raise
        else:
            self._position.happens(MessageEvent.EDITED)
            return True
        self.tokens.forget()
        return None

    async def edit_with(self, token: MessageToken, drawn: Layout) -> None:
        await self._table.ensure_owner()
        editing = self._wire.edit_by_token(token.hook, token.follow_up, drawn)
        await Try(REQUEST_SECONDS, prompt=True).make(editing)

    def _note(self, error: Exception, interaction: BotInteraction) -> None:
        numbers = {"interaction": interaction.id, "user": interaction.user.id}
        action, why = action_of(interaction), in_one_line(error)
        self._position.about(log, **numbers).info("the bot could not answer %s (%s)", action, why)
        self.expect_late(error)
