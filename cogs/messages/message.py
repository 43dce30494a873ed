"""The message that shows a table: where it is, and the ways in which it can be changed.

There are three. The answer to an interaction is the quickest. After it the interaction's token opens the message for
fifteen minutes, also where the channel is closed to the bot; Discord counts neither. Without them the message is
edited, or another one is sent, in the channel.

One message shows round after round. Where a round is dealt and somebody has written below it, or it is so old that
Discord takes few edits of it, another one takes its place; so it is where it is gone, and when somebody asks for the
table. What it leaves behind is a line that tells how the rounds have gone that were played on it.
"""

import logging
from collections.abc import Mapping

import discord

from cogs.gateway.interactions import BotInteraction, newest_message, place
from cogs.gateway.request_errors import (
    ANSWERED,
    CLOSED_TO_US,
    INVALID_FORM,
    LOST_MESSAGE,
    REQUEST_ERRORS,
    TOO_MANY,
    code_of,
    in_one_line,
)
from cogs.gateway.tries import ANSWER_SECONDS, Try, answer, once
from cogs.gateway.waiting_clicks import Acknowledging
from cogs.gateway.wire import Wire
from cogs.messages.deletions import Deletions, back_of_a_card
from cogs.messages.renderer import Renderer
from cogs.messages.token import DRAWS, Token, is_dead, nonce_of
from cogs.table.layout import Layout
from engine.about import About
from engine.live.table import Table
from engine.table.state import Stage
from engine.table.view import TableView
from engine.values.played import Share, Sitting
from engine.values.tables import TableMessage

log = logging.getLogger(__name__)

EDIT_SECONDS = 5.0
"""How long an edit may be under way before it is given up and tried again."""

OLD_SECONDS = 45 * 60
"""After which a message is left at the next deal: of what is older than an hour Discord takes few edits."""

MANY = 5
"""Messages below the board after which nobody finds it."""

GONE = LOST_MESSAGE | {INVALID_FORM}
"""After these refusals of an edit no board can be drawn there: an answer may have become a text since."""

OVERTAKEN_SECONDS = 0.5
"""How long a first answer may still take when something newer is to be shown."""


class BoardMessage:
    """The message of one table. A failed request raises one of `REQUEST_ERRORS`; the next call goes on from there."""

    def __init__(self, wire: Wire, table: Table, renderer: Renderer, deletions: Deletions) -> None:
        self._wire = wire
        self._table = table
        self._renderer = renderer
        self._deletions = deletions
        self.id, self._first = table.message
        self.round = table.view.board if self.id else 0
        """The round that the message shows, as far as is known."""
        self.closed = False
        """Whether the channel refuses the bot, as far as is known."""
        self.in_doubt = False
        """Whether a request that was given up could still arrive, and put an older picture over a newer one."""
        self._token: Token | None = None
        self._last_via: BotInteraction | None = None
        """The last interaction that something was to be shown for: what it did not show at once, it may show later."""
        self._leaving = deletions.is_noted(self.id)
        """Whether another message is about to take the place of this one; that is kept, until the other one is."""
        self._sent = _is_from_before(table)
        """Whether Discord may have been sent another in the place of this one, without the bot knowing of it."""
        self._left: int | None = None
        """The message that was left, until it is kept that another one has taken its place."""
        self._told: tuple[int, Layout] | None = None
        """The message that was left last, if something that was given up could still draw it as it was."""
        self._newest = 0
        """The newest message that somebody who acted has seen in the channel."""
        self._ours: set[int] = set()
        """Messages below the board that bury nothing."""
        self._deep = False
        """Whether so much is written below that another message is to take the place of this one at once."""
        self._unkept = False
        """Whether the bank has failed to keep the message's id."""
        self._host_knows = False
        """Whether the host knows that the channel is closed."""
        self._answering: Try | None = None
        self._sitting: Sitting | None = None
        """What the goodbye tells of."""
        self._shares: Mapping[int, Share] = {}
        """What it tells of people's decisions, by the user, once that is known."""
        self._ended: tuple[int, int | None] = (0, None)
        """The last round that is over, by its number at the table, and its number in `/history`."""
        self.acknowledging = Acknowledging()

    @property
    def is_reachable(self) -> bool:
        """Whether there is a way to change the message, as far as is known."""
        return not self.closed or (self._token is not None and not self._token.via.is_expired())

    @property
    def is_older_than_a_day(self) -> bool:
        """Whether the message is too old for a goodbye; also where there is none."""
        return self._deletions.is_old(self.id or 0)

    def is_under(self, via: BotInteraction) -> bool:
        """Whether this is a click on the message."""
        return via.message is not None and via.message.id == self.id

    def overtake(self, via: BotInteraction | None) -> None:
        """Something newer is to be shown: an answer that is under way is not waited for much longer, and `via` is only
        acknowledged."""
        if self._answering is not None:
            self._answering.hurry(OVERTAKEN_SECONDS)
        if via is not None:
            self._last_via = via
            self.acknowledging.begin(via)

    def is_counted(self, view: TableView) -> bool:
        """Whether showing this without an interaction is a request that Discord counts, as far as is known."""
        return self._is_to_move(view, None) or self._newest_token() is None

    def is_no_writing(self, message_id: int) -> None:
        """A message of the bot's own, which is deleted soon, does not bury the board."""
        self._ours.add(message_id)

    async def is_deep(self) -> bool:
        """Whether so much is written below the board that it is to move. A failure says that it is not."""
        if self.id is None or self.closed or self._deep:
            return self._deep
        try:
            below = await self._wire.count_after(self._table.channel_id, self.id, MANY)
        except REQUEST_ERRORS as error:
            self.about(log).info("what is below the board is not known (%s)", in_one_line(error))
            return False
        self._deep = below >= MANY
        return self._deep

    def _is_to_move(self, view: TableView, via: BotInteraction | None) -> bool:
        """Whether another message is to take the place of this one, if there is one."""
        if self.id is None:
            return True
        if self.closed or view.board < self.round:
            return False
        if self._leaving or self._deep:
            return True
        if view.board == self.round:
            return False
        if via is not None and self.is_under(via) and not self._wire.budget.has_room:
            return False  # what is answered has not to wait
        buried = self._newest > self.id and self._newest not in self._ours
        return buried or self._deletions.is_old(self.id, OLD_SECONDS)

    def doubt(self, error: Exception) -> None:
        """Note whether what failed like this may be carried out all the same, and late."""
        refused = isinstance(error, discord.DiscordException) and getattr(error, "status", 0) < 500
        self.in_doubt = self.in_doubt or not refused

    async def show(self, view: TableView, via: BotInteraction | None) -> None:
        """Show a view, as the answer to `via` where there is one. One of an earlier board than is shown is left out.

        Raises what is `REQUEST_ERRORS`, and what the bank raises.
        """
        self._last_via = via or self._last_via
        if view.stage is Stage.CLOSED:
            self._sitting = await self._look_back()
        await self._look_up(view)
        await self._keep()
        if via is not None and via.type is discord.InteractionType.application_command:
            if await self._answer_command(via, view):
                return
            via = None
        if view.board < self.round:
            if via is not None:
                self.acknowledging.begin(via)
            return
        if self._is_to_move(view, via):
            await self._leave(view, via)
            await self._send(view, via)
            return
        self.round = view.board
        if via is not None and await self._answer_click(via, self._draw(view)):
            return
        if not await self._edit(view, via):
            await self._send(view, via)

    async def _look_back(self) -> Sitting | None:
        sitting = await self._renderer.sitting(self._table)
        return None if sitting is None else sitting.judged(self._shares)

    async def knows_more(self) -> bool:
        """Wait until all is known that a goodbye can tell, and say whether that is more than it tells. Raises what the
        bank raises."""
        told = self._sitting
        if told is None:
            return False
        self._shares = await self._renderer.shares(self._table, self._ended[1] or 0)
        return await self._look_back() != told

    async def _look_up(self, view: TableView) -> None:
        """Learn the number in `/history` of the round that is told of."""
        ended = view.last or view.before
        if ended is not None and ended.round_number != self._ended[0]:
            self._ended = ended.round_number, await self._renderer.round_id(ended)

    def look_below(self, via: BotInteraction) -> None:
        """Note which message was the newest in the channel; where that is not said, it may be any."""
        newest = newest_message(via)
        self._newest = via.id if newest is None else newest

    # Leaving a message for another one

    async def _leave(self, view: TableView, via: BotInteraction | None) -> None:
        """The message tells how the rounds before this view's have gone, if any were played on it; else it is deleted.

        Where the bot is killed on the way, the next one does this again, and finds the other message by its nonce.
        """
        if self.id is None:
            return
        drawn = await self._renderer.rounds_over(self._table, self._first, view.board - 1)
        if drawn is None:
            if via is not None:
                self.acknowledging.begin(via)
            await self._delete(self.id)
            return
        if not self._leaving:
            await self._deletions.keep(self._table.channel_id, self.id)
            self._leaving = True
        if via is None or not await self._answer_click(via, drawn):
            await self._draw_over(drawn)
        self._told = (self.id, drawn) if self.in_doubt else None

    async def _delete(self, message_id: int) -> None:
        channel_id = self._table.channel_id
        if await self._deletions.delete(channel_id, message_id):
            self._sent = False
            # So the channel is open, and what had to be left there goes, too.
            await self._deletions.reopen(channel_id.__eq__)

    async def _draw_over(self, drawn: Layout) -> None:
        """Draw this in the place of the board, if that is still there; a board that can't be drawn is deleted."""
        if await self._edit_by_token(drawn) is None:
            try:
                await self._edit_in_channel(drawn)
            except discord.HTTPException as error:
                if self._is_closing(error):
                    await self._delete(self.id or 0)
                elif code_of(error) not in GONE:
                    raise

    async def tell_again(self) -> None:
        """Draw the message before once more, where something older may have come in late. A failure is only logged."""
        if self._told is None:
            return
        (message_id, drawn), self._told = self._told, None
        editing = self._wire.edit(self._table.channel_id, message_id, drawn)
        try:
            await once(editing, EDIT_SECONDS)
        except REQUEST_ERRORS as error:
            self.about(log).info(
                "what is left of a board is not drawn again (%s)", in_one_line(error)
            )

    async def _delete_sent(self) -> None:
        """What Discord may have been sent in the place of this message would be a second board beside the one that is
        made now. Raises what may pass, rather than forget it: with the next try that message is the board."""
        if not self._sent:
            return
        channel_id = self._table.channel_id
        if self.closed:
            self._deletions.seek(channel_id, self._nonce())
        else:
            await self._deletions.delete_sent(channel_id, self._nonce())
        self._sent = False

    def _nonce(self) -> str:
        """By it Discord knows the message again that takes the place of this one, after a restart too."""
        return nonce_of(self._table.table_id, self.id or 0)

    # By the answer to an interaction

    async def _answer_click(self, via: BotInteraction, drawn: Layout) -> bool:
        """Draw the message as the answer to a click on it. Returns whether that was done."""
        if via.response.is_done():
            return False
        if self.is_under(via):
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
        self.acknowledging.begin(via)
        return False

    async def _answer_command(self, via: BotInteraction, view: TableView) -> bool:
        """The board becomes the answer to a command. Its id is known, and kept, before it has buttons: a bot that is
        killed in between leaves no second board behind."""
        if via.response.is_done():
            return False
        try:
            message_id = await self._defer(via)
        except REQUEST_ERRORS as error:
            self._note(error, "a command could not be answered")
            return False
        if message_id is None:
            return False
        await self._leave(view, None)
        await self._delete_sent()
        self._token = Token(via=via)
        await self._moved_to(message_id, view)
        return await self._edit(view, via)

    async def _defer(self, via: BotInteraction) -> int | None:
        """The id of the message that says that the bot is thinking; None where something else was said."""
        try:
            taken = await answer(via.response.defer)
        except discord.HTTPException as error:
            if code_of(error) != ANSWERED:
                raise
            # A try before was taken, although it failed: this one, or that of a sentence.
            given = await once(via.original_response(), EDIT_SECONDS)
            return given.id if given.flags.loading else None
        return None if taken is None else taken.message_id

    # In the channel, or by the token of an interaction

    async def _edit(self, view: TableView, via: BotInteraction | None) -> bool:
        """Edit the message, or send another one where that is the only way. Returns False where it is gone."""
        shown = await self._edit_by_token(drawn := self._draw(view))
        if shown is not None:
            return shown
        try:
            await self._edit_in_channel(drawn)
        except discord.HTTPException as error:
            if code_of(error) in GONE:
                return False
            if not self._is_closing(error) or not await self._send_by_token(view, via):
                raise
        return True

    async def _edit_in_channel(self, drawn: Layout) -> None:
        await self._table.make_sure()
        editing = self._wire.edit(self._table.channel_id, self.id or 0, drawn)
        await once(editing, EDIT_SECONDS)
        self._is_there()
        await self._is_open()

    def _is_there(self) -> None:
        """The message could be drawn: as long as it is not being left, no other one has been sent in its place."""
        if not self._leaving:
            self._sent = False

    async def _edit_by_token(self, drawn: Layout) -> bool | None:
        """Edit the message. Returns whether it is still there, or None where there is no token that does it now."""
        if (token := self._newest_token()) is None:
            return None
        try:
            await self._edit_with(token, drawn)
        except discord.HTTPException as error:
            if code_of(error) in GONE:
                return False
            if not is_dead(error) and (error.status != TOO_MANY or self.closed):
                raise
            self._token = self._last_via = None
            return None
        self._is_there()
        return True

    async def _edit_with(self, token: Token, drawn: Layout) -> None:
        """Cut off at any time, as an answer: the limits of a token concern nobody else."""
        await self._table.make_sure()
        editing = self._wire.edit_by_token(token.via, token.follow_up, drawn)
        try:
            await Try(EDIT_SECONDS, prompt=True).make(editing)
        finally:
            token.note_edit()

    def _newest_token(self) -> Token | None:
        """What draws the message without being counted: the last click on it, once that is answered, or what was there
        before."""
        via = self._last_via
        is_new = self._token is None or self._token.via is not via
        if via is not None and is_new and self.is_under(via) and via.response.type in DRAWS:
            self._token = Token(via=via)
        return self._token if self._token is not None and self._token.works else None

    async def _send(self, view: TableView, via: BotInteraction | None) -> None:
        if self.closed and await self._send_by_token(view, via):
            return
        await self._table.make_sure()
        known, self._sent = self._sent, True
        try:
            request = self._wire.send(self._table.channel_id, self._draw(view), self._nonce())
            sent = await once(request, EDIT_SECONDS)
        except discord.HTTPException as error:
            if self._is_closing(error) and await self._send_by_token(view, via):
                return
            raise
        self._sent = False
        self._token = None
        await self._is_open()
        await self._moved_to(sent, view)
        if known:
            # It may have been sent before: then Discord has given back that message, as it was.
            await self._edit(view, via)

    async def _send_by_token(self, view: TableView, via: BotInteraction | None) -> bool:
        """Send a message that follows an interaction: this one, or the one that the board has answered last."""
        held = self._token.via if self._token else None
        for one in (via, self._last_via, held):
            if one is not None and not one.is_expired() and await self._follow_up(one, view):
                return True
        return False

    async def _follow_up(self, via: BotInteraction, view: TableView) -> bool:
        """Returns whether the token still works. It opens nothing before the first answer.

        Such a message has no nonce: it gets its buttons when its id is kept, so that one that was sent although Discord
        said that it failed is no second board.
        """
        await self.acknowledging.done(via)
        request = via.followup.send(
            view=back_of_a_card(), allowed_mentions=discord.AllowedMentions.none(), wait=True
        )
        try:
            sent = await once(request, EDIT_SECONDS)
        except discord.HTTPException as error:
            if not is_dead(error):
                raise
            return False
        await self._leave(view, None)
        await self._delete_sent()
        self._token = Token(via=via, follow_up=sent.id)
        await self._moved_to(sent.id, view)
        await self._edit_with(self._token, self._draw(view))
        return True

    def _is_closing(self, error: discord.HTTPException) -> bool:
        """Whether a refusal says that the channel is closed to the bot; it is noted, and the host is told once."""
        if code_of(error) not in CLOSED_TO_US:
            return False
        if not self._host_knows:
            self.about(log).warning("the board can't be shown (%s)", in_one_line(error))
        self.closed = self._host_knows = True
        return True

    async def _is_open(self) -> None:
        """The channel has taken something: what had to be left there is taken away."""
        self.closed = self._host_knows = False
        await self._deletions.reopen(self._table.channel_id.__eq__)

    async def _moved_to(self, message_id: int, view: TableView) -> None:
        """The table is shown there now. Raises what the bank raises: then `show` goes on from here."""
        self._left = self.id if self._leaving else None
        self.id, self.round, self._first = message_id, view.board, view.board
        self._newest, self._deep, self._leaving, self._unkept = 0, False, False, True
        self._ours.clear()
        await self._keep()

    async def _keep(self) -> None:
        """Keep where the table is shown, if the bank does not know. Raises what the bank raises."""
        if self._unkept and self.id is not None:
            await self._table.remember_message(TableMessage(self.id, self._first))
            self._unkept = False
            if self._left is not None:
                await self._deletions.spare(self._left)
                self._left = None

    # What it needs

    def _note(self, error: Exception, what: str) -> None:
        self.about(log).info("%s (%s)", what, in_one_line(error))
        self.doubt(error)

    def about(self, log: logging.Logger) -> About:
        """Lines about the table: `#casino, table 3`."""
        number, channel_id = self._table.table_id, self._table.channel_id
        words = f"{place(self._wire.client, channel_id)}, table {number}"
        return About(log, words, table=number, channel=channel_id, round=self.round)

    def _draw(self, view: TableView) -> Layout:
        return self._renderer.draw(self._table, view, self._sitting, self._ended[1])


def _is_from_before(table: Table) -> bool:
    """Whether another life of the bot may have shown this table."""
    return table.view.resumed or table.view.stage is Stage.CLOSED
