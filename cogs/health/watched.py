"""What metrics look at when Prometheus asks how things stand."""

from collections.abc import Callable, Mapping, Sized
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cogs.health.health import Pulse

if TYPE_CHECKING:
    from discord.ext import commands

    from cogs.network.request_budget import RequestBudget


@dataclass(frozen=True, slots=True, kw_only=True)
class Disk:
    """What a bot with a file has on its disks, in bytes; `backup_age` in seconds, without end where there is none.

    None is what is not to be told: who wants no backups of the bot's is not told how old they are.
    """

    database: int
    free: Mapping[str, int]
    """By what lies there."""
    backup_age: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """Each is asked anew each time."""

    bot: "commands.AutoShardedBot"
    tables: Sized
    pulse: Pulse
    budget: "RequestBudget"
    judging_behind: Callable[[], float | None]
    """For how many seconds rounds are not judged yet; None where another process judges."""
    disk: Callable[[], Disk | None]
    """None for a bot whose database is on a server."""
