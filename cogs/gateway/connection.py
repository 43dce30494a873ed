"""The bot's connection to Discord: the login, and a connection for each shard that this process runs."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord
import yarl

from cogs.gateway.library import forget_connections, set_shards
from cogs.gateway.request_errors import in_one_line, passes
from cogs.gateway.retry import Backoff, CannotStart, Stopped, Waits
from cogs.gateway.sessions import NO_TOKEN, Identifying, SessionBudget, TakeTurn, address
from cogs.gateway.shard import Shard, what
from engine.clock import Clock

log = logging.getLogger(__name__)


class Connection:
    """Logs a client in and keeps it on the gateway. Both raise `CannotStart` for what a person must mend.

    A client without `shard_count` runs as many shards as Discord recommends.
    """

    def __init__(
        self, client: discord.AutoShardedClient, clock: Clock, take_turn: TakeTurn
    ) -> None:
        self._client = client
        self._backoff = Backoff()
        self._waits = Waits(clock)
        self.sessions = SessionBudget(client, self._waits)
        self._identifying = Identifying(self._waits, take_turn)
        self._shards: dict[int, Shard] = {}

    @property
    def is_whole(self) -> bool:
        """Whether all shards of this process are connected."""
        return bool(self._shards) and all(shard.is_up for shard in self._shards.values())

    @property
    def latencies(self) -> list[tuple[int, float]]:
        """Each shard that has been connected, and the seconds until its last heartbeat was answered."""
        return [(n, one.socket.latency) for n, one in self._shards.items() if one.socket]

    def up(self, number: int) -> None:
        """To be called when the gateway has begun or resumed the session of a shard."""
        self._shards[number].up()

    def stop(self) -> None:
        """Wait for nothing any more."""
        self._waits.stop()

    async def close(self) -> None:
        """Leave the gateway."""
        self.stop()
        sockets = [shard.socket.close(1000) for shard in self._shards.values() if shard.socket]
        await asyncio.gather(*sockets, return_exceptions=True)

    async def log_in(self, login: Callable[[], Awaitable[None]]) -> None:
        """Log in, with as many tries as it takes."""
        while not self._waits.stopped:
            try:
                await login()
                return
            except Exception as error:
                # With the application known, the login is done: what follows it fails for reasons of its own.
                if self._client.application is not None:
                    raise
                _judge_login(error)
                seconds = self._backoff.next()
                log.warning("the login fails: %s; tried again in %.0f s", what(error), seconds)
            try:
                await self._waits.pause(seconds)
            except Stopped:
                return
            await forget_connections(self._client.http)

    async def stay(self) -> None:
        """Serve the gateway until the client is closed. One shard's trouble does not touch the others."""
        try:
            url = await self._prepare()
        except Stopped:
            return
        serving = [
            asyncio.create_task(shard.stay(url), name=f"shard {number}")
            for number, shard in self._shards.items()
        ]
        try:
            # An error that ends one shard ends all.
            await asyncio.gather(*serving)
        finally:
            for task in serving:
                task.cancel()
            await asyncio.wait(serving)

    async def _prepare(self) -> yarl.URL:
        """Find out which shards there are, and where. Raises `Stopped`, `CannotStart`."""
        client, count, ids = self._client, self._client.shard_count, self._client.shard_ids
        gateway = await self.sessions.find(len(ids) if ids else count, known=False)
        self._identifying.at_once = gateway.at_once
        count = count or gateway.shards
        set_shards(client, count, ids or range(count))
        self._shards = {
            number: Shard(number, client, self._waits, self.sessions, self._identifying)
            for number in ids or range(count)
        }
        return gateway.url


def _judge_login(error: Exception) -> None:
    if isinstance(error, discord.LoginFailure) or getattr(error, "status", None) == 401:
        raise CannotStart(NO_TOKEN) from None
    if isinstance(error, discord.HTTPException) and not passes(error):
        text = (
            f"DISCORD_API_URL ({address()}) answers with {in_one_line(error)} instead of a login."
        )
        raise CannotStart(text) from None
