"""The simulated Discord's whole state."""

import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence

from sandbox.wire.json_text import Json
from sandbox.wire.limits import DAY, Limit
from sandbox.world.clock import Changes
from sandbox.world.hooks import Hooks
from sandbox.world.objects import Channel, Event, File, Guild, Message, Person, Snowflakes

MESSAGES_A_CHANNEL = 5_000
NONCES, NONCE_SECONDS = 1_000, 5 * 60.0
PLACES = ("The Sandbox", "The Annex", "The Attic", "The Cellar", "The Garden")
NAMES = ("Alice", "Bob", "Carol", "Dave", "Erin", "Frank", "Grace", "Heidi", "Ivan", "Judy")


class World:
    """The simulated Discord's state in memory; calls listeners at every change."""

    def __init__(
        self,
        *,
        users: int,
        channels: Sequence[str],
        guilds: int,
        bot: str,
        unix: Callable[[], float] = time.time,
    ) -> None:
        self.unix = unix
        self.snowflakes = Snowflakes(unix)
        self.changes = Changes()
        self.listeners: list[Callable[[Event], None]] = []
        self.hooks = Hooks()
        self.base_url = ""
        self.edits_need_sending = False
        self.emojis_an_hour = 2_000  # as many as an application has
        self.threads_a_guild = 1_000
        self.command_creates = Limit(
            200, DAY
        )  # docs, application-commands, "Registering a Command"
        self.dead_tokens: set[str] = set()
        home_id = self.snowflakes.founding()
        self.bot = Person(id=self.snowflakes.founding(), name=bot, bot=True)
        self.people = {self.bot.id: self.bot}
        self.channels: dict[int, Channel] = {}
        self._messages: dict[int, Message] = {}
        self.commands: dict[int, Json] = {}
        self.emojis: dict[int, Json] = {}
        self.files: dict[int, File] = {}
        self.nonces: OrderedDict[tuple[int, str], tuple[int, float]] = OrderedDict()
        for index in range(users):
            self._add_person(index)
        self.guilds: dict[int, Guild] = {}
        for index in range(guilds):
            number = self.snowflakes.neighbour(home_id, index) if index else home_id
            self._found(number, _named(PLACES, index), channels)
        self.home = self.guilds[home_id]

    def _found(self, guild_id: int, name: str, channels: Sequence[str]) -> None:
        guild = Guild(
            id=guild_id,
            name=name,
            owner_id=self.users[0].id,
            manager_role_id=guild_id + 1,
            member_role_id=guild_id + 2,
            bot_role_id=guild_id + 3,
        )
        self.guilds[guild.id] = guild
        for channel in channels:
            self.add_channel(channel, guild, channel_id=self.snowflakes.founding())

    def _add_person(self, index: int) -> None:
        person = Person(id=self.snowflakes.founding(), name=_named(NAMES, index))
        self.people[person.id] = person

    @property
    def users(self) -> list[Person]:
        return [person for person in self.people.values() if not person.bot]

    def publish(self, event: Event) -> None:
        """Call the listeners with the event, and wake tasks that wait for a change."""
        for listener in tuple(self.listeners):
            listener(event)
        self.changes.announce()

    def forget_overwrites(self, command_ids: Collection[int]) -> None:
        for guild in self.guilds.values():
            for number in command_ids:
                guild.overwrites.pop(number, None)

    def places(self, guild: Guild) -> list[Channel]:
        return [channel for channel in self.channels.values() if channel.guild is guild]

    def add_channel(
        self, name: str, guild: Guild | None = None, *, channel_id: int | None = None
    ) -> Channel:
        guild = guild or self.home
        channel_id = self.snowflakes.next() if channel_id is None else channel_id
        position = len(self.places(guild))
        channel = Channel(id=channel_id, name=name, guild=guild, position=position)
        self.channels[channel.id] = channel
        return channel

    def add_thread(self, parent: Channel, name: str, owner_id: int) -> Channel:
        thread = Channel(
            id=self.snowflakes.next(),
            name=name,
            guild=parent.guild,
            parent=parent,
            owner_id=owner_id,
        )
        self.channels[thread.id] = thread
        return thread

    def open_threads(self, guild: Guild) -> int:
        threads = [one for one in self.places(guild) if one.parent is not None]
        return sum(not thread.archived for thread in threads)

    def find_message(self, message_id: int) -> Message | None:
        return self._messages.get(message_id)

    def add_message(self, message: Message) -> None:
        """Add a message and publish it; a full channel drops its oldest."""
        place = self.channels[message.channel_id]
        messages = place.messages
        messages[message.id] = self._messages[message.id] = message
        if message.visible_to is None:
            place.last_message_id = message.id
        if len(messages) > MESSAGES_A_CHANNEL:
            self._forget(messages.pop(next(iter(messages))))
        self._publish(message, "MESSAGE_CREATE", message.data)

    def change_message(self, message: Message, data: Json) -> None:
        message.data = data
        self._publish(message, "MESSAGE_UPDATE", data)

    def delete_message(self, message: Message) -> None:
        del self.channels[message.channel_id].messages[message.id]
        self._forget(message)
        self._publish(message, "MESSAGE_DELETE", self._reference(message))

    def dismiss(self, message: Message) -> None:
        message.dismissed = True
        self._publish(message, "MESSAGE_DELETE", self._reference(message))

    def _publish(self, message: Message, name: str, data: Json) -> None:
        guild_id = self.channels[message.channel_id].guild.id
        self.publish(Event(name=name, data=data, guild_id=guild_id, visible_to=message.visible_to))

    def _reference(self, message: Message) -> Json:
        return {
            "id": str(message.id),
            "channel_id": str(message.channel_id),
            "guild_id": str(self.channels[message.channel_id].guild.id),
        }

    def _forget(self, message: Message) -> None:
        message.deleted = True
        self._messages.pop(message.id, None)
        for attachment in message.data["attachments"]:
            self.files.pop(int(attachment["id"]), None)

    def sent_before(self, channel: Channel, nonce: str) -> Message | None:
        """Return the message sent with this nonce in the last five minutes, if it still exists."""
        message_id, until = self.nonces.get((channel.id, nonce), (0, 0.0))
        return channel.messages.get(message_id) if self.unix() < until else None

    def remember_nonce(self, channel_id: int, nonce: str, message_id: int) -> None:
        """Store a sent message's nonce for five minutes, so that a retry finds the message."""
        self.nonces.pop((channel_id, nonce), None)
        self.nonces[channel_id, nonce] = message_id, self.unix() + NONCE_SECONDS
        if len(self.nonces) > NONCES:
            self.nonces.popitem(last=False)


def _named(names: Sequence[str], index: int) -> str:
    again = index // len(names)
    return names[index % len(names)] + (str(again + 1) if again else "")
