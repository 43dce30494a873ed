"""The message that shows a table: where it is, and the ways in which it can be changed.

There are three. The answer to an interaction is the quickest. After it, the interaction's token opens the message for
fifteen minutes, even in a channel that is closed to the bot; Discord counts neither. Without them the message is
edited, or another one is sent, in the channel.

One message shows round after round. Another one takes its place at a deal, when somebody has written below it or it is
so old that Discord takes few edits; when it is gone; and when somebody asks for the table. What it leaves behind is a
line that tells how the rounds went that were played on it.
"""

import logging
from collections.abc import Awaitable, Callable
from functools import partial

import discord

from cogs.board.messages.deletions import Deletions, back_of_a_card
from cogs.board.messages.late_requests import LateRequests
from cogs.board.messages.position import DRAWS, Position, Token, is_dead, nonce_of
from cogs.board.messages.renderer import Drawing, Renderer
from cogs.board.parts import Layout
from cogs.gateway.payloads import BotInteraction
from cogs.gateway.request_errors import (
    ANSWERED,
    INVALID_FORM,
    LOST_MESSAGE,
    REQUEST_ERRORS,
    code_of,
    in_one_line,
    is_closed,
)
from cogs.gateway.requests import ANSWER_SECONDS, REQUEST_SECONDS, Errands, Try, answer, once
from cogs.gateway.waiting_clicks import acknowledge
from cogs.gateway.wire import Hook, Wire
from engine.live.table import Table
from engine.table.state import Stage
from engine.table.view import TableView

log = logging.getLogger(__name__)

GONE = LOST_MESSAGE | {INVALID_FORM}
"""After these refusals of an edit no board can be drawn there: an answer may have become a text since."""

OVERTAKEN_SECONDS = 0.5
"""How long a first answer may still take when there is something newer to show."""


class BoardMessage:
    """The message of one table. A failed request raises one of `REQUEST_ERRORS`; the next call goes on from there."""

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
        """Whether the channel refuses the bot, as far as is known."""
        self._host_knows = False
        """Whether the host was told so."""
        self._late = late
        if table.view.resumed:
            late.expect(soon=False)
        self._summaries: dict[int, Layout] = {}
        """What the messages tell that were left while a late request could still change them."""
        self._token: Token | None = None
        self._last_via: BotInteraction | None = None
        """The last interaction that something was to be shown for: its token may show what it did not show at once."""
        self._last_hook: Hook | None = None
        """What is kept of it while there is nothing to show."""
        self._answering: Try | None = None
        self.acknowledging = Errands("acknowledge")
        self._unconfirmed = table.view.resumed or table.view.stage is Stage.CLOSED
        """Whether the next message may have been sent already: by another life, or by a request that failed."""

    @property
    def is_reachable(self) -> bool:
        """Whether there is a way to change the message, as far as is known."""
        return not self.closed or (
            self._token is not None and not self._wire.is_expired(self._token.via)
        )

    def overtake(self, via: BotInteraction | None) -> None:
        """There is something newer to show: hurry an answer that is under way, and only acknowledge `via`."""
        if self._answering is not None:
            self._answering.hurry(OVERTAKEN_SECONDS)
        if via is not None:
            self._last_via = via
            acknowledge(self.acknowledging, via)

    def doubt(self, error: Exception) -> None:
        """Note whether what failed like this may be carried out all the same, and late."""
        refused = isinstance(error, discord.DiscordException) and getattr(error, "status", 0) < 500
        if not refused:
            self._late.expect()

    def is_counted(self, view: TableView) -> bool:
        """Whether Discord counts the request that shows this without an interaction, as far as is known."""
        return self._is_to_move(view, None) or self._newest_token() is None

    def _is_to_move(self, view: TableView, via: BotInteraction | None) -> bool:
        """Whether another message is to take the place of this one, or is to be the first."""
        # What is answered has not to wait.
        is_answer = via is not None and self.position.is_under(via)
        may_wait = not is_answer or self._wire.budget.has_room
        leaves = not self.closed and self.position.is_to_leave(view, may_wait=may_wait)
        return leaves or self.position.id is None

    def rest(self) -> None:
        """There is nothing to show: keep only the token of the last interaction, a tenth of its size."""
        if self._last_via is not None and not self.acknowledging:
            self._newest_token()
            self._last_hook, self._last_via = Hook.of(self._last_via), None

    async def show(self, view: TableView, via: BotInteraction | None) -> None:
        """Show a view, as the answer to `via` where there is one; a view of an earlier board than is shown is left out.

        Raises what is `REQUEST_ERRORS`, and what the bank raises.
        """
        self._last_via = via or self._last_via
        await self.drawing.learn(view)
        await self.position.keep()
        if via is not None and via.type is discord.InteractionType.application_command:
            if await self._answer_command(via, view):
                return
            via = None
        if view.board < self.position.round:
            if via is not None:
                acknowledge(self.acknowledging, via)
        elif self._is_to_move(view, via):
            await self._leave(view, via)
            await self._send(view, via)
        else:
            self.position.round = view.board
            drawn = self.drawing.draw(view)
            if via is not None and await self._answer_click(via, drawn):
                return
            if not await self._edit(drawn, partial(self._send_by_token, view, via)):
                # It may be there all the same, with an older board.
                await self._discard()
                await self._send(view, via)

    # Leaving a message for another one

    async def _leave(self, view: TableView, via: BotInteraction | None) -> None:
        """The message tells how the rounds before this view's went; if none was played on it, it is deleted.

        After a kill on the way, the next life does this again, and finds the other message by its nonce.
        """
        if self.position.id is None:
            return
        drawn = await self.drawing.rounds_over(self.position.first, view.board - 1)
        if drawn is None:
            if via is not None:
                acknowledge(self.acknowledging, via)
            await self._discard()
            return
        await self._deletions.keep(self._table.channel_id, self.position.id)
        if via is None or not await self._answer_click(via, drawn):
            await self._edit(drawn, self._delete)
        if self._late:
            self._summaries[self.position.id] = drawn

    async def _discard(self) -> None:
        """Delete the message. The bank has a note of it until Discord has deleted it."""
        await self._deletions.keep(self._table.channel_id, self.position.id or 0)
        await self._delete()

    async def _delete(self) -> bool:
        """A board that can't be drawn is deleted, now or later: always True."""
        channel_id = self._table.channel_id
        if await self._deletions.delete(channel_id, self.position.id or 0):
            self._unconfirmed = False
            # So the channel is open, and what had to be left there goes, too.
            await self._deletions.reopen(channel_id.__eq__)
        return True

    async def sum_up_again(self) -> None:
        """Draw the summaries once more that a late request may have drawn over. One that can't be drawn is deleted.

        The bank has a note to delete each of them until no request can come late: a kill before costs the summary.
        """
        channel_id = self._table.channel_id
        for message_id, drawn in list(self._summaries.items()):
            await self._table.make_sure()
            try:
                await once(self._wire.edit(channel_id, message_id, drawn))
            except REQUEST_ERRORS as error:
                self.position.about(log).info("a summary is deleted (%s)", in_one_line(error))
                del self._summaries[message_id]
                await self._deletions.delete(channel_id, message_id)
            else:
                if not self._late:
                    del self._summaries[message_id]
                    await self._deletions.spare(message_id)

    async def _take_place(self, message_id: int, token: Token, view: TableView) -> None:
        """This message, which the token opens, takes the place of the one there is.

        What may have been sent there unconfirmed would be a second board: it is deleted, or the next try finds it.
        """
        await self._leave(view, None)
        if self._unconfirmed:
            await self._deletions.delete_unconfirmed(
                self._table.channel_id, self._nonce(), later=self.closed
            )
            self._unconfirmed = False
        await self._move_to(message_id, token, view)

    async def _move_to(self, message_id: int, token: Token | None, view: TableView) -> None:
        """Note that this message, which has no buttons yet, shows the table from now on."""
        self._token = token
        stays = self.position.id not in self._summaries
        await self.position.move_to(message_id, view, stays=stays)

    def _nonce(self) -> str:
        """The nonce of the message that takes the place of this one; the same after a restart."""
        return nonce_of(self._table.table_id, self.position.id or 0)

    # By the answer to an interaction

    async def _answer_click(self, via: BotInteraction, drawn: Layout) -> bool:
        """Draw the message as the answer to a click on it. Returns whether that was done."""
        if via.response.is_done():
            return False
        if self.position.is_under(via):
            await self._table.make_sure()
            # Cut off at any time: the limits of a token concern nobody else.
            self._answering = Try(ANSWER_SECONDS, prompt=True)
            try:
                await self._answering.make(via.response.edit_message(view=drawn))
            except REQUEST_ERRORS as error:
                self._note(error, "an answer did not get through")
            else:
                self._is_there()
                return True
            finally:
                self._answering = None
        acknowledge(self.acknowledging, via)
        return False

    async def _answer_command(self, via: BotInteraction, view: TableView) -> bool:
        """The board becomes the answer to a command. Its id is kept before it has buttons: so a kill in between leaves
        no second board."""
        if via.response.is_done():
            return False
        try:
            message_id = await self._defer(via)
        except REQUEST_ERRORS as error:
            self._note(error, "a command could not be answered")
            return False
        if message_id is None:
            return False
        await self._take_place(message_id, Token(Hook.of(via)), view)
        return await self._edit(self.drawing.draw(view), partial(self._send_by_token, view, via))

    async def _defer(self, via: BotInteraction) -> int | None:
        """The id of the message that says that the bot is thinking; None where something else was said."""
        try:
            taken = await answer(via.response.defer)
        except discord.HTTPException as error:
            if code_of(error) != ANSWERED:
                raise
            # A try before was taken, although it failed: this one, or that of a sentence.
            given = await once(via.original_response())
            return given.id if given.flags.loading else None
        return None if taken is None else taken.message_id

    # By the token of an interaction, or in the channel

    async def _edit(self, drawn: Layout, where_closed: Callable[[], Awaitable[bool]]) -> bool:
        """Edit the message, or do what helps `where_closed`. Returns False where the message is gone."""
        is_there = await self._edit_by_token(drawn)
        if is_there is not None:
            return is_there
        try:
            return await self._edit_in_channel(drawn)
        except discord.HTTPException as error:
            if not self._is_closing(error) or not await where_closed():
                raise
        return True

    async def _edit_in_channel(self, drawn: Layout) -> bool:
        """Edit the message. Returns whether it is still there."""
        await self._table.make_sure()
        editing = self._wire.edit(self._table.channel_id, self.position.id or 0, drawn)
        try:
            await once(editing)
        except discord.HTTPException as error:
            if code_of(error) in GONE:
                return False
            raise
        self._is_there()
        await self._is_open()
        return True

    async def _edit_by_token(self, drawn: Layout) -> bool | None:
        """Edit the message. Returns whether it is still there, or None where there is no token that does it now."""
        if (token := self._newest_token()) is None:
            return None
        try:
            await self._edit_with(token, drawn)
        except discord.HTTPException as error:
            if code_of(error) in GONE:
                return False
            if not is_dead(error):
                raise
            self._token = self._last_via = self._last_hook = None
            return None
        except discord.RateLimited:
            if self.closed:
                raise
            self._token = self._last_via = self._last_hook = None
            return None
        self._is_there()
        return True

    async def _edit_with(self, token: Token, drawn: Layout) -> None:
        """Cut off at any time, as an answer: the limits of a token concern nobody else."""
        await self._table.make_sure()
        editing = self._wire.edit_by_token(token.via, token.follow_up, drawn)
        await Try(REQUEST_SECONDS, prompt=True).make(editing)

    def _newest_token(self) -> Token | None:
        """What draws the message uncounted: the last click on it, once that is answered, or what was there before."""
        via = self._last_via
        if (
            via is not None
            and (self._token is None or self._token.via.id != via.id)
            and self.position.is_under(via)
            and via.response.type in DRAWS
        ):
            self._token = Token(Hook.of(via))
        if (token := self._token) is None or self._wire.is_expired(token.via):
            return None
        return token

    def _is_there(self) -> None:
        """The message could be drawn: unless it is being left, no other one has been sent in its place."""
        if not self.position.is_being_left:
            self._unconfirmed = False

    async def _send(self, view: TableView, via: BotInteraction | None) -> None:
        """Send another message. It gets its buttons when the bank has its id: so whatever happens, a later life knows
        each message that can be clicked."""
        if self.closed and await self._send_by_token(view, via):
            return
        await self._table.make_sure()
        self._unconfirmed = True
        try:
            request = self._wire.send(self._table.channel_id, back_of_a_card(), self._nonce())
            sent = await once(request)
        except discord.HTTPException as error:
            if self._is_closing(error) and await self._send_by_token(view, via):
                return
            raise
        self._unconfirmed = False
        await self._is_open()
        await self._move_to(sent, None, view)
        drawn = self.drawing.draw(view)
        if not await self._edit(drawn, partial(self._send_by_token, view, via)):
            self.position.about(log).warning(
                "the board is shown with the next move: it was taken away"
            )

    async def _send_by_token(self, view: TableView, via: BotInteraction | None) -> bool:
        """Send a message that follows an interaction: this one, or the one that the board has answered last."""
        last = self._last_hook if self._last_via is None else Hook.of(self._last_via)
        held = self._token.via if self._token else None
        for one in (None if via is None else Hook.of(via), last, held):
            if (
                one is not None
                and not self._wire.is_expired(one)
                and await self._follow_up(one, view)
            ):
                return True
        return False

    async def _follow_up(self, hook: Hook, view: TableView) -> bool:
        """Returns whether the token still works. It opens nothing before the first answer.

        Such a message has no nonce. It gets its buttons when its id is kept: so one that was sent, although Discord
        said that it failed, is no second board.
        """
        await self.acknowledging.done(hook.id)
        try:
            following = self._wire.follow_up(hook, back_of_a_card())
            sent = await Try(REQUEST_SECONDS, prompt=True).make(following)
        except discord.HTTPException as error:
            if not is_dead(error):
                raise
            return False
        token = Token(hook, sent)
        await self._take_place(sent, token, view)
        await self._edit_with(token, self.drawing.draw(view))
        return True

    def _is_closing(self, error: discord.HTTPException) -> bool:
        """Whether a refusal says that the channel is closed to the bot; it is noted, and the host is told once."""
        if not is_closed(error):
            return False
        if not self._host_knows:
            self.position.about(log).warning("the board can't be shown (%s)", in_one_line(error))
        self.closed = self._host_knows = True
        return True

    async def _is_open(self) -> None:
        """The channel has taken something: what had to be left there is taken away."""
        self.closed = self._host_knows = False
        await self._deletions.reopen(self._table.channel_id.__eq__)

    def _note(self, error: Exception, what: str) -> None:
        self.position.about(log).info("%s (%s)", what, in_one_line(error))
        self.doubt(error)
