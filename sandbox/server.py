"""Runs the simulated Discord server."""

import errno
import logging
import time
from collections.abc import Callable, Sequence
from email.utils import formatdate
from types import TracebackType
from typing import Self

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from sandbox.chat.interactions import Interactions
from sandbox.chat.messages import Messages
from sandbox.gateway.gateway import Gateway
from sandbox.gateway.identify import StartLimit
from sandbox.page.files import OriginCheck, in_url, page_routes
from sandbox.page.sockets import PAGE_SOCKET, PageSockets
from sandbox.people.actions import Actions
from sandbox.rest.api import PREFIX, REQUEST_BYTES, Api
from sandbox.rest.emojis import EmojiRoutes
from sandbox.rest.limits import RateLimits
from sandbox.rest.routes import ChannelRoutes, IdentityRoutes, InteractionRoutes
from sandbox.wire.limits import Limits
from sandbox.world.clock import Clock, LoopClock
from sandbox.world.world import World

HTTP_LOG = logging.getLogger("sandbox.http")
# Malformed HTTP, and clients that disconnect before the answer.
NO_ERRORS = (HttpProcessingError, web.RequestPayloadError, ConnectionError)
HTTP_LOG.addFilter(
    lambda record: not (record.exc_info and isinstance(record.exc_info[1], NO_ERRORS))
)


class PortInUseError(OSError):
    """Another program already listens on the sandbox's port."""


class Sandbox:
    """A simulated Discord server: one bot, users, and guilds that each have all the `channels`.

    Consecutive guilds belong to consecutive shards. `shards` is the number of shards recommended to the bot; `starts`
    limits its gateway sessions. `limits` enables rate limits; `Limits()` has Discord's own. `clock` measures timeouts
    and limits; `unix` returns the Unix seconds for ids.
    """

    def __init__(
        self,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        users: int = 6,
        channels: Sequence[str] = ("blackjack", "lounge", "high-rollers"),
        guilds: int = 1,
        bot: str = "Dealer",
        shards: int = 1,
        starts: StartLimit | None = None,
        limits: Limits | None = None,
        clock: Clock | None = None,
        unix: Callable[[], float] = time.time,
    ) -> None:
        if users < 1:
            raise ValueError("A sandbox needs at least one user.")
        if guilds < 1:
            raise ValueError("A sandbox needs at least one guild.")
        self.clock = clock = clock or LoopClock()
        self._host, self._port = host, port
        self.world = World(users=users, channels=channels, guilds=guilds, bot=bot, unix=unix)
        self._shards = shards
        self.limits = RateLimits(clock, lambda number: self.world.snowflakes.age(number), limits)
        self.gateway = Gateway(self.world, clock, starts or StartLimit())
        self._messages = Messages(self.world)
        self._interactions = Interactions(self.world, self._messages, clock)
        self.actions = Actions(
            world=self.world,
            gateway=self.gateway,
            interactions=self._interactions,
            messages=self._messages,
            clock=clock,
        )
        self._page = PageSockets(self.world, self.actions)
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        return self.world.base_url

    @property
    def api_url(self) -> str:
        """The REST API's address, which replaces https://discord.com/api/v10."""
        return self.world.base_url + PREFIX

    async def start(self) -> None:
        """Listen for HTTP requests; raises PortInUseError."""
        self._runner = web.AppRunner(
            self._application(), access_log=None, logger=HTTP_LOG, shutdown_timeout=0.5
        )
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self._port).start()
        except OSError as error:
            await self._runner.cleanup()
            if error.errno == errno.EADDRINUSE:
                text = f"Port {self._port} on {self._host} is in use; choose another one."
                raise PortInUseError(text) from None
            raise
        port = self._runner.addresses[0][1]
        self.world.base_url = f"http://{in_url(self._host)}:{port}"

    async def stop(self) -> None:
        self._interactions.close()
        if self._runner is not None:
            # First, because a page reconnects as soon as its socket is closed.
            for site in self._runner.sites:
                await site.stop()
        await self._page.close()
        await self.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.stop()

    def _application(self) -> web.Application:
        world, emojis = self.world, EmojiRoutes(self.world)
        interactions, messages, limits = self._interactions, self._messages, self.limits
        routes = (
            *IdentityRoutes(world, self.gateway, self._shards).routes(),
            *ChannelRoutes(world, messages, limits).routes(),
            *InteractionRoutes(world, interactions, messages, limits).routes(),
            *emojis.routes(),
        )
        app = web.Application(client_max_size=REQUEST_BYTES)
        app.on_response_prepare.append(self._date)
        OriginCheck(self._host).guard(app)
        app.add_routes([*page_routes(), web.get(PAGE_SOCKET, self._page.handle)])
        app.add_routes([web.get("/gateway", self.gateway.handle), *emojis.files()])
        app.add_routes([web.get("/gateway/", self.gateway.handle)])
        app.add_subapp(PREFIX, Api(world, limits).application(routes))
        return app

    async def _date(self, _: web.Request, response: web.StreamResponse) -> None:
        response.headers["Date"] = formatdate(self.world.snowflakes.now(), usegmt=True)

    @property
    def bot_online(self) -> bool:
        """True if the bot has connected the shards of all guilds."""
        return self.gateway.sessions.online
