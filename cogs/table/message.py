"""The message that shows a table: where it is, and the ways in which it can be changed.

There are three. The answer to an interaction is the quickest, and outside the bot's rate limit. Without one the
message is edited, or the next one is sent, in the channel. And where the channel is closed to the bot, the token of
the last interaction that the board has answered still opens it, for fifteen minutes.
"""

import asyncio
import hashlib
import logging
from dataclasses import dataclass

import discord
from discord import ui

from cogs.log_words import place
from cogs.table.artist import Artist
from cogs.tries import ANSWER_SECONDS, ServerFailed, Try, acknowledge, in_time, once
from cogs.trouble import CLOSED_TO_US, DEAD_TOKEN, TROUBLE, code_of, in_one_line, quietly
from engine.table import Table
from engine.view import TableView

log = logging.getLogger(__name__)

BotInteraction = discord.Interaction[discord.Client]

EDIT_SECONDS = 5.0
"""How long an edit may be under way before it is given up and tried again."""

OVERTAKEN_SECONDS = 0.5
"""How long a first answer may still take when something newer is to be shown."""

NOBODY = discord.AllowedMentions.none()
"""The client's default does not reach an edit that has no content."""

_LOST = frozenset({10008, 50005, 50021})
"""Unknown message, somebody else's message, a system message: there is nothing left to edit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Token:
    """An interaction that can change the board: its first answer is the board, or a message that followed."""

    via: BotInteraction
    follow_up: int | None = None

    async def edit(self, view: ui.LayoutView) -> None:
        if self.follow_up is None:
            await self.via.edit_original_response(view=view, allowed_mentions=NOBODY)
        else:
            followup = self.via.followup
            await followup.edit_message(self.follow_up, view=view, allowed_mentions=NOBODY)


class BoardMessage:
    """The message of one table. What goes wrong is raised as one of `TROUBLE`; the next call goes on from there."""

    def __init__(self, client: discord.Client, table: Table, artist: Artist) -> None:
        self._client = client
        self._table = table
        self._artist = artist
        self.id, self.round = table.message
        self.closed = False
        """Whether the channel refuses the bot, as far as is known."""
        self.in_doubt = False
        """Whether a request that was given up could still arrive, and put an older picture over a newer one."""
        self._token: _Token | None = None
        self._loading = False
        """Whether the message is an answer that only says that the bot is thinking."""
        self._told = False
        """Whether the host knows that the channel is closed."""
        self._left_behind: list[int] = []
        """Messages that could not be deleted when another one took their place."""
        self._answering: Try | None = None
        self._nonces: set[str] = set()
        self._acknowledging: set[asyncio.Task[None]] = set()

    def acknowledge(self, via: BotInteraction) -> None:
        """The board is on its way in another request; the click itself needs an answer within three seconds."""
        task = asyncio.create_task(acknowledge(via), name="acknowledge")
        self._acknowledging.add(task)
        task.add_done_callback(self._acknowledging.discard)

    @property
    def is_reachable(self) -> bool:
        """Whether there is a way to change the message, as far as is known."""
        return not self.closed or (self._token is not None and not self._token.via.is_expired())

    def is_under(self, via: BotInteraction) -> bool:
        """Whether this is a click on the message, and the message shows its round."""
        return via.message is not None and via.message.id == self.id

    def doubt(self, error: Exception) -> None:
        """Whether a request that failed like this was carried out is not known, or only will be."""
        refused = isinstance(error, (discord.DiscordException, ServerFailed))
        self.in_doubt = self.in_doubt or not refused

    async def show(self, view: TableView, via: BotInteraction | None) -> None:
        """Show a view, as the answer to `via` where there is one."""
        if via is not None and await self._answer(via, view):
            return
        if self.id is not None and view.round_number <= self.round and await self._edit(view, via):
            return
        if view.round_number >= self.round:
            await self._send(view, via)

    # By the answer to an interaction

    async def _answer(self, via: BotInteraction, view: TableView) -> bool:
        """Show the view as the first answer to an interaction. Returns whether it is shown."""
        if via.response.is_done():
            return False
        if via.type is discord.InteractionType.application_command:
            return await self._answer_command(via, view)
        if self.is_under(via) and view.round_number == self.round:
            self._answering = Try(ANSWER_SECONDS)
            try:
                await self._answering.make(via.response.edit_message(view=self._draw(view)))
            except TROUBLE as error:
                self._note(error, "an answer did not get through")
            else:
                self._token, self._loading = _Token(via=via), False
                return True
            finally:
                self._answering = None
        self.acknowledge(via)
        if self.closed:
            # Its token may be the only way in, and opens nothing before the first answer.
            await asyncio.wait(self._acknowledging)
        return False

    async def _answer_command(self, via: BotInteraction, view: TableView) -> bool:
        """The board becomes the answer. Its id is known, and kept, before it has buttons: a bot that is killed in
        between leaves no second board behind."""
        try:
            answer = await in_time(via.response.defer)
        except TROUBLE as error:
            self._note(error, "a command could not be answered")
            return False
        if answer is None or answer.message_id is None:
            return False
        self._token, self._loading = _Token(via=via), True
        await self._moved_to(answer.message_id, view)
        return await self._edit(view, via)

    def overtake(self) -> None:
        """Something newer is to be shown: an answer that is under way is not waited for much longer."""
        if self._answering is not None:
            self._answering.hurry(OVERTAKEN_SECONDS)

    # In the channel, or by the token of an interaction

    async def _edit(self, view: TableView, via: BotInteraction | None) -> bool:
        """Edit the message. Returns whether it is still there."""
        shown = await self._edit_by_token(view) if self.closed or self._loading else None
        if shown is not None:
            return shown
        try:
            message = self._message(self.id or 0)
            await once(message.edit(view=self._draw(view), allowed_mentions=NOBODY), EDIT_SECONDS)
        except discord.HTTPException as error:
            if code_of(error) in _LOST:
                return False
            if not self._is_closing(error):
                raise
            if (shown := await self._edit_by_token(view)) is not None:
                return shown
            if via is None or via.is_expired():
                raise
            await self._send_by_token(view, via)
        else:
            await self._is_open()
        return True

    async def _edit_by_token(self, view: TableView) -> bool | None:
        """Edit the message. Returns whether it is still there, or None where the token has had its time."""
        if self._token is None or self._token.via.is_expired():
            self._token = None
            return None
        try:
            await once(self._token.edit(self._draw(view)), EDIT_SECONDS)
        except discord.HTTPException as error:
            if code_of(error) in _LOST:
                return False
            if code_of(error) not in DEAD_TOKEN and error.status != 401:
                raise
            self._token = None
            return None
        self._loading = False
        return True

    async def _send(self, view: TableView, via: BotInteraction | None) -> None:
        channel = self._client.get_partial_messageable(self._table.channel_id)
        by_token = self._token.via if self._token else via
        if self.closed and by_token is not None and not by_token.is_expired():
            await self._send_by_token(view, by_token)
            return
        nonce = self._nonce(view)
        known = nonce in self._nonces or (view.resumed and not self._nonces)
        self._nonces = {nonce}
        try:
            sent = await once(channel.send(view=self._draw(view), nonce=nonce), EDIT_SECONDS)
        except discord.HTTPException as error:
            if not self._is_closing(error) or by_token is None or by_token.is_expired():
                raise
            await self._send_by_token(view, by_token)
            return
        self._token = None
        await self._is_open()
        await self._moved_to(sent.id, view)
        if known:
            # It may have been sent before: then Discord has given back that message, as it was.
            await self._edit(view, via)

    async def _send_by_token(self, view: TableView, via: BotInteraction) -> None:
        drawn = self._draw(view)
        request = via.followup.send(view=drawn, allowed_mentions=NOBODY, wait=True)
        sent = await once(request, EDIT_SECONDS)
        self._token = _Token(via=via, follow_up=sent.id)
        await self._moved_to(sent.id, view)

    def _nonce(self, view: TableView) -> str:
        """By it Discord knows the message of a round again, after a restart too; one that it replaces is another."""
        replaced = self.id if self.round == view.round_number else None
        text = f"{self._table.table_id}.{view.round_number}.{replaced}"
        return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()

    def _is_closing(self, error: discord.HTTPException) -> bool:
        """Whether a refusal says that the channel is closed to the bot; it is noted, and the host is told once."""
        if code_of(error) not in CLOSED_TO_US:
            return False
        if not self._told:
            log.warning("%s: the board can't be shown (%s)", self.where, in_one_line(error))
        self.closed = self._told = True
        return True

    async def _is_open(self) -> None:
        """The channel has taken something: what had to be left there is taken away."""
        self.closed = self._loading = self._told = False
        left, self._left_behind = self._left_behind, []
        for message_id in left:
            await quietly(self._message(message_id).delete())

    async def _moved_to(self, message_id: int, view: TableView) -> None:
        """The table has a new message. An older one of the same round would be a second table: it is deleted first, so
        that a bot that is killed in between leaves none behind."""
        old, old_round = self.id, self.round
        if old is not None and old != message_id and old_round == view.round_number:
            await self._delete(old)
        self.id, self.round = message_id, view.round_number
        await self._table.remember_message(message_id, view.round_number)

    async def _delete(self, message_id: int) -> None:
        try:
            await once(self._message(message_id).delete(), EDIT_SECONDS)
        except TROUBLE as error:
            if code_of(error) not in _LOST:
                self._left_behind.append(message_id)
                log.info("%s: an older board is still there (%s)", self.where, in_one_line(error))

    # What it needs

    def _note(self, error: Exception, what: str) -> None:
        log.info("%s: %s (%s)", self.where, what, in_one_line(error))
        self.doubt(error)

    @property
    def where(self) -> str:
        """The table and its channel, for the log."""
        return f"{place(self._client, self._table.channel_id)}, table {self._table.table_id}"

    def _draw(self, view: TableView) -> ui.LayoutView:
        return self._artist.draw(self._table, view)

    def _message(self, message_id: int) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(self._table.channel_id)
        return channel.get_partial_message(message_id)
