"""Summaries in replaced messages, drawn again while a late request may draw an old board over them.

The bank has a note to delete each message until then; if the bot is killed before, the summary is lost.
"""

import logging

from cogs.discord_link.request_errors import REQUEST_ERRORS, in_one_line
from cogs.discord_link.requests import once
from cogs.discord_link.wire import Wire
from cogs.messages.board.late_requests import LateRequests
from cogs.messages.board.position import Position
from cogs.messages.board.states import MessageEvent
from cogs.messages.cleanup import Cleanup
from cogs.pages.parts import Layout
from engine.live.table import Table

log = logging.getLogger(__name__)


class Summaries:
    def __init__(
        self, wire: Wire, table: Table, position: Position, cleanup: Cleanup, late: LateRequests
    ) -> None:
        self._wire = wire
        self._table = table
        self._position = position
        self._cleanup = cleanup
        self._late = late
        self._drawn: dict[int, Layout] = {}
        """By message id."""

    def __contains__(self, message_id: int | None) -> bool:
        return message_id in self._drawn

    def add(self, message_id: int, drawn: Layout) -> None:
        """Remember a summary to draw it again if a late request is possible."""
        if self._late:
            self._drawn[message_id] = drawn

    async def redraw(self) -> None:
        """Draw all summaries again; delete a message if that fails."""
        channel_id = self._table.channel_id
        for message_id, drawn in list(self._drawn.items()):
            await self._table.ensure_owner()
            try:
                await once(self._wire.edit(channel_id, message_id, drawn))
            except REQUEST_ERRORS as error:
                lines, why = self._position.about(log, message_id=message_id), in_one_line(error)
                lines.info("the bot deletes a summary (it could not be drawn: %s)", why)
                del self._drawn[message_id]
                await self._cleanup.delete(channel_id, message_id)
            else:
                if not self._late:
                    await self._finish(message_id)

    async def _finish(self, message_id: int) -> None:
        del self._drawn[message_id]
        await self._cleanup.cancel(self._table.channel_id, message_id)
        if message_id == self._position.id and self._position.has_message:
            self._position.happens(MessageEvent.KEPT)
