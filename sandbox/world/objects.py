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
"""When the first guilds, their people and their channels were made, in milliseconds of Discord's epoch."""

ANOTHER_WORKER = 1 << 17


class Snowflakes:
    """Makes ids."""

    def __init__(self, unix: Callable[[], float] = time.time) -> None:
        self._unix = unix
        self._last = 0
        self._founded = FOUNDING_MS << 22

    def founding(self) -> int:
        """An id for what is there from the start; the same ones after each start."""
        self._founded += 1 << 22
        return self._founded

    @staticmethod
    def neighbour(number: int, distance: int) -> int:
        """The id that another worker made so many milliseconds after this one.

        Neighbours of one guild that follow each other lie on shards that follow each other.
        """
        return (number + (distance << 22)) | ANOTHER_WORKER

    def now(self) -> float:
        """Discord's time, in Unix seconds."""
        return self._unix()

    def age(self, number: int) -> float:
        """How many seconds ago an id was made."""
        return self.now() - (number >> 22) / 1000 - DISCORD_EPOCH_MS / 1000

    def next(self, age: float = 0.0) -> int:
        """A new id, as if made `age` seconds ago."""
        milliseconds = int((self.now() - age) * 1000) - DISCORD_EPOCH_MS
        self._last = max(self._last + 1, milliseconds << 22)
        return self._last if not age else (milliseconds << 22) + (self._last & 0x3FFFFF)


PNG, PNG_HEADER = b"\x89PNG\r\n\x1a\n", struct.Struct(">16sII")

WRITING = Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS
"""What those who are muted may not do."""


OverwriteTarget = tuple[OverwriteKind, int]
"""What an overwrite is for: a role, a user or a channel, by its id."""

Overwrites = dict[OverwriteTarget, bool]
"""For whom and where a command is allowed or denied."""


@dataclass(slots=True, kw_only=True)
class Person:
    """A user, who is in every guild; the bot is one too."""

    id: int
    name: str
    bot: bool = False
    locale: str = DEFAULT_LOCALE


@dataclass(slots=True, kw_only=True)
class Guild:
    """A server. People have one role, the bot another; `managers` have one more, which may manage it.

    Those who are `muted` may read and use commands, and write nothing. Only a Community server has a `language`; it may
    call people by `nicks`, by their ids. With `has_commands` alone the bot was invited without being made a member;
    without either it was not, or was sent away. `overwrites` say who may use a command, by its id, or the whole app,
    by the application's. `emojis` are by their ids.
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
        """What Discord calls its preferred locale, whatever is spoken there."""
        return self.language or DEFAULT_LOCALE

    @property
    def features(self) -> list[str]:
        """What it has that not every server has."""
        return ["COMMUNITY"] if self.language else []

    def roles_of(self, person: Person) -> list[int]:
        """The ids of a person's roles, without @everyone."""
        if person.bot:
            return [self.bot_role_id] if self.bot_has_role else []
        manager = [self.manager_role_id] if person.id in self.managers else []
        return [self.member_role_id, *manager]

    @property
    def bot_permissions(self) -> Permission:
        """What the bot may do in the whole guild."""
        return self.bot_role if self.bot_has_role and self.bot_is_member else NO_PERMISSION

    def permissions(self, person: Person) -> int:
        """What a person may do in the whole guild."""
        if person.bot:
            return int(self.bot_permissions)
        if person.id == self.owner_id:
            return EVERYTHING
        allowed = ORDINARY | Permission.MANAGE_GUILD if person.id in self.managers else ORDINARY
        return int(allowed & ~WRITING if person.id in self.muted else allowed)


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
        """Whether the client of that person shows it."""
        return not self.dismissed and self.visible_to in (None, person_id)


@dataclass(slots=True, kw_only=True)
class Channel:
    """A text channel, or a thread when it has a parent. The bot sees a private one only if it has joined."""

    id: int
    name: str
    guild: Guild
    position: int = 0
    parent: "Channel | None" = None
    owner_id: int | None = None
    archived: bool = False
    locked: bool = False
    private: bool = False
    bot_joined: bool = False
    denied: Permission = NO_PERMISSION
    slowmode: int = 0
    """Seconds between two messages of one member; 0 is off."""
    said: dict[int, float] = field(default_factory=dict)
    """When each member has written last, by their ids, in Unix seconds."""
    messages: dict[int, Message] = field(default_factory=dict)
    last_message_id: int | None = None
    """Of the newest message that everybody sees, also once that is deleted."""

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
        """Whether the bot sees what happens here."""
        is_let_in = self.bot_joined or not self.private
        return is_let_in and Permission.VIEW_CHANNEL in self.bot_permissions


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """Bytes that the server serves: an attachment or an emoji's picture."""

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
    """A change, by the gateway's name for it.

    `guild_id` is None if it concerns the whole sandbox; `visible_to` is the id of the only user who
    sees it, if it is ephemeral.
    """

    name: str
    data: Json
    guild_id: int | None = None
    visible_to: int | None = None
