"""Several bots of one application, each like a process with its share of two shards."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TypeVar

from cogs.host.settings import read_settings
from cogs.startup.client import BlackjackBot
from sandbox import Channel, LoopClock, StartLimit
from tests.bot.casino import Ids
from tests.bot.hosted import hosted_bot
from tests.bot.luck import Luck
from tests.bot.reading import round_of
from tests.clock import ManualClock
from tests.driver import MessageView, Sandbox, Server
from tests.patient import AT_ONCE, PatientClock

T = TypeVar("T")

STEP = 0.2
"""Seconds by which the bots' clock advances between two checks."""


class Hosts:
    """Starts and stops bots on one sandbox and one database. Their clock runs while a test waits."""

    def __init__(self, sandbox: Sandbox, address: str, clock: ManualClock) -> None:
        self.sandbox = sandbox
        self.address = address
        self.clock = clock
        self._running: dict[BlackjackBot, tuple[AsyncExitStack, asyncio.Task[None]]] = {}

    async def start(self, process: int, processes: int = 2, **settings: str) -> BlackjackBot:
        """Start a bot; return when it is connected, active or on standby."""
        values = {
            "DISCORD_API_URL": self.sandbox.api_url,
            "DATABASE": self.address,
            "PROCESS": str(process),
            "PROCESSES": str(processes),
            "SHARDS": "2" if processes > 1 else "auto",
            "JOIN_SECONDS": "0",
            "DEALER_SECONDS": "0",
            "CARD_PICTURES": "off",
            "NUDGE_SECONDS": "0",
            "TURN_SECONDS": "3600",  # time runs a hundred times faster here
        }
        stack = AsyncExitStack()
        running = hosted_bot(read_settings(values | settings), clock=self.clock, luck=Luck())
        bot = await self.during(stack.enter_async_context(running))
        task = asyncio.create_task(bot.start("test-token"), name=f"process {process}")
        self._running[bot] = stack, task
        await self.until(lambda: bot.is_whole or task.done())
        if task.done():
            await self.stop(bot)
        return bot

    async def playing(self, process: int, processes: int = 2, **settings: str) -> BlackjackBot:
        """Start a bot; return when it is active and has its commands."""
        bot = await self.start(process, processes, **settings)
        await self.until(lambda: bot.ownership.is_ours)
        await self.settled(bot)
        return bot

    async def settled(self, bot: BlackjackBot) -> None:
        """Wait for the bot's background tasks."""
        await self.during(bot.background.settled())

    async def stop(self, bot: BlackjackBot) -> None:
        """Stop a bot gracefully."""
        stack, task = self._running.pop(bot)
        await bot.close()
        await task
        await stack.aclose()

    async def close(self) -> None:
        """Stop all bots."""
        for bot in list(self._running):
            await self.stop(bot)

    async def until(self, condition: Callable[[], object]) -> None:
        """Let time pass until a condition holds."""
        while not condition():
            self.clock.advance(STEP)
            await asyncio.sleep(0.002)

    async def during(self, work: Awaitable[T]) -> T:
        """Let time pass until an awaitable is done; return its result."""
        task = asyncio.ensure_future(work)
        await self.until(task.done)
        return await task

    def server_of(self, shard: int) -> Server:
        """Return the server of this shard."""
        servers = (self.sandbox.guild(number) for number in (1, 2))
        return next(server for server in servers if (server.id >> 22) % 2 == shard)

    def channel_of(self, shard: int) -> Channel:
        """Return a channel in the server of this shard."""
        return self.server_of(shard).channel("blackjack")

    async def open(self, shard: int) -> MessageView:
        """Open a table in a server of this shard; return its message."""
        channel = self.channel_of(shard)
        user = self.sandbox.user(1)
        await user.command(channel, "blackjack", rules="hotseat")
        await self.sandbox.wait_for(lambda: self.boards(shard))
        return self.boards(shard)[-1]

    def boards(self, shard: int) -> list[MessageView]:
        """Return the table messages there, oldest first."""
        messages = self.sandbox.user(1).messages(self.channel_of(shard))
        return [one for one in messages if not one.ephemeral and round_of(one)]


@asynccontextmanager
async def hosts_on(
    address: str,
    starts: StartLimit = AT_ONCE,
    discord_clock: Callable[[ManualClock], LoopClock] | None = None,
) -> AsyncIterator[Hosts]:
    """Yield bots on a Discord with two servers, optionally with its own clock; stop them at the end."""
    clock = ManualClock()
    shown = discord_clock(clock) if discord_clock else PatientClock()
    async with Sandbox(clock=shown, starts=starts, guilds=2) as sandbox:
        sandbox.world.snowflakes = Ids(clock)
        hosts = Hosts(sandbox, address, clock)
        try:
            yield hosts
        finally:
            await hosts.close()
