"""Tracks if a table's channel is open or closed to the bot."""

import logging

import discord

from cogs.discord_link.request_errors import in_one_line, is_closed
from cogs.messages.board.position import Position
from cogs.messages.board.states import CHANNEL_TRANSITIONS, ChannelEvent, ChannelState
from cogs.messages.cleanup import Cleanup
from engine.live.table import Table

log = logging.getLogger(__name__)


class TableChannel:
    def __init__(self, table: Table, position: Position, cleanup: Cleanup) -> None:
        self._table = table
        self._position = position
        self._cleanup = cleanup
        self._state = ChannelState.OPEN

    @property
    def is_closed(self) -> bool:
        """True after a refusal, until the channel changes or accepts a request."""
        return self._state is ChannelState.CLOSED

    def _happens(self, event: ChannelEvent) -> None:
        self._state = CHANNEL_TRANSITIONS[self._state, event]

    def refuses(self, error: discord.HTTPException) -> bool:
        """Return True if this error closes the channel to the bot; log the first refusal."""
        if not is_closed(error):
            return False
        if self._state is ChannelState.OPEN:
            line = "Discord refused the board, its channel counts as closed (%s)"
            self._position.about(log).warning(line, in_one_line(error))
        self._happens(ChannelEvent.REFUSED)
        return True

    async def accept(self) -> None:
        self._happens(ChannelEvent.ACCEPTED)
        await self._cleanup.reopen(self._table.channel_id.__eq__)

    def reopen(self) -> None:
        """Note that the channel may be open again."""
        self._happens(ChannelEvent.CHANGED)
