"""What is kept for a server that the bot was removed from is put away a month later, unless the bot is invited again.

A server in an outage was not left: Discord goes on listing it.
"""

import asyncio
import logging
from collections.abc import Collection

import discord
from discord.ext import commands

from cogs.gateway.loops import Loop, Loops
from cogs.gateway.payloads import counted
from engine.bank.bank import Bank
from engine.clock import Clock, call_later, wall_time
from engine.live.open_tables import House

log = logging.getLogger(__name__)

DAY_SECONDS = 86_400.0
DAYS = 30
"""Until what is kept for a server is put away."""


class Departures(commands.Cog):
    """Looks which servers the bot is in: when all shards are connected, when a server goes or comes, and once a day."""

    def __init__(
        self, client: discord.Client, house: House, bank: Bank, clock: Clock, loops: Loops
    ) -> None:
        self._client = client
        self._house = house
        self._bank = bank
        self._clock = clock
        self._loops = loops
        self._listed = False
        """Whether Discord has listed all servers of this process."""
        self._left: Collection[int] = ()
        """The servers that are known to have been left."""
        self._due = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """The tables are this process's: look from now on."""
        if self._listed:
            self._due.set()
        self._task = asyncio.create_task(self._work(), name="departures")

    async def stop(self) -> None:
        """Leave it to the next start, or to another process."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
            self._task = None
        self._loops.ended(Loop.DEPARTURES)

    @commands.Cog.listener()
    async def on_online(self) -> None:
        """All shards of this process are connected."""
        self._listed = True
        self._due.set()

    @commands.Cog.listener()
    async def on_guild_remove(self, _guild: discord.Guild) -> None:
        """The bot was sent away, or the server is gone."""
        self._due.set()

    @commands.Cog.listener("on_guild_join")
    @commands.Cog.listener("on_guild_available")  # so called in the first seconds of a session
    async def on_guild(self, guild: discord.Guild) -> None:
        """The bot was invited, perhaps once more."""
        if guild.id in self._left:
            self._due.set()

    async def _work(self) -> None:
        await self._due.wait()
        while True:
            self._due.clear()
            await self._loops.until_done(Loop.DEPARTURES, self.look)
            timer = call_later(self._clock, DAY_SECONDS, self._due.set)
            try:
                await self._due.wait()
            finally:
                timer.cancel()

    async def look(self) -> None:
        """Note who left and who is back, and put away what is old enough. Raises `StorageTrouble`, `Refused`."""
        here = {guild.id for guild in self._client.guilds}
        left = await self._bank.departures()
        for guild_id in left.keys() & here:
            await self._bank.drop_departure(guild_id)
        new = await self._bank.guilds_in_use() - here - left.keys()
        self._left = left.keys() | new
        for guild_id in new:
            await self._bank.note_departure(guild_id)
            log.info("server %d was left: it is put away in %s", guild_id, counted(DAYS, "day"))
        until = wall_time(self._clock) - DAYS * DAY_SECONDS
        for guild_id in [one for one, at in left.items() if at <= until and one not in here]:
            await self._put_away(guild_id)

    async def _put_away(self, guild_id: int) -> None:
        by = self._client.user.id if self._client.user else 0
        await self._house.put_away(guild_id, by)
        await self._bank.drop_departure(guild_id)
        log.info("server %d is put away: its tables are closed, its settings deleted", guild_id)
