"""Where a table's message is, what the bank keeps of that, with which token it is edited, and when another message is
to take its place."""

import hashlib
import logging
from dataclasses import dataclass

import discord
from discord import InteractionResponseType

from cogs.board.messages.deletions import Deletions
from cogs.gateway.payloads import (
    BotInteraction,
    clicked_message,
    newest_message,
    place,
)
from cogs.gateway.request_errors import DEAD_TOKEN, REQUEST_ERRORS, code_of, in_one_line
from cogs.gateway.wire import Hook, Wire
from cogs.language import words
from engine.live.log_lines import About
from engine.live.table import Table
from engine.table.view import TableView
from engine.values.tables import TableMessage

DRAWS = frozenset(
    {InteractionResponseType.message_update, InteractionResponseType.deferred_message_update}
)
"""The answers to a click after which its token draws the message that was clicked."""


@dataclass(frozen=True, slots=True)
class Token:
    """What an interaction can change: the message of the click, its answer, or (with an id) what followed."""

    via: Hook
    follow_up: int | None = None


def is_dead(error: discord.HTTPException) -> bool:
    """Whether the fifteen minutes of the token are over."""
    return code_of(error) in DEAD_TOKEN or error.status == 401


def nonce_of(*numbers: int) -> str:
    """A text of 24 characters; for some minutes Discord sends no second message with the same one."""
    text = ".".join(map(str, numbers))
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


log = logging.getLogger(__name__)

OLD_SECONDS = 45 * 60
"""After which a message is left at the next deal: Discord takes few edits of what is older than an hour."""

MANY = 5
"""Messages below the board after which nobody finds it."""


class Position:
    """Where the message of one table is, and what stands below it."""

    def __init__(self, wire: Wire, table: Table, deletions: Deletions) -> None:
        self._wire = wire
        self._table = table
        self._deletions = deletions
        self.id, self.first = table.message
        """The message's id, None while there is none; and the first round that was played on it."""
        self.round = table.view.board if self.id else 0
        """The round that the message shows, as far as is known."""
        self._left: int | None = None
        """The message that was left and stays, until the bank has saved the next one."""
        self._newest = 0
        """The newest message that somebody who acted has seen in the channel."""
        self._ours: set[int] = set()
        """Messages below the board that bury nothing."""
        self._deep = False
        """Whether so much is written below that the board is to move at once."""

    @property
    def jump_url(self) -> str:
        """A link to the message, or to its channel where there is none yet."""
        return words.link(self._table.guild_id, self._table.channel_id, self.id)

    @property
    def is_being_left(self) -> bool:
        """Whether another message is about to take the place of this one; the bank keeps that until it has."""
        return self.id in self._deletions.noted

    @property
    def is_older_than_a_day(self) -> bool:
        """Whether the message is too old for a goodbye; also where there is none."""
        return self._deletions.is_old(self.id or 0)

    def is_under(self, via: BotInteraction) -> bool:
        """Whether this is a click on the message."""
        return self.id is not None and clicked_message(via) == self.id

    def look_below(self, via: BotInteraction) -> None:
        """Note which message was the newest in the channel; where that is not said, it may be any."""
        newest = newest_message(via)
        self._newest = via.id if newest is None else newest

    def is_no_writing(self, message_id: int) -> None:
        """The bot deletes this message soon: it does not bury the board."""
        self._ours.add(message_id)

    async def is_deep(self) -> bool:
        """Whether so much is written below the board that it should move. After a failure: no."""
        if self.id is not None and not self._deep:
            channel_id = self._table.channel_id
            try:
                self._deep = await self._wire.count_after(channel_id, self.id, MANY) >= MANY
            except REQUEST_ERRORS as error:
                told = "what is below the board is not known (%s)"
                self.about(log).info(told, in_one_line(error))
        return self._deep

    def is_to_leave(self, view: TableView, *, may_wait: bool = True) -> bool:
        """Whether the table is to leave this message to show a view; at a deal only where a send `may_wait`."""
        if self.id is None or view.board < self.round:
            return False
        if self.is_being_left or self._deep:
            return True
        if view.board == self.round or not may_wait:
            return False
        buried = self._newest > self.id and self._newest not in self._ours
        return buried or self._deletions.is_old(self.id, OLD_SECONDS)

    async def move_to(self, message_id: int, view: TableView, *, stays: bool) -> None:
        """The table is shown there now; True if the message before `stays` as it is, and needs no more care.

        Raises what the bank raises: then `keep` goes on from here.
        """
        self._left, self.id = self.id if stays else None, message_id
        self.round = self.first = view.board
        self._newest, self._deep = 0, False
        self._ours.clear()
        await self.keep()

    async def keep(self) -> None:
        """Keep where the table is shown, if the bank does not know. Raises what the bank raises."""
        if self._table.message != (now := TableMessage(self.id, self.first)):
            left = None if self._deletions.is_due(self._left) else self._left
            await self._table.remember_message(now, left)
            self._deletions.noted.discard(left)
            self._left = None

    def about(self, log: logging.Logger) -> About:
        """Lines about the table: `#casino, table 3`."""
        number, channel_id = self._table.table_id, self._table.channel_id
        words = f"{place(self._wire.client, channel_id)}, table {number}"
        return About(log, words, table=number, channel=channel_id, round=self.round)
