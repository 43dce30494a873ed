"""A table's message: its id, its state, and newer messages below it."""

import asyncio
import hashlib
import logging

from cogs.discord_link.payloads import (
    BotInteraction,
    about_channel,
    clicked_message,
    newest_message,
)
from cogs.discord_link.request_errors import REQUEST_ERRORS, in_one_line
from cogs.discord_link.wire import Wire
from cogs.language import words
from cogs.messages.board.states import (
    IN_REPLACEMENT,
    MESSAGE_TRANSITIONS,
    WITHOUT_MESSAGE,
    MessageEvent,
    at_start,
)
from cogs.messages.cleanup import Cleanup
from engine.live.log_lines import About
from engine.live.table import Table
from engine.table.state import Stage
from engine.table.view import TableView
from engine.values.tables import TableMessage

log = logging.getLogger(__name__)

OLD_SECONDS = 45 * 60
"""Age at which a deal moves the board: Discord limits edits of messages older than an hour."""

MANY = 5


def nonce_of(*numbers: int) -> str:
    """Return a nonce of 24 characters. For some minutes Discord sends no second message with the same nonce."""
    text = ".".join(map(str, numbers))
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


class Position:
    def __init__(self, wire: Wire, table: Table, cleanup: Cleanup) -> None:
        self._wire = wire
        self._table = table
        self._cleanup = cleanup
        self.id, self.first = table.message
        resumed = table.view.resumed or table.view.stage is Stage.CLOSED
        self.state = at_start(self.id, resumed=resumed)
        self.round = table.view.board if self.id else 0
        """The round it shows, or 0."""
        self._left: int | None = None
        """The previous message, if it stays, until the next one is saved."""
        self._newest = 0
        """The newest message at a player's last action."""
        self._ignored: set[int] = set()
        self._buried = False
        self._counting: asyncio.Event | None = None
        """Set when the running count ends."""

    def happens(self, event: MessageEvent) -> None:
        """Change the message's state. Raises `KeyError` for an impossible event."""
        self.state = MESSAGE_TRANSITIONS[self.state, event]

    @property
    def has_message(self) -> bool:
        """False before the first message and after a deletion."""
        return self.state not in WITHOUT_MESSAGE

    @property
    def is_noted(self) -> bool:
        """True if the bank has a note to delete the message."""
        return self.id in self._cleanup.noted

    @property
    def is_older_than_a_day(self) -> bool:
        """True if the message is missing, or too old to show a farewell in."""
        return self._cleanup.is_old(self.id or 0)

    @property
    def jump_url(self) -> str:
        return words.link(self._table.guild_id, self._table.channel_id, self.id)

    def next_nonce(self) -> str:
        """Return the nonce for the next message; the same after a restart."""
        return nonce_of(self._table.table_id, self.id or 0)

    def is_under(self, interaction: BotInteraction) -> bool:
        return self.id is not None and clicked_message(interaction) == self.id

    def look_below(self, interaction: BotInteraction) -> None:
        """Note the channel's newest message at an interaction; if unknown, assume a new one."""
        newest = newest_message(interaction)
        self._newest = interaction.id if newest is None else newest

    def ignore(self, message_id: int) -> None:
        """Don't count this message below the board: the bot will delete it."""
        self._ignored.add(message_id)

    async def find_buried(self) -> None:
        """Count the messages below the board; if there are `MANY`, the next view moves it to a new message."""
        if self.id is None or self._buried:
            return
        if self._counting is not None:
            await self._counting.wait()
            return
        self._counting = asyncio.Event()
        try:
            await self._count_below(self.id)
        finally:
            self._counting.set()
            self._counting = None

    async def _count_below(self, board: int) -> None:
        try:
            below = await self._wire.count_after(self._table.channel_id, board, MANY)
        except REQUEST_ERRORS as error:
            failure = "the bot could not count the messages below the board (%s)"
            self.about(log).info(failure, in_one_line(error))
        else:
            self._buried = below >= MANY and board == self.id  # a newer board is below them

    def must_leave(self, view: TableView, *, may_wait: bool = True) -> bool:
        """Return True if this view needs a new message; for a new round only if it `may_wait` for the rate limit."""
        if self.id is None or not self.has_message or view.board < self.round:
            return False
        if self.state in IN_REPLACEMENT or self._buried:
            return True
        if view.board == self.round or not may_wait:
            return False
        buried = self._newest > self.id and self._newest not in self._ignored
        return buried or self._cleanup.is_old(self.id, OLD_SECONDS)

    async def move_to(self, message_id: int, view: TableView, *, stays: bool) -> None:
        """Make this message the board and save it; `stays` if the previous one needs no further edits.

        Raises `StorageTrouble`: then call `save` again.
        """
        self.happens(MessageEvent.MOVED)
        self._left, self.id = self.id if stays else None, message_id
        self.round = self.first = view.board
        self._newest, self._buried = 0, False
        self._ignored.clear()
        await self.save()

    async def save(self) -> None:
        """Save the message's id if it has changed. Raises `StorageTrouble`."""
        if self._table.message != (now := TableMessage(self.id, self.first)):
            left = None if self._cleanup.is_due(self._left) else self._left
            await self._table.remember_message(now, left)
            self._cleanup.noted.discard(left)
            self._left = None

    def about(self, log: logging.Logger, **numbers: int | None) -> About:
        """Return a logger for lines about the table; `numbers` are further fields, or replace the message."""
        table, numbers = self._table, {"message_id": self.id} | numbers
        numbers |= {"table": table.table_id, "guild": table.guild_id, "round": self.round or None}
        return about_channel(log, self._wire.client, table.channel_id, **numbers)
