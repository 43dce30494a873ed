"""Completes a sent farewell with late figures, and archives the table's thread. `message.py` sends the farewell."""

import asyncio
import logging

from cogs.discord_link.request_errors import REQUEST_ERRORS, in_one_line
from cogs.messages.board.message import BoardMessage
from cogs.messages.threads import Rest, Threads
from engine.live.table import Table
from engine.values.bank import StorageTrouble

log = logging.getLogger(__name__)

COMPLETE_SECONDS = 30.0


class BoardFarewell:
    def __init__(self, table: Table, message: BoardMessage, threads: Threads) -> None:
        self._table = table
        self._message = message
        self._threads = threads
        self._completed = False

    async def shown(self) -> bool:
        """Save that the farewell is shown. The first call loads late data; return True if that changes the farewell."""
        await self.save()
        if self._completed:
            return False
        self._completed = True
        try:
            async with asyncio.timeout(COMPLETE_SECONDS):
                return await self._message.drawing.complete_farewell()
        except (*REQUEST_ERRORS, StorageTrouble) as error:  # a timeout is among them
            lines = self._message.position.about(log)
            lines.info("the bot could not complete the farewell (%s)", in_one_line(error))
            return False

    async def save(self) -> None:
        """Save that the farewell needs no further tries."""
        try:
            await self._table.say_farewell()
        except StorageTrouble as error:
            line = "the bank could not save the farewell, the next start tries again (%s)"
            self._message.position.about(log).error(line, error)

    async def put_thread_away(self, rest: Rest) -> None:
        await self._threads.put_away(self._table, rest)
