"""The message that shows a table, and the three ways to change it.

The answer to an interaction is the fastest. After it, the interaction's token can edit the message for fifteen minutes,
even in a channel that is closed to the bot. Neither counts against the bot's global rate limit. The third way is to
edit the message, or send another one, in the channel.

A message shows round after round. Another message replaces it

- at a deal, if other messages have buried it, or it is so old that Discord limits its edits;
- if it was deleted;
- if a player asks for the table.

The old message then shows a summary of the rounds that were played on it.
"""

import logging
from collections.abc import Awaitable, Callable
from functools import partial

import discord

from cogs.discord_link.late_answers import acknowledge
from cogs.discord_link.payloads import BotInteraction
from cogs.discord_link.request_errors import (
    ANSWERED,
    INVALID_FORM,
    LOST_MESSAGE,
    REQUEST_ERRORS,
    code_of,
    in_one_line,
    is_closed,
)
from cogs.discord_link.requests import ANSWER_SECONDS, REQUEST_SECONDS, Errands, Try, answer, once
from cogs.discord_link.wire import Hook, Wire
from cogs.messages.deletions import Deletions, placeholder
from cogs.messages.late_requests import LateRequests
from cogs.messages.position import DRAWS, Position, Token, is_dead, nonce_of
from cogs.messages.renderer import Drawing, Renderer
from cogs.pages.parts import Layout
from engine.live.table import Table
from engine.table.state import Stage
from engine.table.view import TableView

log = logging.getLogger(__name__)

GONE = LOST_MESSAGE | {INVALID_FORM}
"""Refusals of an edit after which the message can show no board: it is deleted, or became a text answer."""

OVERTAKEN_SECONDS = 0.5
"""The time left for a first answer when there is a newer view to show."""


class BoardMessage:
    """The message of one table. A failed request raises one of `REQUEST_ERRORS`; the next call continues from there."""

    def __init__(
        self,
        wire: Wire,
        table: Table,
        renderer: Renderer,
        deletions: Deletions,
        late: LateRequests,
    ) -> None:
        self._wire = wire
        self._table = table
        self.drawing = Drawing(renderer, table)
        self._deletions = deletions
        self.position = Position(wire, table, deletions)
        self.closed = False
        """True after the channel has refused the bot."""
        self._refusal_logged = False
        """True once the refusal is logged."""
        self._late = late
        if table.view.resumed:
            late.expect(soon=False)
        self._summaries: dict[int, Layout] = {}
        """By message id: summaries in replaced messages that a late request may still overwrite."""
        self._token: Token | None = None
        self._last_interaction: BotInteraction | None = None
        """The last interaction that caused a view; its token may edit the message later."""
        self._last_hook: Hook | None = None
        """Its token while there is nothing to show."""
        self._answering: Try | None = None
        self.acknowledging = Errands("acknowledge")
        self._unconfirmed = table.view.resumed or table.view.stage is Stage.CLOSED
        """True if the next message may exist already: from a previous process or a request without a response."""

    @property
    def is_reachable(self) -> bool:
        """True unless the channel is closed and there is no valid token."""
        return not self.closed or (
            self._token is not None and not self._wire.is_expired(self._token.hook)
        )

    def overtake(self, interaction: BotInteraction | None) -> None:
        """Make way for a newer view: hurry an answer in progress, and only acknowledge `interaction`."""
        if self._answering is not None:
            self._answering.hurry(OVERTAKEN_SECONDS)
        if interaction is not None:
            self._last_interaction = interaction
            acknowledge(self.acknowledging, interaction)

    def expect_late(self, error: Exception) -> None:
        """Expect a late effect of a request that failed with this error, unless Discord has refused it."""
        refused = isinstance(error, discord.DiscordException) and getattr(error, "status", 0) < 500
        if not refused:
            self._late.expect()

    def is_counted(self, view: TableView) -> bool:
        """True if showing this without an interaction will count against the global rate limit."""
        return self._must_move(view, None) or self._newest_token() is None

    def _must_move(self, view: TableView, interaction: BotInteraction | None) -> bool:
        """True if this view needs another message, or the first one."""
        # An answer to a click must not wait for the rate limit.
        is_answer = interaction is not None and self.position.is_under(interaction)
        may_wait = not is_answer or self._wire.budget.has_room
        leaves = not self.closed and self.position.must_leave(view, may_wait=may_wait)
        return leaves or self.position.id is None

    def rest(self) -> None:
        """Reduce the last interaction to its token, a tenth of its size, while there is nothing to show."""
        if self._last_interaction is not None and not self.acknowledging:
            self._newest_token()
            self._last_hook, self._last_interaction = Hook.of(self._last_interaction), None

    async def show(self, view: TableView, interaction: BotInteraction | None) -> None:
        """Show a view, as the answer to `interaction` if possible; skip it if a newer board is shown already.

        Raises `REQUEST_ERRORS` and `StorageTrouble`.
        """
        self._last_interaction = interaction or self._last_interaction
        await self.drawing.load(view)
        await self.position.save()
        if (
            interaction is not None
            and interaction.type is discord.InteractionType.application_command
        ):
            if await self._answer_command(interaction, view):
                return
            interaction = None
        if view.board < self.position.round:
            if interaction is not None:
                acknowledge(self.acknowledging, interaction)
        elif self._must_move(view, interaction):
            await self._summarize(view, interaction)
            await self._send(view, interaction)
        else:
            self.position.round = view.board
            drawn = self.drawing.draw(view)
            if interaction is not None and await self._answer_click(interaction, drawn):
                return
            if not await self._edit(drawn, partial(self._send_by_token, view, interaction)):
                # Discord may still have the message, with an older board.
                await self._discard()
                await self._send(view, interaction)

    # Moving to another message

    async def _summarize(self, view: TableView, interaction: BotInteraction | None) -> None:
        """Turn the message into a summary of its rounds before this view's; delete it if none was played on it.

        If the bot is killed here, the next start repeats this and finds the new message by its nonce.
        """
        if self.position.id is None:
            return
        drawn = await self.drawing.rounds_over(self.position.first, view.board - 1)
        if drawn is None:
            if interaction is not None:
                acknowledge(self.acknowledging, interaction)
            await self._discard()
            return
        await self._deletions.save(self._table.channel_id, self.position.id)
        if interaction is None or not await self._answer_click(interaction, drawn):
            await self._edit(drawn, self._delete)
        if self._late:
            self._summaries[self.position.id] = drawn

    async def _discard(self) -> None:
        """Delete the message, with a note in the bank until Discord has deleted it."""
        await self._deletions.save(self._table.channel_id, self.position.id or 0)
        await self._delete()

    async def _delete(self) -> bool:
        """Delete the message, now or later. Return True in any case."""
        channel_id = self._table.channel_id
        if await self._deletions.delete(channel_id, self.position.id or 0):
            self._unconfirmed = False
            # The channel is open, so pending deletions there can go ahead.
            await self._deletions.reopen(channel_id.__eq__)
        return True

    async def redraw_summaries(self) -> None:
        """Draw summaries again that a late request may have overwritten. On failure, delete the message.

        The bank has a note to delete each of them until no late request is possible; a kill before costs the summary.
        """
        channel_id = self._table.channel_id
        for message_id, drawn in list(self._summaries.items()):
            await self._table.ensure_owner()
            try:
                await once(self._wire.edit(channel_id, message_id, drawn))
            except REQUEST_ERRORS as error:
                self.position.about(log).info(
                    "deleting a summary that could not be drawn (%s)", in_one_line(error)
                )
                del self._summaries[message_id]
                await self._deletions.delete(channel_id, message_id)
            else:
                if not self._late:
                    del self._summaries[message_id]
                    await self._deletions.cancel(message_id)

    async def _replace_by(self, message_id: int, token: Token, view: TableView) -> None:
        """Replace the current message by this one, which the token can edit.

        Delete a message that may have been sent without confirmation: it would be a second board.
        """
        await self._summarize(view, None)
        if self._unconfirmed:
            await self._deletions.delete_unconfirmed(
                self._table.channel_id, self._nonce(), later=self.closed
            )
            self._unconfirmed = False
        await self._move_to(message_id, token, view)

    async def _move_to(self, message_id: int, token: Token | None, view: TableView) -> None:
        """Set and save this message, which has no buttons yet, as the table's."""
        self._token = token
        stays = self.position.id not in self._summaries
        await self.position.move_to(message_id, view, stays=stays)

    def _nonce(self) -> str:
        """The nonce of the next message; the same after a restart."""
        return nonce_of(self._table.table_id, self.position.id or 0)

    # Answers to interactions

    async def _answer_click(self, interaction: BotInteraction, drawn: Layout) -> bool:
        """Draw the message as the answer to a click on it. Return True if that succeeded."""
        if interaction.response.is_done():
            return False
        if self.position.is_under(interaction):
            await self._table.ensure_owner()
            # Can be cut off at any time, because the rate limit of a token affects no other request.
            self._answering = Try(ANSWER_SECONDS, prompt=True)
            try:
                await self._answering.make(interaction.response.edit_message(view=drawn))
            except REQUEST_ERRORS as error:
                self._note(error, "could not answer a click")
            else:
                self._confirm()
                return True
            finally:
                self._answering = None
        acknowledge(self.acknowledging, interaction)
        return False

    async def _answer_command(self, interaction: BotInteraction, view: TableView) -> bool:
        """Make the answer to a command the board. Its id is saved before it gets buttons: a kill in between leaves no
        second board."""
        if interaction.response.is_done():
            return False
        try:
            message_id = await self._defer(interaction)
        except REQUEST_ERRORS as error:
            self._note(error, "could not answer a command")
            return False
        if message_id is None:
            return False
        await self._replace_by(message_id, Token(Hook.of(interaction)), view)
        return await self._edit(
            self.drawing.draw(view), partial(self._send_by_token, view, interaction)
        )

    async def _defer(self, interaction: BotInteraction) -> int | None:
        """Defer, and return the id of the "thinking" message; None if the command has another answer already."""
        try:
            taken = await answer(interaction.response.defer)
        except discord.HTTPException as error:
            if code_of(error) != ANSWERED:
                raise
            # An earlier try succeeded although it seemed to fail: a deferral or a text.
            given = await once(interaction.original_response())
            return given.id if given.flags.loading else None
        return None if taken is None else taken.message_id

    # Edits by token, or in the channel

    async def _edit(self, drawn: Layout, if_closed: Callable[[], Awaitable[bool]]) -> bool:
        """Edit the message; in a closed channel call `if_closed`. Return False if the message is gone."""
        is_there = await self._edit_by_token(drawn)
        if is_there is not None:
            return is_there
        try:
            return await self._edit_in_channel(drawn)
        except discord.HTTPException as error:
            if not self._is_closing(error) or not await if_closed():
                raise
        return True

    async def _edit_in_channel(self, drawn: Layout) -> bool:
        """Edit the message. Return False if it is gone."""
        await self._table.ensure_owner()
        editing = self._wire.edit(self._table.channel_id, self.position.id or 0, drawn)
        try:
            await once(editing)
        except discord.HTTPException as error:
            if code_of(error) in GONE:
                return False
            raise
        self._confirm()
        await self._is_open()
        return True

    async def _edit_by_token(self, drawn: Layout) -> bool | None:
        """Edit the message. Return False if it is gone, None if there is no usable token."""
        if (token := self._newest_token()) is None:
            return None
        try:
            await self._edit_with(token, drawn)
        except discord.HTTPException as error:
            if code_of(error) in GONE:
                return False
            if not is_dead(error):
                raise
            self._token = self._last_interaction = self._last_hook = None
            return None
        except discord.RateLimited:
            if self.closed:
                raise
            self._token = self._last_interaction = self._last_hook = None
            return None
        self._confirm()
        return True

    async def _edit_with(self, token: Token, drawn: Layout) -> None:
        """Edit the message with a token; like an answer, the request can be cut off at any time."""
        await self._table.ensure_owner()
        editing = self._wire.edit_by_token(token.hook, token.follow_up, drawn)
        await Try(REQUEST_SECONDS, prompt=True).make(editing)

    def _newest_token(self) -> Token | None:
        """The token that can edit the message: of the last click on it, once answered, else the previous one."""
        interaction = self._last_interaction
        if (
            interaction is not None
            and (self._token is None or self._token.hook.id != interaction.id)
            and self.position.is_under(interaction)
            and interaction.response.type in DRAWS
        ):
            self._token = Token(Hook.of(interaction))
        if (token := self._token) is None or self._wire.is_expired(token.hook):
            return None
        return token

    def _confirm(self) -> None:
        """Note that the message exists, so no other one was sent (unless it is being replaced)."""
        if not self.position.is_being_left:
            self._unconfirmed = False

    async def _send(self, view: TableView, interaction: BotInteraction | None) -> None:
        """Send another message. It gets buttons after its id is saved, so a restart knows all messages with buttons."""
        if self.closed and await self._send_by_token(view, interaction):
            return
        await self._table.ensure_owner()
        self._unconfirmed = True
        try:
            request = self._wire.send(self._table.channel_id, placeholder(), self._nonce())
            sent = await once(request)
        except discord.HTTPException as error:
            if self._is_closing(error) and await self._send_by_token(view, interaction):
                return
            raise
        self._unconfirmed = False
        await self._is_open()
        await self._move_to(sent, None, view)
        drawn = self.drawing.draw(view)
        if not await self._edit(drawn, partial(self._send_by_token, view, interaction)):
            self.position.about(log).warning(
                "the new message was deleted; the next move sends another"
            )

    async def _send_by_token(self, view: TableView, interaction: BotInteraction | None) -> bool:
        """Send a follow-up to this interaction or the last ones. Return False if no token is valid."""
        last = (
            self._last_hook if self._last_interaction is None else Hook.of(self._last_interaction)
        )
        current = self._token.hook if self._token else None
        for one in (None if interaction is None else Hook.of(interaction), last, current):
            if (
                one is not None
                and not self._wire.is_expired(one)
                and await self._follow_up(one, view)
            ):
                return True
        return False

    async def _follow_up(self, hook: Hook, view: TableView) -> bool:
        """Send a follow-up message and make it the board. Return False for an expired token.

        A follow-up must come after the interaction's first answer. It has no nonce. It gets buttons after its id is
        saved, so one that was sent although the request failed is no second board.
        """
        await self.acknowledging.done(hook.id)
        try:
            following = self._wire.follow_up(hook, placeholder())
            sent = await Try(REQUEST_SECONDS, prompt=True).make(following)
        except discord.HTTPException as error:
            if not is_dead(error):
                raise
            return False
        token = Token(hook, sent)
        await self._replace_by(sent, token, view)
        await self._edit_with(token, self.drawing.draw(view))
        return True

    def _is_closing(self, error: discord.HTTPException) -> bool:
        """True if a refusal means that the channel is closed to the bot; note that, and log it once."""
        if not is_closed(error):
            return False
        if not self._refusal_logged:
            self.position.about(log).warning("can't show the board (%s)", in_one_line(error))
        self.closed = self._refusal_logged = True
        return True

    async def _is_open(self) -> None:
        """Note that the channel is open, and run pending deletions there."""
        self.closed = self._refusal_logged = False
        await self._deletions.reopen(self._table.channel_id.__eq__)

    def _note(self, error: Exception, what: str) -> None:
        self.position.about(log).info("%s (%s)", what, in_one_line(error))
        self.expect_late(error)
