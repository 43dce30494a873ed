"""The bot's link to Discord: the login, and a connection for each shard that this process runs."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord
import yarl

from cogs.network.backoff import Backoff
from cogs.network.cannot_start import CannotStart
from cogs.network.request_errors import in_one_line, passes
from cogs.shards.identifying import Identifying, TakeTurn
from cogs.shards.shard import Shard, remembering, what
from cogs.shards.starts import NO_TOKEN, Starts, address
from cogs.shards.waits import Stopped, Waits
from engine.clock import Clock

log = logging.getLogger(__name__)


class Link:
    """Logs a client in and keeps it on the gateway. Both raise `CannotStart` for what a person must mend.

    A client without `shard_count` runs as many shards as Discord recommends.
    """

    def __init__(
        self, client: discord.AutoShardedClient, clock: Clock, take_turn: TakeTurn
    ) -> None:
        self._client = client
        self._clock = clock
        self._backoff = Backoff()
        self._waits = Waits(clock)
        self._starts = Starts(client, self._waits)
        self._identifying = Identifying(clock, self._waits, take_turn)
        self._shards: dict[int, Shard] = {}
        client.http.ws_connect = remembering(client.http.ws_connect)  # type: ignore[assignment,method-assign]

    @property
    def is_whole(self) -> bool:
        """Whether all shards of this process are connected."""
        return bool(self._shards) and all(shard.is_up for shard in self._shards.values())

    def up(self, number: int) -> None:
        """To be called when the gateway has begun or resumed the session of a shard."""
        self._shards[number].up()

    def stop(self) -> None:
        """Wait for nothing any more."""
        self._waits.stop()

    async def log_in(self, login: Callable[[], Awaitable[None]]) -> None:
        """Log in, with as many tries as it takes."""
        while not self._waits.stopped:
            try:
                await login()
            except Exception as error:
                # With the application known, the login is done: what follows it fails for reasons of its own.
                if self._client.application is not None:
                    raise
                _judge_login(error)
                if not await self._wait(f"the login fails: {what(error)}"):
                    return
                await self._forget_connections()
            else:
                return

    async def _wait(self, why: str) -> bool:
        """Wait a while before the next try; whether there is one."""
        seconds = self._backoff.next()
        log.warning("%s; tried again in %.0f s", why, seconds)
        try:
            await self._waits.pause(seconds)
        except Stopped:
            return False
        return True

    async def _forget_connections(self) -> None:
        """The library opens new ones with each login, and would leave the old ones open."""
        http = self._client.http
        await http.close()
        http.clear()
        http.connector = discord.utils.MISSING

    async def stay(self) -> None:
        """Serve the gateway until the client is closed. Trouble of one shard is none of the others'."""
        try:
            url = await self._prepare()
        except Stopped:
            return
        serving = [
            asyncio.create_task(shard.stay(url), name=f"shard {number}")
            for number, shard in self._shards.items()
        ]
        try:
            # Only what concerns all of them ends one by an error.
            await asyncio.gather(*serving)
        finally:
            for task in serving:
                task.cancel()
            await asyncio.wait(serving)

    async def _prepare(self) -> yarl.URL:
        """Find out which shards there are, and where. Raises `Stopped`, `CannotStart`."""
        client = self._client
        ids = client.shard_ids
        gateway = await self._starts.find(len(ids) if ids else client.shard_count, known=False)
        self._identifying.at_once = gateway.at_once
        client.shard_count = client._connection.shard_count = client.shard_count or gateway.shards
        client._connection.shard_ids = ids or range(client.shard_count)
        client._reconnect = True
        for number in client._connection.shard_ids:
            self._shards[number] = Shard(
                number,
                client,
                clock=self._clock,
                waits=self._waits,
                starts=self._starts,
                identifying=self._identifying,
            )
        return gateway.url


def _judge_login(error: Exception) -> None:
    if isinstance(error, discord.LoginFailure) or getattr(error, "status", None) == 401:
        raise CannotStart(NO_TOKEN) from None
    if isinstance(error, discord.HTTPException) and not passes(error):
        text = (
            f"DISCORD_API_URL ({address()}) answers with {in_one_line(error)} instead of a login."
        )
        raise CannotStart(text) from None
