"""The simulated Discord's people, guilds, channels, messages, files, events and their ids."""

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
"""Creation time of the initial objects, in milliseconds of Discord's epoch."""

ANOTHER_WORKER = 1 << 17


class Snowflakes:
    """Generates Discord ids, which contain their creation time."""

    def __init__(self, unix: Callable[[], float] = time.time) -> None:
        self._unix = unix
        self._last = 0
        self._founded = FOUNDING_MS << 22

    def founding(self) -> int:
        """Return the id of an object that exists from the start, the same in each run."""
        self._founded += 1 << 22
        return self._founded

    @staticmethod
    def neighbour(number: int, distance: int) -> int:
        """Return the id that another of Discord's workers generated `distance` milliseconds after `number`.

        Consecutive neighbours of a guild's id belong to consecutive shards.
        """
        return (number + (distance << 22)) | ANOTHER_WORKER

    def now(self) -> float:
        """Return Discord's time in Unix seconds."""
        return self._unix()

    def age(self, number: int) -> float:
        """Return the seconds since an id was created."""
        return self.now() - (number >> 22) / 1000 - DISCORD_EPOCH_MS / 1000

    def next(self, age: float = 0.0) -> int:
        """Return a new id, created `age` seconds ago."""
        milliseconds = int((self.now() - age) * 1000) - DISCORD_EPOCH_MS
        self._last = max(self._last + 1, milliseconds << 22)
        return self._last if not age else (milliseconds << 22) + (self._last & 0x3FFFFF)


PNG, PNG_HEADER = b"\x89PNG\r\n\x1a\n", struct.Struct(">16sII")

WRITING = Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS
"""Permissions that muted members lack."""


OverwriteTarget = tuple[OverwriteKind, int]
"""A role, user or channel, with its id."""

Overwrites = dict[OverwriteTarget, bool]
"""By target: allowed or denied."""


@dataclass(slots=True, kw_only=True)
class Person:
    """A Discord user or the bot; a member of every guild."""

    id: int
    name: str
    bot: bool = False
    locale: str = DEFAULT_LOCALE


@dataclass(slots=True, kw_only=True)
class Guild:
    """A Discord server.

    `managers` have an additional role that may manage it; `muted` members may not write. Only a Community server has a
    `language`. `nicks` are by user id, `emojis` by id, `overwrites` by a command's id, or the application's for all
    commands. With `has_commands` but without `bot_is_member` only the commands are installed.
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
        return self.language or DEFAULT_LOCALE

    @property
    def features(self) -> list[str]:
        return ["COMMUNITY"] if self.language else []

    def roles_of(self, person: Person) -> list[int]:
        if person.bot:
            return [self.bot_role_id] if self.bot_has_role else []
        manager = [self.manager_role_id] if person.id in self.managers else []
        return [self.member_role_id, *manager]

    @property
    def bot_permissions(self) -> Permission:
        return self.bot_role if self.bot_has_role and self.bot_is_member else NO_PERMISSION

    def permissions(self, person: Person) -> int:
        if person.bot:
            return int(self.bot_permissions)
        if person.id == self.owner_id:
            return EVERYTHING
        allowed = ORDINARY | Permission.MANAGE_GUILD if person.id in self.managers else ORDINARY
        return int(allowed & ~WRITING if person.id in self.muted else allowed)


@dataclass(slots=True, kw_only=True)
class Message:
    """A message: its JSON in `data`, and who sees it."""

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
        return Flag(self.data["flags"])

    def seen_by(self, person_id: int) -> bool:
        return not self.dismissed and self.visible_to in (None, person_id)


@dataclass(slots=True, kw_only=True)
class Channel:
    """A text channel, or a public thread in the channel `parent`."""

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
    """Seconds between two messages of a member; 0 is off."""
    said: dict[int, float] = field(default_factory=dict)
    """Unix time of each member's last message, by user id."""
    messages: dict[int, Message] = field(default_factory=dict)
    last_message_id: int | None = None
    """The newest public message, even if deleted."""

    @property
    def parent_id(self) -> int | None:
        return None if self.parent is None else self.parent.id

    @property
    def bot_permissions(self) -> Permission:
        """The bot's permissions in the channel; a thread inherits them."""
        return self.guild.bot_permissions & ~(self.parent or self).denied

    @property
    def bot_sees(self) -> bool:
        return Permission.VIEW_CHANNEL in self.bot_permissions


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    name: str
    content_type: str
    data: bytes

    @property
    def dimensions(self) -> tuple[int, int] | None:
        """Width and height of a PNG in pixels, else None."""
        if not self.data.startswith(PNG) or len(self.data) < PNG_HEADER.size:
            return None
        _, width, height = PNG_HEADER.unpack_from(self.data)
        return width, height


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A change in the sandbox, named like Discord's gateway event.

    `guild_id` is None if it concerns all guilds; an ephemeral message's event goes only to the user `visible_to`.
    """

    name: str
    data: Json
    guild_id: int | None = None
    visible_to: int | None = None
