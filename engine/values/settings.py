"""What is set for a channel or for a whole server, as it is kept."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SavedSettings:
    """What is set for a channel, or for a whole server, whose `channel_id` is minus the guild's: texts by the name of
    the setting; what holds anyway is not among them.
    """

    guild_id: int
    channel_id: int
    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SettingChange:
    """A setting of a channel was changed by an admin; `old` or `new` is None where it is the default.

    `number` grows with every change. `at` in Unix seconds, UTC.
    """

    number: int
    at: float
    admin_id: int
    what: str
    old: str | None
    new: str | None
