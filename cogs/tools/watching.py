"""What the metrics of a bot look at: the bot itself, and its disks."""

import math
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cogs.health.metrics import Disk, Watched
from cogs.tools.checks.disk import folder_there
from engine.clock import wall_time

if TYPE_CHECKING:
    from cogs.health.health import Pulse
    from cogs.startup.client import BlackjackBot


def watched(bot: "BlackjackBot", pulse: "Pulse", settings: Mapping[str, Any]) -> Watched:
    """What the metrics of a bot with these settings look at."""
    return Watched(
        bot=bot,
        tables=bot.house,
        pulse=pulse,
        budget=bot.budget,
        sessions=bot.connection.sessions,
        judging_behind=bot.judging.behind,
        disk=lambda: disk_of(settings, wall_time(bot.clock)),
    )


def disk_of(settings: Mapping[str, Any], now: float) -> Disk | None:
    """What is asked when metrics are read: some files are looked at, and none is read."""
    from engine.bank.sqlite.backup import newest_backup

    database, backups = settings["DATABASE"], settings["BACKUP_DIRECTORY"]
    if not isinstance(database, Path):
        return None
    files = [file for end in ("", "-wal") if (file := Path(f"{database}{end}")).is_file()]
    made = newest_backup(backups, now)
    never = math.inf if settings["BACKUP_HOURS"] else None
    places = {"database": folder_there(database.parent), "backups": folder_there(backups)}
    return Disk(
        database=sum(file.stat().st_size for file in files),
        free={of: shutil.disk_usage(place).free for of, place in places.items()},
        backup_age=never if made is None else now - made,
    )
