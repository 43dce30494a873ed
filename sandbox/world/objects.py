"""People, guilds, channels, messages and files, the events of their changes, and their ids."""

import struct
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from sandbox.wire.json_text import Json
from sandbox.wire.numbers import (
    DEFAULT_LOCALE,
    EVERYTHING,
    NO_PERMISSION,
    ORDINARY,
    Flag,
    OverwriteKind,
    Permission,
)

DISCORD_EPOCH_MS = 1_420_070_400_000
FOUNDING_MS = 283_996_800_000
"""Creation time of the first guilds, people and channels, in milliseconds of Discord's epoch."""

ANOTHER_WORKER = 1 << 17


class Snowflakes:
    """Generates ids."""

    def __init__(self, unix: Callable[[], float] = time.time) -> None:
        self._unix = unix
        self._last = 0
        self._founded = FOUNDING_MS << 22

    def founding(self) -> int:
        """An id for an initial object; the same sequence after each start."""
        self._founded += 1 << 22
        return self._founded

    @staticmethod
    def neighbour(number: int, distance: int) -> int:
        """The id that another worker generated `distance` milliseconds after this one.

        Consecutive neighbours of a guild's id lie on consecutive shards.
        """
        return (number + (distance << 22)) | ANOTHER_WORKER

    def now(self) -> float:
        """Discord's time, in Unix seconds."""
        return self._unix()

    def age(self, number: int) -> float:
        """The age of an id in seconds."""
        return self.now() - (number >> 22) / 1000 - DISCORD_EPOCH_MS / 1000

    def next(self, age: float = 0.0) -> int:
        """A new id, as if generated `age` seconds ago."""
        milliseconds = int((self.now() - age) * 1000) - DISCORD_EPOCH_MS
        self._last = max(self._last + 1, milliseconds << 22)
        return self._last if not age else (milliseconds << 22) + (self._last & 0x3FFFFF)


PNG, PNG_HEADER = b"\x89PNG\r\n\x1a\n", struct.Struct(">16sII")

WRITING = Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS
"""The permissions that muted members lack."""


OverwriteTarget = tuple[OverwriteKind, int]
"""The target of an overwrite: a role, a user or a channel, with its id."""

Overwrites = dict[OverwriteTarget, bool]
"""The targets that a command is allowed (True) or denied (False) for."""


@dataclass(slots=True, kw_only=True)
class Person:
    """A user, who is in every guild; the bot is one too."""

    id: int
    name: str
    bot: bool = False
    locale: str = DEFAULT_LOCALE


@dataclass(slots=True, kw_only=True)
class Guild:
    """A server. People have one role, the bot another; `managers` have an additional role that may manage it.

    `muted` members may read and use commands, but not write. Only a Community server has a `language`. `nicks` are
    nicknames by user id. With `has_commands` but without `bot_is_member` only the bot's commands are installed; without
    both the bot is not installed or was removed. `overwrites` are by the id of a command, or the application's for all
    commands. `emojis` are by id.
    """

    id: int
    name: str
    owner_id: int
    manager_role_id: int
    member_role_id: int
    bot_role_id: int
    language: str | None = None
    nicks: dict[int, str] = field(default_factory=dict)
    managers: set[int] = field(default_factory=set)
    muted: set[int] = field(default_factory=set)
    emojis: dict[int, Json] = field(default_factory=dict)
    overwrites: dict[int, Overwrites] = field(default_factory=dict)
    bot_role: Permission = ORDINARY
    bot_has_role: bool = True
    bot_is_member: bool = True
    has_commands: bool = True
    unavailable: bool = False

    @property
    def locale(self) -> str:
        """Its preferred locale; Discord's default if no language is set."""
        return self.language or DEFAULT_LOCALE

    @property
    def features(self) -> list[str]:
        """Discord's list of extra features."""
        return ["COMMUNITY"] if self.language else []

    def roles_of(self, person: Person) -> list[int]:
        """The ids of a person's roles, without @everyone."""
        if person.bot:
            return [self.bot_role_id] if self.bot_has_role else []
        manager = [self.manager_role_id] if person.id in self.managers else []
        return [self.member_role_id, *manager]

    @property
    def bot_permissions(self) -> Permission:
        """The bot's permissions in the whole guild."""
        return self.bot_role if self.bot_has_role and self.bot_is_member else NO_PERMISSION

    def permissions(self, person: Person) -> int:
        """A person's permissions in the whole guild."""
        if person.bot:
            return int(self.bot_permissions)
        if person.id == self.owner_id:
            return EVERYTHING
        allowed = ORDINARY | Permission.MANAGE_GUILD if person.id in self.managers else ORDINARY
        return int(allowed & ~WRITING if person.id in self.muted else allowed)


@dataclass(slots=True, kw_only=True)
class Message:
    """A message in Discord's form, and its visibility."""

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
        """True if that person's client shows the message."""
        return not self.dismissed and self.visible_to in (None, person_id)


@dataclass(slots=True, kw_only=True)
class Channel:
    """A text channel, or a public thread when it has a parent."""

    id: int
    name: str
    guild: Guild
    position: int = 0
    parent: "Channel | None" = None
    owner_id: int | None = None
    archived: bool = False
    locked: bool = False
    denied: Permission = NO_PERMISSION
    slowmode: int = 0
    """Seconds between two messages of one member; 0 is off."""
    said: dict[int, float] = field(default_factory=dict)
    """Time of each member's last message in Unix seconds, by user id."""
    messages: dict[int, Message] = field(default_factory=dict)
    last_message_id: int | None = None
    """Id of the newest public message, which may be deleted."""

    @property
    def parent_id(self) -> int | None:
        """The id of the channel that a thread belongs to."""
        return None if self.parent is None else self.parent.id

    @property
    def bot_permissions(self) -> Permission:
        """The bot's permissions here; a thread inherits its channel's."""
        return self.guild.bot_permissions & ~(self.parent or self).denied

    @property
    def bot_sees(self) -> bool:
        """True if the bot can see this channel."""
        return Permission.VIEW_CHANNEL in self.bot_permissions


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A served file: an attachment or an emoji's picture."""

    name: str
    content_type: str
    data: bytes

    @property
    def dimensions(self) -> tuple[int, int] | None:
        """Width and height of a PNG in pixels; None for other files."""
        if not self.data.startswith(PNG) or len(self.data) < PNG_HEADER.size:
            return None
        _, width, height = PNG_HEADER.unpack_from(self.data)
        return width, height


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A change, under the gateway's name.

    `guild_id` is None for events of the whole sandbox; `visible_to` is the only user who sees an
    ephemeral message.
    """

    name: str
    data: Json
    guild_id: int | None = None
    visible_to: int | None = None
