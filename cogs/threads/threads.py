"""The threads of tables: each is made for one table, and locked and archived when that is over."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, TypeVar

import discord

from cogs.gateway import tries
from cogs.gateway.interactions import place
from cogs.gateway.request_budget import Rank
from cogs.gateway.request_errors import REQUEST_ERRORS, code_of, in_one_line, passes
from cogs.gateway.tries import NoAnswer, once
from cogs.gateway.wire import ThreadKind, Wire
from engine.live.table import Table

log = logging.getLogger(__name__)

T = TypeVar("T")

Rest = Callable[[], Awaitable[object]]

SECONDS = 5.0
"""How long a request may be under way."""

PATIENCE = 8.0
"""Seconds after which nobody waits for a thread any more, whatever Discord keeps the bot waiting for."""

TRIES = 3
"""How often a thread is tried to be put away; Discord archives it by itself when a day has gone without a message."""

MISSING_PERMISSIONS = 50013


class Threads:
    """Makes threads, and puts them away."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._tasks: set[asyncio.Task[Any]] = set()
        """Those that are being made, and what came too late."""

    async def make(self, parent_id: int, kind: ThreadKind, name: str) -> int:
        """The id of a new thread in a channel. Raises what is `REQUEST_ERRORS`.

        A request that waits for a rate limit is not cut off, lest others wait for ever: what comes late is put away.
        """
        making = self._begin(self._made(parent_id, kind, name))
        done, _ = await asyncio.wait({making}, timeout=PATIENCE)
        if not done:
            making.add_done_callback(self._came_late)
            raise NoAnswer(f"no thread within {PATIENCE:g} s")
        return making.result()

    async def put_away(self, table: Table, rest: Rest) -> None:
        """Lock and archive the thread of a table that has closed; a failure is only logged. `rest` comes between tries.

        To lock it takes the permission to manage threads; to archive it, to have made it.
        """
        if table.parent_id is not None:
            locked = self._may_lock(table.guild_id, table.parent_id)
            await self._put_away(table.channel_id, locked=locked, rest=rest)

    async def drop(self, thread_id: int) -> None:
        """Put a thread away in which no table was opened."""
        await self._put_away(thread_id, locked=False, rest=partial(asyncio.sleep, 0))

    async def finish(self) -> None:
        """Wait until what is under way is done, but no longer than `STOP_SECONDS`."""
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=tries.STOP_SECONDS)
            for task in late:
                task.cancel()

    async def _made(self, parent_id: int, kind: ThreadKind, name: str) -> int:
        self._wire.budget.use(await self._turn())
        return await once(self._wire.make_thread(parent_id, kind, name), SECONDS)

    async def _turn(self) -> asyncio.Future[float]:
        """The turn of a request that somebody waits for."""
        turn = self._wire.budget.turn(Rank.BOARD)
        await turn
        return turn

    def _came_late(self, making: asyncio.Task[int]) -> None:
        if not making.cancelled() and making.exception() is None:
            self._begin(self.drop(making.result()))

    def _begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work, name="thread")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _may_lock(self, guild_id: int, parent_id: int) -> bool:
        """Whether the bot may manage threads, as far as is known."""
        guild = self._wire.client.get_guild(guild_id)
        channel = None if guild is None else guild.get_channel(parent_id)
        me: discord.Member | None = None if guild is None else guild.me
        return channel is None or me is None or channel.permissions_for(me).manage_threads

    async def _put_away(self, thread_id: int, *, locked: bool, rest: Rest) -> None:
        name, left = place(self._wire.client, thread_id), TRIES
        while left:
            try:
                await once(self._wire.put_away(thread_id, locked=locked), SECONDS)
            except REQUEST_ERRORS as error:
                log.info("%s is not put away: %s", name, in_one_line(error))
                left -= 1
                if locked and code_of(error) == MISSING_PERMISSIONS:
                    locked = False
                elif passes(error) and left:
                    await rest()
                else:
                    return
            else:
                return
