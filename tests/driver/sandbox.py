"""The sandbox, a simulated Discord, under a test's control."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeVar

import sandbox
from sandbox import Channel
from sandbox.wire.numbers import known_locale
from sandbox.world import shapes
from sandbox.world.objects import Event, Guild
from tests.driver.clock import PATIENCE
from tests.driver.faults import Faults
from tests.driver.requests import RequestRecord
from tests.driver.servers import Server
from tests.driver.users import User
from tests.driver.views import Attachment, MessageView, everything

T = TypeVar("T")


class Sandbox(sandbox.Sandbox):
    """A simulated Discord with users, servers' owners, faults, and a log of requests."""

    @cached_property
    def faults(self) -> Faults:
        """Schedules faults, and controls the bot's permissions."""
        return Faults(self.world, self.gateway, self.clock)

    async def start(self) -> None:
        self.world.hooks = self.faults
        await super().start()

    async def stop(self) -> None:
        self.faults.clear()
        await super().stop()

    def lift_limits(self) -> None:
        self.limits.limits = None

    def user(self, number: int) -> User:
        """Return user `number`; user 1 owns the guilds."""
        return User(self.actions, self.world.users[number - 1])

    def guild(self, number: int = 1) -> Server:
        """Return guild `number`, counted from 1."""
        return Server(self.actions, list(self.world.guilds.values())[number - 1])

    def add_guild(
        self,
        name: str,
        *,
        channels: Sequence[str] = ("general",),
        owner: int = 1,
        language: str | None = None,
    ) -> Server:
        """Add a guild with all users and the bot, and send the bot an event.

        `owner` is a user's number. A guild with a `language` is a Community server.
        """
        next_id = self.world.snowflakes.next
        guild = Guild(
            id=next_id(),
            name=name,
            owner_id=self.world.users[owner - 1].id,
            manager_role_id=next_id(),
            member_role_id=next_id(),
            bot_role_id=next_id(),
            language=language and known_locale(language),
        )
        self.world.guilds[guild.id] = guild
        for channel in channels:
            self.world.add_channel(channel, guild)
        data = shapes.gateway_guild(self.world, guild)
        self.world.publish(Event(name="GUILD_CREATE", data=data, guild_id=guild.id))
        return Server(self.actions, guild)

    def file(self, attachment: Attachment) -> bytes:
        """Return an attachment's content; raises LookupError."""
        return self.world.files[attachment.id].data

    def channel(self, which: str | int) -> Channel:
        """Return a channel by its name, or its index from 0; raises LookupError."""
        channels = list(self.world.channels.values())
        if isinstance(which, int):
            return channels[which]
        for channel in channels:
            if channel.name == which:
                return channel
        raise LookupError(f"There is no channel {which!r}.")

    def message(self, message_id: int) -> MessageView:
        """Return a message; raises LookupError."""
        message = self.world.find_message(message_id)
        if message is None:
            raise LookupError(f"There is no message {message_id}.")
        return MessageView(message)

    @property
    def requests(self) -> list[RequestRecord]:
        """The REST requests received, oldest first."""
        return list(self.faults.log.requests)

    def requests_to(self, method: str, path: str) -> list[RequestRecord]:
        """Return the requests that match a method and a path pattern with `*`."""
        return self.faults.log.find(method, path)

    @property
    def open_interactions(self) -> int:
        """Number of interactions that can still be answered."""
        return len(self.actions.interactions.known)

    @property
    def sessions(self) -> int:
        """Number of gateway sessions, connected or resumable."""
        return len(self.gateway.sessions)

    @property
    def gateway_url(self) -> str:
        return self.gateway.url

    async def bot_ready(self, timeout: float = PATIENCE) -> None:
        """Wait until the bot has connected the shards of all guilds."""
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
