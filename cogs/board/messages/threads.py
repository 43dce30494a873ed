"""The threads of tables: each is made for one table, and locked and archived when that is over."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

import discord

from cogs.gateway.payloads import place
from cogs.gateway.request_errors import REQUEST_ERRORS, code_of, in_one_line, passes
from cogs.gateway.requests import Errands, NoAnswer, once
from cogs.gateway.wire import ThreadKind, Wire
from engine.live.table import Table

log = logging.getLogger(__name__)

Rest = Callable[[], Awaitable[object]]

PATIENCE = 8.0
"""Seconds after which nobody waits for a thread any more, whatever Discord keeps the bot waiting for."""

TRIES = 3
"""How often a thread is tried to be put away; Discord archives it by itself after a day without a message."""

MISSING_PERMISSIONS = 50013


class Threads:
    """Makes threads, and puts them away."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self.errands = Errands("thread")

    async def make(self, parent_id: int, kind: ThreadKind, name: str) -> int:
        """The id of a new thread in a channel. Raises what is `REQUEST_ERRORS`.

        A long rate limit raises at once. A request that waits in the library for a short one is not cut off: Discord
        may have made the thread, and a late thread is put away.
        """
        making = self.errands.begin(self._made(parent_id, kind, name))
        done, _ = await asyncio.wait({making}, timeout=PATIENCE)
        if not done:
            making.add_done_callback(self._came_late)
            raise NoAnswer(f"no thread within {PATIENCE:g} s")
        return making.result()

    async def _made(self, parent_id: int, kind: ThreadKind, name: str) -> int:
        await (turn := self._wire.budget.turn())  # somebody waits for it
        self._wire.budget.use(turn)
        return await once(self._wire.make_thread(parent_id, kind, name))

    def _came_late(self, making: asyncio.Task[int]) -> None:
        if not making.cancelled() and making.exception() is None:
            self.errands.begin(self.drop(making.result()))

    async def drop(self, thread_id: int) -> None:
        """Put a thread away in which no table was opened."""
        await self._put_away(thread_id, locked=False, rest=partial(asyncio.sleep, 0))

    async def put_away(self, table: Table, rest: Rest) -> None:
        """Lock and archive the thread of a table that has closed; a failure is only logged. `rest` comes between tries.

        To lock it takes the permission to manage threads; to archive it, to have made it.
        """
        if table.parent_id is None:
            return
        guild = self._wire.client.get_guild(table.guild_id)
        channel = None if guild is None else guild.get_channel(table.parent_id)
        me: discord.Member | None = None if guild is None else guild.me
        locked = channel is None or me is None or channel.permissions_for(me).manage_threads
        await self._put_away(table.channel_id, locked=locked, rest=rest)

    async def _put_away(self, thread_id: int, *, locked: bool, rest: Rest) -> None:
        for left in reversed(range(TRIES)):
            try:
                await once(self._wire.put_away(thread_id, locked=locked))
            except REQUEST_ERRORS as error:
                name = place(self._wire.client, thread_id)
                log.info("%s is not put away: %s", name, in_one_line(error))
                if locked and code_of(error) == MISSING_PERMISSIONS:
                    locked = False
                elif passes(error) and left:
                    await rest()
                else:
                    return
            else:
                return
