"""Cleans up for a server a month after it removed the bot, unless it invites the bot again.

An outage is no departure: Discord still lists the server.
"""

import logging
from collections.abc import Collection

import discord
from discord.ext import commands

from cogs.discord_link.loops import Loop, Loops, Repeating
from cogs.discord_link.payloads import counted
from engine.bank.bank import Bank
from engine.clock import Clock, wall_time
from engine.live.log_lines import About
from engine.live.open_tables import House

log = logging.getLogger(__name__)

DAY_SECONDS = 86_400.0
DAYS = 30


class Departures(commands.Cog):
    """Looks for servers that have removed the bot: when all shards are connected, after a join or removal, and
    daily.
    """

    def __init__(
        self, client: discord.Client, house: House, bank: Bank, clock: Clock, loops: Loops
    ) -> None:
        self._client = client
        self._house = house
        self._bank = bank
        self._clock = clock
        self._listed = False
        self._left: Collection[int] = ()
        self._checks = Repeating(loops, Loop.DEPARTURES, self.look)

    def start(self) -> None:
        if self._listed:
            self._checks.wake()
        self._checks.start()

    async def stop(self) -> None:
        await self._checks.stop()

    @commands.Cog.listener()
    async def on_online(self) -> None:
        self._listed = True
        self._checks.wake()

    @commands.Cog.listener()
    async def on_guild_remove(self, _guild: discord.Guild) -> None:
        self._checks.wake()

    @commands.Cog.listener("on_guild_join")
    @commands.Cog.listener("on_guild_available")  # in the first seconds of a session
    async def on_guild(self, guild: discord.Guild) -> None:
        if guild.id in self._left:
            self._checks.wake()

    async def look(self) -> float:
        """Record removals and returns; a month after a removal, close the server's tables and delete its settings.

        Return the seconds until the next check. Raises `StorageTrouble`, `Refused`.
        """
        here = {guild.id for guild in self._client.guilds}
        left = await self._bank.departures()
        for guild_id in left.keys() & here:
            await self._bank.drop_departure(guild_id)
        new = await self._bank.guilds_in_use() - here - left.keys()
        self._left = left.keys() | new
        for guild_id in new:
            await self._bank.note_departure(guild_id)
            days = counted(DAYS, "day")
            _about(guild_id).info("the server removed the bot, cleanup in %s", days)
        until = wall_time(self._clock) - DAYS * DAY_SECONDS
        for guild_id in [one for one, at in left.items() if at <= until and one not in here]:
            await self._clean_up(guild_id)
        return DAY_SECONDS

    async def _clean_up(self, guild_id: int) -> None:
        by = self._client.user.id if self._client.user else 0
        await self._house.close_guild(guild_id, by)
        await self._bank.drop_departure(guild_id)
        _about(guild_id).info("the bot cleaned up (tables closed, settings deleted)")


def _about(guild_id: int) -> About:
    return About(log, f"server {guild_id}", guild=guild_id)
