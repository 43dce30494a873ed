"""What the server remembers: people, channels, messages, commands, emojis and files."""

import struct
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from .changes import Changes
from .locales import DEFAULT
from .wire import EVERYTHING, NO_PERMISSION, ORDINARY, Flag, Json, Permission

DISCORD_EPOCH_MS = 1_420_070_400_000
FOUNDING_MS = 283_996_800_000
"""When the guild, its people and its first channels came to be, in milliseconds of Discord's epoch."""
PNG, PNG_HEADER = b"\x89PNG\r\n\x1a\n", struct.Struct(">16sII")
MESSAGES_A_CHANNEL = 5_000
NONCES, NONCE_SECONDS = 1_000, 5 * 60.0
NAMES = ("Alice", "Bob", "Carol", "Dave", "Erin", "Frank", "Grace", "Heidi", "Ivan", "Judy")


class Snowflakes:
    """Hands out ids that grow and carry their time of birth, as Discord's do."""

    def __init__(self, unix: Callable[[], float] = time.time) -> None:
        self._unix = unix
        self._last = 0
        self._founded = FOUNDING_MS << 22

    def founding(self) -> int:
        """The id of something that every server has from its first moment: the same after each start."""
        self._founded += 1 << 22
        return self._founded

    def next(self, age: float = 0.0) -> int:
        """A new id, as if born `age` seconds ago."""
        milliseconds = int((self._unix() - age) * 1000) - DISCORD_EPOCH_MS
        self._last = max(self._last + 1, milliseconds << 22)
        return self._last if not age else (milliseconds << 22) + (self._last & 0x3FFFFF)


@dataclass(slots=True, kw_only=True)
class Person:
    """A user, who is in every guild; the bot is one too."""

    id: int
    name: str
    bot: bool = False
    locale: str = DEFAULT


@dataclass(slots=True, kw_only=True)
class Guild:
    """A server: people have one role, the bot another, and `managers` a further one, which may manage it."""

    id: int
    name: str
    owner_id: int
    manager_role_id: int
    member_role_id: int
    bot_role_id: int
    locale: str = DEFAULT
    managers: set[int] = field(default_factory=set)
    bot_role: Permission = ORDINARY
    bot_has_role: bool = True

    def roles_of(self, person: Person) -> list[int]:
        """The roles of a person, besides everybody's."""
        if person.bot:
            return [self.bot_role_id] if self.bot_has_role else []
        manager = [self.manager_role_id] if person.id in self.managers else []
        return [self.member_role_id, *manager]

    @property
    def bot_permissions(self) -> Permission:
        """What the bot may do in the whole guild."""
        return self.bot_role if self.bot_has_role else NO_PERMISSION

    def permissions(self, person: Person) -> int:
        """What a person may do in the whole guild."""
        if person.bot:
            return int(self.bot_permissions)
        if person.id == self.owner_id:
            return EVERYTHING
        return int(ORDINARY | Permission.MANAGE_GUILD if person.id in self.managers else ORDINARY)


@dataclass(slots=True, kw_only=True)
class Message:
    """A message in Discord's own form, and who may see it."""

    id: int
    channel_id: int
    author_id: int
    data: Json
    pinged: tuple[int, ...] = ()
    visible_to: int | None = None
    dismissed: bool = False
    deleted: bool = False

    @property
    def flags(self) -> Flag:
        """The message's flags."""
        return Flag(self.data["flags"])

    def seen_by(self, person_id: int) -> bool:
        """Whether that person's client shows it."""
        return not self.dismissed and self.visible_to in (None, person_id)


@dataclass(slots=True, kw_only=True)
class Channel:
    """A text channel, or a thread when it has a parent."""

    id: int
    name: str
    guild: Guild
    position: int = 0
    parent: "Channel | None" = None
    owner_id: int | None = None
    archived: bool = False
    locked: bool = False
    denied: Permission = NO_PERMISSION
    messages: dict[int, Message] = field(default_factory=dict)

    @property
    def parent_id(self) -> int | None:
        """The id of the channel that a thread belongs to."""
        return None if self.parent is None else self.parent.id

    @property
    def bot_permissions(self) -> Permission:
        """What the bot may do here; a thread has the permissions of its channel."""
        return self.guild.bot_permissions & ~(self.parent or self).denied

    @property
    def bot_sees(self) -> bool:
        """Whether the bot knows what happens here."""
        return Permission.VIEW_CHANNEL in self.bot_permissions


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """Bytes that the server serves: an attachment or an emoji's picture."""

    name: str
    content_type: str
    data: bytes

    @property
    def dimensions(self) -> tuple[int, int] | None:
        """Width and height of a PNG in pixels; None of anything else."""
        if not self.data.startswith(PNG) or len(self.data) < PNG_HEADER.size:
            return None
        _, width, height = PNG_HEADER.unpack_from(self.data)
        return width, height


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A change, under the gateway's own name; `visible_to` is set for one user's ephemerals.

    `guild_id` says where it happened, and None that it concerns the whole sandbox.
    """

    name: str
    data: Json
    guild_id: int | None = None
    visible_to: int | None = None


class World:
    """The whole state in memory; every change is published to the listeners."""

    def __init__(
        self,
        *,
        users: int,
        channels: Sequence[str],
        guild: str,
        bot: str,
        unix: Callable[[], float] = time.time,
    ) -> None:
        self.unix = unix
        self.snowflakes = Snowflakes(unix)
        self.changes = Changes()
        self.listeners: list[Callable[[Event], None]] = []
        self.base_url = ""
        self.edits_need_sending = False
        home_id = self.snowflakes.founding()
        self.bot = Person(id=self.snowflakes.founding(), name=bot, bot=True)
        self.people = {self.bot.id: self.bot}
        self.channels: dict[int, Channel] = {}
        self.commands: dict[int, Json] = {}
        self.emojis: dict[int, Json] = {}
        self.files: dict[int, File] = {}
        self.nonces: OrderedDict[tuple[int, str], tuple[int, float]] = OrderedDict()
        for index in range(users):
            self._add_person(index)
        self.home = Guild(
            id=home_id,
            name=guild,
            owner_id=self.users[0].id,
            manager_role_id=home_id + 1,
            member_role_id=home_id + 2,
            bot_role_id=home_id + 3,
        )
        self.guilds = {home_id: self.home}
        for name in channels:
            self.add_channel(name, channel_id=self.snowflakes.founding())

    def _add_person(self, index: int) -> None:
        name = NAMES[index % len(NAMES)]
        name += str(index // len(NAMES) + 1) if index >= len(NAMES) else ""
        person = Person(id=self.snowflakes.founding(), name=name)
        self.people[person.id] = person

    @property
    def users(self) -> list[Person]:
        """The people who are not the bot, in order."""
        return [person for person in self.people.values() if not person.bot]

    def publish(self, event: Event) -> None:
        """Tell every listener, and wake whoever waits for a change."""
        for listener in tuple(self.listeners):
            listener(event)
        self.changes.announce()

    def add_guild(self, name: str, owner: Person, locale: str) -> Guild:
        """A new server, with everybody and the bot in it, and no channel yet."""
        guild = Guild(
            id=self.snowflakes.next(),
            name=name,
            owner_id=owner.id,
            manager_role_id=self.snowflakes.next(),
            member_role_id=self.snowflakes.next(),
            bot_role_id=self.snowflakes.next(),
            locale=locale,
        )
        self.guilds[guild.id] = guild
        return guild

    def places(self, guild: Guild) -> list[Channel]:
        """The channels and threads of a guild."""
        return [channel for channel in self.channels.values() if channel.guild is guild]

    def add_channel(
        self, name: str, guild: Guild | None = None, *, channel_id: int | None = None
    ) -> Channel:
        """A new text channel, in the first guild if no other is named."""
        guild = guild or self.home
        channel_id = self.snowflakes.next() if channel_id is None else channel_id
        position = len(self.places(guild))
        channel = Channel(id=channel_id, name=name, guild=guild, position=position)
        self.channels[channel.id] = channel
        return channel

    def add_thread(
        self, parent: Channel, name: str, owner_id: int, message_id: int | None = None
    ) -> Channel:
        """A new public thread of a channel; one that starts at a message has the message's id."""
        number = message_id or self.snowflakes.next()
        thread = Channel(id=number, name=name, guild=parent.guild, parent=parent, owner_id=owner_id)
        self.channels[thread.id] = thread
        return thread

    def find_message(self, message_id: int) -> Message | None:
        """The message, in whichever channel it is."""
        for channel in self.channels.values():
            if message := channel.messages.get(message_id):
                return message
        return None

    def add_message(self, message: Message) -> None:
        """Keep a new message and tell about it; the oldest of a very full channel go."""
        messages = self.channels[message.channel_id].messages
        messages[message.id] = message
        if len(messages) > MESSAGES_A_CHANNEL:
            self._forget(messages.pop(next(iter(messages))))
        self._publish(message, "MESSAGE_CREATE", message.data)

    def change_message(self, message: Message, data: Json) -> None:
        """Replace what a message says and tell about it."""
        message.data = data
        self._publish(message, "MESSAGE_UPDATE", data)

    def delete_message(self, message: Message) -> None:
        """Take a message away and tell about it."""
        del self.channels[message.channel_id].messages[message.id]
        self._forget(message)
        self._publish(message, "MESSAGE_DELETE", self._reference(message))

    def dismiss(self, message: Message) -> None:
        """Hide an ephemeral message from the only user who sees it."""
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
        for attachment in message.data["attachments"]:
            self.files.pop(int(attachment["id"]), None)

    def sent_before(self, channel: Channel, nonce: str) -> Message | None:
        """The message that was sent with this nonce in the last minutes, while it is there."""
        message_id, until = self.nonces.get((channel.id, nonce), (0, 0.0))
        return channel.messages.get(message_id) if self.unix() < until else None

    def remember_nonce(self, channel_id: int, nonce: str, message_id: int) -> None:
        """Keep a nonce for a while, so that the same send again finds the first message."""
        self.nonces.pop((channel_id, nonce), None)
        self.nonces[channel_id, nonce] = message_id, self.unix() + NONCE_SECONDS
        if len(self.nonces) > NONCES:
            self.nonces.popitem(last=False)
