"""`--sandbox`: the bot with a small Discord of its own, to be tried by whoever opens a page."""

import asyncio
import math
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from cogs.gateway.retry import CannotStart
from cogs.startup.settings_sources import of_each

if TYPE_CHECKING:
    from cogs.startup.client import BlackjackBot
    from sandbox import Sandbox

SANDBOX_TOKEN: Final = "sandbox"  # noqa: S105 - the sandbox takes any token


@asynccontextmanager
async def sandbox_at(port: int, servers: int = 1) -> AsyncIterator["Sandbox"]:
    """A sandbox on this port, with so many servers, which lie on as many shards. Raises `CannotStart`."""
    from sandbox import PortInUseError, Sandbox, StartLimit

    # Whoever tries the bot does not wait until the next process may begin its session.
    at_once = StartLimit(max_concurrency=servers, seconds=0)
    sandbox = Sandbox(port=port, guilds=servers, shards=servers, starts=at_once)
    try:
        await sandbox.start()
    except PortInUseError as error:
        raise CannotStart(f"{str(error).removesuffix('.')} with --port.") from None
    try:
        yield sandbox
    finally:
        await sandbox.stop()


def tell_where_to_play(bot: "BlackjackBot", url: str) -> None:
    """Print the address as soon as somebody can play there: the tables are open, and the commands known."""
    from cogs.startup.client import COMMANDS

    async def tell() -> None:
        bot.remove_listener(tell, "on_online")
        await bot.background.settled(COMMANDS)
        print(f"Play at {url} (Ctrl-C stops)", flush=True)

    bot.add_listener(tell, "on_online")


async def run_together(
    command: Sequence[str], count: int, port: int, metrics_port: int | None
) -> None:
    """A sandbox, and so many processes of this command on it, until cancelled. Raises `CannotStart`."""
    from cogs.tools.together import before_any_ends, together

    async with sandbox_at(port, count) as sandbox:
        shared = {"DISCORD_API_URL": sandbox.api_url, "DISCORD_TOKEN": SANDBOX_TOKEN}
        each = [shared | one for one in of_each(count, metrics_port)]
        async with together(command, each) as ends:
            ready = sandbox.wait_for(
                lambda: sandbox.bot_online and sandbox.world.commands, math.inf
            )
            await before_any_ends(ready, ends)
            print(f"Play at {sandbox.url} (Ctrl-C stops)", flush=True)
            await asyncio.Event().wait()
