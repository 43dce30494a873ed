"""The sandbox server: creates the parts, listens, starts and stops."""

import errno
import logging
import time
from collections.abc import Callable, Sequence
from email.utils import formatdate
from types import TracebackType
from typing import Self, TypeVar

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from sandbox.chat.interactions import Interactions
from sandbox.chat.messages import Messages
from sandbox.chat.views import Attachment, MessageView, everything
from sandbox.faults.faults import Faults
from sandbox.gateway.gateway import Gateway
from sandbox.gateway.identify import StartLimit
from sandbox.page.files import OriginCheck, in_url, page_routes
from sandbox.page.sockets import PAGE_SOCKET, PageSockets
from sandbox.people.actions import Actions
from sandbox.people.user import Server, User
from sandbox.rest.api import PREFIX, REQUEST_BYTES, Api
from sandbox.rest.emojis import EmojiRoutes
from sandbox.rest.limits import RateLimits
from sandbox.rest.records import CallbackRecord, RequestLog, RequestRecord
from sandbox.rest.routes import ChannelRoutes, IdentityRoutes, InteractionRoutes
from sandbox.wire.limits import Limits
from sandbox.wire.numbers import known_locale
from sandbox.world import shapes
from sandbox.world.clock import PATIENCE, Clock, LoopClock
from sandbox.world.objects import Channel, Event
from sandbox.world.world import World

T = TypeVar("T")
HTTP_LOG = logging.getLogger("sandbox.http")
# Malformed HTTP is answered with 400; a client may disconnect before the answer. Neither is an error of the server.
NO_ERRORS = (HttpProcessingError, web.RequestPayloadError, ConnectionError)
HTTP_LOG.addFilter(
    lambda record: not (record.exc_info and isinstance(record.exc_info[1], NO_ERRORS))
)


class PortInUseError(OSError):
    """The port is taken."""


class Sandbox:
    """A small Discord on loopback with one bot, users, and guilds that each have all the `channels`.

    The guilds lie on consecutive shards; guilds of `add_guild` on arbitrary ones. The bot may connect with any number
    of shards; `shards` is the recommended number, and `starts` limits its sessions. `limits` enables rate limits;
    `Limits()` has Discord's own. `clock` measures the 3 seconds, the 15 minutes and all limits; `unix` returns the Unix
    seconds for ids and timestamps.
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
        clock = clock or LoopClock()
        self._host, self._port = host, port
        self._log = RequestLog()
        self.world = World(users=users, channels=channels, guilds=guilds, bot=bot, unix=unix)
        self._shards = shards
        self._limits = RateLimits(clock, lambda number: self.world.snowflakes.age(number), limits)
        self._gateway = Gateway(self.world, clock, starts or StartLimit())
        self._messages = Messages(self.world)
        self._interactions = Interactions(self.world, self._messages, clock)
        self.faults = Faults(self.world, self._gateway, clock)
        self.actions = Actions(
            world=self.world,
            gateway=self._gateway,
            interactions=self._interactions,
            messages=self._messages,
            faults=self.faults,
            clock=clock,
        )
        self._page = PageSockets(self.world, self.actions)
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        """The page's address."""
        return self.world.base_url

    @property
    def api_url(self) -> str:
        """The replacement for https://discord.com/api/v10."""
        return self.world.base_url + PREFIX

    @property
    def gateway_url(self) -> str:
        """The gateway's address."""
        return self._gateway.url

    async def start(self) -> None:
        """Listen; raises PortInUseError when the port is taken."""
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
        """Stop listening and close every connection."""
        self.faults.clear()
        self._interactions.close()
        if self._runner is not None:
            # First: a page reconnects as soon as its socket is closed, and the new connection would stay open.
            for site in self._runner.sites:
                await site.stop()
        await self._page.close()
        await self._gateway.close()
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
        interactions, messages, limits = self._interactions, self._messages, self._limits
        routes = (
            *IdentityRoutes(world, self._gateway, self._shards).routes(),
            *ChannelRoutes(world, messages, limits).routes(),
            *InteractionRoutes(world, interactions, messages, self._log, limits).routes(),
            *emojis.routes(),
        )
        api = Api(faults=self.faults, log=self._log, world=world, limits=limits)
        app = web.Application(client_max_size=REQUEST_BYTES)
        app.on_response_prepare.append(self._date)
        OriginCheck(self._host).guard(app)
        app.add_routes([*page_routes(), web.get(PAGE_SOCKET, self._page.handle)])
        app.add_routes([web.get("/gateway", self._gateway.handle), *emojis.files()])
        app.add_routes([web.get("/gateway/", self._gateway.handle)])
        app.add_subapp(PREFIX, api.application(routes))
        return app

    async def _date(self, _: web.Request, response: web.StreamResponse) -> None:
        """Set the `Date` of an answer from the clock of the ids."""
        response.headers["Date"] = formatdate(self.world.snowflakes.now(), usegmt=True)

    def lift_limits(self) -> None:
        """End all rate limits."""
        self._limits.lift()

    def user(self, number: int) -> User:
        """The client of a user; the first is number 1 and the guild's owner."""
        return User(self.actions, self.world.users[number - 1])

    def guild(self, number: int = 1) -> Server:
        """A guild; the first is number 1."""
        return Server(self.actions, list(self.world.guilds.values())[number - 1])

    def add_guild(
        self,
        name: str,
        *,
        channels: Sequence[str] = ("general",),
        owner: int = 1,
        language: str | None = None,
    ) -> Server:
        """Add a guild with all users and the bot; the bot gets an event.

        `owner` is the number of a user. A guild with a `language` is a Community server.
        """
        person = self.world.users[owner - 1]
        guild = self.world.add_guild(name, person, language and known_locale(language))
        for channel in channels:
            self.world.add_channel(channel, guild)
        data = shapes.gateway_guild(self.world, guild)
        self.world.publish(Event(name="GUILD_CREATE", data=data, guild_id=guild.id))
        return Server(self.actions, guild)

    def file(self, attachment: Attachment) -> bytes:
        """The bytes of a message's file; raises LookupError when it is gone."""
        return self.world.files[attachment.id].data

    def channel(self, which: str | int) -> Channel:
        """A channel by its name or its index; raises LookupError."""
        channels = list(self.world.channels.values())
        if isinstance(which, int):
            return channels[which]
        for channel in channels:
            if channel.name == which:
                return channel
        raise LookupError(f"There is no channel {which!r}.")

    def message(self, message_id: int) -> MessageView:
        """A message by its id; raises LookupError."""
        message = self.world.find_message(message_id)
        if message is None:
            raise LookupError(f"There is no message {message_id}.")
        return MessageView(message)

    @property
    def requests(self) -> list[RequestRecord]:
        """The REST requests received, oldest first."""
        return list(self._log.requests)

    def requests_to(self, method: str, path: str) -> list[RequestRecord]:
        """The requests of a method whose path (after /api/v10) matches a pattern with `*`."""
        return self._log.find(method, path)

    @property
    def callbacks(self) -> list[CallbackRecord]:
        """The accepted first answers to interactions, oldest first."""
        return list(self._log.callbacks)

    @property
    def open_interactions(self) -> int:
        """Number of interactions that can still be answered or followed up."""
        return len(self._interactions)

    @property
    def sessions(self) -> int:
        """Number of gateway sessions, connected or resumable."""
        return len(self._gateway.sessions)

    @property
    def bot_online(self) -> bool:
        """True if the bot is connected with the shards of all guilds."""
        return self._gateway.sessions.online

    async def bot_ready(self, timeout: float = PATIENCE) -> None:
        """Wait until the bot is connected with the shards of all guilds."""
        await self.wait_for(lambda: self.bot_online, timeout)

    async def wait_for(self, predicate: Callable[[], T], timeout: float = PATIENCE) -> T:
        """Wait for the first true value of `predicate`, called now and after each change.

        Raises TimeoutError after `timeout` seconds, with the text of all channels.
        """
        try:
            return await self.world.changes.wait_for(predicate, timeout)
        except TimeoutError:
            unnoticed = "It happened, but nothing changed in the sandbox that would have shown it."
            what = unnoticed if predicate() else f"It did not happen in {timeout} s."
            raise TimeoutError(f"{what}\n{everything(self.world)}") from None
