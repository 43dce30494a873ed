"""`health`: whether the bot is connected, which containers ask every half minute."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cogs.health.health import file_of, is_alive
from cogs.tools.files import is_missing, no_database
from engine.clock import RealClock


def print_health(settings: Mapping[str, Any]) -> int:
    """Print whether the bot on this database is connected; the exit status is 1 where it is not."""
    if is_missing(settings["DATABASE"]):
        print(no_database(settings["DATABASE"]))
        return 1
    well = is_alive(sign_of(settings), RealClock().now())
    print("The bot is connected." if well else "No bot on this database is connected.")
    return 0 if well else 1


def sign_of(settings: Mapping[str, Any]) -> Path:
    """The file in which the bot with these settings leaves its sign of life."""
    return file_of(settings["DATABASE"], settings["PROCESS"] if settings["PROCESSES"] > 1 else None)
