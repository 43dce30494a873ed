"""Creates threads for single tables, and archives them afterwards."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

import discord

from cogs.discord_link.payloads import about_channel
from cogs.discord_link.request_errors import REQUEST_ERRORS, code_of, in_one_line, passes
from cogs.discord_link.requests import Errands, NoAnswer, once
from cogs.discord_link.wire import ThreadKind, Wire
from engine.live.table import Table

log = logging.getLogger(__name__)

Rest = Callable[[], Awaitable[object]]

PATIENCE = 8.0
"""Seconds."""

TRIES = 3
"""To archive a thread; Discord archives it after a quiet day."""

MISSING_PERMISSIONS = 50013


class Threads:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self.errands = Errands("thread")

    async def make(self, parent_id: int, kind: ThreadKind, name: str) -> int:
        """Create a thread and return its id.

        Raises `REQUEST_ERRORS`. After `PATIENCE` seconds the request continues in the background; a
        late thread is archived.
        """
        making = self.errands.begin(self._made(parent_id, kind, name))
        done, _ = await asyncio.wait({making}, timeout=PATIENCE)
        if not done:
            making.add_done_callback(self._came_late)
            raise NoAnswer(f"no thread within {PATIENCE:g} s")
        return making.result()

    async def _made(self, parent_id: int, kind: ThreadKind, name: str) -> int:
        await (turn := self._wire.budget.turn())  # a player waits for it
        self._wire.budget.use(turn)
        return await once(self._wire.make_thread(parent_id, kind, name))

    def _came_late(self, making: asyncio.Task[int]) -> None:
        if not making.cancelled() and making.exception() is None:
            self.errands.begin(self.drop(making.result()))

    async def drop(self, thread_id: int) -> None:
        await self._put_away(thread_id, locked=False, rest=partial(asyncio.sleep, 0))

    async def put_away(self, table: Table, rest: Rest) -> None:
        """Archive a closed table's thread; lock it if the bot is permitted to. Calls `rest` between tries."""
        if table.parent_id is None:
            return
        guild = self._wire.client.get_guild(table.guild_id)
        channel = None if guild is None else guild.get_channel(table.parent_id)
        me: discord.Member | None = None if guild is None else guild.me
        locked = channel is None or me is None or channel.permissions_for(me).manage_threads
        await self._put_away(table.channel_id, locked=locked, rest=rest, table_id=table.table_id)

    async def _put_away(
        self, thread_id: int, *, locked: bool, rest: Rest, table_id: int | None = None
    ) -> None:
        for left in reversed(range(TRIES)):
            try:
                await once(self._wire.put_away(thread_id, locked=locked))
            except REQUEST_ERRORS as error:
                lines = about_channel(log, self._wire.client, thread_id, table=table_id)
                lines.info("the bot could not archive the thread (%s)", in_one_line(error))
                if locked and code_of(error) == MISSING_PERMISSIONS:
                    locked = False
                elif passes(error) and left:
                    await rest()
                else:
                    return
            else:
                return
